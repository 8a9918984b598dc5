"""Commands above functions, cancellation, and editors that go away."""
import os
import pathlib
import stat
import tempfile
import time
import unittest

import programs
from client import Editor, ServeError
from places import edited

URI = "file:///home/someone/product.py"
SHOWS = {"window": {"workDoneProgress": True}, "workspace": {"applyEdit": True, "inlayHint": {"refreshSupport": True},
                                                             "codeLens": {"refreshSupport": True}}}


def command(editor, name, **argument):
    return editor.send("workspace/executeCommand", command="loopwright." + name, arguments=[argument])


class Runs(unittest.TestCase):
    def editor(self, **options):
        editor = Editor(capabilities=SHOWS, **options)
        self.addCleanup(editor.__exit__)
        return editor

    def until(self, editor, method):
        for note in editor.notes:
            if note.get("method") == method:
                editor.notes.remove(note)
                return note
        while (note := editor.read()).get("method") != method:
            editor.notes.append(note)
        return note

    def test_a_run_is_shown(self):
        editor = self.editor()
        text = programs.product()
        editor.open(URI, text)
        result = editor.answer(command(editor, "run", uri=URI, function="product", schedule="tiled"))
        self.assertTrue(result["right"])
        self.assertEqual(result["checks"][0]["against"], "reference")
        kinds = [n["params"]["value"]["kind"] for n in editor.notes if n.get("method") == "$/progress"]
        self.assertEqual((kinds[0], kinds[-1]), ("begin", "end"))
        self.assertIn("report", kinds)
        [created] = [n for n in editor.notes if n.get("method") == "window/workDoneProgress/create"]
        self.assertEqual({n["params"]["token"] for n in editor.notes if n.get("method") == "$/progress"}, {created["params"]["token"]})
        message = self.until(editor, "window/showMessage")["params"]
        self.assertRegex(message["message"], r"^Run product, tiled: [\d.]+ (ms|us|µs|ns)")
        self.until(editor, "workspace/inlayHint/refresh")
        hints = editor.call("textDocument/inlayHint", textDocument={"uri": URI}, range=None)
        self.assertEqual([h["label"] for h in hints if "GFLOP/s" in h["label"]], ["  " + message["message"].split(": ")[1]])
        editor.answer(command(editor, "run", uri=URI, function="product"))
        self.until(editor, "workspace/inlayHint/refresh")
        labels = [h["label"] for h in editor.call("textDocument/inlayHint", textDocument={"uri": URI}, range=None)]
        blocks = [label for label in labels if "%" in label]  # the time of its only block, by parts of its loops
        self.assertEqual(len(blocks), 1)
        self.assertRegex(blocks[0], r"^  [\d.]+ (ms|us|µs|ns), [\d.]+ %$")
        editor.open(URI, text + "\n", 2, "didChange")  # another text: what was measured is not shown with it
        labels = [h["label"] for h in editor.call("textDocument/inlayHint", textDocument={"uri": URI}, range=None)]
        self.assertEqual(labels, [": 32"] * 3)

    def test_a_comparison_and_a_wrong_result(self):
        editor = self.editor()
        editor.open(URI, programs.product())
        result = editor.answer(command(editor, "compare", uri=URI, function="product"))
        self.assertGreater(result["speedup_over_reference"], 0)
        self.assertIn("x the reference", self.until(editor, "window/showMessage")["params"]["message"])
        editor.open(URI, programs.WRONG, 2, "didChange")
        result = editor.answer(command(editor, "compare", uri=URI, function="wrong"))
        self.assertFalse(result["right"])
        shown = self.until(editor, "window/showMessage")["params"]
        self.assertEqual((shown["type"], shown["message"]), (1, "Compare wrong: the result is wrong"))

    def test_a_search_adds_a_schedule(self):
        editor = self.editor()
        text = programs.product()
        editor.open(URI, text)
        result = editor.answer(command(editor, "tune", uri=URI, function="product", trials=6, seconds=30))
        self.assertIn("best", result)
        [edit] = self.until(editor, "workspace/applyEdit")["params"]["edit"]["changes"][URI]
        after = edited(text, [edit])
        self.assertTrue(after.startswith(text))
        self.assertIn("\ndef tuned(sch", after)
        self.assertEqual(editor.open(URI, after, 2, "didChange"), [])
        result = editor.answer(command(editor, "run", uri=URI, function="product", schedule="tuned"))
        self.assertTrue(result["right"])

    def test_open_in_the_window(self):
        with tempfile.TemporaryDirectory() as folder:
            told, window = pathlib.Path(folder) / "told", pathlib.Path(folder) / "window"
            window.write_text(f'#!/bin/sh\nprintf %s "$1" > {told}.new && mv {told}.new {told}\n')
            window.chmod(window.stat().st_mode | stat.S_IXUSR)
            program = pathlib.Path(folder) / "a b.py"
            program.write_text(programs.COPY)
            uri = "file://" + str(program).replace(" ", "%20")
            editor = self.editor(options={"window": str(window)})
            editor.open(uri, programs.COPY)
            self.assertEqual(editor.answer(command(editor, "open", uri=uri, function="copy")), {"opened": str(program)})
            end = time.time() + 20
            while not told.exists() and time.time() < end:
                time.sleep(0.05)
            self.assertEqual(told.read_text(), str(program))
            editor.open("untitled:1", programs.COPY)
            with self.assertRaises(ServeError) as caught:
                editor.answer(command(editor, "open", uri="untitled:1", function="copy"))
            self.assertEqual(caught.exception.data["kind"], "serve.no-window")

    def test_commands_that_there_are_not(self):
        editor = self.editor()
        editor.open(URI, programs.product())
        for name, argument, kind in [("nothing", {"uri": URI}, "serve.no-command"), ("run", {"uri": "file:///other"}, "serve.no-text"),
                                     ("run", {"uri": URI, "function": "none"}, None), ("run", {"uri": URI, "function": "product", "schedule": "none"}, None)]:
            with self.assertRaises(ServeError) as caught:
                editor.answer(command(editor, name, **argument))
            self.assertNotEqual(caught.exception.code, -32603)
            if kind:
                self.assertEqual(caught.exception.data["kind"], kind)


class Cancelling(unittest.TestCase):
    def test_a_run(self):
        """By its id, and by the token of its progress; the next command is carried out."""
        with Editor(capabilities=SHOWS) as editor:
            editor.open(URI, programs.LONG)
            for by_token in (False, True):
                number = command(editor, "run", uri=URI, function=programs.LONG.split("def ")[1].split("(")[0])
                while not ((note := editor.read()).get("method") == "$/progress" and note["params"]["value"]["kind"] == "report"):
                    pass
                begin = time.time()
                if by_token:
                    editor.notify("window/workDoneProgress/cancel", token=note["params"]["token"])
                else:
                    editor.notify("$/cancelRequest", id=number)
                with self.assertRaises(ServeError) as caught:
                    editor.answer(number)
                self.assertEqual(caught.exception.code, -32800)
                self.assertLess(time.time() - begin, 20)

    def test_requests(self):
        with Editor() as editor:
            editor.open(URI, programs.product())
            place = {"line": 7, "character": 8}
            numbers = [editor.send("textDocument/codeAction", textDocument={"uri": URI}, range={"start": place, "end": place},
                                   context={"diagnostics": []}) for _ in range(4)]
            for number in numbers:
                editor.notify("$/cancelRequest", id=number)
            codes = []
            while len(codes) < 4:
                if "id" in (message := editor.read()):
                    codes.append(message.get("error", {}).get("code"))
            self.assertEqual(codes[1:], [-32800] * 3)  # the first one may have been answered before
            self.assertIsNotNone(editor.call("textDocument/documentSymbol", textDocument={"uri": URI}))
            editor.notify("$/cancelRequest", id=12345)  # nobody has asked

    def test_an_editor_that_goes_away_ends_its_runs(self):
        with Editor(capabilities=SHOWS) as editor:
            editor.open(URI, programs.LONG)
            command(editor, "run", uri=URI, function=programs.LONG.split("def ")[1].split("(")[0])
            while not ((note := editor.read()).get("method") == "$/progress" and note["params"]["value"]["kind"] == "report"):
                pass
            end = time.time() + 20
            while not (children := children_of(editor.process.pid)) and time.time() < end:
                time.sleep(0.05)
            self.assertTrue(children)
            editor.process.stdin.close()
            editor.process.stdout.close()
            self.assertEqual(editor.process.wait(30), 1)
            end = time.time() + 20
            while any(os.path.exists(f"/proc/{child}") for child in children) and time.time() < end:
                time.sleep(0.05)
            self.assertFalse([child for child in children if os.path.exists(f"/proc/{child}")])


def children_of(pid):
    found = []
    for path in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(child) for child in path.read_text().split()]
    return found


if __name__ == "__main__":
    unittest.main()
