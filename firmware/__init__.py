"""The program on the table: the command line, the data folder, and what connects the rooms."""
