"""tvm.relax.backend.pattern_registry: patterns by name, the newest first."""

_patterns = []


def register_patterns(patterns):
    """Adds patterns: tuples that begin with a name, or objects with `name`."""
    _patterns.extend(patterns)


def _name(pattern):
    return pattern[0] if isinstance(pattern, tuple) else pattern.name


def get_patterns_with_prefix(prefix):
    """The patterns whose names begin so."""
    return [p for p in reversed(_patterns) if _name(p).startswith(prefix)]


def get_pattern(name):
    """The pattern of the name; None: there is none."""
    return next((p for p in reversed(_patterns) if _name(p) == name), None)


__all__ = ["get_pattern", "get_patterns_with_prefix", "register_patterns"]
