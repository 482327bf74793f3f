"""The body of the thing: mast, camera mount, case and panel, as shapes to print, to saw and to drill."""
