"""Work in many jobs, done by this machine's processes or by a cluster of machines.

A job is the name of a function and its arguments, and what it comes to must depend on nothing else:
so it can be done anywhere, and done again. Arguments and results are such as JSON has. A cluster is
one of Ray, which comes with ``quincunx[cluster]``; docs/scale.md tells more.

>>> from quincunx.cluster import Job, run_jobs
>>> jobs = [Job(f"parse/{n}", "json:loads", {"s": f"[{n}]"}) for n in (7, 8)]
>>> sorted(done.result for done in run_jobs(jobs, workers=1))
[[7], [8]]
"""

from quincunx.cluster.jobs import Done, Job
from quincunx.cluster.run import Status, check_cluster, run_jobs

__all__ = ["Done", "Job", "Status", "check_cluster", "run_jobs"]
