"""tvm.meta_schedule.postproc: what is done to candidates."""

from .rules import Postproc, postprocs

globals().update(postprocs.kinds)

__all__ = ["Postproc", *postprocs.kinds]
