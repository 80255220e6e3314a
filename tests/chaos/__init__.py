"""Games by script while servers, engines and databases are killed: ``python -m tests.chaos``."""
