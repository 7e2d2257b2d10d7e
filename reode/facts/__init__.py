"""What is known, as frozen values: no I/O, nothing of the other rooms."""
