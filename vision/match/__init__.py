"""Known pictures found again: by keypoints, and laid on a patch."""
