"""tvm.rpc: a session on this machine. Other machines are reached by `lw`'s own workers."""

import os
import shutil
import tempfile

from .runtime.arrays import cpu
from .runtime.build import load_module


class LocalSession:
    """Uploads, loads and runs modules here, as a remote session would there."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="loopwright-")

    def upload(self, data, target=None):
        name = target or os.path.basename(str(data))
        path = os.path.join(self._folder.name, name)
        if isinstance(data, (bytes, bytearray)):
            with open(path, "wb") as out:
                out.write(data)
        else:
            shutil.copy(data, path)

    def download(self, path):
        with open(os.path.join(self._folder.name, path), "rb") as file:
            return file.read()

    def load_module(self, path):
        return load_module(os.path.join(self._folder.name, path))

    def cpu(self, dev_id=0):
        return cpu(dev_id)

    def device(self, dev_type, dev_id=0):
        from .runtime.arrays import device

        return device(dev_type, dev_id)

    def get_function(self, name):
        from .runtime.registry import get_global_func

        return get_global_func(name)


def connect(url, port, *_args, **_options):
    """Other machines are not reached from here."""
    from .missing import missing

    raise missing("rpc", "connect", ["LocalSession"])


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from .missing import absent

    return absent("rpc", name, globals())
