"""What is kept in the data folder: the games first of all."""
