"""Definitions, references and renames of `lw lsp`, with their places."""
import os
import subprocess
import tempfile
import unittest

import client
import programs
from client import Editor, ServeError
from places import at, edited, span, words_in

URI = "file:///home/someone/product.py"

TWICE = '''
from tvm.script import tir as T

N = 16

# inputs: A=-1..1
@T.prim_func
def twice(A: T.Buffer((N,), "float32"), B: T.Buffer((N,), "float32")):
    T.func_attr({"tir.noalias": True})
    S = T.alloc_buffer((N,), "float32")
    for i in range(N):
        with T.block("S"):
            v = T.axis.spatial(N, i)
            S[v] = A[v] * T.float32(2)
    for i in range(N):
        with T.block("B"):
            v = T.axis.spatial(N, i)
            B[v] = S[v] + A[v]


def reference(A, B):
    B[:] = A * 3


def tile(sch, name, size=4):
    i, = sch.get_loops(sch.get_block(name))
    return sch.split(i, [None, size])


def schedule(sch):
    for name in ["S", "B"]:
        outer, inner = tile(sch, name, size=8)
        sch.vectorize(inner)
'''


class Names(unittest.TestCase):
    def setUp(self):
        self.editor = Editor()
        self.addCleanup(self.editor.__exit__)
        self.assertEqual(self.editor.open(URI, TWICE), [])

    def ask(self, method, words, more=0, nth=0, **params):
        return self.editor.call("textDocument/" + method, textDocument={"uri": URI}, position=at(TWICE, words, more, nth), **params)

    def definition(self, words, more=0, nth=0):
        [place] = self.ask("definition", words, more, nth)
        self.assertEqual(place["uri"], URI)
        return place["range"]

    def lines(self, words, more=0, nth=0, declaration=True):
        places = self.ask("references", words, more, nth, context={"includeDeclaration": declaration})
        return [(p["range"]["start"]["line"], p["range"]["start"]["character"]) for p in places]

    def test_definitions(self):
        self.assertEqual(self.definition("A[v] * "), span(TWICE, "A: T", 0, 1))  # a buffer
        self.assertEqual(self.definition("S[v] + "), span(TWICE, "S = T", 0, 1))
        self.assertEqual(self.definition("N, i)"), span(TWICE, "N = 16", 0, 1))  # a constant of the file
        self.assertEqual(self.definition("v] * T"), span(TWICE, "v = T", 0, 1))  # in the first block
        self.assertEqual(self.definition("v] + A"), span(TWICE, "v = T", 0, 1, nth=1))  # in the second one
        self.assertEqual(self.definition("i)\n", nth=0), span(TWICE, "i in", 0, 1))  # each loop has its own variable
        self.assertEqual(self.definition("i)\n", nth=1), span(TWICE, "i in", 0, 1, nth=1))
        self.assertEqual(self.definition('["S"', 2), span(TWICE, 'block("S"', 7, 1))  # a block, by its string
        self.assertEqual(self.definition("tile(sch, name, size=8)"), span(TWICE, "tile(sch", 0, 4))
        self.assertEqual(self.definition("size=8"), span(TWICE, "size=4", 0, 4))  # the parameter of a function
        self.assertEqual(self.definition("inner)\n", 5), span(TWICE, "inner = tile", 0, 5))  # behind the name
        self.assertIsNone(self.ask("definition", "float32(2)"))
        self.assertIsNone(self.editor.at("definition", URI, 0, 0))

    def test_references(self):
        # The buffer A: the comment with its inputs, the parameter, two uses, and the reference, which is matched by names.
        self.assertEqual(self.lines("A[v] * "), [(5, 10), (7, 10), (13, 19), (17, 26), (20, 14), (21, 11)])
        self.assertEqual(self.lines("A[v] * ", declaration=False), [(5, 10), (13, 19), (17, 26), (21, 11)])
        self.assertEqual(self.lines('block("S"', 7), [(11, 22), (30, 18)])
        self.assertEqual(self.lines("i in"), [(10, 8), (12, 34)])
        self.assertEqual(self.lines("i, = ", nth=0), [(25, 4), (26, 21)])

    def test_highlights(self):
        kinds = [(h["range"]["start"]["line"], h["kind"]) for h in self.ask("documentHighlight", "S = T")]
        self.assertEqual(kinds, [(9, 3), (13, 2), (17, 2)])

    def test_rename(self):
        def renamed(words, name, more=0, nth=0):
            edits = self.ask("rename", words, more, nth, newName=name)["changes"][URI]
            return edited(TWICE, edits)
        for words, more, name, after in [
                ("S = T", 0, "half", [("S[v]", "half[v]"), ("S = T.alloc", "half = T.alloc")]),
                ('block("S"', 7, "first", [('"S"', '"first"')]),
                ("v] * T", 0, "w", []), ("N = 16", 0, "Size", []), ("i in", 0, "row", []),
                ("twice(", 0, "three_times", [("def twice(", "def three_times(")]), ("size=4", 0, "width", [("size", "width")])]:
            text = renamed(words, name, more)
            for before, then in after:
                self.assertEqual(TWICE.replace(before, then), text) if len(after) == 1 else self.assertIn(then, text)
            self.same_program(text)
        self.assertEqual(renamed("A[v] *", "X").count("X"), 6)
        self.assertIn("# inputs: X=-1..1", renamed("A[v] *", "X"))

    def same_program(self, text):
        """The programs and what the schedule makes of them are equal, up to names."""
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("before.py", TWICE), ("after.py", text)):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(content)
            lw = lambda *words: subprocess.run([os.path.join(client.BIN, "lw"), *words], cwd=folder, capture_output=True, text=True)
            for name in ("before", "after"):
                done = lw("apply", name + ".py", "--script", name + ".py:schedule", "-o", name + "_scheduled.py")
                self.assertEqual(done.returncode, 0, done.stderr)
            if 'block("first"' not in text:  # names of blocks count
                for suffix in ("", "_scheduled"):
                    equal = lw("equal", f"before{suffix}.py", f"after{suffix}.py")
                    self.assertEqual(equal.returncode, 0, equal.stdout + equal.stderr)

    def test_refused_renames(self):
        for words, more, name, kind, reason in [
                ("S = T", 0, "A", "serve.rename-changes", "another program"),
                ("S = T", 0, "for", "serve.no-name", "is not a name"), ("S = T", 0, "1x", "serve.no-name", "is not a name"),
                ("S = T", 0, "", "serve.no-name", "is not a name"),
                ("i in", 0, "v", "serve.rename-changes", "another program"),
                ("T.alloc", 0, "tir", "serve.nothing-to-rename", "no name of the program"),
                ('block("S"', 7, "B", "serve.rename-changes", "another program")]:
            with self.assertRaises(ServeError) as caught:
                self.ask("rename", words, more, newName=name)
            self.assertEqual(caught.exception.data["kind"], kind, (words, name))
            self.assertIn(reason, str(caught.exception))
        broken = TWICE.replace("B[v] = S[v]", "B[v] = Q[v]")
        self.editor.open(URI, broken, 2, "didChange")
        with self.assertRaises(ServeError) as caught:
            self.ask("rename", "S = T", newName="half")
        self.assertEqual((caught.exception.code, caught.exception.data["kind"]), (-32803, "serve.rename-with-errors"))

    def test_what_cannot_be_followed_is_refused(self):
        """A block's name that is put together at run time: the schedule function would make another program."""
        text = TWICE.replace('for name in ["S", "B"]', 'for name in ["SB"[0], "B"]')
        self.assertEqual(self.editor.open(URI, text, 2, "didChange"), [])
        rename = lambda name: self.editor.call("textDocument/rename", textDocument={"uri": URI}, position=at(text, 'block("S"', 7), newName=name)
        with self.assertRaises(ServeError) as caught:
            rename("first")
        self.assertEqual(caught.exception.data["kind"], "serve.rename-changes")
        edits = self.editor.call("textDocument/rename", textDocument={"uri": URI}, position=at(text, 'block("B"', 7), newName="last")["changes"][URI]
        self.assertEqual(edited(text, edits), text.replace('"B"', '"last"'))

    def test_names_that_other_functions_share_are_refused(self):
        """The reference and the comment with inputs name parameters of both functions."""
        twice = TWICE[TWICE.index("@T.prim_func"):TWICE.index("def reference")]
        text = TWICE.replace("\n\ndef reference", "\n\n" + twice.replace("def twice", "def again") + "def reference")
        self.assertEqual(self.editor.open(URI, text, 2, "didChange"), [])
        with self.assertRaises(ServeError) as caught:
            self.editor.call("textDocument/rename", textDocument={"uri": URI}, position=at(text, "A[v] *"), newName="X")
        self.assertEqual(caught.exception.data["kind"], "serve.rename-changes")
        edits = self.editor.call("textDocument/rename", textDocument={"uri": URI}, position=at(text, "S = T"), newName="half")["changes"][URI]
        self.assertEqual(edited(text, edits).count("half"), 3)  # of one function alone

    def test_a_check_that_takes_too_long(self):
        endless = "".join(f"\n\ndef schedule_{i}(sch):\n    while True:\n        pass\n" for i in range(40))
        text = TWICE + endless
        self.editor.open(URI, text, 2, "didChange")
        with self.assertRaises(ServeError) as caught:
            self.editor.call("textDocument/rename", textDocument={"uri": URI}, position=at(text, "S = T"), newName="half")
        self.assertEqual(caught.exception.data["kind"], "serve.rename-unchecked")

    def test_tensor_expressions(self):
        text = '''import tvm
from tvm import te

A = te.placeholder((16, 16), name="A")
B = te.compute((16, 16), lambda i, j: A[i, j] * 2 + 1, name="B")


def schedule():
    s = te.create_schedule(B.op)
    i, j = B.op.axis
    s[B].vectorize(j)
    return tvm.lower(s, [A, B])
'''
        self.assertEqual(self.editor.open(URI, text, 2, "didChange"), [])
        edits = self.editor.call("textDocument/rename", textDocument={"uri": URI}, position=at(text, "B.op.axis"), newName="Twice")["changes"][URI]
        after = edited(text, edits)
        self.assertEqual(after, text.replace("B = te", "Twice = te").replace("B.op", "Twice.op").replace("s[B]", "s[Twice]").replace("[A, B]", "[A, Twice]"))
        self.assertEqual(self.editor.open(URI, after, 3, "didChange"), [])
        edits = self.editor.call("textDocument/rename", textDocument={"uri": URI}, position=at(after, "i, j] * 2"), newName="row")["changes"][URI]
        self.assertEqual(edited(after, edits), after.replace("lambda i, j: A[i, j]", "lambda row, j: A[row, j]"))

    def test_prepare_rename(self):
        self.assertEqual(self.ask("prepareRename", 'block("S"', 7), {"range": span(TWICE, 'block("S"', 7, 1), "placeholder": "S"})
        self.assertIsNone(self.ask("prepareRename", "T.alloc"))
        self.assertIsNone(self.ask("prepareRename", "float32(2)"))

    def test_names_in_text_with_errors(self):
        """What can be read keeps its names while a statement is being typed."""
        broken = TWICE.replace("    for name in", "    sch.split(\n    for name in")
        self.editor.open(URI, broken, 2, "didChange")
        places = self.editor.call("textDocument/definition", textDocument={"uri": URI}, position=at(broken, "S[v] + "))
        self.assertEqual([words_in(broken, p["range"]) for p in places], ["S"])


class Utf16(unittest.TestCase):
    def test_names_behind_wide_characters(self):
        text = TWICE.replace("    B[:] = A", '    x = "中文😀"; B[:] = A').replace("# inputs", "# 输入 😀\n# inputs")
        for encodings in (None, ["utf-8"]):
            with Editor(encodings) as editor:
                self.assertEqual(editor.open(URI, text), [])
                place = at(text, "A * 3")
                if encodings:
                    place["character"] = len(text[:text.index("A * 3")].rsplit("\n", 1)[1].encode())
                places = editor.call("textDocument/references", textDocument={"uri": URI}, position=place, context={"includeDeclaration": True})
                lines = text.split("\n")
                for p in places:
                    line, begin = lines[p["range"]["start"]["line"]], p["range"]["start"]["character"]
                    encoded = line.encode() if encodings else line.encode("utf-16-le")
                    width = 1 if encodings else 2
                    self.assertEqual(encoded[begin * width:p["range"]["end"]["character"] * width].decode("utf-8" if encodings else "utf-16-le"), "A")
                self.assertEqual(len(places), 6)


if __name__ == "__main__":
    unittest.main()
