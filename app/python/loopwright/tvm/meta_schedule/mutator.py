"""tvm.meta_schedule.mutator: changes of sampled traces."""

from .rules import Mutator, mutator_kinds

globals().update(mutator_kinds.kinds)

__all__ = ["Mutator", *mutator_kinds.kinds]
