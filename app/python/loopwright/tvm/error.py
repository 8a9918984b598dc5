"""tvm.error: the exceptions that scripts catch."""

from .._errors import Error, Refused
from .reader.terms import ReadError

TVMError = Error
DiagnosticError = ReadError
ScheduleError = Refused
InternalError = Error
RPCError = Error


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from .missing import absent

    return absent("error", name, globals())
