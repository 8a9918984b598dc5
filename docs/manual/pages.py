"""Writes the pages of the manual in one language as Markdown for Sphinx."""
import ast
import json
import os
import re
import subprocess
import sys

import course
import figures
import gallery
import howto
from loop_tree import loop_tree
from shown import with_shown


# Prints the documentation of the names of the module, and of the members of its classes.
DOCS = """
import inspect, json
import loopwright
docs = {}
for name, value in vars(loopwright).items():
    if not name.startswith("_") and (inspect.isclass(value) or callable(value)):
        docs[name] = value.__doc__ if not inspect.isclass(value) or "__doc__" in vars(value) else ""
        if inspect.isclass(value):
            for member in dir(value):
                if not member.startswith("_"):
                    docs[name + "." + member] = inspect.getdoc(getattr(value, member)) or ""
print(json.dumps(docs))
"""


def level_headings(text):
    """Headings one below the other: Sphinx refuses a page that leaves out a level."""
    lines, last, known, fence = [], 0, {}, False
    for line in text.split("\n"):
        fence ^= line.startswith("```")
        if not fence and (match := re.match(r"(#+) ", line)):
            depth = len(match[1])
            if depth > last:
                known = {k: v for k, v in known.items() if k < depth}
                known[depth] = max([v for k, v in known.items() if k < depth], default=0) + 1
            elif depth not in known:
                known[depth] = max([v for k, v in known.items() if k < depth], default=0) + 1
            last = depth
            line = "#" * known[depth] + line[depth:]
        lines.append(line)
    return "\n".join(lines)


def with_pictures(text, up):
    """Pictures of the help are in _static; those of the window (.png) in each theme, with their words below them."""
    def both(match):
        images = "".join(f'<img class="only-{theme}" src="{up}_static/{match[2]}_{theme}.png" alt="{match[1]}" loading="lazy">'
                         for theme in ("light", "dark"))
        return f'<figure class="shot">{images}<figcaption>{match[1]}</figcaption></figure>'

    text = re.sub(r"!\[([^\]]*)\]\((\w+)\.png\)", both, text)
    return re.sub(r"\]\(([\w.]+\.svg)\)", rf"]({up}_static/\1)", text)


def table(rows):
    cells = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    return "\n".join(["| | |", "|---|---|"] + ["| " + " | ".join(row) + " |" for row in cells]) + "\n"


def toctree(names, caption="", hidden=False, depth=1):
    options = [f":maxdepth: {depth}"] + ([f":caption: {caption}"] if caption else []) + ([":hidden:"] if hidden else [])
    return "\n".join(["```{toctree}", *options, "", *names, "```", ""])


class Writer:
    def __init__(self, folder, build, words, reference, examples, students):
        self.folder, self.build, self.words, self.reference = folder, build, words, reference
        self.examples, self.students = examples, students
        self.help = words.root / "resources/help"
        self.expected = []  # pages that must exist, and what must be found on each

    def page(self, name, text, says=""):
        path = self.folder / (name + ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(level_headings(text), encoding="utf-8")
        self.expected.append((name + ".html", says))

    def prose(self, name, text, says=""):
        """A page whose examples are run, with its pictures and drawings."""
        up = "../" * name.count("/")
        text = self.examples.page(name, with_pictures(with_shown(name, text, self.words), up), self.words)
        self.page(name, figures.placed(text, self.words), says)

    def lw(self, *words):
        environment = {**os.environ, "XDG_DATA_HOME": "~/.local/share"}
        return subprocess.run([self.build / "bin/lw", *words], check=True, capture_output=True, text=True, env=environment).stdout

    def localised(self, path):
        """A page of the help, without the checksum of its English text."""
        if self.words.chinese:
            return (self.help / "zh_CN" / path).read_text(encoding="utf-8").split("\n", 1)[1]
        return (self.help / path).read_text(encoding="utf-8")

    def own(self, name):
        return (self.words.root / "docs/manual" / self.words.language / (name + ".md")).read_text(encoding="utf-8")

    # ---- primitives ----

    def refusals(self, text):
        """Sentences in quotations, which the engine says in English."""
        def say(match):
            return match[1] + self.words.say(match[2]) + match[3]
        return re.sub(r"^(> \*?|- )(.+?)(\*?)$", say, text, flags=re.M)

    def parameter(self, match):
        kind = re.sub(r"\((.*?)(, default (.*))?\)$", lambda m: "(" + self.words.say(m[1]) + (
            f", {self.words.own('default')} {m[3]}" if m[2] else "") + ")", match[3])
        return f"- `{match[1]}` — {self.words.say(match[2])} {kind}"

    def page_file(self, page):
        """The file of resources/help/primitives that a page was made from; some primitives share one."""
        for path in sorted((self.help / "primitives").glob("*.md")):
            written = path.read_text(encoding="utf-8").split("\n\n", 1)[1].strip()
            if written in page:
                return path.name
        raise ValueError(f"no file of resources/help/primitives has the text of {page.split(chr(10))[0]}")

    def primitive_page(self, primitive):
        text = primitive["page"] or f"# {primitive['name']}\n\n{primitive['summary']}\n\n`{primitive['signature']}`\n"
        head, *sections = re.split(r"^### ", text, flags=re.M)
        if self.words.chinese:
            title, summary, signature = head.split("\n\n")[:3]
            head = "\n\n".join([title, self.words.say(summary), signature])
            if primitive["page"]:
                head += "\n\n" + self.localised(f"primitives/{self.page_file(text)}").strip() + "\n\n"
        out = [with_pictures(head, "../")]
        for section in sections:
            title, body = section.split("\n", 1)
            if title == "Example":
                trees = [loop_tree(code) for code in re.findall(r"```python\n(.*?)```", body, re.S)]
                if len(trees) == 2 and all(trees):
                    body = trees_beside([self.words.own("Before"), self.words.own("After")], trees) + body
                if self.words.chinese:
                    body = re.sub(r"^After (`.*`):$", r"\1 之后：", body, flags=re.M)
            elif title == "Parameters":
                body = re.sub(r"^- `(\w+)` — (.*?) (\([^()]*(?:\([^()]*\)[^()]*)*\))$", self.parameter, body, flags=re.M)
            else:
                body = self.refusals(body)
            out.append(f"## {self.words.own(title)}\n{body}")
        if not primitive["page"] and primitive["params"]:
            rows = "\n".join(f"- `{p['name']}` — {self.words.say(p['help'])} ({self.words.say(p['type'])})" for p in primitive["params"])
            out.append(f"\n## {self.words.own('Parameters')}\n\n{rows}\n")
        return "".join(out)

    def primitives(self):
        all_ = json.loads(self.lw("primitives", "--json"))["primitives"]
        groups = {}
        for one in all_:
            groups.setdefault(one["group"], []).append(one)
            folder = "composites" if "file" in one else "primitives"
            if "file" in one:
                self.page(f"{folder}/{one['name']}", self.composite_page(one), one["name"])
            else:
                self.page(f"{folder}/{one['name']}", self.primitive_page(one), one["name"])
        text = [self.own("primitives")]
        for group, members in groups.items():
            name = self.words.say(group)
            text.append(f"\n## {name[:1].upper() + name[1:]}\n\n" + table(
                (f"[{m['name']}]({'../composites' if 'file' in m else '../primitives'}/{m['name']}.md)",
                 self.words.say(m["summary"])) for m in members))
        names = [f"/{'composites' if 'file' in m else 'primitives'}/{m['name']}" for m in all_]
        self.page("primitives/index", "".join(text) + "\n" + toctree(sorted(names), hidden=True))

    def composite_page(self, one):
        text = self.lw("primitives", one["name"])
        if not self.words.chinese:
            return text
        for p in one["params"]:
            text = text.replace(f"— {p['help']} (", f"— {self.words.say(p['help'])} (")
        for title in ("Parameters", "Steps"):
            text = text.replace(f"### {title}\n", f"### {self.words.own(title)}\n")
        return text.replace(one["summary"], self.words.say(one["summary"]), 1)

    # ---- topics ----

    def topics(self):
        names = sorted(path.stem for path in (self.help / "topics").glob("*.md"))
        for name in names:
            text, says = self.localised(f"topics/{name}.md"), ""
            if name == "operators":  # every operator can be linked to
                text = re.sub(r"^- `topi\.([\w.]+)\((.*?)\)`", lambda m: f"- <span id=\"{anchor(m[1])}\"></span>`topi.{m[1]}({m[2]})`",
                              text, flags=re.M)
                says = [f'id="{anchor(n)}"' for n in re.findall(r"^- <span.*?`topi\.([\w.]+)\(", text, re.M)]
            self.prose(f"topics/{name}", text, says)
        return [f"topics/{name}" for name in names]

    # ---- programs ----

    def sentence(self, text):
        text = self.reference.sentence(text)
        return text[:1].upper() + text[1:]

    def options(self, command):
        text = ""
        arguments = [(f"`{name.strip('[].')}`", help_) for name, help_ in command.arguments]
        if arguments:
            text += f"\n## {self.words.own('Arguments')}\n\n" + table(arguments)
        rows = []
        for o in command.options:
            notes = ([f"{self.words.own('default')}: `{o.default}`"] if o.default else [])
            rows.append((", ".join(f"`{n}`" for n in o.names) + (f" *{o.value}*" if o.value else ""),
                         o.help + (f" ({'; '.join(notes)})" if notes else "")))
        return text + (f"\n## {self.words.own('Options')}\n\n" + table(rows) if rows else "")

    def programs(self):
        lw = self.reference.read_lw(str(self.build / "bin/lw"))
        others = [self.reference.read_runner(str(self.build / "bin/lw-runner"))] if (self.build / "bin/lw-runner").exists() else []
        if (self.build / "bin/loopwright").exists():
            os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
            others.append(self.reference.read_loopwright(str(self.build / "bin/loopwright")))
        rows = []
        for command in lw.commands:
            usage = " ".join(["lw", command.name, "[OPTIONS]", *(name for name, _ in command.arguments)])
            self.page(f"cli/{command.name}", f"# lw {command.name}\n\n{self.sentence(command.help)}\n\n```\n{usage}\n```\n"
                      + self.options(command), command.name)
            rows.append((f"[lw {command.name}]({command.name}.md)", command.help))
        for program in others:
            notes = "\n".join(program.notes)
            self.page(f"cli/{program.name}", f"# {program.name}\n\n{self.sentence(program.help)}\n"
                      + (f"\n```\n{notes.strip()}\n```\n" if notes.strip() else "") + self.options(program), program.name)
            rows.append((f"[{program.name}]({program.name}.md)", program.help))
        exits = table((code, meaning) for code, meaning in self.reference.exit_codes())
        names = [c.name for c in lw.commands] + [p.name for p in others]
        self.page("cli/index", self.own("cli") + f"\n## {self.words.own('Commands')}\n\n" + table(rows)
                  + f"\n## {self.words.own('Exit codes')}\n\n" + exits + "\n" + toctree(names, hidden=True))

    # ---- module ----

    def module(self):
        stubs = self.build / "python/loopwright/__init__.pyi"
        if not stubs.exists():  # a build without the module
            return []
        self.docs = json.loads(subprocess.run(
            [sys.executable, "-c", DOCS], check=True, capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": str(self.build / "python"), "PYTHONDONTWRITEBYTECODE": "1"}).stdout)
        body = ast.parse(stubs.read_text(encoding="utf-8")).body
        functions = [node for node in body if isinstance(node, ast.FunctionDef)]
        classes = sorted((node for node in body if isinstance(node, ast.ClassDef)), key=lambda c: c.name != "Schedule")
        text = [self.own("module")] + [self.function(node, "", "##") for node in functions]
        for node in classes:
            bases = ", ".join(f"`{ast.unparse(base)}`" for base in node.bases)
            text.append(f"\n## {node.name}\n\n" + (f"({bases})\n\n" if bases else "") + f"{self.doc(node.name)}\n")
            members = [m for m in node.body if isinstance(m, ast.FunctionDef) and not m.name.startswith("_")]
            values = [m for m in members if any(ast.unparse(d) == "property" for d in m.decorator_list)]
            text.append("\n" + "".join(self.value(m, node.name) for m in values) + "\n")
            text += [self.function(m, node.name, "###") for m in members if m not in values]
        self.page("module", "".join(text), "Schedule")
        return ["module"]

    def doc(self, name):
        """What the module says of a name, with the sentences that have a translation in the language of the page."""
        parts = (self.docs.get(name) or "").split("\n\n")
        said = "\n\n".join(self.words.say(" ".join(part.split())) for part in parts)
        # Code in backquotes stays as it is.
        return "".join(part if i % 2 else re.sub(r"([*_<{\[])", r"\\\1", part) for i, part in enumerate(re.split(r"(`[^`]*`)", said)))

    def value(self, node, owner):
        """A property, as an item of a list."""
        doc = self.doc(f"{owner}.{node.name}").replace("\n\n", " ")
        returns = f": `{ast.unparse(node.returns)}`" if node.returns and ast.unparse(node.returns) != "Any" else ""
        return f"- `{node.name}`{returns}" + (f" — {doc}" if doc else "") + "\n"

    def function(self, node, owner, heading):
        arguments = ast.unparse(node.args)
        returns = f" → `{ast.unparse(node.returns)}`" if node.returns and ast.unparse(node.returns) != "Any" else ""
        call = f"{node.name}({re.sub(r'^self(, )?', '', arguments)})"
        name = f"{owner}.{node.name}" if owner else node.name
        # Native functions begin with their signature.
        if native := re.match(rf"({node.name}\(.*\))(?: -> ([\w.\[\], ]+))?\n\n", self.docs.get(name) or ""):
            self.docs[name] = self.docs[name][native.end():]
            call = re.sub(r"self: [\w.]+(, )?|loopwright\._engine\.|typing\.", "", native[1])
            returns = f" → `{native[2].replace('loopwright._engine.', '')}`" if native[2] not in (None, "None", "object") else ""
        doc = self.doc(name)
        return f"\n{heading} {'loopwright.' if not owner else ''}{node.name}\n\n`{call}`{returns}\n\n{doc}\n"


def anchor(operator):
    return "topi-" + operator.replace(".", "-").replace("_", "-")


def trees_beside(captions, trees):
    figures = "".join(f"<figure><figcaption>{caption}</figcaption>{tree}</figure>" for caption, tree in zip(captions, trees))
    return f'\n<div class="trees">{figures}</div>\n\n'


def write(folder, build, words, reference, examples, students=False):
    """Returns the pages of the site, each with a text, or several, that it must contain. `students`: without solutions."""
    writer = Writer(folder, build, words, reference, examples, students)
    start = ["installation", "tour", "concepts", "glossary", "from_tvm", "from_halide"]
    for name in [*start, "instructors"]:
        writer.prose(name, writer.own(name))
    gallery.write(writer)
    tasks = howto.write(writer)
    topics = writer.topics()
    writer.primitives()
    writer.programs()
    module = writer.module()
    course.write(writer)
    trees = [(start, "Start"), (["gallery/index", *tasks], "Examples"),
             (["primitives/index", "cli/index", *module], "Reference"), (topics, "Topics"),
             (["instructors", "course/index"], "Teaching")]
    text = with_pictures(writer.own("index"), "")
    writer.page("index", text + "\n" + "".join(toctree(names, words.own(caption), hidden=True) for names, caption in trees))
    return writer.expected
