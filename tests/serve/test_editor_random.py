"""Random messages and edits: no answer is an internal error, and every request is answered once."""
import json
import os
import random
import re
import unittest

import programs
from client import Editor
from places import position

MESSAGES = int(os.environ.get("LW_SERVE_MESSAGES", "1500"))
QUICK = ["hover", "documentSymbol", "definition", "references", "documentHighlight", "foldingRange", "semanticTokens/full", "inlayHint",
         "codeLens", "prepareRename", "signatureHelp"]
SLOW = ["completion", "completion", "completion", "formatting", "rename", "codeAction"]
TE = '''import tvm
from tvm import te

A = te.placeholder((16, 16), name="A")
B = te.compute((16, 16), lambda i, j: A[i, j] * 2 + 1, name="B")


def schedule():
    s = te.create_schedule(B.op)
    i, j = B.op.axis
    io, ii = s[B].split(i, factor=4)
    s[B].vectorize(j)
    return s
'''


class Random(unittest.TestCase):
    def value(self, depth=0):
        r = self.random
        kind = r.randrange(9 if depth < 4 else 7)
        if kind == 7:
            return [self.value(depth + 1) for _ in range(r.randrange(4))]
        if kind == 8:
            return {r.choice(["uri", "position", "line", "character", "start", "end", "x", "text", "range"]): self.value(depth + 1) for _ in range(r.randrange(4))}
        return [None, True, r.randrange(-5, 50), r.choice([2 ** 63, -2 ** 63, 2 ** 40, 10 ** 30]), r.random() * 1e300,
                r.choice(["", "x", "sch", self.uri]), "".join(chr(r.randrange(1, 0xd7ff)) for _ in range(r.randrange(6)))][kind]

    def place(self):
        r = self.random
        if r.random() < 0.1:
            return self.value()
        words = [m.start() for m in re.finditer(r"\b\w+\b", self.text)]
        if r.random() < 0.6 and words:
            return position(self.text, r.choice(words))
        if r.random() < 0.3:
            return {"line": r.randrange(-1, 40), "character": r.randrange(-1, 90)}
        return position(self.text, r.randrange(len(self.text) + 1))

    def change(self):
        r = self.random
        if r.random() < 0.08:
            return self.value()
        if r.random() < 0.3:  # else hardly any text would be a program
            self.text = r.choice(self.texts)
            return {"text": self.text}
        begin = r.randrange(len(self.text) + 1)
        end = min(len(self.text), begin + r.choice([0, 0, 0, 0, 0, 1, 1, 1, 3, 20]))
        added = r.choice(["", "x", "(", ")", "[", "\n", "    ", "😀", "中", '"', "#", ":", ".", ",", "sch.", "sch.split(", "vectorize(", "for i in range(4):\n",
                          "T.", "A[", "def f(sch):\n    ", "\t", "\r\n", "'''", "\\", "lambda x: x", "= ", self.text[begin:end] * 2])
        change = {"range": {"start": position(self.text, begin), "end": position(self.text, end)}, "text": added}
        self.text = self.text[:begin] + added + self.text[end:]
        if len(self.text) > 4000:
            self.text = r.choice(self.texts)
            return {"text": self.text}
        return change

    def request(self):
        r = self.random
        method = r.choice(QUICK if r.random() < 0.93 else SLOW)
        place = self.place()
        params = {"textDocument": {"uri": self.uri} if r.random() < 0.95 else self.value(), "position": place,
                  "range": {"start": place, "end": self.place()} if r.random() < 0.9 else self.value(),
                  "newName": r.choice(["q", "A", "for", "", "中", self.value()]), "context": self.value() if r.random() < 0.2 else {"includeDeclaration": True}}
        kind = r.random()
        if kind < 0.03:
            return "codeAction/resolve", {"data": self.value() if r.random() < 0.5 else
                                          {"uri": self.uri, "version": self.version, "function": "product", "step": r.choice(["parallel(i)", "split("])}}
        if kind < 0.05:
            return "workspace/executeCommand", {"command": r.choice(["loopwright.nothing", self.value()]), "arguments": self.value()}
        if kind < 0.07:
            return r.choice(["nothing", "textDocument/nothing", "initialize"]), params
        return "textDocument/" + method, params

    def check(self, editor, seed):
        self.random, self.uri, self.version = random.Random(seed), "file:///x/product.py", 1
        r = self.random
        self.texts = [programs.product(8), programs.product(8) + "    sch.", programs.COPY, TE]
        self.text = self.texts[0]
        editor.open(self.uri, self.text)
        waiting, answered = set(), 0
        for number in range(MESSAGES):
            kind = r.random()
            if kind < 0.35:
                self.version += 1
                changes = [self.change() for _ in range(r.choice([1, 1, 1, 2, 3]))]
                editor.notify("textDocument/didChange", textDocument={"uri": self.uri, "version": self.version},
                              contentChanges=changes if r.random() < 0.97 else self.value())
            elif kind < 0.38:
                editor.notify(r.choice(["textDocument/didClose", "textDocument/didOpen", "$/cancelRequest", "initialized", "$/setTrace", "x",
                                        "window/workDoneProgress/cancel"]),
                              textDocument=self.value() if r.random() < 0.5 else {"uri": "file:///other.py", "text": r.choice(self.texts)}, id=self.value())
            elif kind < 0.39 and waiting:
                editor.notify("$/cancelRequest", id=r.choice(sorted(waiting)))
            elif kind < 0.42:
                editor.raw(bytes(r.randrange(256) for _ in range(r.randrange(60))))
            else:
                method, params = self.request()
                waiting.add(editor.send(method, **params))
            if number % 40 == 39 or number == MESSAGES - 1:
                while waiting:
                    message = editor.read()
                    self.assertNotEqual(message.get("error", {}).get("code"), -32603, (seed, message))
                    if "method" not in message and isinstance(message.get("id"), int):
                        waiting.remove(message["id"])
                        answered += "result" in message
        self.assertGreater(answered, MESSAGES // 4, "hardly any request was answered")
        self.assertIsNone(editor.call("shutdown"))
        editor.notify("exit")
        self.assertEqual(editor.process.wait(60), 0)

    def test_messages_and_edits(self):
        seed = int(os.environ.get("LW_SERVE_SEED", "1"))
        for encodings in (None, ["utf-8"]):
            with Editor(encodings) as editor:
                self.check(editor, seed + (1000 if encodings else 0))


if __name__ == "__main__":
    unittest.main()
