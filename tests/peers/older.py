"""Makes an environment with TVM 0.17, the last kind that has the schedules of te.create_schedule, in build/peers/older:

    python3 tests/peers/older.py       prints the command that runs Python with it

The package index has no release of TVM as old as that, but one of a compiler that contains it (bitblas 0.1.0). Its library
needs CUDA's: libraries of the same names, whose functions all fail, take their place, so that programs are printed, and run
on the processor."""

import pathlib
import re
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "build/peers/older"
PYTHON = FOLDER / "python/bin/python"
ROOT = "bitblas/3rdparty/tvm/"
LIBRARIES = {"libcuda.so.1": r"cu[A-Z]\w+", "libcudart.so.12": r"(?:cuda|__cuda)\w+", "libnvrtc.so.12": r"nvrtc\w+"}
NAMES = '''
import importlib.abc, importlib.util, sys


class Topi(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """topi was a package of its own."""

    def find_spec(self, name, path, target=None):
        return importlib.util.spec_from_loader(name, self) if name == "topi" else None

    def create_module(self, spec):
        import tvm.topi

        return tvm.topi

    def exec_module(self, module):
        pass


sys.meta_path.append(Topi())
'''


def unpack():
    """Of the wheel: TVM's Python files and libraries."""
    subprocess.run([PYTHON, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "--platform",
                    "manylinux1_x86_64", "-d", FOLDER, "bitblas==0.1.0"], check=True)
    wheel = next(FOLDER.glob("bitblas-*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(FOLDER, [name for name in archive.namelist() if name.startswith(ROOT) and
                                    ("/python/tvm/" in name or name.endswith(".so")) and not name.endswith(".pyc")])
    wheel.unlink()


def make_stand_ins():
    """Libraries with the functions that libtvm.so takes from CUDA's; each returns an error."""
    folder = FOLDER / "cuda"
    folder.mkdir(exist_ok=True)
    listed = subprocess.run(["nm", "-D", "--undefined-only", FOLDER / ROOT / "build/libtvm.so"], check=True,
                            capture_output=True, text=True).stdout
    names = {line.split()[-1].split("@")[0] for line in listed.splitlines()}
    for library, pattern in LIBRARIES.items():
        lines = []
        for name in sorted(n for n in names if re.fullmatch(pattern, n)):
            text = re.search("Error(String|Name)", name)
            lines.append(f'const char* {name}(void) {{ return "no device"; }}' if text else
                         f"int {name}(void) {{ return 100; }}")
        (folder / "functions.c").write_text("\n".join(lines) + "\n")
        (folder / "version.map").write_text(f"{library} {{ *; }};\n")
        version = [] if library == "libcuda.so.1" else [f"-Wl,--version-script,{folder}/version.map"]
        subprocess.run(["gcc", "-shared", "-fPIC", "-w", "-o", folder / library, f"-Wl,-soname,{library}", *version,
                        folder / "functions.c"], check=True)


def main():
    """Makes what is missing."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", FOLDER / "python"], check=True)
        subprocess.run([PYTHON, "-m", "pip", "install", "-q", "numpy<2", "decorator", "attrs", "scipy", "cloudpickle",
                        "psutil", "typing_extensions", "matplotlib", "ipython"], check=True)
    if not (FOLDER / ROOT / "build/libtvm.so").exists():
        unpack()
    make_stand_ins()
    (FOLDER / "names").mkdir(exist_ok=True)
    (FOLDER / "names/sitecustomize.py").write_text(NAMES)
    print(f"env LD_LIBRARY_PATH={FOLDER}/cuda PYTHONPATH={FOLDER}/names:{FOLDER}/{ROOT}python {PYTHON}")


if __name__ == "__main__":
    main()
