"""Settings for all tests."""

from hypothesis import HealthCheck, settings

# No time limit for an example: machines are shared, and `make sanitize` is slow by nature.
settings.register_profile(
    "quincunx", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("quincunx")
