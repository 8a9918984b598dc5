"""tvm.contrib.utils: temporary folders."""

import os
import tempfile


class TempDirectory:
    """A folder that is removed with the object."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="loopwright-")
        self.temp_dir = self._folder.name

    def relpath(self, name):
        return os.path.join(self.temp_dir, name)

    def path(self, name=""):
        return os.path.join(self.temp_dir, name)

    def listdir(self):
        return os.listdir(self.temp_dir)

    def remove(self):
        self._folder.cleanup()

    def __truediv__(self, name):
        return os.path.join(self.temp_dir, name)


def tempdir(custom_path=None, keep_for_debug=False):
    return TempDirectory()
