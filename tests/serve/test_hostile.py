"""Clients that try to cheat the judge, to write files, to stall, to send too much, and random messages."""
import json
import os
import pathlib
import random
import tempfile
import time
import unittest

import programs
from client import Client, ServeError, mcp

MESSAGES = int(os.environ.get("LW_SERVE_MESSAGES", "1500"))


class Judge(unittest.TestCase):
    def setUp(self):
        self.client = mcp()
        self.addCleanup(self.client.__exit__)

    def run_of(self, text, **more):
        opened = self.client.tool("open", text=text)
        return opened, self.client.tool("run", document=opened["document"], repeat=2, **more)

    def test_a_wrong_result_has_no_speedup(self):
        _, result = self.run_of(programs.WRONG)
        self.assertFalse(result["right"])
        self.assertFalse(any(key.startswith("speedup") or key.startswith("against") for key in result))
        check = result["checks"][0]
        self.assertFalse(check["ok"])
        self.assertGreater(check["first_difference"]["count"], 0)

    def test_elements_that_nobody_wrote_are_found(self):
        _, result = self.run_of(programs.HALF)
        self.assertEqual(result["checks"][0]["unwritten_elements"], {"B": 32})
        _, result = self.run_of(programs.product())
        self.assertNotIn("unwritten_elements", result["checks"][0])

    def test_another_reference_is_another_document(self):
        opened, result = self.run_of(programs.WRONG)
        mine, other = self.run_of(programs.WRONG.replace("A * 3", "A * 2"))
        self.assertTrue(other["right"])
        self.assertNotEqual(mine["fixed"]["reference_and_inputs"], opened["fixed"]["reference_and_inputs"])
        self.assertEqual(other["opened"]["reference_and_inputs"], mine["fixed"]["reference_and_inputs"])
        again = self.client.tool("run", document=opened["document"], repeat=2)
        self.assertFalse(again["right"])
        self.assertEqual(again["opened"], {**again["opened"], **opened["fixed"]})

    def test_the_text_stays_as_it_was_opened(self):
        document = self.client.tool("open", text=programs.product())["document"]
        for script in ("def reference(A, B, C):\n    C[:] = 0\n", "def schedule(sch):\n    sch.mod['product'] = None\n",
                       "import os\ndef schedule(sch):\n    os.system('true')\n", "def schedule(sch):\n    open('x', 'w')\n"):
            with self.assertRaises(ServeError):
                self.client.tool("apply", document=document, script=script)
        self.assertEqual(self.client.tool("read", document=document, what="source")["text"], programs.product())
        names = {t["name"] for t in self.client.call("tools/list")["tools"]}
        self.assertFalse(names & {"write", "save", "edit", "exec"})

    def test_work_before_the_calls_is_told(self):
        path = os.path.join(os.environ.get("LW_SOURCE", "../.."), "samples/tuning/packed_weights.py")
        document = self.client.tool("open", text=pathlib.Path(path).read_text())["document"]
        self.assertNotIn("packed_once", self.client.tool("run", document=document, repeat=2))
        self.client.tool("apply", document=document, schedule="packed")
        packed = self.client.tool("run", document=document, repeat=2)
        self.assertTrue(packed["right"])
        self.assertEqual(packed["packed_once"]["weights"], ["W"])
        self.assertGreater(packed["packed_once"]["ms"], 0)

    def test_sizes_are_checked(self):
        document = self.client.tool("open", text=programs.COPY)["document"]
        self.assertTrue(self.client.tool("run", document=document, sizes={"n": 100}, repeat=2)["right"])
        for sizes in ({}, {"n": -1}, {"n": 2 ** 50}, {"m": 3}):
            with self.assertRaises(ServeError):
                self.client.tool("run", document=document, sizes=sizes)


class Files(unittest.TestCase):
    def test_only_files_below_the_root_are_opened(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder) / "root"
            root.mkdir()
            (root / "mm.py").write_text(programs.product())
            secret = pathlib.Path(folder) / "secret.py"
            secret.write_text(programs.product())
            (root / "link.py").symlink_to(secret)
            os.mkfifo(root / "pipe.py")
            (root / "zero.py").symlink_to("/dev/zero")
            (root / "large.py").write_bytes(b"#" * (5 << 20))
            with mcp("--root", str(root)) as client:
                self.assertEqual(client.tool("open", file="mm.py")["function"], "product")
                self.assertEqual(client.tool("open", file=str(root / "mm.py"))["function"], "product")
                for path, kind in [("../secret.py", "serve.outside"), (str(secret), "serve.outside"), ("link.py", "serve.outside"),
                                   ("zero.py", "serve.outside"), ("/etc/passwd", "serve.outside"), ("pipe.py", "serve.cannot-read"),
                                   ("large.py", "serve.cannot-read"), ("none.py", "serve.cannot-read"), (".", "serve.cannot-read"),
                                   ("a\0b", "serve.cannot-read")]:
                    with self.assertRaises(ServeError) as caught:
                        client.tool("open", file=path)
                    self.assertEqual(caught.exception.data["kind"], kind, path)

    def test_no_file_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            before = set(pathlib.Path(folder).rglob("*"))
            with mcp("--root", folder) as client:
                document = client.tool("open", text=programs.product(), name=folder + "/new.py")["document"]
                for format_ in ("script", "json", "c", "html", "lwsession"):
                    client.tool("export", document=document, format=format_)
                with self.assertRaises(ServeError):
                    client.tool("export", document=document, format="json", path=folder + "/trace.json")
            self.assertEqual(set(pathlib.Path(folder).rglob("*")), before)


class Stalls(unittest.TestCase):
    def test_a_script_without_end_ends(self):
        with mcp("--request-seconds", "2") as client:
            document = client.tool("open", text=programs.product())["document"]
            begin = time.time()
            with self.assertRaises(ServeError):
                client.tool("apply", document=document, script="def schedule(sch):\n    while True:\n        pass\n")
            with self.assertRaises(ServeError):
                client.tool("apply", document=document,
                            script="def schedule(sch):\n    for i in range(10 ** 9):\n        for j in range(10 ** 9):\n            x = [i]\n")
            self.assertLess(time.time() - begin, 30)

    def test_a_job_that_takes_too_long_is_stopped(self):
        with mcp("--request-seconds", "2") as client:
            document = client.tool("open", text=programs.LONG)["document"]
            begin = time.time()
            with self.assertRaises(ServeError) as caught:
                client.tool("run", document=document)
            self.assertEqual(caught.exception.data["kind"], "serve.time")
            self.assertLess(time.time() - begin, 20)

    def test_limits_of_the_session(self):
        with mcp("--trials", "3", "--seconds", "1") as client:
            document = client.tool("open", text=programs.product())["document"]
            with self.assertRaises(ServeError) as caught:
                client.tool("tune", document=document, trials=4)
            self.assertEqual((caught.exception.data["kind"], caught.exception.data["place"]), ("serve.limit", "trials"))
            with self.assertRaises(ServeError) as caught:
                for _ in range(50):
                    client.tool("run", document=document)
            self.assertEqual(caught.exception.data["kind"], "serve.limit")
            for _ in range(31):
                client.tool("open", text=programs.COPY)
            with self.assertRaises(ServeError) as caught:
                client.tool("open", text=programs.COPY)
            self.assertIn("close one of them", caught.exception.data["hint"])

    def test_a_client_that_does_not_read(self):
        """Requests are refused, not kept, while nobody reads the answers; then the session goes on."""
        with Client() as client:
            document = client.call("open", text=programs.LONG)["document"]
            client.send("run", {"document": document})
            run = {"jsonrpc": "2.0", "method": "run", "params": {"document": document}}
            for number in range(1200):
                client.raw(json.dumps({**run, "id": f"r{number}"}).encode() + b"\n")
            refused = 0
            while not refused:
                answer = client.message()
                refused += answer.get("error", {}).get("data", {}).get("kind") == "serve.busy"
            for number in range(1200):
                client.send("cancel", {"id": f"r{number}"})
            client.call("cancel", id=2)
            while True:  # what waits is answered first
                try:
                    self.assertTrue(client.call("limits"))
                    break
                except ServeError as busy:
                    self.assertEqual(busy.data["kind"], "serve.busy")


class TooMuch(unittest.TestCase):
    def memory(self, pid):
        with open(f"/proc/{pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))  # KiB

    def test_a_hundred_megabytes(self):
        with Client() as client:
            client.call("limits")
            before = self.memory(client.process.pid)
            part = b"x" * (1 << 20)
            client.raw(b'{"jsonrpc": "2.0", "id": 7, "method": "open", "params": {"text": "')
            for _ in range(100):
                client.raw(part)
            client.raw(b'"}}\n')
            error = client.message()["error"]
            self.assertEqual((error["code"], error["data"]["kind"]), (-32600, "serve.too-long"))
            self.assertLess(self.memory(client.process.pid) - before, 64 << 10)
            self.assertTrue(client.call("limits"))

    def test_memory(self):
        bomb = "def schedule(sch):\n    x = [[0] * 1000000]\n    for i in range(40):\n        x = x + [[i] * 1000000]\n"
        with Client("--memory", "512") as client:
            document = client.call("open", text=programs.HUGE)["document"]
            with self.assertRaises(ServeError) as caught:
                client.call("run", document=document)
            self.assertEqual(caught.exception.data["kind"], "run.memory")
            with self.assertRaises(ServeError) as caught:
                client.call("apply", document=document, script=bomb)
            self.assertEqual(caught.exception.data["kind"], "serve.memory")
            self.assertTrue(client.call("limits"))

    def test_an_answer_that_is_too_long(self):
        """Each of these bytes is six in an answer."""
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.py").write_text("# " + "\1" * 3_500_000 + "\n" + programs.product())
            with Client("--root", folder) as client:
                document = client.call("open", file="a.py")["document"]
                self.assertEqual(client.call("read", document=document, what="source", first_line=2, lines=1)["text"], "\n")
                with self.assertRaises(ServeError) as caught:
                    client.call("read", document=document, what="source")
                self.assertEqual(caught.exception.data["kind"], "serve.reply-too-long")

    def test_a_text_that_is_too_long(self):
        with Client() as client, self.assertRaises(ServeError) as caught:
            client.call("open", text="#" * (5 << 20))
        self.assertEqual(caught.exception.data["kind"], "serve.limit")


class Random(unittest.TestCase):
    """Random messages: bytes, JSON, and requests with random parameters. No answer is an internal error."""

    def value(self, depth=0):
        r = self.random
        kind = r.randrange(10 if depth < 4 else 8)
        if kind == 8:
            return [self.value(depth + 1) for _ in range(r.randrange(4))]
        if kind == 9:
            return {r.choice(self.words): self.value(depth + 1) for _ in range(r.randrange(4))}
        return [None, True, r.randrange(-5, 5), r.choice([2 ** 63, -2 ** 63, 2 ** 64 - 1, 10 ** 30]), r.random() * 1e300,
                r.choice(self.words), "".join(chr(r.randrange(1, 0x2000)) for _ in range(r.randrange(12))), self.document][kind]

    def step(self):
        r = self.random
        loop = lambda: r.choice(["i", "j", "k", "C.i", "i_0", "j_1", "k_0", "nowhere"])
        return r.choice([lambda: f"split({loop()}, [None, {r.choice([0, 2, 3, 4, -1])}])", lambda: f"reorder({loop()}, {loop()})",
                         lambda: f"fuse({loop()}, {loop()})", lambda: f"vectorize({loop()})", lambda: f"parallel({loop()})",
                         lambda: f"unroll({loop()})", lambda: 'cache_write("C", 0, "local")', lambda: f'decompose_reduction("C", {loop()})',
                         lambda: f"rfactor({loop()}, 0)", lambda: f"split({loop()}", lambda: r.choice(self.words)])()

    def fitting(self, name, schema):
        """A value of the parameter's type."""
        r = self.random
        if "enum" in schema:
            return r.choice(schema["enum"])
        if schema["type"] == "integer":
            return r.choice([schema["minimum"], schema["minimum"] + 1, min(schema.get("maximum", 5), 3)])
        if schema["type"] == "boolean":
            return r.random() < 0.2 if name == "exact" else r.random() < 0.5
        if schema["type"] == "array":
            return [self.step() if name == "steps" else r.choice(["0", "1", "x"]) for _ in range(r.randrange(1, 4))]
        if schema["type"] == "object":
            return {r.choice(["n", "m"]): r.randrange(20)}
        return {"document": self.document, "at": r.choice(["i", "j", "k", "C", "i_0", "A"]), "step": self.step(),
                "text": r.choice([programs.COPY, programs.HALF, "x =", programs.product(8)[:r.randrange(900)]]),
                "script": f"def schedule(sch):\n    {self.step()}\n", "schedule": r.choice(["tiled", "reference", "no"]),
                "trace": r.choice(["[[], []]", "[", "[[[\"GetBlock\", [], [\"C\", \"product\"], [\"b0\"]]], []]"]),
                "state": r.choice(["0", "1", "7", "a"]), "name": r.choice(["a", "b", "split", ""]), "stage": r.choice(["tir", "asm", "llvm", "x"]),
                "file": r.choice(["client.py", "../x", "/dev/null", "test_hostile.py"])}.get(name, r.choice(self.words))

    def arguments(self, name):
        r = self.random
        schema = self.schemas.get(name, {"properties": {}})
        given = {}
        for key, one in schema["properties"].items():
            if r.random() < (0.97 if key in schema.get("required", []) else 0.25):
                given[key] = self.value() if r.random() < 0.04 else self.fitting(key, one)
        if r.random() < 0.05:
            given[r.choice(self.words)] = self.value()
        if name in ("run", "compare", "tune"):
            given |= {"repeat": 1} if name != "tune" else {"trials": 1, "seconds": 1}
        return given

    def request(self, mcp_):
        r = self.random
        if r.random() < 0.06:
            return bytes(r.randrange(256) for _ in range(r.randrange(60))).replace(b"\n", b" ")
        message = {"jsonrpc": "2.0", "id": self.next_id if r.random() < 0.9 else self.value()}
        self.next_id += 1
        name = r.choice(self.names if r.random() < 0.995 else ["run", "compare", "tune"])
        arguments = self.arguments(name)
        if mcp_ and r.random() < 0.8:
            message |= {"method": "tools/call", "params": {"name": name, "arguments": arguments}}
        else:
            message |= {"method": r.choice(self.methods) if mcp_ else name, "params": arguments if r.random() < 0.97 else self.value()}
        if r.random() < 0.03:
            del message[r.choice(list(message))]
        text = json.dumps([message] if r.random() < 0.03 else message).encode()
        if r.random() < 0.05:
            at = r.randrange(len(text))
            text = text[:at] + bytes([r.randrange(256)]).replace(b"\n", b" ") + text[at + 1:]
        return text

    def check(self, mcp_):
        seed = int(os.environ.get("LW_SERVE_SEED", "1"))
        self.random = random.Random(seed + mcp_)
        client = mcp("--request-seconds", "20") if mcp_ else Client("--request-seconds", "20")
        with client:
            opened = client.tool("open", text=programs.product(16)) if mcp_ else client.call("open", text=programs.product(16))
            self.document, self.next_id = opened["document"], 10_000
            self.names = ["open", "documents", "read", "legal", "explain", "apply", "undo", "redo", "variants", "branch", "export",
                          "help", "follow", "limits", "cancel", "nothing", "initialize"]
            self.methods = ["tools/list", "resources/list", "resources/read", "prompts/list", "prompts/get", "ping",
                            "notifications/cancelled", "resources/templates/list", "nothing", "tools/call"]
            self.words = ["document", "text", "file", "what", "stage", "at", "step", "steps", "script", "trace", "name", "count",
                          "lines", "uri", "arguments", "_meta", "id", "requestId", "split(i, [None, 4])", "C", "i", "j", "k", ""]
            if mcp_:
                self.schemas = {tool["name"]: tool["inputSchema"] for tool in client.call("tools/list")["tools"]}
            else:
                self.schemas = {method["name"]: method["parameters"] for method in client.call("initialize")["methods"]}
            done = 0
            for number in range(MESSAGES // 2):
                client.raw(self.request(mcp_) + b"\n")
                if number % 50 == 49:
                    mark = client.send("ping" if mcp_ else "limits", {})
                    while mark not in client.answers:
                        answers = client.message(120)
                        self.assertIsNotNone(answers, f"the server ended, seed {seed}")
                        for one in answers if isinstance(answers, list) else [answers]:
                            self.assertNotEqual(one.get("error", {}).get("code"), -32603, one)
                            done += "result" in one and not (isinstance(one["result"], dict) and one["result"].get("isError"))
                            if isinstance(one.get("id"), (int, str)):
                                client.answers[one["id"]] = one
                    client.answers.clear()
            self.assertGreater(done, MESSAGES // 10, "hardly any request was carried out")
            self.assertIsNone(client.process.poll())
            self.assertEqual(client.close(), 0)

    def test_json_rpc(self):
        self.check(False)

    def test_mcp(self):
        self.check(True)


if __name__ == "__main__":
    unittest.main()
