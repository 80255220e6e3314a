"""Tests of the command line: through click's runner, and as real processes where that matters."""
