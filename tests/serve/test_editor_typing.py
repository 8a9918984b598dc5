"""What `lw lsp` answers while a text is typed: changes of parts, completions and signatures, in broken text too."""
import random
import unittest

import programs
from client import Editor, ServeError
from places import at, edited, find, position, span

URI = "file:///home/someone/product.py"


class Typing(unittest.TestCase):
    def setUp(self):
        self.editor = Editor()
        self.addCleanup(self.editor.__exit__)
        self.version = 1

    def open(self, text):
        self.version += 1
        return self.editor.open(URI, text, self.version)

    def ask(self, method, place):
        return self.editor.call("textDocument/" + method, textDocument={"uri": URI}, position=place)

    def typed(self, line, cursor=None):
        """Opens the sample with the line at the end of its schedule function; labels of the completions behind the line."""
        text = programs.product() + "    " + line
        self.open(text)
        return self.ask("completion", position(text, len(text) if cursor is None else cursor))

    def labels(self, line):
        return [item["label"] for item in self.typed(line)["items"]]

    def legal(self, line):
        return [item["label"] for item in self.typed(line)["items"] if item.get("detail") == "legal here"]

    def test_steps_and_whole_calls(self):
        labels = self.labels("sch.vec")
        self.assertIn("vectorize", labels)
        self.assertIn("vectorize(j)", labels)  # i, k, j: the innermost loop
        self.assertNotIn("vectorize(k)", labels)
        self.assertIn("split(i, [None, 8])", self.labels("sch.split"))
        self.assertNotIn("fuse", self.labels("sch.vec"))
        self.assertIn("reorder", self.labels("sch."))

    def test_arguments_are_legal_ones(self):
        self.assertEqual(self.legal("sch.vectorize("), ["i", "j"])  # k carries the reduction
        self.assertEqual(self.legal("sch.parallel("), ["i", "j"])
        self.assertIn("[None, 8]", self.legal("sch.split(i, "))
        values = self.labels("sch.split(")
        self.assertEqual([v for v in values if v in "ijk"], ["i", "k", "j"])  # in their order here
        self.assertEqual([v for v in self.labels('sch.get_block("') if v], ["C"])
        self.assertIn("threadIdx.x", self.labels('sch.bind(j, "thr'))
        self.assertNotIn("blockIdx.x", self.labels('sch.bind(j, "thr'))

    def test_a_value_replaces_what_is_typed(self):
        text = programs.product() + "    sch.split(i, [No"
        self.open(text)
        item = next(i for i in self.ask("completion", position(text, len(text)))["items"])
        after = edited(text, [item["textEdit"]])
        self.assertTrue(after.startswith(programs.product() + "    sch.split(i, [None, "), after[-40:])

    def test_the_state_is_that_of_the_place(self):
        """Above a step of the function, its loops are in their old order; below, a call in a loop, and in a helper."""
        def calls(text):
            self.open(text)
            return [i["label"] for i in self.ask("completion", at(text, "sch.fuse", 8))["items"]]
        self.assertIn("fuse(i, j)", calls(programs.product().replace("    sch.reorder(", "    sch.fuse\n    sch.reorder(")))
        self.assertNotIn("fuse(i, j)", calls(programs.product() + "    sch.fuse"))
        text = programs.product() + '''

def lanes(sch, block):
    *_, last = sch.get_loops(block)
    sch.vec


def use(sch):
    for name in ["C"]:
        i, j, k = sch.get_loops(sch.get_block(name))
        sch.reorder(i, k, j)
        lanes(sch, sch.get_block(name))
'''
        self.open(text)
        self.assertIn("vectorize(last)", [i["label"] for i in self.ask("completion", at(text, "sch.vec", 7))["items"]])

    def test_members_of_modules(self):
        text = "from tvm import te, topi\nfrom tvm.script import tir as T, relax as R\n"
        for line, wanted, other in [("x = te.comp", "compute", "placeholder"), ("x = topi.mat", "matmul", "relu"),
                                    ("x = R.nn.con", "conv2d", "relu"), ("x = R.n", "nn", "add"), ("x = T.axis.sp", "spatial", "reduce"),
                                    ("x = T.gri", "grid", "exp"), ("x = T.ex", "exp", "grid")]:
            self.open(text + line)
            labels = [i["label"] for i in self.ask("completion", position(text + line, len(text + line)))["items"]]
            self.assertIn(wanted, labels, line)
            self.assertNotIn(other, labels, line)

    def test_stages_of_tensors(self):
        text = "from tvm import te\nA = te.placeholder((8,), name='A')\nB = te.compute((8,), lambda i: A[i], name='B')\n\n\ndef schedule():\n" \
               "    s = te.create_schedule(B.op)\n    i, = B.op.axis\n    s[B]."
        for typed, wanted in (("ti", ["tile"]), ("compute_", ["compute_at", "compute_inline", "compute_root"]), ("vectorize(", ["i"])):
            self.open(text + typed)
            items = self.ask("completion", position(text + typed, len(text + typed)))["items"]
            labels = [i["label"] for i in items]
            self.assertEqual([w for w in labels if w in wanted], wanted, labels)

    def test_names_in_scope(self):
        text = programs.product().replace("C[vi, vj] += A[vi, vk] * B[vk, vj]", "C[vi, vj] += A[v")
        self.open(text)
        labels = [i["label"] for i in self.ask("completion", at(text, "+= A[v", 6))["items"]]
        self.assertEqual(labels, ["vi", "vj", "vk"])
        self.assertEqual(self.labels("# sch.spl"), [])  # nothing in comments

    def test_signatures(self):
        for line, label, active in [("sch.split(", "split(loop, factors", 0), ("sch.split(i, ", "split(loop, factors", 1),
                                    ("sch.split(i, factors=[", "split(loop, factors", 1), ("sch.split(loop=i, factors=", "split(loop", 1),
                                    ("x = len(sch.get_loops(", "get_loops(block", 0)]:
            text = programs.product() + "    " + line
            self.open(text)
            help_ = self.ask("signatureHelp", position(text, len(text)))
            self.assertTrue(help_["signatures"][0]["label"].startswith(label), help_)
            self.assertEqual(help_["activeParameter"], active, line)
        for line, label in [("topi.matmul(", "topi.matmul("), ("R.nn.conv2d(", "R.nn.conv2d("),
                            ("T.axis.remap(", "T.axis.remap(kinds, bindings, dtype="), ("tir.if_then_else(", "T.if_then_else(condition, "),
                            ("te.compute(", "te.compute(shape, fcompute, "), ("T.exp(", "T.exp(x0)")]:
            self.open(line)
            self.assertTrue(self.ask("signatureHelp", position(line, len(line)))["signatures"][0]["label"].startswith(label))
        self.open("print(")
        self.assertIsNone(self.ask("signatureHelp", {"line": 0, "character": 6}))


class Sync(unittest.TestCase):
    def setUp(self):
        self.editor = Editor()
        self.addCleanup(self.editor.__exit__)

    def change(self, version, *changes):
        self.editor.notify("textDocument/didChange", textDocument={"uri": URI, "version": version}, contentChanges=list(changes))
        while (note := self.editor.read()).get("method") != "textDocument/publishDiagnostics" or note["params"]["version"] != version:
            pass
        return note["params"]["diagnostics"]

    def test_parts(self):
        text = "# 中文 😀 é\n" + programs.product()
        self.assertEqual(self.editor.open(URI, text), [])
        [error] = self.change(2, {"range": span(text, "B[vk", 0, 1), "text": "X"})
        self.assertEqual(error["range"], span(text, "B[vk", 0, 1))
        self.assertEqual(self.change(3, {"range": span(text, "B[vk", 0, 1), "text": "B"}), [])
        # In front of the program, behind the emoji, several at a time: each in terms of the text before it.
        wide = at(text, "é")
        after = text.replace("é", "😀é") + "x = Y\n"
        [error] = self.change(4, {"range": {"start": wide, "end": wide}, "text": "😀"},
                              {"range": {"start": {"line": 99, "character": 0}, "end": {"line": 99, "character": 0}}, "text": "def f(:\n"},
                              {"range": {"start": {"line": text.count("\n"), "character": 0}, "end": {"line": 999, "character": 0}}, "text": ""},
                              {"range": span(text, "B[vk", 0, 1), "text": "Z"})
        self.assertEqual(error["range"], span(text, "B[vk", 0, 1))
        self.assertEqual(self.change(5, {"text": after.replace("x = Y\n", "")}), [])
        self.assertEqual(self.change(6, {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 500, "character": 0}}, "text": ""}), [])

    def test_a_position_inside_a_character(self):
        """Between the two units of an emoji is in front of it; beyond the end of a line is its end."""
        text = "# 😀\nx = 1\n"
        self.editor.open(URI, text)
        self.change(2, {"range": {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 99}}, "text": "a"})
        self.assertEqual(self.tokens(), [[0, 0, 3], [0, 4, 1]])  # "# a" and the number, behind x

    def tokens(self):
        data = self.editor.call("textDocument/semanticTokens/full", textDocument={"uri": URI})["data"]
        return [data[i:i + 3] for i in range(0, len(data), 5) if data[i + 3] in (9, 10)]

    def test_random_changes(self):
        """After each random change the server's text is ours: its folds and errors are those of the text opened afresh."""
        r = random.Random(7)
        text = "# 中文 😀\n" + programs.product()
        with Editor() as other:
            self.editor.open(URI, text)
            for version in range(2, 60):
                begin = r.randrange(len(text) + 1)
                end = min(len(text), begin + r.choice([0, 0, 1, 1, 2, 30]))
                added = r.choice(["", "x", "😀", "(", "\n", "    ", "中\n", text[:40]])
                change = {"range": {"start": position(text, begin), "end": position(text, end)}, "text": added}
                text = text[:begin] + added + text[end:]
                mine, fresh = self.change(version, change), other.open(URI, text, version)
                self.assertEqual(mine, fresh, text)
                folds = lambda e: e.call("textDocument/foldingRange", textDocument={"uri": URI})
                self.assertEqual(folds(self.editor), folds(other), text)

    def test_refused_steps_are_diagnostics(self):
        text = programs.product().replace("sch.reorder(i, k, j)", "sch.parallel(k)")
        self.assertEqual(self.editor.open(URI, text), [])
        while (note := self.editor.read()).get("method") != "textDocument/publishDiagnostics":
            pass
        [error] = note["params"]["diagnostics"]
        self.assertEqual(error["range"], span(text, "sch.parallel(k)"))
        self.assertIn("carries the reduction", error["message"])


if __name__ == "__main__":
    unittest.main()
