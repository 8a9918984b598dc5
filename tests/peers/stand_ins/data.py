"""Arrays in the place of data sets and parameters that cells would download."""

import contextlib
import importlib.util
import os
import pickle
import sys
import tempfile
import types


def _parameters():
    import numpy

    numpy.random.seed(1)
    shapes = {"w0": (128, 784), "b0": (128,), "w1": (10, 128), "b1": (10,)}
    shapes.update(conv2d_weight=(32, 1, 3, 3), conv2d_bias=(32,), linear0_weight=(100, 5408), linear0_bias=(100,),
                  linear1_weight=(10, 100), linear1_bias=(10,))
    return {name: numpy.random.rand(*shape).astype("float32") for name, shape in shapes.items()}


def _images():
    import torch

    class FashionMNIST(torch.utils.data.Dataset):
        """Eight images of noise."""

        def __init__(self, *_args, **_options):
            torch.manual_seed(0)
            self._images = torch.rand(8, 1, 28, 28)

        def __len__(self):
            return 8

        def __getitem__(self, at):
            return self._images[at], at % 10

    vision = types.ModuleType("torchvision")
    vision.datasets = types.SimpleNamespace(FashionMNIST=FashionMNIST)
    vision.transforms = types.ModuleType("torchvision.transforms")
    vision.transforms.ToTensor = lambda: None
    vision.transforms.Compose = lambda parts: parts
    vision.models = types.SimpleNamespace()
    return vision


class _Vision:
    """torchvision is imported when a cell asks for it."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname not in ("torchvision", "torchvision.transforms"):
            return None
        return importlib.util.spec_from_loader(fullname, self)

    def create_module(self, spec):
        return _images() if spec.name == "torchvision" else _images().transforms

    def exec_module(self, module):
        """Nothing is left to do."""


def install():
    """Puts the stand-ins in place."""
    sys.meta_path.insert(0, _Vision())
    try:
        from IPython import display

        display.set_matplotlib_formats = lambda *_args: None  # of older versions
    except ImportError:
        pass


@contextlib.contextmanager
def folder_of(path):
    """A fresh folder with the files that cells read."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="cells-") as folder:
        os.chdir(folder)
        for name in ("fasionmnist_mlp_params.pkl", "fasionmnist_mlp_assignment_params.pkl"):
            with open(name, "wb") as file:
                pickle.dump(_parameters(), file)
        try:
            yield
        finally:
            os.chdir(before)


_PRODUCT = '''
@tvm.script.ir_module
class MyModule:
    @T.prim_func
    def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
        for i, j, k in T.grid(128, 128, 128):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
'''


def missing_before(path, number):
    """What a text speaks of before a listing and shows nowhere: from listing 29 on, these notes schedule block "C" of a
    product."""
    return _PRODUCT if (os.path.basename(path), number) == ("002_mlc_course_notes.txt", 29) else ""
