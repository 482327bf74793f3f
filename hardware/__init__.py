"""The thing itself: pins, wiring, mast, printed markers, as data and small generators."""
