"""tvm.meta_schedule.space_generator."""


class ScheduleFn:
    """The space of a schedule function: each run of it with other samples is a candidate."""

    def __init__(self, sch_fn, sch_rules=(), postprocs=(), mutator_probs=None):
        self.function = sch_fn


class PostOrderApply:
    """The space of rules; Loopwright's tuner has its own."""

    def __init__(self, f_block_filter=None, sch_rules=None, postprocs=None, mutator_probs=None):
        self.function = None
        self.rules = [*(sch_rules or ()), *(postprocs or ()), *(mutator_probs or ())]
