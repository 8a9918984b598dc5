"""tvm.relax.pipeline: sequences of passes by name."""

from ..ir.transform import Sequential
from . import transform

_PIPELINES = {
    "zero": ["LegalizeOps", "AnnotateTIROpPattern", "FoldConstant", "FuseOps", "FuseTIR"],
    "default": ["LegalizeOps", "RewriteDataflowReshape", "ToNonDataflow", "CallTIRRewrite", "VMShapeLower"],
    "default_build": ["LegalizeOps"],
    "static_shape_tuning": ["LegalizeOps", "FoldConstant", "FuseOps", "FuseTIR"],
}


def get_pipeline(name="zero", **_options):
    """The passes of a pipeline."""
    if name not in _PIPELINES:
        from ..missing import absent

        return absent("relax pipeline", name, _PIPELINES)
    return Sequential([getattr(transform, one)() for one in _PIPELINES[name]], name=name)


def register_pipeline(name):
    def register(function):
        _PIPELINES[name] = function
        return function

    return register
