#!/usr/bin/env python3
"""How many places a new part of the program touches: scripts/new makes one of each kind in a copy of the tree, git counts what it touched,
and a build of that copy, from the objects of the present build and the few files that are new, must have the part and pass its tests.

    extension.py SOURCE BUILD
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD = (os.path.abspath(path) for path in sys.argv[1:3])
NAME = "extension_probe"
# Pages in other languages and their words come with the page in English: skeletons of them are written with it.
TRANSLATIONS = ("resources/i18n/", "resources/help/zh_CN/")

INTRINSIC_PROGRAM = """from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in T.serial(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = T.cbrt(A[vi])
"""


def run(*words, cwd=None, code=0):
    done = subprocess.run(words, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    if done.returncode != code:
        raise AssertionError("%s ended with %d\n%s" % (" ".join(words)[:300], done.returncode, done.stdout))
    return done.stdout


def places_of(paths):
    """A folder that is new and a source with its header are one place each."""
    return sorted({os.path.dirname(p) if NAME + "/" in p else os.path.splitext(p)[0] for p in paths if not p.startswith(TRANSLATIONS)})


def places_of_folders(paths):
    """The same, where all of a folder with folders inside it is one place."""
    return sorted({p[: p.index(NAME) + len(NAME)] if NAME + "/" in p else p for p in places_of(paths)})


class Copy:
    """The tree without what git ignores, as a repository of its own."""

    def __init__(self):
        self.root = tempfile.mkdtemp(prefix="lw-extension-")
        shutil.copytree(SOURCE, self.root, dirs_exist_ok=True, symlinks=True, ignore=shutil.ignore_patterns(".git", "build", "out", ".cache"))
        self.git("init", "-q")
        self.commit()

    def git(self, *words):
        return run("git", "-c", "user.name=test", "-c", "user.email=test@localhost", *words, cwd=self.root)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "state")

    def touched(self):
        return sorted(line[3:] for line in self.git("status", "--porcelain", "-uall").splitlines())

    def new(self, kind):
        run(sys.executable, "scripts/new", kind, NAME, cwd=self.root)
        return self.touched()

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()


class Builder:
    """Compiles files of the copy with the commands of the present build, and links programs with them."""

    def __init__(self, copy):
        self.copy, self.jobs = copy, []

    def commands(self, target):
        return run("ninja", "-C", BUILD, "-t", "commands", target).splitlines()

    @staticmethod
    def compiles(source, file):
        """Whether `source` is the file, or a batch that contains it or a copy with other names (cmake/batches.py)."""
        if source == file or "/Unity/" not in source:
            return source == file
        copy = r"%s/renamed/[^/]+%s" % (re.escape(BUILD), re.escape(file[len(SOURCE) :]))
        with open(os.path.join(BUILD, source), encoding="utf-8") as batch:
            return re.search('"(%s|%s)"' % (re.escape(file), copy), batch.read()) is not None

    def compile(self, like, path):
        """`like`: a source of the present tree whose command is taken."""
        name = os.path.basename(path) + ".o"
        command = next(c for c in self.commands("all") if " -c " in c and self.compiles(c.rsplit(" -c ", 1)[1], like))
        words = shlex.split(command)
        if words[0].endswith("ccache"):
            words = words[1:]
        kept, skip = [], 0
        for i, word in enumerate(words):
            if skip:
                skip -= 1
            elif word in ("-include", "-MT", "-MF", "-o", "-c"):
                skip = 1
            elif word not in ("-MD", "-Winvalid-pch"):
                kept.append("-I" + self.copy.root if word == "-I" + SOURCE else word)
        self.jobs.append(subprocess.Popen(kept + ["-c", path, "-o", os.path.join(self.copy.root, name)], cwd=BUILD, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
        return os.path.join(self.copy.root, name)

    def compile_batch(self, path):
        """Compiles what the build compiles together with a file."""
        sources = (c.rsplit(" -c ", 1)[1] for c in self.commands("all") if " -c " in c)
        source = next(s for s in sources if self.compiles(s, os.path.join(SOURCE, path)))
        with open(os.path.join(BUILD, source), encoding="utf-8") as file:
            text = re.sub('"(?!%s)%s' % (re.escape(BUILD), re.escape(SOURCE)), '"' + self.copy.root, file.read())
        batch = os.path.join(self.copy.root, "batch_" + os.path.basename(path))
        with open(batch, "w", encoding="utf-8") as file:
            file.write(text)
        return self.compile(os.path.join(SOURCE, path), batch)

    def wait(self):
        for job in self.jobs:
            said = job.communicate()[0]
            if job.returncode:
                raise AssertionError(said)
        self.jobs = []

    def link(self, target, objects, without=""):
        """Objects that come first are taken in the place of those in the libraries."""
        command = self.commands(target)[-1]
        words = shlex.split(command)[2:]
        words = words[: words.index("&&")]
        at = words.index("-o")
        out = os.path.join(self.copy.root, target)
        words = [w for w in words[:at] if not (without and w.endswith(without))] + objects + ["-o", out] + words[at + 2 :]
        run(*words, cwd=BUILD)
        return out


def help_files(copy):
    """The generated source of the pages, with those of the copy that are new."""
    with open(os.path.join(BUILD, "core/help/help_files.cpp"), encoding="utf-8") as file:
        text = file.read()
    pages = [p for p in copy.touched() if p.startswith("resources/help/")]
    entries = "".join('    {"%s", R"lw_help(%s)lw_help"},\n' % (p[len("resources/help/") :], copy.read(p)) for p in pages)
    path = os.path.join(copy.root, "help_files.cpp")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("constexpr File kFiles[] = {\n", "constexpr File kFiles[] = {\n" + entries))
    return path


class Extension(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.copy = Copy()

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.copy.root, ignore_errors=True)

    def setUp(self):
        self.copy.git("reset", "-q", "--hard")
        self.copy.git("clean", "-q", "-fd")

    def path(self, name):
        return os.path.join(self.copy.root, name)

    def test_a_primitive_touches_four_places(self):
        touched = self.copy.new("primitive")
        places = [path for path in touched if not path.startswith(TRANSLATIONS)]
        self.assertEqual(
            places,
            [
                "core/schedule/all_primitives.def",
                "core/schedule/primitives/extension_probe.cpp",
                "resources/help/primitives/extension_probe.md",
                "tests/golden/composed/extension_probe.py",
            ],
        )
        self.assertEqual(self.copy.git("diff", "--numstat", "core/schedule/all_primitives.def").split()[:2], ["1", "0"])
        builder = Builder(self.copy)
        step = builder.compile(SOURCE + "/core/schedule/primitives/split.cpp", self.path("core/schedule/primitives/extension_probe.cpp"))
        catalogue = builder.compile(SOURCE + "/core/schedule/all_primitives.cpp", self.path("core/schedule/all_primitives.cpp"))
        pages = builder.compile(BUILD + "/core/help/help_files.cpp", help_files(self.copy))
        builder.wait()
        lw = builder.link("lw", [step, catalogue, pages])
        # In the catalogue, with a page whose example runs.
        self.assertRegex(run(lw, "primitives"), r"\n  extension_probe +Put the note")
        self.assertIn("When to use it", run(lw, "primitives", NAME))
        # What holds completeness: pages, their examples and refusals, pages in other languages.
        self.assertIn("[  PASSED  ]", run(builder.link("test_help", [step, catalogue, pages])))
        # Its golden case.
        case = self.path("tests/golden/composed/extension_probe.py")
        run(lw, "apply", case + ":before", "--script", case)
        # Every sentence of it has words in every language.
        words = self.copy.read("resources/i18n/core/zh_CN.ts")
        described = json.loads(run(lw, "primitives", NAME, "--json"))["primitives"][0]
        sentences = [described["summary"]] + [p["help"] for p in described["params"]] + [r["message"] for r in described["refusals"]]
        for sentence in sentences:
            self.assertIn("<source>%s</source>" % sentence, words)

    def test_a_command_touches_two_places(self):
        self.assertEqual(self.copy.new("command"), ["app/lw/commands.def", "app/lw/commands/extension_probe.cpp"])
        builder = Builder(self.copy)
        command = builder.compile(SOURCE + "/app/lw/commands/print.cpp", self.path("app/lw/commands/extension_probe.cpp"))
        main = builder.compile(SOURCE + "/app/lw/main.cpp", self.path("app/lw/main.cpp"))
        builder.wait()
        lw = builder.link("lw", [command, main], without="/main.cpp.o")
        self.assertIn(NAME, run(lw, "--help"))
        sample = SOURCE + "/samples/mm_exp_mm.py"
        self.assertTrue(json.loads(run(lw, NAME, sample, "--json"))["ok"])

    def test_a_pass_touches_three_places(self):
        touched = self.copy.new("pass")
        self.assertEqual(
            places_of(touched),
            ["passes/extension_probe", "passes/pipeline", "tests/passes/files/extension_probe"],
        )
        builder = Builder(self.copy)
        objects = [
            builder.compile(SOURCE + "/core/schedule/all_primitives.cpp", self.path(path))
            for path in ("passes/extension_probe.cpp", "passes/pipeline.cpp")
        ]
        builder.wait()
        # A stage of its own, whose file tests it passes.
        lw = builder.link("lw", objects)
        self.assertIn(NAME, run(lw, "lower", SOURCE + "/samples/mm_exp_mm.py", "--stage", "list"))

    def test_a_backend_touches_three_places(self):
        self.assertEqual(
            places_of_folders(self.copy.new("backend")),
            ["backends/extension_probe", "backends/targets/targets", "tests/extension_probe"],
        )
        builder = Builder(self.copy)
        like = SOURCE + "/backends/c/opencl.cpp"
        objects = [
            builder.compile(like, self.path(path))
            for path in (
                "backends/extension_probe/write_code.cpp",
                "backends/extension_probe/target/extension_probe.cpp",
                "backends/targets/targets.cpp",
            )
        ]
        builder.wait()
        lw = builder.link("lw", objects)
        # Among the targets, with the reason why it cannot run and with code of its own.
        self.assertIn(NAME, run(lw, "devices"))
        sample = SOURCE + "/samples/mm_exp_mm.py"
        self.assertIn("def ", run(lw, "lower", sample, "--target", NAME, "--stage", NAME))
        self.assertIn("no device", run(lw, "run", sample, "--target", NAME, code=4))

    def test_a_pane_touches_four_places(self):
        self.assertEqual(
            places_of(self.copy.new("pane")),
            [
                "app/window/extension_probe",
                "app/window/features",
                "resources/help/topics/extension_probe",
                "tests/gui/test_extension_probe",
            ],
        )

    def test_an_intrinsic_touches_one_place(self):
        table = self.path("core/ir/intrinsics.def")
        rows = self.copy.read("core/ir/intrinsics.def")
        row = 'FUNCTION(Cbrt, "cbrt", 1, OfFirstArgument, Math, real<std::cbrt>, not_intrinsic, none)\n'
        with open(table, "w", encoding="utf-8") as file:
            file.write(rows.replace("\n#undef FUNCTION", row + "\n#undef FUNCTION"))  # at the end: no other number changes
        self.assertEqual(self.copy.touched(), ["core/ir/intrinsics.def"])
        builder = Builder(self.copy)
        readers = ("backends/interpreter/scalar", "backends/interpreter/compile_expr", "backends/cpu/emit_call", "backends/c/write_call")
        objects = [builder.compile("%s/%s.cpp" % (SOURCE, name), self.path(name + ".cpp")) for name in readers]
        objects.append(builder.compile_batch("core/ir/intrinsics.cpp"))  # others of its batch have its functions inline
        builder.wait()
        lw = builder.link("lw", ["-Wl,-z,muldefs"] + objects)
        os.environ["LW_RUNNER"] = os.path.join(BUILD, "bin/lw-runner")
        program = self.path("cbrt.py")
        with open(program, "w", encoding="utf-8") as file:
            file.write(INTRINSIC_PROGRAM)
        # Parsed, compiled with libm's function, interpreted (by the emulator), and written as C.
        for target in ((), ("--target", "gpu-emulator", "--do", 'bind(i, "threadIdx.x")')):
            self.assertRegex(run(lw, "run", program, *target), r"result +ok")
        self.assertIn("cbrtf(", run(lw, "export", program, "--format", "c"))

    def test_a_sample_touches_one_place(self):
        self.assertEqual(self.copy.new("sample"), ["samples/extension_probe.py"])
        sample = self.path("samples/extension_probe.py")
        lw = os.path.join(BUILD, "bin", "lw")
        run(lw, "check", sample)
        run(lw, "apply", sample, "--script", sample)

    def test_a_name_that_is_taken_is_refused(self):
        self.copy.new("sample")
        self.assertIn("exists", run(sys.executable, "scripts/new", "sample", NAME, cwd=self.copy.root, code=1))
        self.assertIn("snake_case", run(sys.executable, "scripts/new", "sample", "NoName", cwd=self.copy.root, code=1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
