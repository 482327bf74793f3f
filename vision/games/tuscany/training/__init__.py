"""How the thresholds of the reader are fitted: to simulated tables, never to those it is measured on."""
