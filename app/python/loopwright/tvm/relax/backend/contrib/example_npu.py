"""tvm.relax.backend.contrib.example_npu: Loopwright does not hand operators to it."""

import sys

print("Loopwright has no code generator for example_npu: no operator is handed to it.", file=sys.stderr)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from ....missing import StandIn

    return StandIn(f"relax.backend.contrib.example_npu.{name}", "Loopwright's tvm has no relax.backend.contrib.example_npu." + name)
