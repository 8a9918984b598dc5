"""A client of `lw serve` over pipes, of Python's own library only."""
import json
import os
import subprocess
import threading
import queue

BIN = os.environ.get("LW_BIN", "build/bin")


class ServeError(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.code, self.data = error["code"], error.get("data", {})


class Client:
    """One process. Answers are read on a thread, so that nothing waits for a full pipe."""

    def __init__(self, *options, env=None):
        self.process = subprocess.Popen([os.path.join(BIN, "lw"), "serve", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **(env or {})})
        self.number, self.notes, self.answers = 0, [], {}
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, method, params=None, notify=False):
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        if not notify:
            self.number += 1
            message["id"] = self.number
        self.raw(json.dumps(message).encode() + b"\n")
        return self.number

    def message(self, timeout=120):
        line = self.lines.get(timeout=timeout)
        return None if line is None else json.loads(line)

    def answer(self, id_, timeout=120):
        while id_ not in self.answers:
            message = self.message(timeout)
            if message is None:
                raise EOFError("the server has ended")
            for one in message if isinstance(message, list) else [message]:
                if "method" in one:
                    self.notes.append(one)
                else:
                    self.answers[one["id"]] = one
        answer = self.answers.pop(id_)
        if "error" in answer:
            raise ServeError(answer["error"])
        return answer["result"]

    def call(self, method, /, timeout=120, **params):
        return self.answer(self.send(method, params), timeout)

    def tool(self, name, /, timeout=120, **arguments):
        """A tool of the Model Context Protocol: its structured result, or ServeError with what it refused."""
        result = self.call("tools/call", timeout, name=name, arguments=arguments)
        if result["isError"]:
            data = json.loads(result["content"][-1]["text"])
            raise ServeError({"code": 0, "message": data["message"], "data": data})
        return result["structuredContent"]

    def close(self, timeout=20):
        """Closes the pipe and returns the exit code."""
        if not self.process.stdin.closed:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
        code = self.process.wait(timeout)
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.close()


def mcp(*options, revision="2025-06-18"):
    client = Client("--mcp", *options)
    client.initialized = client.call("initialize", protocolVersion=revision, capabilities={},
                                     clientInfo={"name": "test", "version": "0"})
    client.send("notifications/initialized", notify=True)
    return client


class Editor:
    """A client of `lw lsp`: messages with a header."""

    def __init__(self, encodings=None, capabilities=None, options=None):
        self.process = subprocess.Popen([os.path.join(BIN, "lw"), "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number, self.notes = 0, []
        capabilities = dict(capabilities or {})
        if encodings:
            capabilities["general"] = {"positionEncodings": encodings}
        self.initialized = self.call("initialize", capabilities=capabilities, initializationOptions=options)
        self.notify("initialized")

    def write(self, message):
        self.raw(message if isinstance(message, bytes) else json.dumps(message).encode())

    def raw(self, body):
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            length = int(line.split(b":")[1])
        body = self.process.stdout.read(length)
        if not body:
            raise EOFError("the server has ended")
        return json.loads(body)

    def notify(self, method, **params):
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def send(self, method, **params):
        self.number += 1
        self.write({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def call(self, method, **params):
        return self.answer(self.send(method, **params))

    def answer(self, number):
        """Requests of the server have a method, and ids of their own; they are notes."""
        while "method" in (message := self.read()) or message.get("id") != number:
            self.notes.append(message)
        if "error" in message:
            raise ServeError(message["error"])
        return message["result"]

    def open(self, uri, text, version=1, method="didOpen"):
        """Returns the diagnostics."""
        document = {"uri": uri, "version": version}
        if method == "didOpen":
            self.notify("textDocument/didOpen", textDocument={**document, "languageId": "python", "text": text})
        else:
            self.notify("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])
        while not self.is_about(note := self.read(), uri, version):
            self.notes.append(note)
        return note["params"]["diagnostics"]

    @staticmethod
    def is_about(note, uri, version):
        params = note.get("params", {})
        return note.get("method") == "textDocument/publishDiagnostics" and (params["uri"], params.get("version")) == (uri, version)

    def at(self, method, uri, line, character, **more):
        place = {"line": line, "character": character}
        return self.call("textDocument/" + method, textDocument={"uri": uri}, position=place, range={"start": place, "end": place}, **more)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(20)
