"""The appliance itself: its camera, its speed, its doubts."""
