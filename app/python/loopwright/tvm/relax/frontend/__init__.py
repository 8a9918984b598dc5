"""tvm.relax.frontend: models of other libraries, and modules of one's own."""


def detach_params(mod):
    """(the module, its parameters by function) of a model that was imported with parameters beside it."""
    values = getattr(mod, "frontend_params", {})
    return mod, {name: list(arrays) for name, arrays in values.items()}
