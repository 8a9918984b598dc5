"""Symbols, folds, formatting, tokens, hints and the commands above functions, with their places."""
import json
import os
import subprocess
import tempfile
import unittest

import client
import programs
from client import Editor, ServeError
from places import at, edited, find, position, span, words_in

URI = "file:///home/someone/product.py"


class Layout(unittest.TestCase):
    def setUp(self):
        self.editor = Editor()
        self.addCleanup(self.editor.__exit__)

    def ask(self, method, **params):
        return self.editor.call("textDocument/" + method, textDocument={"uri": URI}, **params)

    def test_symbols_are_the_loop_tree(self):
        text = programs.product()
        self.editor.open(URI, text)
        symbols = self.ask("documentSymbol")
        self.assertEqual([(s["name"], s["detail"], words_in(text, s["selectionRange"])) for s in symbols],
                         [("product", "program", "product"), ("reference", "function", "reference"), ("tiled", "function", "tiled")])
        inner, path = symbols[0], []
        while inner.get("children"):
            [child] = inner["children"]
            for end in ("start", "end"):  # children are inside
                self.assertLessEqual(find_in(text, inner["range"]["start"]), find_in(text, child["range"][end]))
                self.assertLessEqual(find_in(text, child["range"][end]), find_in(text, inner["range"]["end"]))
            path.append(child["name"])
            inner = child
        self.assertEqual(path, ["i", "j", "k", "C"])

    def test_folds(self):
        text = programs.product()
        self.editor.open(URI, text)
        line = lambda words: at(text, words)["line"]
        folds = [(f["startLine"], f["endLine"]) for f in self.ask("foldingRange")]
        self.assertEqual(folds, [(line("def product"), line("C[vi, vj] +=")), (line("for i, j"), line("C[vi, vj] +=")),
                                 (line("with T.block"), line("C[vi, vj] +=")), (line("with T.init"), line("C[vi, vj] = T")),
                                 (line("def reference"), line("np.matmul")), (line("def tiled"), line("sch.reorder"))])
        self.editor.open(URI, "def f(:\n\n    x = (\n", 2, "didChange")
        self.assertEqual(self.ask("foldingRange"), [{"startLine": 0, "endLine": 2}])

    def formatted(self, text, version):
        self.editor.open(URI, text, version)
        return edited(text, self.ask("formatting", options={"tabSize": 4, "insertSpaces": True}))

    def test_formatting(self):
        text = programs.product().replace('"float32"), B', '"float32"),     B').replace("vi, vj, vk = T.axis", "vi,vj,vk=T.axis")
        after = self.formatted(text, 1)
        self.assertIn("A: T.Buffer((32, 32), \"float32\"), B", after)
        self.assertIn("vi, vj, vk = T.axis", after)
        self.assertIn("# inputs: A=-1..1, B=-1..1", after)  # outside of the function
        self.assertEqual(after[after.index("def reference"):], text[text.index("def reference"):])
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("before.py", text), ("after.py", after)):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(content)
            equal = subprocess.run([os.path.join(client.BIN, "lw"), "equal", "before.py", "after.py"], cwd=folder, capture_output=True, text=True)
            self.assertEqual(equal.returncode, 0, equal.stderr)
        self.assertEqual(self.formatted(after, 2), after)  # it is formatted now
        self.assertEqual(self.formatted(text.replace("\n", "\r\n"), 3), after.replace("\n", "\r\n"))

    def test_formatting_loses_nothing(self):
        plain = programs.product().replace("vi, vj, vk = T.axis", "vi,vj,vk=T.axis")
        for number, (before, instead, lost) in enumerate([
                ("            with T.init", "            # a comment 中文\n            with T.init", "the comment # a comment 中文"),
                ("            with T.init", "            with T.init", ""),
                ("[i, j, k])", "[i, j, k])  # behind", "the comment # behind"),
                ("    for i, j, k", '    """What it does."""\n    for i, j, k', "What it does"),
                ("T.grid(32,", "T.grid(Rows,", "the name Rows")]):
            text = plain.replace(before, instead)
            if "Rows" in instead:
                text = "Rows = 32\n" + text
            if not lost:
                self.assertNotEqual(self.formatted(text, number + 1), text)
                continue
            self.assertEqual(self.editor.open(URI, text, number + 1), [])
            with self.assertRaises(ServeError) as caught:
                self.ask("formatting", options={})
            self.assertEqual((caught.exception.code, caught.exception.data["kind"]), (-32803, "serve.format-loses"))
            self.assertIn(lost, str(caught.exception))

    def test_tokens(self):
        text = "# 中文 😀\n" + programs.product()
        self.editor.open(URI, text)
        legend = self.editor.initialized["capabilities"]["semanticTokensProvider"]["legend"]
        data, line, column, found = self.ask("semanticTokens/full")["data"], 0, 0, {}
        for i in range(0, len(data), 5):
            line, column = line + data[i], data[i + 1] + (column if data[i] == 0 else 0)
            words = words_in(text, {"start": {"line": line, "character": column}, "end": {"line": line, "character": column + data[i + 2]}})
            declared = data[i + 4] & 1 != 0
            found.setdefault((words, legend["tokenTypes"][data[i + 3]], declared), []).append(line)
        line_of = lambda words: at(text, words)["line"]
        self.assertEqual(found[("# 中文 😀", "comment", False)], [0])
        self.assertEqual(found[("product", "function", True)], [line_of("def product")])
        self.assertEqual(found[("A", "buffer", True)], [line_of("def product"), line_of("def reference")])
        self.assertEqual(found[("i", "loop", True)], [line_of("for i, j")])
        self.assertEqual(found[("i", "loop", False)], [line_of("remap")])
        self.assertEqual(found[("C", "block", True)], [line_of('block("C")')])
        self.assertEqual(found[("C", "block", False)], [line_of("get_block")])
        self.assertEqual(found[("vk", "iterVar", False)], [line_of("+="), line_of("+=")])
        self.assertEqual(found[("np", "namespace", False)], [line_of("np.matmul")])
        self.assertEqual(found[("reorder", "method", False)], [line_of("sch.reorder")])
        self.assertIn(("32", "number", False), found)
        self.assertIn(("def", "keyword", False), found)

    def test_hints(self):
        text = programs.product().replace("T.grid(32, 32, 32)", "T.grid(32, 16 + 16, 32)")
        self.editor.open(URI, text)
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
        hints = [(h["position"], h["label"]) for h in self.ask("inlayHint", range=whole)]
        behind = lambda words: at(text, words, 1)
        self.assertEqual(hints, [(behind("i, j, k in"), ": 32"), (behind("j, k in"), ": 32"), (behind("k in"), ": 32")])
        self.assertEqual(self.ask("inlayHint", range={"start": {"line": 0, "character": 0}, "end": {"line": 3, "character": 0}}), [])

    def test_lenses(self):
        text = programs.product()
        self.editor.open(URI, text)
        lenses = [(words_in(text, l["range"]), l["command"]["title"], l["command"]["arguments"]) for l in self.ask("codeLens")]
        program, schedule = {"uri": URI, "function": "product"}, {"uri": URI, "function": "product", "schedule": "tiled"}
        self.assertEqual(lenses, [("product", title, [program]) for title in ("Run", "Tune", "Compare with reference", "Open in Loopwright")] +
                         [("tiled", title, [schedule]) for title in ("Run", "Compare with reference", "Open in Loopwright")])
        self.editor.open(URI, text.replace("[vi, vk]", "[vi, vq]"), 2, "didChange")
        self.assertEqual(self.ask("codeLens"), [])


def find_in(text, place):
    return (place["line"], place["character"])


if __name__ == "__main__":
    unittest.main()
