"""No Wi-Fi in the house: an access point of its own, by NetworkManager, and the way back."""
