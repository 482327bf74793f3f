"""Reading Cornish Smuggler: the pieces on a printed map that its owner has photographed once."""
