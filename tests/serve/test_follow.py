"""A window that follows a session, played by a script: who may connect, what it is told, and what it may ask for."""
import json
import os
import shutil
import socket
import stat
import tempfile
import unittest

import programs
from client import Client, ServeError, mcp
from test_protocol import wait_until


class Window:
    """The other end of a session's socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.lines = self.socket.makefile("r", encoding="utf-8")
        self.hello = self.next()
        assert self.hello["kind"] == "hello", self.hello

    def next(self):
        line = self.lines.readline()
        if not line:
            raise EOFError("the session closed the socket")
        return json.loads(line)

    def until(self, kind):
        """The next message of this kind; the others before it are dropped."""
        while (message := self.next())["kind"] != kind:
            pass
        return message

    def send(self, kind, **more):
        self.socket.sendall(json.dumps({"kind": kind, **more}, separators=(",", ":")).encode() + b"\n")

    def follow(self):
        self.send("follow")
        return self

    def close(self):
        self.lines.close()
        self.socket.close()


class Follow(unittest.TestCase):
    def setUp(self):
        self.runtime = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.runtime, True)
        os.chmod(self.runtime, 0o700)
        self.folder = os.path.join(self.runtime, "loopwright", "sessions")
        self.env = {"XDG_RUNTIME_DIR": self.runtime}

    def client(self, *options, start=Client):
        if start is Client:
            client = Client(*options, env=self.env)
        else:
            before, os.environ["XDG_RUNTIME_DIR"] = os.environ.get("XDG_RUNTIME_DIR"), self.runtime
            client = start(*options)
            if before is None:
                del os.environ["XDG_RUNTIME_DIR"]
            else:
                os.environ["XDG_RUNTIME_DIR"] = before
        self.addCleanup(client.__exit__)
        return client

    def sockets(self):
        return sorted(os.listdir(self.folder)) if os.path.isdir(self.folder) else []

    def window(self, number=0):
        self.assertTrue(wait_until(lambda: len(self.sockets()) > number))
        window = Window(os.path.join(self.folder, self.sockets()[number]))
        self.addCleanup(window.close)
        return window

    def followed(self):
        """A client with an open program, and a window that follows it."""
        client = self.client("--follow")
        document = client.call("open", text=programs.product(), name="kernels/product.py")["document"]
        window = self.window().follow()
        self.assertEqual(window.until("document")["document"], document)
        self.assertEqual(window.until("change")["current"], 0)
        self.assertEqual(window.until("control")["person"], False)
        return client, document, window

    def refused(self, client, method, kind, **params):
        with self.assertRaises(ServeError) as caught:
            client.call(method, **params)
        data = caught.exception.data
        self.assertEqual(data["kind"], kind, data)
        self.assertTrue(data["message"] and data["hint"], data)
        return data

    def test_nothing_is_announced_unless_asked(self):
        client = self.client()
        client.call("documents")
        self.assertEqual(self.sockets(), [])
        self.assertEqual(client.call("follow"), {"announced": True, "followed": False})
        self.assertEqual(len(self.sockets()), 1)
        self.assertEqual(client.call("follow", on=False), {"announced": False, "followed": False})
        self.assertEqual(self.sockets(), [])

    def test_only_this_user_may_connect(self):
        self.client("--follow").call("documents")
        for place in (self.runtime, os.path.dirname(self.folder), self.folder):
            self.assertEqual(stat.S_IMODE(os.stat(place).st_mode), 0o700)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.join(self.folder, self.sockets()[0])).st_mode), 0o600)

    def test_a_folder_that_others_may_enter_is_refused(self):
        client = self.client()
        os.chmod(self.runtime, 0o755)
        data = self.refused(client, "follow", "follow.no-folder")
        self.assertIn("others may enter " + self.runtime, data["message"])
        os.chmod(self.runtime, 0o700)
        os.mkdir(os.path.dirname(self.folder), 0o700)
        os.symlink("/tmp", self.folder)
        self.assertIn("is no folder", self.refused(client, "follow", "follow.no-folder")["message"])
        self.env = {"XDG_RUNTIME_DIR": ""}
        self.refused(self.client(), "follow", "follow.no-folder")
        long = os.path.join(self.runtime, "n" * 100)
        os.mkdir(long, 0o700)
        self.env = {"XDG_RUNTIME_DIR": long}
        self.assertIn("too long", self.refused(self.client(), "follow", "follow.socket")["message"])

    def test_a_session_says_who_it_is_before_it_is_followed(self):
        client = self.client("--follow")
        self.assertIn("python", self.window().hello["client"])
        client.call("initialize", client="tuner")
        self.assertEqual(self.window().hello["client"], "tuner")
        client.call("open", text=programs.product(), name="product.py")
        hello = self.window().hello
        self.assertEqual((hello["client"], hello["followed"]), ("tuner", False))
        self.assertEqual(hello["documents"], [{"title": "product", "name": "product.py", "steps": 0}])
        self.assertEqual(client.call("follow"), {"announced": True, "followed": False})
        agent = self.client("--follow", start=mcp)
        agent.tool("documents")
        names = [self.window(i).hello["client"] for i in range(2)]
        self.assertEqual(sorted(names), ["test 0", "tuner"])

    def test_one_window_at_a_time(self):
        client, _, window = self.followed()
        other = self.window()
        self.assertTrue(other.hello["followed"])
        other.follow()
        with self.assertRaises(EOFError):
            other.next()
        self.assertTrue(client.call("follow")["followed"])
        window.close()
        self.assertTrue(wait_until(lambda: not client.call("follow")["followed"]))
        self.window().follow().until("document")
        stranger = self.window()
        stranger.send("take")  # without following
        with self.assertRaises(EOFError):
            stranger.next()

    def test_two_sessions_share_nothing(self):
        first, document, window = self.followed()
        second = self.client("--follow")
        other = second.call("open", text=programs.product(16), name="other.py")["document"]
        self.assertEqual(len(self.sockets()), 2)
        window.send("take")
        window.until("control")
        self.assertEqual(second.call("apply", document=other, steps=["parallel(i)"])["state"]["state"], 1)
        self.refused(first, "apply", "serve.taken-over", document=document, steps=["parallel(i)"])

    def test_each_change_is_told(self):
        client, document, window = self.followed()
        client.call("apply", document=document, steps=["split(i, [None, 8])", "parallel(i_0)"], name="fast")
        working, change = window.until("working"), window.until("change")
        self.assertEqual((working["method"], working["steps"][0]), ("apply", "split(i, [None, 8])"))
        self.assertEqual([n["title"] for n in change["nodes"]], ["split(i, [None, 8])", "parallel(i_0)"])
        self.assertEqual([n["parent"] for n in change["nodes"]], [0, 1])
        self.assertTrue(all("python" in n["by"] for n in change["nodes"]))
        self.assertEqual((change["current"], change["nodes"][1]["name"]), (2, "fast"))
        client.call("undo", document=document)
        change = window.until("change")
        self.assertEqual((change["what"], change["from"], change["current"], change["nodes"]), ("undo", 2, 1, []))
        client.call("branch", document=document, state="0", name="start")
        self.assertEqual(window.until("change")["names"], [[0, "start"]])
        with self.assertRaises(ServeError):
            client.call("apply", document=document, steps=["vectorize(k)"])
        refused = window.until("refused")
        self.assertEqual((refused["method"], refused["steps"]), ("apply", ["vectorize(k)"]))
        self.assertIn("k", refused["error"]["message"])
        client.call("run", document=document, threads=1, repeat=2)
        run = window.until("change")["runs"]
        self.assertEqual((len(run), run[0]["node"], run[0]["ok"]), (1, 0, True))
        self.assertGreater(run[0]["median_ms"], 0)
        self.assertLessEqual(run[0]["min_ms"], run[0]["median_ms"])

    def test_another_program_is_shown_when_the_client_goes_there(self):
        client, document, window = self.followed()
        other = client.call("open", text=programs.HALF)["document"]
        self.assertEqual(window.until("document")["document"], other)
        client.call("apply", document=document, steps=["parallel(i)"])
        self.assertEqual(window.until("document")["document"], document)
        self.assertEqual(len(window.until("change")["nodes"]), 1)
        client.call("close", document=document)
        self.assertEqual(window.until("closed")["document"], document)

    def test_taking_over(self):
        client, document, window = self.followed()
        window.send("take")
        self.assertTrue(window.until("control")["person"])
        data = self.refused(client, "apply", "serve.taken-over", document=document, steps=["parallel(i)"])
        self.assertIn("a person at a window has taken over", data["message"])
        self.assertEqual(window.until("refused")["error"]["kind"], "serve.taken-over")
        for method in ("undo", "branch", "close"):
            self.refused(client, method, "serve.taken-over", document=document)
        self.assertIn("T.grid", client.call("read", document=document, what="source")["text"])
        # A step of the person: the steps are those that a window sends, in the form of traces.
        made = Client(env=self.env)
        self.addCleanup(made.__exit__)
        copy = made.call("open", text=programs.product())["document"]
        made.call("apply", document=copy, steps=["split(i, [None, 4])"])
        session = json.loads(made.call("export", document=copy, format="lwsession")["text"])
        action = {k: v for k, v in session["workspaces"][0]["nodes"][1].items() if k in ("title", "steps")}
        window.send("change", document=document, nodes=[{"ref": 7, "parent": {"node": 0}, "action": action}],
                    current={"ref": 7})
        self.assertEqual(window.until("numbers")["numbers"], [[7, 1]])
        window.send("give")
        self.assertFalse(window.until("control")["person"])
        data = self.refused(client, "apply", "serve.changed-by-person", document=document, steps=["parallel(i_0)"])
        self.assertIn("it is at state 1 now, split(i, [None, 4])", data["message"])
        client.call("apply", document=document, steps=["parallel(i_0)"])  # it was told once
        change = window.until("change")
        self.assertEqual((change["nodes"][0]["parent"], change["current"]), (1, 2))
        window.send("undo", document=document)
        window.until("change")
        window.close()
        self.assertTrue(wait_until(lambda: not client.call("follow")["followed"]))
        self.refused(client, "apply", "serve.changed-by-person", document=document, steps=["parallel(j)"])
        window = self.window().follow()
        nodes = window.until("change")["nodes"]
        self.assertEqual(["by" in node for node in nodes], [False, True])

    def test_steps_of_the_person_are_proved_too(self):
        client, document, window = self.followed()
        window.send("take")
        window.until("control")
        bad = [["Vectorize", ["l2"], [], []]]
        before = [["GetBlock", [], ["C", "main"], ["b0"]], ["GetLoops", ["b0"], [], ["l0", "l1", "l2"]]]
        for steps in ([before + bad, []], "nothing", [[["Parallel", ["l9"], [], []]], []]):
            window.send("change", document=document, current={"ref": 1},
                        nodes=[{"ref": 1, "parent": {"node": 0}, "action": {"title": "x", "steps": steps}}])
            self.assertTrue(window.until("failed")["why"])
            self.assertEqual(window.until("document")["document"], document)
            self.assertEqual(window.until("change")["nodes"], [])
        unsafe = [["GetBlock", [], ["C", "main"], ["b0"]], ["CacheWrite", ["b0", []], [0, "global"], ["b1"]],
                  ["UnsafeSetDType", ["b0"], [0, "float16"], []]]
        window.send("change", document=document, current={"ref": 1},
                    nodes=[{"ref": 1, "parent": {"node": 0}, "action": {"title": "x", "steps": [unsafe, []]}}])
        self.assertIn("unsafe_set_dtype", window.until("failed")["why"])
        for nonsense in ({"nodes": 3}, {"nodes": [{}]}, {"nodes": [], "current": 4}, {"nodes": [{"ref": "x"}]}):
            window.send("change", document=document, **nonsense)
        window.socket.sendall(b"no json\n[1]\n\n")
        self.assertEqual(client.call("variants", document=document)["state"]["state"], 0)

    def test_undoing(self):
        client, document, window = self.followed()
        client.call("apply", document=document, steps=["parallel(i)"])
        window.until("change")
        window.send("undo", document=document)
        change = window.until("change")
        self.assertEqual((change["by"], change["what"], change["current"]), ("", "undo", 0))
        data = self.refused(client, "apply", "serve.changed-by-person", document=document, steps=["parallel(j)"])
        self.assertIn("parallel(i) was undone", data["message"])
        self.assertEqual(client.call("apply", document=document, steps=["parallel(j)"])["state"]["state"], 2)
        window.until("change")
        window.send("undo", document=document)
        window.until("change")
        client.call("variants", document=document)  # it sees the state
        client.call("apply", document=document, steps=["parallel(j)"])

    def pin(self, window, document, loop):
        window.send("pin", document=document, loop=loop)
        return window.until("pins")["pins"]

    def test_pinned_loops(self):
        client, document, window = self.followed()
        loops = {}
        for number in range(1, 12):  # ids are small numbers; those of other things are not pinned
            for pin in self.pin(window, document, number):
                loops[pin["name"]] = pin["loop"]
            window.send("unpin", document=document, loop=number)
            window.until("pins")
        self.assertEqual(sorted(loops), ["i", "j", "k"])
        self.assertEqual(self.pin(window, document, loops["j"]), [{"loop": loops["j"], "name": "j"}])
        for step, how in [("split(j, [None, 8])", "split takes it as an argument"),
                          ("parallel(j)", "parallel takes it as an argument"),
                          ("reorder(k, i)", "it would be moved"),
                          ("fuse(i, j)", "fuse takes it as an argument")]:
            data = self.refused(client, "apply", "serve.pinned", document=document, steps=[step])
            self.assertEqual(data["message"], f"a person at a window has pinned loop j: {how}")
            self.assertEqual(data["value"], "j")
            self.assertEqual(window.until("refused")["error"]["kind"], "serve.pinned")
        client.call("apply", document=document, steps=["split(i, [None, 8])", "split(k, [None, 8])"])
        # Going back to a state in which the loop is as it is now is allowed.
        client.call("undo", document=document, count=2)
        window.send("unpin", document=document, loop=loops["j"])
        self.assertEqual(window.until("pins")["pins"], [])
        client.call("apply", document=document, steps=["split(j, [None, 8])"])
        j0 = [pin for number in range(1, 40) for pin in self.pin(window, document, number) if pin["name"] == "j_0"]
        for number in range(1, 40):
            if number != j0[0]["loop"]:
                window.send("unpin", document=document, loop=number)
        while len(window.until("pins")["pins"]) > 1:
            pass
        for method in ("undo", "branch"):
            more = {"state": "0"} if method == "branch" else {}
            data = self.refused(client, method, "serve.pinned", document=document, **more)
            self.assertIn("pinned loop j_0: it would be removed", data["message"])
        window.close()  # pins end with following; what the person did stays known
        self.assertTrue(wait_until(lambda: not client.call("follow")["followed"]))
        client.call("undo", document=document)

    def test_a_search_does_not_go_against_the_person(self):
        client, document, window = self.followed()
        window.send("take")
        window.until("control")
        found = client.call("tune", document=document, trials=2, seconds=60, timeout=300)
        self.assertEqual(client.call("variants", document=document)["state"]["state"], 0)
        change = window.until("change")
        self.assertEqual((change["what"], change["current"]), ("tune", 0))
        self.assertEqual(len(change["nodes"]), 1 if "state" in found else 0)

    def test_a_window_that_does_not_read_holds_nothing_up(self):
        client, document, window = self.followed()
        for _ in range(300):
            client.call("apply", document=document, steps=["parallel(i)"])
            client.call("undo", document=document)
        change = window.until("change")
        self.assertEqual(change["what"], "apply")

    def test_a_client_that_is_gone_is_noticed(self):
        client, _, window = self.followed()
        client.close()
        with self.assertRaises(EOFError):
            window.until("never")
        self.assertEqual(self.sockets(), [])
        client, _, window = self.followed()
        client.process.kill()
        with self.assertRaises(EOFError):
            window.until("never")


if __name__ == "__main__":
    unittest.main()
