"""The text of a program that is being written, with the line of the file that each of its lines came from."""

import re


class Text:
    """Lines of a program; `origins` has the line of the file for each, 0 for none."""

    def __init__(self):
        self.lines, self.origins, self._indent = [], [], 0

    def add(self, text, origin):
        self.lines.append("    " * self._indent + text)
        self.origins.append(origin)

    def deeper(self):
        self._indent += 1

    def back(self, before):
        """Ends an indented part that began when there were `before` lines; an empty one gets `pass`."""
        if len(self.lines) == before:
            self.add("pass", self.origins[-1] if self.origins else 0)
        self._indent -= 1

    def extend(self, lines, origins, indent=0):
        self.lines += ["    " * indent + line if line else line for line in lines]
        self.origins += origins

    def mentions(self, name):
        """Whether some line has the word."""
        word = re.compile(rf"(?<![\w.]){re.escape(name)}(?!\w)")
        return any(word.search(line) for line in self.lines)


class LiveNames:
    """The names of a program that are visible at a place. A name that is bound again by expanded text would capture the
    variable that arguments mean; it gets a number, as TVM's printer would give it one."""

    def __init__(self):
        self._scopes = [set()]

    def open(self):
        self._scopes.append(set())

    def close(self):
        self._scopes.pop()

    def fresh(self, name, expanded):
        """The name to write for a new variable."""
        written, number = name, 0
        while expanded and any(written in scope for scope in self._scopes):
            number += 1
            written = f"{name}_{number}"
        self._scopes[-1].add(written)
        return written
