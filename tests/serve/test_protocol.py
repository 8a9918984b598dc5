"""JSON-RPC: every method, errors with place, value and remedy, batches, cancellation, and clients that vanish."""
import json
import os
import time
import unittest

import programs
from client import Client, ServeError


def children(pid):
    """The processes below one."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat") as stat:
                parent = int(stat.read().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError):
            continue
        if parent == pid:
            found += [int(name), *children(int(name))]
    return found


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition, seconds=20):
    end = time.time() + seconds
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


class Protocol(unittest.TestCase):
    def setUp(self):
        self.client = Client()
        self.addCleanup(self.client.__exit__)

    def open(self, text=None, **more):
        return self.client.call("open", text=text or programs.product(), **more)["document"]

    def refused(self, method, kind, **params):
        """The error: it has a message, a remedy, and no method changes anything."""
        with self.assertRaises(ServeError) as caught:
            self.client.call(method, **params)
        data = caught.exception.data
        self.assertEqual(data["kind"], kind, data)
        self.assertTrue(data["message"] and data.get("hint"), data)
        return caught.exception


class Methods(Protocol):
    def test_handshake(self):
        hello = self.client.call("initialize")
        self.assertEqual((hello["name"], hello["protocol"]), ("lw", 1))
        names = [m["name"] for m in hello["methods"]]
        self.assertEqual(names, ["open", "close", "documents", "read", "legal", "explain", "apply", "undo", "redo", "variants",
                                 "branch", "run", "compare", "tune", "export", "help", "follow", "limits"])
        for method in hello["methods"]:
            self.assertFalse(method["parameters"]["additionalProperties"])
            for parameter in method["parameters"]["properties"].values():
                self.assertTrue(parameter["description"])

    def test_open_says_what_is_fixed(self):
        opened = self.client.call("open", text=programs.product())
        self.assertEqual(opened["function"], "product")
        self.assertEqual(opened["reference"], "def reference")
        self.assertEqual(opened["schedules"], ["tiled"])
        again = self.client.call("open", text=programs.product())
        other = self.client.call("open", text=programs.product().replace("np.matmul(A, B, out=C)", "C[:] = 0"))
        self.assertEqual(opened["fixed"], again["fixed"])
        self.assertEqual(opened["fixed"]["program"], other["fixed"]["program"])
        self.assertNotEqual(opened["fixed"]["reference_and_inputs"], other["fixed"]["reference_and_inputs"])
        self.assertEqual(len(self.client.call("documents")["documents"]), 3)
        self.client.call("close", document=again["document"])
        self.refused("read", "serve.no-document", document=again["document"])

    def test_open_with_errors(self):
        error = self.refused("open", "serve.has-errors", text=programs.product().replace('T.block("C")', "T.blok('C')"), name="mm.py")
        self.assertRegex(error.data["place"], r"^mm\.py:\d+:\d+$")
        self.assertTrue(error.data["errors"][0]["line"] > 1)
        self.refused("open", "serve.parameters-combined")
        self.refused("open", "serve.parameters-combined", text="", file="a.py")

    def test_read(self):
        document = self.open()
        read = lambda what, **more: self.client.call("read", document=document, what=what, **more)
        self.assertIn("def reference", read("source")["text"])
        self.assertEqual(read("tree")["text"], "loop i  32  serial\n  loop j  32  serial\n    loop k  32  serial\n      block C\n")
        self.assertEqual([r["name"] for r in read("cost")["rows"]], ["product", "i", "j", "k", "C"])
        self.assertEqual(read("cost")["rows"][0]["flops"], 2 * 32 ** 3)
        self.assertIn("T.sblock", read("program", dialect="tvm")["text"])
        stages = [s["name"] for s in read("stages")["stages"]]
        self.assertIn("asm", stages)
        for stage in stages:
            if stage not in ("ptx", "opencl"):
                self.assertTrue(read("stage", stage=stage)["text"], stage)
        self.assertIn("ret", read("assembly")["text"])
        part = read("program", first_line=2, lines=3)
        self.assertEqual(len(part["text"].splitlines()), 3)
        self.assertEqual(part["next_line"], 5)
        error = self.refused("read", "lower.stage", document=document, what="stage", stage="nothing")
        self.assertEqual((error.data["place"], error.data["value"], error.code), ("stage", "nothing", -32602))
        self.assertIn("tir", error.data["stages"])

    def test_steps(self):
        document = self.open()
        legal = self.client.call("legal", document=document, at="k")
        by = {s["step"]: s for s in legal["steps"]}
        self.assertGreater(by["split(k, [None, 8])"]["expected_speedup"], 0.5)
        self.assertFalse(by["parallel(k)"]["legal"])
        self.assertIn("both update C[0, 0]", by["parallel(k)"]["witness"])
        self.assertFalse(any(s["step"].startswith("unsafe_") for s in legal["steps"]))
        shorter = self.client.call("legal", document=document, at="k", refused=False)["steps"]
        self.assertTrue(all(s["legal"] is not False for s in shorter))
        self.refused("legal", "legal.unknown", document=document, at="nowhere")

        explained = self.client.call("explain", document=document, step="parallel(k)")
        self.assertFalse(explained["legal"])
        self.assertEqual(explained["refused"]["witness"]["element"], "C[0, 0]")
        self.assertIn(["parallel(i)"], explained["refused"]["chains"])
        for step in explained["refused"]["chains"][0]:
            self.assertTrue(self.client.call("explain", document=document, step=step)["legal"])
        self.assertTrue(self.client.call("explain", document=document, step="reorder(i, k, j)")["expected_speedup"] > 1)

        reached = self.client.call("apply", document=document, steps=["reorder(i, k, j)", "vectorize(j)"])
        self.assertEqual((reached["state"]["state"], reached["state"]["steps"]), (2, 2))
        proofs = self.client.call("read", document=document, what="steps")["steps"]
        self.assertEqual([p["step"] for p in proofs], ["reorder(i, k, j)", "vectorize(j)"])
        self.assertTrue(any("proved by" in one for p in proofs for one in p["proofs"]))

    def test_a_refused_step_changes_nothing(self):
        document = self.open()
        error = self.refused("apply", "loop.carries-reduction", document=document, steps=["split(i, [None, 8])", "parallel(k)"])
        self.assertEqual((error.code, error.data["place"], error.data["value"]), (-32000, "steps[1]", "parallel(k)"))
        self.assertTrue(error.data["unchanged"] and error.data["witness"])
        self.assertEqual(len(self.client.call("variants", document=document)["states"]), 1)
        error = self.refused("apply", "serve.unproved", document=document, steps=['cache_write("C", 0, "global")', 'unsafe_set_dtype("C", 0, "float16")'])
        self.assertEqual(error.data["value"], "unsafe_set_dtype")
        self.refused("apply", "serve.parameters-combined", document=document)

    def test_scripts_and_traces(self):
        document = self.open()
        apply = lambda **how: self.client.call("apply", document=document, **how)
        apply(script="def schedule(sch):\n    i, j, k = sch.get_loops(sch.get_block('C'))\n    sch.reorder(i, k, j)\n", name="script")
        text = self.client.call("read", document=document)["text"]
        trace = self.client.call("export", document=document, format="json")["text"]
        self.client.call("branch", document=document, state="0")
        apply(schedule="tiled")
        self.assertEqual(self.client.call("read", document=document)["text"], text)
        self.client.call("branch", document=document, state="0")
        apply(trace=trace)
        self.assertEqual(self.client.call("read", document=document)["text"], text)

    def test_states(self):
        document = self.open()
        self.refused("undo", "serve.no-earlier-state", document=document)
        self.refused("redo", "serve.no-later-state", document=document)
        self.client.call("apply", document=document, steps=["split(i, [None, 8])"], name="split")
        self.client.call("undo", document=document)
        self.client.call("apply", document=document, steps=["reorder(i, k, j)"])
        self.assertEqual(self.client.call("branch", document=document, name="other")["state"]["name"], "other")
        states = self.client.call("variants", document=document)["states"]
        self.assertEqual([(s.get("name"), s.get("parent")) for s in states], [(None, None), ("split", 0), ("other", 0)])
        self.assertEqual(self.client.call("branch", document=document, state="split")["state"]["state"], 1)
        self.assertEqual(self.client.call("undo", document=document)["state"]["state"], 0)
        self.assertEqual(self.client.call("redo", document=document)["state"]["state"], 1)
        self.refused("branch", "serve.no-state", document=document, state="99")

    def test_export(self):
        document = self.open()
        self.client.call("apply", document=document, steps=["reorder(i, k, j)"])
        for format_, words in {"script": "sch.reorder", "python": "def apply_trace(sch)", "json": '"Reorder"', "cpp": "Reorder(",
                               "c": "product(", "html": "<html", "state": "<html", "lwsession": '"product"'}.items():
            self.assertIn(words, self.client.call("export", document=document, format=format_)["text"], format_)
        error = self.refused("export", "serve.format", document=document, format="object")
        self.assertEqual(error.data["place"], "format")

    def test_help(self):
        everything = self.client.call("help")
        self.assertIn("split", [s["name"] for s in everything["steps"]])
        self.assertIn("### Example", self.client.call("help", name="split")["text"])
        self.assertTrue(self.client.call("help", name=everything["pages"][0]["name"])["text"])
        self.refused("help", "serve.no-resource", name="nothing")


class Errors(Protocol):
    def test_parameters(self):
        error = self.refused("read", "serve.parameter-missing")
        self.assertEqual((error.code, error.data["place"]), (-32602, "document"))
        document = self.open()
        error = self.refused("read", "serve.parameter-unknown", document=document, wath="source")
        self.assertEqual((error.data["place"], error.data["value"]), ("wath", '"source"'))
        error = self.refused("read", "serve.parameter-type", document=document, what="nothing")
        self.assertEqual((error.data["place"], error.data["value"]), ("what", '"nothing"'))
        error = self.refused("run", "serve.parameter-range", document=document, threads=5000)
        self.assertEqual((error.data["place"], error.data["value"]), ("threads", "5000"))
        self.refused("run", "serve.parameter-range", document=document, repeat=2 ** 63)
        self.refused("run", "serve.parameter-type", document=document, repeat=1e30)
        self.refused("apply", "serve.parameter-type", document=document, steps=[1])
        self.refused("run", "inputs.no-such-size", document=document, sizes={"n": 3})
        self.refused("compare", "serve.parameter-range", document=document, states=["0"])

    def raw(self, text):
        self.client.raw(text + b"\n")
        return self.client.message()["error"]

    def test_messages(self):
        for text, code, kind in [
                (b"{", -32700, "serve.no-json"), (b'"\xff\xfe"', -32700, "serve.no-json"), (b"[]", -32600, "serve.no-request"),
                (b"1", -32600, "serve.no-request"), (b'{"jsonrpc": "1.0", "id": 1, "method": "help"}', -32600, "serve.no-request"),
                (b'{"jsonrpc": "2.0", "id": null, "method": "help"}', -32600, "serve.no-request"),
                (b'{"jsonrpc": "2.0", "id": 1.5, "method": "help"}', -32600, "serve.no-request"),
                (b'{"jsonrpc": "2.0", "id": 1, "method": 5}', -32600, "serve.no-request"),
                (b'{"jsonrpc": "2.0", "id": 1, "method": "help", "params": [1]}', -32600, "serve.no-request"),
                (b'{"jsonrpc": "2.0", "id": 1, "method": "hlep"}', -32601, "serve.no-method"),
                (b"[" * 500 + b"]" * 500, -32600, "serve.too-deep")]:
            error = self.raw(text)
            self.assertEqual((error["code"], error["data"]["kind"]), (code, kind), text[:60])
            self.assertTrue(error["data"]["hint"])
        self.assertTrue(self.client.call("limits"))

    def test_batches(self):
        self.client.raw(b'[{"jsonrpc": "2.0", "id": "a", "method": "limits"}, {"jsonrpc": "2.0", "method": "limits"},'
                        b' {"jsonrpc": "2.0", "id": "b", "method": "no"}, 5]\n')
        answers = {a["id"]: a for a in self.client.message()}
        self.assertEqual(set(answers), {"a", "b", None})
        self.assertIn("result", answers["a"])
        self.assertEqual(answers["b"]["error"]["code"], -32601)
        self.client.raw(b"[" + b",".join([b"1"] * 101) + b"]\n")
        self.assertEqual(self.client.message()["error"]["data"]["kind"], "serve.no-request")

    def test_an_id_is_used_once_at_a_time(self):
        document = self.open(programs.LONG)
        run = {"jsonrpc": "2.0", "id": "same", "method": "run", "params": {"document": document}}
        self.client.raw(json.dumps(run).encode() + b"\n")
        self.client.raw(b'{"jsonrpc": "2.0", "id": "same", "method": "limits"}\n')
        self.assertEqual(self.client.message()["error"]["data"]["kind"], "serve.id-in-use")
        self.assertTrue(self.client.call("cancel", id="same")["cancelled"])
        with self.assertRaises(ServeError):
            self.client.answer("same")


class Jobs(Protocol):
    def test_cancellation(self):
        document = self.open(programs.LONG)
        job = self.client.send("run", {"document": document})
        waiting = self.client.send("run", {"document": document})
        self.assertTrue(wait_until(lambda: children(self.client.process.pid)))
        self.assertTrue(self.client.call("limits"))  # other requests are answered meanwhile
        begin = time.time()
        for one in (waiting, job):
            self.assertTrue(self.client.call("cancel", id=one)["cancelled"])
        for one in (job, waiting):
            with self.assertRaises(ServeError) as caught:
                self.client.answer(one)
            self.assertEqual((caught.exception.code, caught.exception.data["kind"]), (-32800, "serve.cancelled"))
        self.assertLess(time.time() - begin, 10)
        self.assertTrue(wait_until(lambda: not children(self.client.process.pid)))
        self.assertFalse(self.client.call("cancel", id=job)["cancelled"])
        self.assertTrue(any(n["method"] == "progress" for n in self.client.notes))

    def test_progress_never_falls(self):
        document = self.open()
        job = self.client.send("tune", {"document": document, "trials": 6, "seconds": 30})
        self.client.answer(job)
        done = [n["params"]["done"] for n in self.client.notes if n["params"]["id"] == job]
        self.assertTrue(done)
        self.assertEqual(done, sorted(done))
        self.assertEqual(len(done), len(set(done)))

    def vanish(self, how):
        client = Client()
        self.addCleanup(client.__exit__)
        document = client.call("open", text=programs.LONG)["document"]
        client.send("run", {"document": document, "timeout": 600})
        self.assertTrue(wait_until(lambda: children(client.process.pid)))
        below = children(client.process.pid)
        how(client.process)
        self.assertTrue(wait_until(lambda: client.process.poll() is not None), "it goes on without its client")
        self.assertTrue(wait_until(lambda: not any(alive(pid) for pid in below)), "its kernel goes on")

    def test_a_client_that_closes_its_end(self):
        self.vanish(lambda process: process.stdin.close())

    def test_a_server_that_is_killed(self):
        self.vanish(lambda process: process.kill())

    def test_a_reader_that_is_gone(self):
        """Only the end that answers are read from is closed."""
        to_server, from_client = os.pipe()
        from_server, to_client = os.pipe()
        import subprocess
        import client as c
        process = subprocess.Popen([os.path.join(c.BIN, "lw"), "serve"], stdin=to_server, stdout=to_client)
        os.close(to_server), os.close(to_client)
        os.write(from_client, b'{"jsonrpc": "2.0", "id": 1, "method": "limits"}\n')
        self.assertIn(b"result", os.read(from_server, 1 << 16))
        os.close(from_server)
        process.wait(20)
        os.close(from_client)

    def test_the_last_requests_are_answered(self):
        document = self.open()
        requests = [self.client.send("read", {"document": document, "what": "assembly"}) for _ in range(5)]
        self.client.process.stdin.close()
        for one in requests:
            self.assertTrue(self.client.answer(one)["text"])
        self.assertEqual(self.client.close(), 0)

    def test_a_kernel_that_prints(self):
        """What a kernel prints is part of its result, and never comes between messages."""
        text = programs.COPY.replace('with T.block("B"):', 'T.evaluate(T.call_extern("int32", "printf", "hello %d\\n", i))\n        with T.block("B"):')
        document = self.open(text)
        self.assertIn("hello 3", self.client.call("run", document=document, sizes={"n": 4}, repeat=1)["printed"])

    def test_sessions_are_apart(self):
        document = self.open()
        with Client() as other:
            other.call("open", text=programs.product())
            with self.assertRaises(ServeError) as caught:
                other.call("read", document=document)
            self.assertEqual(caught.exception.data["kind"], "serve.no-document")


if __name__ == "__main__":
    unittest.main()
