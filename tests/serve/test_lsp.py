"""The Language Server Protocol: diagnostics, hover, legal steps as changes of the program, and the life of a session."""
import json
import os
import subprocess
import tempfile
import unittest

import client
import programs
from client import Editor, ServeError

URI = "file:///home/someone/product.py"


def place(text, words, more=0):
    """Line and character of the words, counted from 0."""
    before = text[:text.index(words) + more]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def edited(text, edit):
    lines = text.splitlines(keepends=True)
    offset = lambda p: sum(len(line) for line in lines[:p["line"]]) + p["character"]
    return text[:offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]):]


class Texts(unittest.TestCase):
    def setUp(self):
        self.editor = Editor()
        self.addCleanup(self.editor.__exit__)

    def test_diagnostics(self):
        text = programs.product()
        self.assertEqual(self.editor.open(URI, text), [])
        wrong = text.replace("B[vk, vj]", "X[vk, vj]")
        [error] = self.editor.open(URI, wrong, 2, "didChange")
        self.assertEqual((error["severity"], error["source"]), (1, "lw"))
        self.assertIn("X", error["message"])
        self.assertEqual((error["range"]["start"]["line"], error["range"]["start"]["character"]), place(wrong, "X[vk"))
        self.assertEqual(self.editor.open(URI, text, 3, "didChange"), [])
        self.editor.open(URI, wrong, 4, "didChange")
        self.editor.notify("textDocument/didClose", textDocument={"uri": URI})
        self.assertEqual(self.editor.read()["params"], {"uri": URI, "diagnostics": []})

    def test_positions_are_those_of_the_encoding(self):
        text = programs.product().replace("B[vk, vj]\n", 'B[vk, vj] * len("😀é") + X[vk]\n')
        column = place(text, "X[vk]")[1]  # in code points
        for encodings, wanted in [(None, column + 1), (["utf-16"], column + 1), (["utf-8", "utf-16"], column + 3 + 1)]:
            with Editor(encodings) as editor:
                self.assertEqual(editor.initialized["capabilities"]["positionEncoding"], "utf-8" if encodings and "utf-8" in encodings else "utf-16")
                columns = [d["range"]["start"]["character"] for d in editor.open(URI, text) if "X" in d["message"]]
                self.assertEqual(columns, [wanted])

    def test_hover(self):
        text = programs.product()
        self.editor.open(URI, text)
        value = lambda words, more=0: (self.editor.at("hover", URI, *place(text, words, more)) or {"contents": {"value": ""}})["contents"]["value"]
        self.assertIn("buffer `A`: float32, shape (32, 32)", value("A[vi, vk]"))
        self.assertIn("operations: 6.554e+04 FLOP", value("T.grid"))
        self.assertIn("`reorder(", value("sch.reorder", 6))
        self.assertEqual(value("import numpy"), "")

    def test_nothing_is_said_of_buffers_of_functions_with_errors(self):
        wrong = programs.product().replace("B[vk, vj]", "X[vk, vj]")
        self.editor.open(URI, wrong)
        hover = self.editor.at("hover", URI, *place(wrong, "A[vi, vk]"))
        self.assertNotIn("buffer", json.dumps(hover))

    def test_a_legal_step_changes_the_text(self):
        text = programs.product()
        self.editor.open(URI, text)
        actions = self.editor.at("codeAction", URI, *place(text, "i, j, k in"), context={"diagnostics": []})
        by = {a["data"]["step"]: a for a in actions}
        step = next(name for name, action in by.items() if name.startswith("split(i") and "disabled" not in action)
        self.assertNotIn("edit", by[step])
        [edit] = self.editor.call("codeAction/resolve", **by[step])["edit"]["changes"][URI]
        after = edited(text, edit)
        self.assertIn("def reference", after)
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("before.py", text), ("after.py", after)):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(content)
            lw = lambda *words: subprocess.run([os.path.join(client.BIN, "lw"), *words], cwd=folder, capture_output=True, text=True)
            self.assertEqual(lw("apply", "before.py", "--do", step, "-o", "wanted.py").returncode, 0)
            equal = lw("equal", "after.py", "wanted.py")
            self.assertEqual(equal.returncode, 0, equal.stdout + equal.stderr)
        self.assertEqual(self.editor.open(URI, after, 2, "didChange"), [])
        with self.assertRaises(ServeError) as caught:
            self.editor.call("codeAction/resolve", **by[step])
        self.assertEqual(caught.exception.data["kind"], "serve.text-changed")

    def test_refused_steps_say_why(self):
        text = programs.product()
        self.editor.open(URI, text)
        line, column = place(text, "i, j, k in")
        actions = self.editor.at("codeAction", URI, line, column + 6, context={"diagnostics": []})
        reasons = {a["data"]["step"]: a["disabled"]["reason"] for a in actions if "disabled" in a}
        self.assertIn("carries the reduction", reasons["parallel(k)"])

    def test_functions_of_a_class_keep_their_indentation(self):
        inner = programs.COPY.split("@T.prim_func\n")[1].replace("def copy(", "def copy(")
        text = ("from tvm.script import ir as I, tir as T\n\n@I.ir_module\nclass M:\n    @T.prim_func\n" +
                "".join("    " + line + "\n" if line else "\n" for line in inner.rstrip().splitlines()) + "\n    X = 1\n")
        text = text.replace("\n    X = 1\n", "\n")
        self.assertEqual(self.editor.open(URI, text), [])
        actions = self.editor.at("codeAction", URI, *place(text, "i in range"), context={"diagnostics": []})
        action = next(a for a in actions if a["data"]["step"].startswith("parallel(") and "disabled" not in a)
        [edit] = self.editor.call("codeAction/resolve", **action)["edit"]["changes"][URI]
        after = edited(text, edit)
        self.assertEqual(after.count("@T.prim_func"), 1)
        self.assertIn("T.parallel", after)
        self.assertEqual(self.editor.open(URI, after, 2, "didChange"), [])


class Lifecycle(unittest.TestCase):
    def test_shutdown(self):
        with Editor() as editor:
            self.assertIsNone(editor.call("shutdown"))
            editor.notify("exit")
            self.assertEqual(editor.process.wait(20), 0)
        with Editor() as editor:
            editor.process.stdin.close()
            self.assertEqual(editor.process.wait(20), 1)

    def test_errors(self):
        with Editor() as editor:
            for method, kind in (("initialize", "serve.initialized-twice"), ("textDocument/nothing", "serve.no-method"),
                                 ("codeAction/resolve", "serve.text-changed")):
                with self.assertRaises(ServeError) as caught:
                    editor.call(method)
                self.assertEqual(caught.exception.data["kind"], kind)
            editor.raw(b"{")
            self.assertEqual(editor.read()["error"]["code"], -32700)
            editor.raw(b"x" * (17 << 20))
            self.assertEqual(editor.read()["error"]["data"]["kind"], "serve.too-long")
            self.assertEqual(editor.at("hover", URI, 0, 0), None)


if __name__ == "__main__":
    unittest.main()
