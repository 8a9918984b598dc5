"""Rules for GPUs, under the names of TVM's. They differ in the programs that they take; all of them give each block loops
over blocks and threads, with the reduction in one thread. They do not tile or stage as TVM's rules do: fast schedules are
found by tuning."""

from ..._errors import Error
from ..ir.module import IRModule
from ..tir.schedules import Schedule
from .base import ScheduleRule

_THREADS = 256
_REDUCE = 2  # TVM's number for an axis of reduction


def _schedule(func):
    return Schedule(IRModule({"main": func}))


def _blocks(sch):
    """The blocks of the function, in the order of the program."""
    return list(sch.get_child_blocks(sch.get_block("root")))


def _inlined(sch):
    """Inlines blocks that only copy and compute element by element."""
    for block in _blocks(sch)[:-1]:
        try:
            sch.compute_inline(block)
        except Error:
            continue


def _is_reduction(sch, block):
    """Whether the block has an axis of reduction."""
    return any(loop_kind == "R" for loop_kind in _kinds(sch, block))


def _kinds(sch, block):
    return ["R" if axis.iter_type == _REDUCE else "S" for axis in sch.get(block).iter_vars]


def _bound(sch, block, threads):
    """Binds the spatial loops of a block: fused, over blocks and threads."""
    loops = list(sch.get_loops(block))
    kinds = _kinds(sch, block)
    spatial = [loop for loop, kind in zip(loops, kinds) if kind == "S"] if len(kinds) == len(loops) else loops[:1]
    others = [loop for loop in loops if loop not in spatial]
    if not spatial:
        return False
    sch.reorder(*spatial, *others)
    fused = sch.fuse(*spatial)
    outer, inner = sch.split(fused, factors=[None, threads])
    sch.bind(outer, "blockIdx.x")
    sch.bind(inner, "threadIdx.x")
    if others:
        try:
            sch.decompose_reduction(block, others[0])
        except Error:
            pass
    return True


class GPUScheduleRule(ScheduleRule):
    """The base of the rules."""

    def apply(self, func, target, tunable=False):
        sch = _schedule(func)
        _inlined(sch)
        blocks = _blocks(sch)
        if not blocks or not self.fits(sch, blocks):
            return None
        threads = min(_THREADS, int(getattr(target, "max_num_threads", _THREADS) or _THREADS))
        return sch if all(_bound(sch, block, threads) for block in blocks) else None

    def fits(self, sch, blocks):
        """Whether the rule is for this program."""
        return True


class Fallback(GPUScheduleRule):
    """Any program."""


class Matmul(GPUScheduleRule):
    """Programs with a block of one axis of reduction and two or more others."""

    def fits(self, sch, blocks):
        return any(_kinds(sch, b).count("R") == 1 and _kinds(sch, b).count("S") >= 2 for b in blocks)


class GEMV(GPUScheduleRule):
    """Programs with a block of one axis of reduction and one other."""

    def fits(self, sch, blocks):
        return any(_kinds(sch, b).count("R") == 1 and _kinds(sch, b).count("S") == 1 for b in blocks)


class Reduction(GPUScheduleRule):
    """Sums and the like along axes."""

    def fits(self, sch, blocks):
        return any("R" in _kinds(sch, b) for b in blocks)


class GeneralReduction(Reduction):
    """The same programs as Reduction."""


class Transpose(GPUScheduleRule):
    """Copies in another order of axes."""

    def fits(self, sch, blocks):
        return len(blocks) == 1 and not _is_reduction(sch, blocks[0])


class RMSNorm(Reduction):
    """The same programs as Reduction."""


class LowBatchGEMV(GEMV):
    """The same programs as GEMV."""


DecodeGEMV = GEMV
