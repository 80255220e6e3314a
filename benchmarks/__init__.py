"""Quincunx measured against named peers and the goals of its plan; never shipped.

``make bench`` runs it, which installs OpenSpiel first; ``python -m benchmarks --help`` says more.
What users may want to know about their own machine is ``quincunx bench``.
"""
