"""What the live reader of every game does: functions and frozen values over which no game's word is said."""
