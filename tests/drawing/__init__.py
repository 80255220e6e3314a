"""Tests of the drawings, over every game and several sizes."""
