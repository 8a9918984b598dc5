"""The parts of docs/manual that make pages: what is run, how outputs are compared, what the search finds. Pages have twins."""
import json
import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
MANUAL = ROOT / "docs/manual"
sys.dont_write_bytecode = True
sys.path.insert(0, str(MANUAL))
import examples  # noqa: E402
import figures  # noqa: E402
import finish  # noqa: E402
import gallery  # noqa: E402
import howto  # noqa: E402
from words import Words  # noqa: E402

WORDS = {language: Words(ROOT, language) for language in ("en", "zh_CN")}

PAGE = """# Title

    lw print a.py
    lw run   a.py --repeat 3

- An item

    which goes on

```python
import loopwright as lw
print(1)
```

```
{"jsonrpc": "2.0"}
```

A line in a file:

    # challenge: 2x start

Text of the end.
"""


class Blocks(unittest.TestCase):
    def test_are_told_by_what_is_in_them(self):
        kinds = [kind for kind, _ in examples.blocks_of(PAGE)]
        self.assertEqual(kinds, ["commands", "python", "json", "plain"])
        self.assertEqual(examples.commands_of(examples.blocks_of(PAGE)[0][1]), ["lw print a.py", "lw run a.py --repeat 3"])

    def test_lose_nothing(self):
        parts = "".join(body for _, body in examples.divided(PAGE))
        for word in ("Title", "which goes on", "jsonrpc", "Text of the end."):
            self.assertIn(word, parts)

    def test_every_reason_for_not_running_is_of_use(self):
        texts = [path.read_text(encoding="utf-8") for folder in ("docs/manual/en", "resources/help/topics")
                 for path in (ROOT / folder).rglob("*.md")]
        commands = [c for text in texts for kind, body in examples.blocks_of(text) if kind == "commands"
                    for c in examples.commands_of(body) if c.startswith("lw ")]
        self.assertGreater(len(commands), 30)
        for part, _ in examples.NOT_RUN:
            self.assertTrue(part.startswith("lw ") or any(part in command for command in commands), part)


class Outputs(unittest.TestCase):
    def test_are_the_same_but_for_times_and_speeds(self):
        first = "  time   130 us  (128 us to 131 us, 10 runs, 2 threads)\n  speed  258.3 GFLOP/s, 47 % of the peak\n"
        second = "  time    1.2 ms (1.1 ms to 1.3 ms, 10 runs, 2 threads)\n  speed   25.1 GFLOP/s, 4 % of the peak\n"
        self.assertEqual(examples.still(first), examples.still(second))
        busy = first + "  meanwhile    1.2 other cores were busy: these times may be too long\n"
        self.assertEqual(examples.still(first), examples.still(busy))
        self.assertNotEqual(examples.still(first), examples.still(first.replace("peak", "roof")))
        self.assertEqual(examples.still("0.13 ms (0.12 to 0.14), 257 GFLOP/s"), examples.still("1.2 ms (1.1 to 2), 25 GFLOP/s"))
        self.assertNotEqual(examples.still("loop i 4096"), examples.still("loop i 2048"))

    def test_long_ones_are_folded(self):
        words = WORDS["en"]
        self.assertIn("<div class=\"output\">", examples.said("a\nb", words))
        self.assertIn("<summary>Output (99 lines)</summary>", examples.said("\n".join(["a"] * 99), words))


class Search(unittest.TestCase):
    def test_sections_have_their_place_and_text(self):
        html = ('<nav><a href="b.html">Before</a><a href="c.html">Two</a></nav><main><section id="t"><h1>Tour<a class="headerlink" href="#t">x</a></h1><p>One</p><p>two.</p><section id="s">'
                '<h2>Steps</h2><pre>split(i)</pre></section></section><nav>Next</nav></main><footer>no</footer>')
        self.assertEqual(finish.sections_of(html), [["", "Tour", "", "One two."], ["s", "Tour", "Steps", "split(i)"]])

    def test_pages_lose_empty_heads_of_tables(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "_static").mkdir()
            (folder / "a.html").write_text('<html lang="zh_CN"><main><h1>A</h1><table><thead><tr><th class="head"><p></p></th></tr>'
                                           '</thead><tbody><tr><td>word</td></tr></tbody></table></main>', encoding="utf-8")
            self.assertEqual(finish.finish(folder), [["a.html", "", "A", "", "word"]])
            text = (folder / "a.html").read_text(encoding="utf-8")
            self.assertNotIn("<thead>", text)
            self.assertIn('lang="zh-CN"', text)
            self.assertIn("word", (folder / "_static/search_data.js").read_text(encoding="utf-8"))


class Twins(unittest.TestCase):
    def pages(self):
        english = {path.relative_to(MANUAL / "en") for path in (MANUAL / "en").rglob("*.md")}
        self.assertGreater(len(english), 12)
        for page in sorted(english):
            yield page, *((MANUAL / language / page).read_text(encoding="utf-8") for language in ("en", "zh_CN"))

    def test_have_the_same_parts(self):
        for page, english, chinese in self.pages():
            for what in (r"^#+ ", r"^<!-- figure: \w+ -->$", r"\]\((\w+\.png)\)", r"^```python\n(.*?)^```"):
                found = [re.findall(what, text, re.M | re.S) for text in (english, chinese)]
                self.assertEqual(*found, f"{page}: {what}")
            commands = [[c for kind, body in examples.blocks_of(text) if kind == "commands" for c in examples.commands_of(body)]
                        for text in (english, chinese)]
            self.assertEqual(*commands, page)

    def test_drawings_have_words_in_both_languages(self):
        for name, draw in figures.FIGURES.items():
            english, chinese = draw(WORDS["en"]), draw(WORDS["zh_CN"])
            self.assertNotEqual(english, chinese, name)
            self.assertRegex(chinese, "<figcaption>[^<]*[\u4e00-\u9fff]", name)

    def test_tasks_and_kernels_are_counted(self):
        for language in ("en", "zh_CN"):
            tasks = sum(len(re.findall("^## ", (MANUAL / language / f"howto/{page}.md").read_text(encoding="utf-8"), re.M))
                        for page in howto.PAGES)
            self.assertEqual(tasks, howto.TASKS)
        times = json.loads((MANUAL / "gallery.json").read_text(encoding="utf-8"))
        self.assertEqual(sorted(times), sorted(name for name, *_ in gallery.KERNELS))
        self.assertEqual(len(times), 12)


class Goals(unittest.TestCase):
    def test_are_sentences_in_both_languages(self):
        for path in sorted((ROOT / "samples/course").glob("*.py")):
            goal = re.search(r"^# challenge: (.*)$", path.read_text(encoding="utf-8"), re.M)[1]
            english, chinese = WORDS["en"].goal(goal), WORDS["zh_CN"].goal(goal)
            self.assertTrue(english.endswith("."), english)
            self.assertTrue(chinese.endswith("。"), chinese)
            self.assertNotRegex(chinese, r"\b(fewer|at most|steps)\b")


if __name__ == "__main__":
    unittest.main()
