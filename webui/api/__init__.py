"""The pages' facts as JSON, and the document that describes them."""
