"""tvm.relax.transform: passes over models, by the engine's passes."""

from ... import _engine
from ..ir.module import IRModule, from_text
from ..ir.transform import Pass, PassContext, Sequential, module_pass
from ..numeric import numpy

# Passes of the engine for each of TVM's; an empty list: TVM lowers there for its virtual machine, or fuses what
# fuse_ops has fused already, and the engine's way of running a model needs no such step. A pass that changes what a
# module offers, and that the engine lacks, is not here: asking for it raises.
_ENGINE = {
    "LegalizeOps": ["legalize_ops"], "FoldConstant": ["fold_constant"], "FuseOps": ["fuse_ops"],
    "DeadCodeElimination": ["dead_code_elimination"], "CanonicalizeBindings": ["canonicalize_bindings"],
    "EliminateCommonSubexpr": ["common_subexpr"], "FuseTIR": [], "AnnotateTIROpPattern": [], "ToNonDataflow": [],
    "RewriteDataflowReshape": [], "CallTIRRewrite": [], "StaticPlanBlockMemory": [], "RewriteCUDAGraph": [],
    "LowerAllocTensor": [], "KillAfterLastUse": [], "LowerRuntimeBuiltin": [], "VMShapeLower": [], "AttachGlobalSymbol": [],
    "RemovePurityChecking": [], "Normalize": [], "NormalizeGlobalVar": [], "FoldDataflowBlockOutput": [],
    "ConvertToDataflow": [], "AllocateWorkspace": [], "StaticPlanMemory": [], "TopologicalSort": [],
}


def _applied(passes):
    def run(mod):
        if not passes or not any(f._flat.kind == "R.function" for f in mod._functions.values()):
            return mod
        made = from_text(_engine.graph_passes(mod.program, passes), mod._filename)
        made.attrs = mod.attrs
        return made

    return run


def __getattr__(name):
    if name in _ENGINE:
        return lambda *_args, **_options: Pass(_applied(_ENGINE[name]), name)
    if name.startswith("__"):
        raise AttributeError(name)
    from ..missing import absent

    return absent("relax.transform", name, [*_ENGINE, *globals()])


def bound(mod, arrays, name="main"):
    """The module with constants in the place of parameters of a function."""
    function = mod[name]
    values = {}
    for key, array in arrays.items():
        key = getattr(key, "name_hint", key)
        values[key] = numpy.ascontiguousarray(getattr(array, "_values", array))
    made = from_text(_engine.bind_params(mod.program, f"{mod._name}.{function.name}", values), mod._filename)
    result = mod.clone()
    for key, one in made._functions.items():
        if one._flat.kind == "R.function":
            result[key] = one
    return result


def BindParams(func_name, params):
    """Gives parameters of a function values."""
    return Pass(lambda mod: bound(mod, params, func_name), "BindParams")


_DATABASES = {}  # by folder: kernels that were tuned


def MetaScheduleTuneTIR(work_dir="", max_trials_global=64, max_trials_per_task=None, op_names=None, **_options):
    """Searches for fast schedules of the kernels of a model; MetaScheduleApplyDatabase puts them in place."""
    def run(mod):
        from ..meta_schedule import tune_tir
        from ..target import Target

        kernels = {n: f for n, f in mod._functions.items() if f._flat.kind == "T.prim_func"}
        trials = max(1, max_trials_global // max(1, len(kernels)))
        for function in kernels.values():
            alone = IRModule({"main": function})
            found = tune_tir(alone, Target.current() or "llvm", max_trials_global=trials).best(alone)
            if found is not None:
                _DATABASES.setdefault(str(work_dir), []).append((function, found.schedule.mod["main"]))
        return mod

    return Pass(run, "MetaScheduleTuneTIR")


def MetaScheduleApplyDatabase(work_dir="", enable_warning=False):
    """Replaces the kernels that were tuned by their schedules."""
    def run(mod):
        from ..ir.compare import structural_equal

        made = mod.clone()
        for name, function in mod._functions.items():
            for before, after in _DATABASES.get(str(work_dir), ()):
                if function._flat.kind == "T.prim_func" and structural_equal(before, function):
                    after._flat.options.update(function._flat.options)
                    made[name] = after
        return made

    return Pass(run, "MetaScheduleApplyDatabase")


def _nothing_marked(name, mark):
    """A pass over functions that are marked for a code generator: a module that has none stays as it is."""
    def run(mod):
        if any(mark in f.attrs for f in mod._functions.values()):
            from ..missing import missing

            raise missing("relax.transform", name, [])
        return mod

    return Pass(run, name)


def FuseOpsByPattern(patterns, bind_constants=True, annotate_codegen=False, entry_functions=None):
    """Groups operators for code generators of other libraries. Without patterns nothing is grouped; with some, the name
    is missing."""
    if patterns:
        from ..missing import missing

        raise missing("relax.transform", "FuseOpsByPattern with patterns", [])
    return Pass(lambda mod: mod, "FuseOpsByPattern")


def MergeCompositeFunctions():
    return _nothing_marked("MergeCompositeFunctions", "Composite")


def RunCodegen(target_options=None, entry_functions=None):
    return _nothing_marked("RunCodegen", "Codegen")


def BindSymbolicVars(binding_map, func_name=None):
    from ..missing import absent

    return absent("relax.transform", "BindSymbolicVars", ["BindParams"])


def function_pass(pass_func=None, opt_level=0, name=None, required=None, traceable=False):
    """A pass over the functions of graphs: transform_function(self, func, mod, ctx)."""
    def make(thing):
        def run_with(transform):
            def run(mod):
                made = mod.clone()
                for var, function in mod.functions.items():
                    if function._flat.kind == "R.function":
                        made[var] = transform(function, mod, PassContext.current())
                return made

            return run

        if isinstance(thing, type):
            def construct(*args, **kwargs):
                instance = thing(*args, **kwargs)
                return Pass(run_with(instance.transform_function), name or thing.__name__, opt_level)

            return construct
        return Pass(run_with(thing), name or thing.__name__, opt_level)

    return make if pass_func is None else make(pass_func)


__all__ = ["BindParams", "FuseOpsByPattern", "IRModule", "MergeCompositeFunctions", "Pass", "RunCodegen", "Sequential", "bound", "function_pass", "module_pass"]
