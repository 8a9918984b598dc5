"""Assignments of the iterators of a block."""

import ast


class Iterators:
    """What a reader of statements does with T.axis."""

    def assign_axes(self, target, axes):
        parts, count = list(target.elts), len(axes.types)
        starred = [i for i, p in enumerate(parts) if isinstance(p, ast.Starred)]
        rest = count - len(parts) + 1
        if starred and rest >= 0:  # vi, *vs = T.axis.remap("SSS", [i, *js])
            name = parts[starred[0]].value.id
            parts[starred[0]:starred[0] + 1] = [ast.Name(f"{name}_{k}") for k in range(rest)]
        if len(parts) != count:
            self.fail(target, f"{axes.text} has {count} iterators, and there are {len(target.elts)} names")
        shown = [self.new(p.id, kind) for p, kind in zip(parts, axes.types)]
        if starred:
            self.names.bind(name, [self.names[p.id] for p in parts[starred[0]:starred[0] + rest]])
        self.emit(f"{', '.join(shown)} = {axes.text}")
