"""The Model Context Protocol: revisions, every tool, resources, prompts, progress and cancellation."""
import json
import time
import unittest

import programs
from client import Client, ServeError, mcp


class Handshake(unittest.TestCase):
    def test_revisions(self):
        for asked, agreed in [("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
                              ("2025-11-25", "2025-11-25"), ("2031-01-01", "2025-11-25"), (7, "2025-11-25")]:
            with mcp(revision=asked) as client:
                hello = client.initialized
                self.assertEqual(hello["protocolVersion"], agreed)
                self.assertEqual(hello["serverInfo"]["name"], "loopwright")
                self.assertEqual(set(hello["capabilities"]), {"tools", "resources", "prompts"})
                tool = client.call("tools/list")["tools"][0]
                self.assertEqual("annotations" in tool, agreed >= "2025-03-26")
                result = client.call("tools/call", name="limits", arguments={})
                self.assertFalse(result["isError"])
                self.assertEqual("structuredContent" in result, agreed >= "2025-06-18")
                self.assertEqual(json.loads(result["content"][0]["text"])["trials"]["used"], 0)

    def test_a_revision_without_initialize(self):
        """Every request says the revision; server/discover says which there are."""
        key = "io.modelcontextprotocol/protocolVersion"
        with Client("--mcp") as client:
            call = lambda method, revision="2026-07-28", **params: client.call(method, **params, _meta={key: revision})
            with self.assertRaises(ServeError) as caught:
                call("server/discover", "2033-01-01")
            self.assertEqual((caught.exception.code, caught.exception.data["kind"]), (-32022, "serve.revision"))
            self.assertEqual(caught.exception.data["supported"], ["2026-07-28"])
            found = call("server/discover")
            self.assertEqual((found["supportedVersions"], found["resultType"], found["ttlMs"]), (["2026-07-28"], "complete", 0))
            self.assertEqual(found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "loopwright")
            self.assertTrue(call("tools/list")["tools"])
            result = call("tools/call", name="limits", arguments={})
            self.assertEqual((result["resultType"], result["structuredContent"]["trials"]["used"]), ("complete", 0))
            self.assertEqual(call("tools/call", name="read", arguments={})["resultType"], "complete")
            with self.assertRaises(ServeError) as caught:
                call("resources/read", uri="loopwright://nothing")
            self.assertEqual(caught.exception.code, -32602)
            with self.assertRaises(ServeError) as caught:
                call("tools/list", "2025-06-18")
            self.assertEqual(caught.exception.code, -32022)

    def test_it_begins_with_initialize(self):
        with Client("--mcp") as client:
            self.assertEqual(client.call("ping"), {})
            with self.assertRaises(ServeError) as caught:
                client.call("tools/list")
            self.assertEqual(caught.exception.data["kind"], "serve.not-initialized")

    def test_a_session_has_one_client(self):
        with mcp() as client, self.assertRaises(ServeError) as caught:
            client.call("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "other", "version": "1"})
        self.assertEqual(caught.exception.data["kind"], "serve.initialized-twice")

    def test_batches_belong_to_older_revisions(self):
        two = b'[{"jsonrpc": "2.0", "id": 1000, "method": "ping"}, {"jsonrpc": "2.0", "id": 1001, "method": "ping"}]\n'
        with mcp(revision="2025-03-26") as client:
            client.raw(two)
            self.assertEqual(len(client.message()), 2)
        with mcp(revision="2025-06-18") as client:
            client.raw(two)
            self.assertEqual(client.message()["error"]["code"], -32600)


class Tools(unittest.TestCase):
    def setUp(self):
        self.client = mcp()
        self.addCleanup(self.client.__exit__)

    def test_every_tool(self):
        tool = self.client.tool
        names = {t["name"] for t in self.client.call("tools/list")["tools"]}
        document = tool("open", text=programs.product(48))["document"]
        used = {"open"}

        def use(name, /, **arguments):
            used.add(name)
            return tool(name, document=document, **arguments)

        self.assertIn("loop k", use("read", what="tree")["text"])
        self.assertTrue(use("legal", at="C")["steps"])
        self.assertFalse(use("explain", step="parallel(k)")["legal"])
        use("apply", steps=["reorder(i, k, j)", "vectorize(j)"], name="rows")
        use("undo")
        use("redo")
        use("branch", state="rows")
        ran = use("run", repeat=4)
        self.assertTrue(ran["right"])
        self.assertEqual([c["against"] for c in ran["checks"]], ["reference", "reference", "the program as opened"])
        self.assertEqual(len({c["seed"] for c in ran["checks"]}), 3)
        self.assertGreater(ran["speedup_over_opened"], 0)
        self.assertEqual(ran["proofs"]["steps"], 2)
        compared = use("compare", states=["0", "rows"], repeat=4)
        self.assertEqual([r["state"] for r in compared["results"]], [0, 2])
        tuned = use("tune", trials=4, seconds=30, name="tuned")
        self.assertEqual((tuned["trials"], tuned["wrong"], tuned["state"]["name"]), (4, 0, "tuned"))
        self.assertIn("run", use("variants")["states"][2])
        self.assertIn("def ", use("export", format="script")["text"])
        used |= {"documents", "follow", "help", "limits"}
        self.assertEqual(tool("follow", on=False), {"announced": False, "followed": False})
        self.assertEqual(len(tool("documents")["documents"]), 1)
        self.assertTrue(tool("help")["steps"])
        limits = tool("limits")
        self.assertEqual(limits["trials"]["used"], 4)
        self.assertGreater(limits["seconds"]["used"], 0)
        use("close")
        self.assertEqual(used, names)

    def test_refusals_are_for_the_model_to_read(self):
        document = self.client.tool("open", text=programs.product())["document"]
        result = self.client.call("tools/call", name="apply", arguments={"document": document, "steps": ["parallel(k)"]})
        self.assertTrue(result["isError"])
        self.assertIn("carries the reduction", result["content"][0]["text"])
        data = json.loads(result["content"][1]["text"])
        self.assertEqual((data["place"], data["value"]), ("steps[0]", "parallel(k)"))
        self.assertTrue(self.client.call("tools/call", name="read", arguments={})["isError"])
        self.assertTrue(self.client.call("tools/call", name="read", arguments=[1])["isError"])
        with self.assertRaises(ServeError) as caught:
            self.client.call("tools/call", name="nothing", arguments={})
        self.assertEqual(caught.exception.code, -32602)

    def test_progress_and_cancellation(self):
        document = self.client.tool("open", text=programs.product())["document"]
        job = self.client.send("tools/call", {"name": "tune", "arguments": {"document": document, "trials": 5, "seconds": 30},
                                              "_meta": {"progressToken": "search"}})
        self.client.answer(job)
        told = [n["params"] for n in self.client.notes if n["method"] == "notifications/progress"]
        self.assertTrue(told)
        self.assertTrue(all(p["progressToken"] == "search" and p["message"] for p in told))
        values = [p["progress"] for p in told]
        self.assertEqual(values, sorted(set(values)))

        long = self.client.tool("open", text=programs.LONG)["document"]
        job = self.client.send("tools/call", {"name": "run", "arguments": {"document": long}})
        time.sleep(0.5)
        self.client.send("notifications/cancelled", {"requestId": job, "reason": "enough"}, notify=True)
        begin = time.time()
        self.assertTrue(self.client.tool("run", document=document, repeat=1)["right"])  # the next job begins
        self.assertLess(time.time() - begin, 20)
        self.assertNotIn(job, self.client.answers)  # a cancelled request has no answer

    def test_resources(self):
        document = self.client.tool("open", text=programs.product())["document"]
        self.client.tool("apply", document=document, steps=["reorder(i, k, j)"])
        listed = {r["uri"]: r for r in self.client.call("resources/list")["resources"]}
        self.assertIn("loopwright://help/split", listed)
        read = lambda uri: self.client.call("resources/read", uri=uri)["contents"][0]
        at = f"loopwright://documents/{document}/"
        self.assertEqual(read(at + "source")["text"], programs.product())
        self.assertIn("T.grid(32, 32, 32)", read(at + "program")["text"])
        self.assertIn("Reorder", read(at + "trace")["text"])
        self.assertIn("# split", read("loopwright://help/split")["text"])
        for uri in listed:
            self.assertTrue(read(uri)["text"], uri)
        self.assertEqual(len(self.client.call("resources/templates/list")["resourceTemplates"]), 4)
        for uri in ("loopwright://help/../split", "file:///etc/passwd", "loopwright://documents/x/source", at + "other", 5):
            with self.assertRaises(ServeError) as caught:
                read(uri)
            self.assertEqual((caught.exception.code, caught.exception.data["kind"]), (-32002, "serve.no-resource"))

    def test_prompts(self):
        prompts = {p["name"]: p for p in self.client.call("prompts/list")["prompts"]}
        self.assertEqual(set(prompts), {"optimise_kernel", "explain_refusal", "port_tvm_schedule"})
        for name, prompt in prompts.items():
            given = {a["name"]: f"<{a['name']}>" for a in prompt["arguments"] if a["required"]}
            text = self.client.call("prompts/get", name=name, arguments=given)["messages"][0]["content"]["text"]
            for value in given.values():
                self.assertIn(value, text)
            with self.assertRaises(ServeError):
                self.client.call("prompts/get", name=name, arguments={})
        with self.assertRaises(ServeError) as caught:
            self.client.call("prompts/get", name="other")
        self.assertEqual(caught.exception.data["kind"], "serve.no-prompt")


class Agent(unittest.TestCase):
    def test_follows_what_legal_expects(self):
        """From as written to a faster state by the calls alone: the best legal step that is expected to help, again."""
        with mcp() as client:
            document = client.tool("open", text=programs.product(192))["document"]
            before = client.tool("run", document=document, repeat=4)
            self.assertTrue(before["right"])
            client.tool("apply", document=document, steps=["reorder(i, k, j)"])
            steps = client.tool("legal", document=document, at="j", refused=False)["steps"]
            self.assertEqual([s["expected_speedup"] for s in steps if "expected_speedup" in s],
                             sorted((s["expected_speedup"] for s in steps if "expected_speedup" in s), reverse=True))
            client.tool("apply", document=document, steps=["vectorize(j)"])
            for _ in range(4):  # other programs may run meanwhile
                after = client.tool("run", document=document, repeat=4)
                self.assertTrue(after["right"])
                if after["against_opened"] == "faster":
                    break
            self.assertEqual(after["against_opened"], "faster")
            self.assertGreater(after["speedup_over_opened"], 1.5)


if __name__ == "__main__":
    unittest.main()
