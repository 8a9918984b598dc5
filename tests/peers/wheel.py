"""Uses an installed wheel as a person does first, and checks that it needs no library of this machine:

    wheel.py [MODULE...]     arrays of these libraries must also be passed both ways without a copy: torch, jax
"""

import importlib
import json
import os
import re
import subprocess
import sys
import time

begin = time.monotonic()
import loopwright as lw  # noqa: E402
import numpy as np  # noqa: E402
from loopwright import T  # noqa: E402

PACKAGE = os.path.dirname(lw.__file__)
# Libraries that every Linux has, by the rules of manylinux.
EVERYWHERE = re.compile(r"(ld-linux-x86-64|lib(c|m|dl|rt|pthread|resolv|util|stdc\+\+|gcc_s|z))[.-]")


@lw.prim_func
def product(A: T.Buffer((64, 48), "float32"), B: T.Buffer((48, 32), "float32"), C: T.Buffer((64, 32), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 32, 48):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def scheduled():
    sch = lw.Schedule(product)
    i, j, k = sch.get_loops("C")
    sch.reorder(i, k, j)
    sch.vectorize(j)
    sch.parallel(i)
    return sch


def refusal():
    sch = lw.Schedule(product)
    try:
        sch.parallel(sch.get_loops("C")[2])
    except lw.Refused as refused:
        assert refused.witness is not None and refused.repairs, refused
        return refused.message
    raise AssertionError("a reduction was made parallel")


def compiled():
    a, b = (np.random.default_rng(1).integers(-4, 4, shape).astype("float32") for shape in ((64, 48), (48, 32)))
    for in_process in (False, True):
        c = np.zeros((64, 32), "float32")
        scheduled().compile(in_process=in_process, threads=2)(a, b, c)
        np.testing.assert_array_equal(c, a @ b)


def address(array):
    return array.data_ptr() if hasattr(array, "data_ptr") else array.unsafe_buffer_pointer()


def shared(name):
    """Tensors of a library are used where they are, and arrays of a run become its tensors where they are."""
    library = importlib.import_module(name)
    arrays = library if name == "torch" else importlib.import_module("jax.numpy")
    a, b = (np.arange(n * m, dtype="float32").reshape(n, m) % 5 for n, m in ((64, 48), (48, 32)))
    memory = np.zeros(64 * 32 + 16, "float32")  # jax uses memory as it is that begins at a multiple of 64 bytes
    c = memory[-memory.ctypes.data % 64 // 4:][:64 * 32].reshape(64, 32)
    given = arrays.from_dlpack(c)
    assert address(given) == c.ctypes.data, "a copy was made"
    function = scheduled().compile(in_process=True)
    if name == "torch":
        function(library.from_numpy(a), library.from_numpy(b), given)  # the kernel writes into the tensor, which is c
        outputs = scheduled().run(repeat=1).outputs["C"]
        assert address(library.from_dlpack(outputs)) == outputs.ctypes.data, "a copy was made"
    else:
        function(arrays.asarray(a), arrays.asarray(b), c)  # arrays of jax never change: they are inputs
    np.testing.assert_array_equal(c, a @ b)


def command(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr or done.stdout
    return done.stdout


def sample():
    """`lw run`, by the script that pip installed, of a sample that came along."""
    path = os.path.join(PACKAGE, "share/loopwright/samples/mm_exp_mm.py")
    told = json.loads(command(os.path.join(sys.prefix, "bin/lw"), "run", path, "--script", path + ":vectorised", "--target", "cpu",
                              "--threads", "2", "--repeat", "1", "--no-baseline", "--json"))
    return told


def window():
    try:
        lw.show(scheduled())
    except FileNotFoundError as error:
        assert "Debian package loopwright" in str(error) and "portable folder" in str(error), error
        return
    raise AssertionError("there is a window here")


def confined():
    """Python files, run by the Python of this environment."""
    path = "/tmp/made.py" if os.access("/tmp", os.W_OK) else os.path.join(PACKAGE, "made.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write("from tvm.script import tir as T\n\nN = sum([8, 8])\n\n\nclass Maker:\n    pass\n\n\n@T.prim_func\n"
                   "def scaled(A: T.Buffer((N,), 'float32'), B: T.Buffer((N,), 'float32')):\n    for i in range(N):\n"
                   "        with T.block('B'):\n            vi = T.axis.spatial(N, i)\n            B[vi] = A[vi] * T.float32(2)\n")
    assert "T.Buffer((16,)" in command(os.path.join(sys.prefix, "bin/lw"), "print", path + ":scaled", "--python")


def strange_libraries():
    """What the loader finds for the programs and libraries of the wheel outside of it, and not on every Linux."""
    own = [os.path.join(folder, name) for folder, _, names in os.walk(PACKAGE) for name in names
           if ".so" in name or os.path.basename(folder) == "bin"]
    assert {"lw", "lw-runner", "lw-threads.so", "libopenblas.so.0"} <= {os.path.basename(path) for path in own}, own
    strange = []
    for path in own:
        for line in command("/lib64/ld-linux-x86-64.so.2", "--list", path).splitlines():
            name, _, found = line.strip().partition(" => ")
            found = os.path.realpath(found.split(" (")[0]) if found else ""
            assert "not found" not in line, f"{path} needs {name}"
            if found and not found.startswith(os.path.realpath(os.path.dirname(PACKAGE))) and not EVERYWHERE.match(name):
                strange.append(f"{found} of {path}")
    return strange


compiled()
first = time.monotonic() - begin
print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}, {PACKAGE}")
print(f"import and first kernels: {first:.1f} s")
print("refused:", refusal())
run = scheduled().run(repeat=3)
assert run.checked and run.ok, run
told = sample()
assert told["ok"] and told["checked"], told
assert "OpenBLAS" in json.dumps(told["reference"]), told["reference"]
print(f"lw run: {told['median_ms']:.0f} ms, reference {told['reference']}")
window()
confined()
found = strange_libraries()
assert not found, f"these libraries are not those of the wheel: {found}"
print("all libraries are those of the wheel, or on every Linux")
for name in sys.argv[1:]:
    shared(name)
    print(f"{name} {importlib.import_module(name).__version__}: without a copy, both ways")
