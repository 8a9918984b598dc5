"""Shows schedules in the window of Loopwright."""

import os
import re
import subprocess
import tempfile

from . import _engine, _runner


_started = None  # the window, or the program that handed the session over


def _folder():
    """A folder of the user's own, for the sessions that the window opens."""
    base = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    folder = os.path.join(base, f"loopwright-python-{os.getuid()}")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if os.stat(folder).st_uid != os.getuid():
        raise PermissionError(f"{folder} is another user's folder")
    return folder


def session(sch, path):
    """Writes the schedule as a session, which the window opens."""
    _engine.save_session(sch, os.fspath(path))


def show(sch, name=""):
    """Opens the window with the schedule, or shows it in the window that is open. Returns the path of its session."""
    if not isinstance(sch, _engine.Schedule):
        sch = _engine.Schedule(sch)
    title = re.sub(r"[^A-Za-z0-9_]", "_", name or (sch.program.name if sch.program else sch.func_working_on))
    number = len(sch.trace)
    path = os.path.join(_folder(), f"{title}-{os.getpid()}-{number}.lwsession")
    session(sch, path)
    global _started
    _started = subprocess.Popen([_runner.program("loopwright"), path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                     stderr=subprocess.DEVNULL, start_new_session=True)
    return path
