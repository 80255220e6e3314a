"""Tests of the engine's Python side; they share what minimax.py knows about small boards."""
