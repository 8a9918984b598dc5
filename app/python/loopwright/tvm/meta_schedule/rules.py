"""The objects that describe MetaSchedule's spaces: rules, mutators and postprocessors. Scripts create, compare and clone
them. Loopwright's tuner has rules of its own, so that a search says once that it does not use the ones given."""

import copy
import functools
import sys


class _Described:
    """A rule with its arguments."""

    def __init__(self, *args, **options):
        self.args, self.options = args, options

    def clone(self):
        return copy.copy(self)

    def __repr__(self):
        words = [*map(repr, self.args), *(f"{k}={v!r}" for k, v in self.options.items())]
        return f"{type(self).__name__}({', '.join(words)})"


class _Family:
    """ScheduleRule, Mutator, Postproc: `create` gives those that TVM uses for a kind of target."""

    def __init__(self, module, names, base):
        self.kinds = {name: type(name, (base,), {"__module__": module}) for name in names}

    def default(self, names):
        return [self.kinds[name]() for name in names]


class ScheduleRule(_Described):
    """A rule that writes a part of a space."""

    @staticmethod
    def create(kind="llvm"):
        """The rules for a kind of target."""
        names = ["ApplyCustomRule", "InlineConstantScalars", "AutoInline", "AddRFactor", "MultiLevelTiling",
                 "ParallelizeVectorizeUnroll", "RandomComputeLocation"]
        if kind != "llvm":
            names = ["ApplyCustomRule", "MultiLevelTiling", "InlineConstantScalars", "AutoInline", "CrossThreadReduction",
                     "ParallelizeVectorizeUnroll", "AutoBind"]
        return schedule_rules.default(names)


class Mutator(_Described):
    """A change of a sampled trace."""

    @staticmethod
    def create(kind="llvm"):
        names = ["MutateTileSize", "MutateComputeLocation", "MutateUnroll"]
        mutators = mutator_kinds.default([*names, "MutateParallel"] if kind == "llvm" else [*names, "MutateThreadBinding"])
        return {mutator: 1.0 / len(mutators) for mutator in mutators}


class Postproc(_Described):
    """What is done to a candidate before it is built."""

    @staticmethod
    def create(kind="llvm"):
        names = ["DisallowDynamicLoop", "RewriteParallelVectorizeUnroll", "RewriteReductionBlock"]
        return postprocs.default(names if kind == "llvm" else [*names, "RewriteUnboundBlock", "VerifyGPUCode"])


schedule_rules = _Family("tvm.meta_schedule.schedule_rule", (
    "AddRFactor", "ApplyCustomRule", "AutoBind", "AutoInline", "CrossThreadReduction", "InlineConstantScalars",
    "MultiLevelTiling", "MultiLevelTilingTensorCore", "MultiLevelTilingWideVector", "MultiLevelTilingWithIntrin",
    "ParallelizeVectorizeUnroll", "RandomComputeLocation"), ScheduleRule)
mutator_kinds = _Family("tvm.meta_schedule.mutator", (
    "MutateComputeLocation", "MutateParallel", "MutateThreadBinding", "MutateTileSize", "MutateUnroll"), Mutator)
postprocs = _Family("tvm.meta_schedule.postproc", (
    "DisallowAsyncStridedMemCopy", "DisallowDynamicLoop", "RewriteCooperativeFetch", "RewriteLayout",
    "RewriteParallelVectorizeUnroll", "RewriteReductionBlock", "RewriteTensorize", "RewriteUnboundBlock",
    "VerifyGPUCode"), Postproc)


@functools.cache
def tell():
    """Says once that a search has rules of its own."""
    print("The search uses Loopwright's rules; those of MetaSchedule that the script gives are not used.", file=sys.stderr)
