"""tvm.dlight.analysis: what rules ask of the blocks of a function."""

from ..._errors import Error

_KINDS = {0: "S", 2: "R"}


class IterInfo:
    """An axis of a block: its kind "S", "R" or "O", its variable, its extent, and the loop that runs it."""

    def __init__(self, kind, var, dom, loop_rv):
        self.kind, self.var, self._dom, self.loop_rv = kind, var, dom, loop_rv

    @property
    def dom(self):
        return self._dom

    def __repr__(self):
        return f'Iter("{self.kind}", {self._dom})'


class SBlockInfo:
    """A block and its axes."""

    def __init__(self, name, iters, block_rv, reduction_block=None):
        self.name, self.iters, self.block_rv = name, iters, block_rv
        self._reduction_block = self.is_reduction() if reduction_block is None else reduction_block

    def dom(self):
        """The extents of the axes."""
        return [i.dom for i in self.iters]

    def dom_kind(self):
        """A letter for each axis."""
        return "".join(i.kind for i in self.iters)

    def is_injective(self):
        """Whether all axes are spatial."""
        return all(i.kind == "S" for i in self.iters)

    def is_reduction(self):
        """Whether an axis reduces, and all others are spatial."""
        return all(i.kind in "SR" for i in self.iters) and any(i.kind == "R" for i in self.iters)

    def __repr__(self):
        return f"SBlockInfo({self.name!r}, {self.dom_kind()!r}, {self.dom()})"


BlockInfo = SBlockInfo


def normalize_prim_func(sch):
    """The blocks of the function in the order of the program; None if a block's axes are not its loops one by one."""
    infos = []
    for block in sch.get_child_blocks(sch.get_block("root")):
        found = sch.get(block)
        loops = list(sch.get_loops(block))
        if len(loops) != len(found.iter_vars):
            return None
        iters = []
        for axis, loop in zip(found.iter_vars, loops):
            try:
                extent = sch.get(loop).extent
            except Error:
                return None
            iters.append(IterInfo(_KINDS.get(axis.iter_type, "O"), axis.var, extent, loop))
        infos.append(SBlockInfo(found.name_hint, iters, block))
    return infos


__all__ = ["BlockInfo", "IterInfo", "SBlockInfo", "normalize_prim_func"]
