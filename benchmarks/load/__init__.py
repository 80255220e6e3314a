"""How many live games a server carries: ``make bench-web``, ``python -m benchmarks.load``."""
