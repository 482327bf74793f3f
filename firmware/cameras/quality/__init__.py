"""What a frame says about camera and lamp, for those who hang them up."""
