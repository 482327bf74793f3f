"""How the odds of stories are fitted, from games at the simulated table."""
