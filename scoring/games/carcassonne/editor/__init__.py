"""What players set right or enter: what is asked, and what an answer makes."""
