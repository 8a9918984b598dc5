"""Runs the commands and the Python of the manual's pages, and puts what they print below them.

A command is a line of a code block that begins with `lw`. The Python of a page runs in one process, block after block,
if it imports loopwright or comes after a block that does; a block that is a program in itself is read by `lw check`.
Times and speeds differ from run to run: outputs.json keeps an output, and it is shown as long as a new one differs in such
figures only. `scripts/docs --record` keeps the present ones.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import textwrap

# Commands that are not run, by what they begin with or contain, and why.
NOT_RUN = [
    ("--host", "needs another machine"),
    ("--target cuda", "needs a GPU"),
    ("lw serve", "waits for a client"),
    ("lw lsp", "waits for an editor"),
    ("lw course", "writes a folder for a class"),
    ("mine.py", "is the reader's file"),
    ("mm.py:plain", "is the reader's file"),
    ("before.py", "is the reader's file"),
    ("proof.json", "is of the reader's files"),
    ("lw grade", "takes a minute; tests/cli grades the course so"),
    ("FILE", "stands for any file"),
    ("rows.py", "takes minutes"),
    ("weights.npz", "is the reader's file"),
    ("resnet18", "is a large model"),
    ("bert", "is a large model"),
    ("--trials 256", "takes minutes"),
    ("gpu_matmul_space.py", "takes minutes"),
]
# Blocks of Python that are not run, by a line in them.
FRAGMENTS = {
    "T.func_attr({\"layout_free_buffers\"": "a line of a program",
    "s = te.create_schedule(C.op)": "needs TVM's names",
    "def space(sch):": "a function of a file",
}
# What a page says in words before its first block.
SETUP = {
    "topics/python": "import pathlib\nimport loopwright as lw\n",
}
# Before a block that has this line.
BEFORE = {
    "    sch.parallel(k)": "sch = lw.Schedule(pathlib.Path('samples/first_product.py'))\ni, j, k = sch.get_loops('C')\n",
}
# Exit statuses other than 0 that pages want to show.
EXITS = {"lw apply samples/first_product.py --do 'vectorize(\"C.k\")'": 1}
FIGURE = re.compile(r"~?\d[\d.,]*(?: [kM])?\s?(?:us|µs|ms|ns|s|GFLOP/s|TFLOP/s|GB/s|MB/s|GOP/s|%|x|times|cores?|threads?|runs)(?![\w/])|"
                    r"\b\d[\d.]*e[-+]\d+|\bfor [\w ]*(?:EPYC|Xeon|Core|Ryzen)[\w -]*|/tmp/[\w./-]+|"
                    r"\(\d[\d.]* to \d[\d.]*\)")
# What is printed only while the machine is busy, or if a kernel was compiled before, and commands whose whole output depends on times.
SOMETIMES = re.compile(r"^ +(?:meanwhile|beware)[: ].*\n| *\(kept from before\)", re.M)
BY_TIMES = ["lw tune", "lw devices"]
LONG = 24  # lines that are shown without a click

RUNNER = """
import ast, contextlib, io, json, sys, traceback
names = {"__name__": "__main__"}
for block in json.load(sys.stdin):
    out = io.StringIO()
    failed = False
    with contextlib.redirect_stdout(out):
        try:
            body = ast.parse(block["code"]).body
            last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
            linecache = __import__("linecache")
            file = "example_%d.py" % block["number"]
            linecache.cache[file] = (len(block["code"]), None, block["code"].splitlines(True), file)
            exec(compile(ast.Module(body, []), file, "exec"), names)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), file, "eval"), names)
                if value is not None:
                    print(repr(value))
        except BaseException:
            failed = True
            print(traceback.format_exc())
    sys.__stdout__.write(json.dumps({"out": out.getvalue(), "failed": failed}) + "\\n")
    sys.__stdout__.flush()
"""


def still(text):
    """An output without the figures that differ from run to run, and without columns made for them."""
    return re.sub(r"[ ]+", " ", FIGURE.sub("#", SOMETIMES.sub("", text + "\n"))).strip()


class Examples:
    def __init__(self, root, build, folder):
        self.root, self.build, self.folder = root, build, folder
        self.file = root / "docs/manual/outputs.json"
        self.kept = json.loads(self.file.read_text(encoding="utf-8")) if self.file.exists() else {}
        self.module = (build / "python/loopwright/__init__.pyi").exists()  # a build may be without it
        self.now, self.faults, self.changed = {}, [], set()
        self.skipped = set()
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copytree(root / "samples", folder / "samples", dirs_exist_ok=True)
        self.environment = {**os.environ, "PATH": f"{build / 'bin'}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
                            "PYTHONPATH": str(build / "python"), "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1",
                            "XDG_DATA_HOME": str(folder / "data")}

    # ---- what is run ----

    @staticmethod
    def reason(command):
        return next((why for part, why in NOT_RUN if part in command), None)

    def lw(self, command):
        """The output of a command, or None for one that is not run."""
        if command in self.now:
            return self.now[command]
        if self.reason(command):
            self.skipped.add(command)
            return None
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, capture_output=True, text=True,
                              timeout=600)
        if done.returncode != EXITS.get(command, 0):
            self.faults.append(f"{command}: exit status {done.returncode}: {(done.stderr or done.stdout)[-400:]}")
        progress = command.startswith("lw tune")
        self.now[command] = self.shown(command, done.stdout + ("" if progress else done.stderr))
        return self.now[command]

    def python(self, page, blocks):
        """The outputs of the blocks of Python of a page, one for each."""
        key = "\n---\n".join(blocks)
        if key not in self.now:
            told = [{"number": n, "code": BEFORE.get(next((b for b in BEFORE if b in block), ""), "") + block}
                    for n, block in enumerate(blocks)]
            told[0]["code"] = SETUP.get(page, "") + told[0]["code"]
            done = subprocess.run([sys.executable, "-c", RUNNER], input=json.dumps(told), cwd=self.folder, env=self.environment,
                                  capture_output=True, text=True, timeout=600)
            results = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"out"')]
            if len(results) != len(blocks):
                self.faults.append(f"{page}: Python ended: {done.stderr[-600:]}")
                results += [{"out": "", "failed": False}] * (len(blocks) - len(results))
            for block, result in zip(blocks, results):
                if result["failed"]:
                    self.faults.append(f"{page}: {result['out'][-600:]}\nin:\n{block}")
            self.now[key] = [self.shown(block, result["out"]) for block, result in zip(blocks, results)]
        return self.now[key]

    def program(self, page, block):
        """A program in itself is read, and says nothing."""
        if block in self.now:
            return
        path = self.folder / f"example_{len(self.now)}.py"
        path.write_text(block, encoding="utf-8")
        self.now[block] = ""
        done = subprocess.run([self.build / "bin/lw", "check", str(path)], env=self.environment, capture_output=True, text=True)
        if done.returncode:
            self.faults.append(f"{page}: lw check: {done.stdout}{done.stderr}\nin:\n{block}")

    def shown(self, source, output):
        """The kept output, if the new one differs in figures only."""
        output = output.replace(str(self.folder) + "/", "").rstrip()
        kept = self.kept.get(source)
        if kept is not None and (still(kept) == still(output) or source.startswith(tuple(BY_TIMES))):
            return kept
        if kept is not None or output:
            self.changed.add(source)
        self.kept[source] = output
        return output

    def record(self):
        used = {key for key in self.kept if key in self.now or any(key in both.split("\n---\n") for both in self.now)}
        kept = {key: self.kept[key] for key in sorted(used) if self.kept[key]}
        self.file.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def summary(self):
        text = f"{len(self.now)} examples run, {len(self.skipped)} not"
        if self.changed:
            text += f"; {len(self.changed)} print something else than outputs.json has (--record keeps it)"
        return text

    # ---- pages ----

    def prepare(self, texts):
        """Runs the commands of pages ahead, two at a time where they measure nothing."""
        commands = {c for text in texts for kind, body in blocks_of(text) if kind == "commands" for c in commands_of(body)}
        plain = sorted(c for c in commands if not re.match(r"lw (run|tune|export .*--measure)", c))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(self.lw, plain))

    def page(self, name, text, words):
        """The text with outputs below its examples, and with each block in its language."""
        parts = divided(text)
        own = [(i, body) for i, (kind, body) in enumerate(parts) if kind == "python"]
        outputs = {}
        if self.module and own and any("import loopwright" in body for _, body in own):
            first = next(n for n, (_, body) in enumerate(own) if "import loopwright" in body)
            outputs = dict(zip([i for i, _ in own[first:]], self.python(name, [body for _, body in own[first:]])))
        out = []
        for index, (kind, body) in enumerate(parts):
            if kind == "text":
                out.append(body)
            elif kind == "commands":
                out.append(self.console(body, words))
            elif kind == "python":
                if index not in outputs and "import loopwright" not in body:
                    self.program(name, body)
                out.append(f"```python\n{body}\n```\n" + said(outputs.get(index), words))
            else:
                out.append(f"```{ {'shown': 'python', 'plain': 'text'}.get(kind, kind)}\n{body}\n```\n")
        return "".join(out)

    def console(self, body, words):
        """Commands with what they print, as in a terminal."""
        text, waiting = "", []
        for command in commands_of(body):
            output = self.lw(command) if re.match(r"lw\b", command) else None
            waiting.append("$ " + command)
            if output:
                text += "```console\n" + "\n".join(waiting) + "\n```\n" + said(output, words)
                waiting = []
        return text + ("```console\n" + "\n".join(waiting) + "\n```\n" if waiting else "")


def said(output, words):
    if not output:
        return ""
    lines = output.split("\n")
    language = "python" if re.search(r"^(@T\.prim_func|from tvm|# from tvm)", output, re.M) else "text"
    fence = f"```{language}\n{output}\n```\n"
    if len(lines) <= LONG:
        return f"\n<div class=\"output\">\n\n{fence}\n</div>\n\n"
    return (f"\n<details class=\"output\">\n<summary>{words.own('Output')} ({len(lines)} {words.own('lines')})</summary>\n\n"
            f"{fence}\n</details>\n\n")


def commands_of(body):
    lines = []
    for line in body.replace("\\\n", " ").split("\n"):
        line = re.sub(r"^\$ ", "", line.strip())
        if line:
            lines.append(re.sub(r"\s{2,}(?=--|samples|[A-Za-z/])", " ", re.sub(r"\s+# .*", "", line)))
    return lines


COMMAND = re.compile(r"\s*(?:\$ )?(?:lw|lw-runner|scripts/\w+|sudo|python3|pip|apt|[\w/*.-]+/bin/\w+|loopwright|cp|cd|cmake)\s")


def language_of(body, named):
    """How a block is coloured, and whether it is run."""
    lines = [line for line in body.split("\n") if line.strip()]
    if named in ("", "sh", "bash", "console", "text") and lines and all(COMMAND.match(line + " ") for line in lines):
        return "commands"
    if named == "python":
        return "shown" if any(part in body for part in FRAGMENTS) else "python"
    if named and named != "text":
        return named
    if lines and lines[0].lstrip().startswith("{"):
        return "json"
    if "vim." in body:
        return "lua"
    if "import loopwright" in body or re.search(r"^\s*sch\.\w+\(", body, re.M):
        return "python"
    return "plain"


def divided(text):
    """(kind, body) of a page: its text, and its blocks by language; `commands` and `python` are run, `shown` is Python that is not."""
    parts, lines, at = [("text", "")], text.split("\n"), 0
    while at < len(lines):
        line = lines[at]
        if match := re.match(r"```(\w*)$", line):
            end = next(i for i in range(at + 1, len(lines)) if lines[i].startswith("```"))
            body = "\n".join(lines[at + 1:end])
            kind = language_of(body, match[1])
            parts += [(kind, body), ("text", "")]
            at = end + 1
        elif line.startswith("```"):  # a directive
            end = next(i for i in range(at + 1, len(lines)) if lines[i].startswith("```"))
            parts[-1] = ("text", parts[-1][1] + "\n".join(lines[at:end + 1]) + "\n")
            at = end + 1
        elif line.startswith("    ") and at and not lines[at - 1].strip() and not in_list(lines, at):
            end = at
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            body = textwrap.dedent("\n".join(lines[at:end])).strip("\n")
            parts += [(language_of(body, ""), body), ("text", "\n")]
            at = end
        else:
            parts[-1] = ("text", parts[-1][1] + line + "\n")
            at += 1
    return parts


def in_list(lines, at):
    """An indented line below an item of a list is part of it."""
    before = next((lines[i] for i in range(at - 1, -1, -1) if lines[i].strip()), "")
    return bool(re.match(r"\s*(?:[-*]|\d+\.) ", before))


def blocks_of(text):
    return [part for part in divided(text) if part[0] != "text"]
