"""The exceptions of the module. Each says what failed, where and why, and what to do."""


class Error(Exception):
    """What the engine refuses. `kind` is stable, `message` and `hint` are for people."""

    _reason = None

    def _of(self, name, otherwise=None):
        return getattr(self._reason, name) if self._reason is not None else otherwise

    @property
    def kind(self):
        return self._of("kind", "")

    @property
    def message(self):
        return self._of("message", str(self))

    @property
    def hint(self):
        return self._of("hint", "")

    @property
    def place(self):
        """(file, line, column) in the text of the program or step; None: it is about no text."""
        return self._of("place")


class ProgramError(Error):
    """A program that cannot be read."""


class Refused(Error):
    """A step that is not legal."""

    @property
    def step(self):
        """The name of the primitive; None: the error is about no step."""
        return self._of("step")

    @property
    def witness(self):
        """Two iterations that conflict; None: the reason is another one."""
        return self._of("witness")

    @property
    def repairs(self):
        """What would make the step legal, the least costly first. They are searched for when they are read."""
        return self._of("repairs", [])

    @property
    def conservative(self):
        """Decided by the signatures of blocks, because an access is not affine or there is too much to decide."""
        return self._of("conservative", False)

    def _repr_html_(self):
        from . import _html

        return _html.refusal(self)


class ArgumentError(Error, TypeError, ValueError):
    """An argument of a wrong type, shape or value."""

    @property
    def kind(self):
        return self._of("kind", "python.argument")


class RefusedArgument(Refused, ArgumentError):
    """A step with an argument that it does not take."""


class KernelError(Error):
    """A kernel that crashed, hung or accessed memory outside of its arrays. It ran in a process of its own."""
