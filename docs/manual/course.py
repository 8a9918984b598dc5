"""The pages of the course, from samples/course: what a file says in its docstring, its program, and its schedules."""
import ast
import re


def parts_of(path, words):
    text = path.read_text(encoding="utf-8")
    said = ast.get_docstring(ast.parse(text))
    if words.chinese:
        own = (words.root / "docs/manual/zh_CN/course_texts.md").read_text(encoding="utf-8")
        found = re.search(rf"^## {path.stem}\n\n(.*?)(?=^## |\Z)", own, re.M | re.S)
        if not found:
            raise ValueError(f"docs/manual/zh_CN/course_texts.md has no section {path.stem}")
        if len(re.findall("^提示：", found[1], re.M)) != len(re.findall("^Hint: ", said, re.M)):
            raise ValueError(f"docs/manual/zh_CN/course_texts.md has other hints than {path.stem}")
        said = found[1].replace("提示：", "Hint: ").strip()
    said, *hints = re.split(r"^Hint: ", said, flags=re.M)
    title, body = re.match(r"(?:Course, \d+ of \d+: )?(.+?)[.。：:]\s*(.*)", said.strip(), re.S).groups()
    goal = re.search(r"^# challenge: (.*)$", text, re.M)[1]
    return text, title[:1].upper() + title[1:], " ".join(body.split()), [" ".join(h.split()) for h in hints], goal


def function(text, name):
    """The source of a schedule function."""
    node = next(n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef) and n.name == name)
    return "\n".join(text.split("\n")[node.lineno - 1:node.end_lineno])


def divided(text):
    """The program with its reference, and the schedule functions."""
    end = next(n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef) and n.name == "reference").end_lineno
    lines = text.split("\n")
    return "\n".join(lines[:end]), "\n".join(lines[end:]).strip()


def hidden(title, body):
    return f"<details>\n<summary>{title}</summary>\n\n{body}\n\n</details>\n\n"


def prepared(rest):
    """The functions that students get: their docstrings begin with "Prepared:"."""
    functions = [node for node in ast.parse(rest).body if (ast.get_docstring(node) or "").startswith("Prepared:")]
    return "\n\n\n".join(function(rest, node.name) for node in functions)


def write(writer):
    """In the students' edition without first tries and solutions."""
    words, rows, names = writer.words, [], []
    for path in sorted((words.root / "samples/course").glob("*.py")):
        text, title, body, hints, goal = parts_of(path, words)
        number = int(path.stem.split("_")[0])
        # Functions that solutions share are shown with them.
        program, tries = divided(text)
        program = program[program.index("import numpy"):]
        first = function(text, "first_try")
        rest = re.sub(r"\n{4,}", "\n\n\n", tries.replace(first, "")).strip()
        own = [f"# {number}. {title}\n\n{body}\n\n**{words.own('Goal')}**: {words.goal(goal)} (`{goal}`)\n\n## {words.own('Program')}\n\n"
               f"`samples/course/{path.name}`\n\n```python\n{program}\n```\n\n"]
        own += [hidden(f"{words.own('Hint')} {n}", hint) for n, hint in enumerate(hints, 1)]
        if writer.students:
            given = prepared(rest)
            own += [f"## {words.own('Prepared')}\n\n```python\n{given}\n```\n\n"] if given else []
        else:
            own.append(hidden(words.own("First try"), f"```python\n{first}\n```"))
            own.append(hidden(words.own("Solution"), f"```python\n{rest}\n```"))
        writer.page(f"course/{path.stem}", "".join(own), "" if writer.students else "def solution")
        rows.append((f"[{number}. {title}]({path.stem}.md)", words.goal(goal)))
        names.append(path.stem)
    table = "\n".join(["| | |", "|---|---|"] + [f"| {a} | {b} |" for a, b in rows])
    listed = "\n".join(["```{toctree}", ":hidden:", "", *names, "```", ""])
    said = writer.own("course")
    if writer.students:
        said = "\n\n".join(part for part in said.split("\n\n") if not part.startswith(("Hints and solutions", "提示和解答")))
    writer.prose("course/index", said + "\n" + table + "\n\n" + listed)
