"""webui"""
