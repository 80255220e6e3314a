"""What the server answers, one file for each noun; parse, call, answer."""
