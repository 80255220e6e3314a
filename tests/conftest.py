"""Settings for all tests."""

import signal

from hypothesis import HealthCheck, settings

# No time limit for an example: machines are shared, and `make sanitize` is slow by nature.
settings.register_profile(
    "quincunx", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("quincunx")

# Files of a game that is not in this tree: `make sixth` puts them into a copy, and tests it there.
collect_ignore = ["sixth_game"]

# A shell starts what it runs in the background deaf to Ctrl-C, and so would be the programs that
# tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
