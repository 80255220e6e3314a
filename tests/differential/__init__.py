"""The core beside the references: the same moves on both, and every position compared.

``twins`` compares, ``steer`` chooses moves, ``starts`` sets positions up, ``campaigns`` lists who
plays what and which rare events that must reach. The tests here and ``tests/soak.py`` run them.
"""
