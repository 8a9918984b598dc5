// A server of the Language Server Protocol as a child process: messages over its stdin and stdout.
"use strict";

const { spawn } = require("child_process");

class Connection {
  // `handlers`: of the server's notifications and requests, by method.
  constructor(command, args, handlers, ended) {
    this.handlers = handlers;
    this.number = 0;
    this.waiting = new Map();
    this.received = Buffer.alloc(0);
    this.process = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    this.process.stdout.on("data", (bytes) => this.receive(bytes));
    this.process.stdin.on("error", () => {});
    const end = (reason) => {
      for (const { reject } of this.waiting.values()) reject(new Error(reason));
      this.waiting.clear();
      if (this.process) ended(reason);
      this.process = null;
    };
    this.process.on("error", (error) => end(error.message));
    this.process.on("exit", (code) => end(`it ended with ${code}`));
  }

  send(message) {
    if (!this.process) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  // `token`: a CancellationToken, or nothing.
  request(method, params, token) {
    if (!this.process) return Promise.reject(new Error("the server is not running"));
    const id = ++this.number;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.send({ id, method, params });
    if (token) token.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
    return answer;
  }

  receive(bytes) {
    this.received = Buffer.concat([this.received, bytes]);
    for (;;) {
      const head = this.received.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = /content-length: *(\d+)/i.exec(this.received.toString("ascii", 0, head));
      const end = head + 4 + (length ? Number(length[1]) : 0);
      if (this.received.length < end) return;
      const body = this.received.toString("utf8", head + 4, end);
      this.received = this.received.subarray(end);
      this.handle(JSON.parse(body));
    }
  }

  async handle(message) {
    if (message.method === undefined) {
      const asked = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (!asked) return;
      if (message.error) asked.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
      else asked.resolve(message.result);
      return;
    }
    const handler = this.handlers[message.method];
    if (message.id === undefined) {
      if (handler) handler(message.params);
      return;
    }
    try {
      if (!handler) throw new Error(`there is no method ${message.method}`);
      this.send({ id: message.id, result: (await handler(message.params)) ?? null });
    } catch (error) {
      this.send({ id: message.id, error: { code: -32601, message: error.message } });
    }
  }

  async stop() {
    if (!this.process) return;
    const child = this.process;
    await Promise.race([this.request("shutdown"), new Promise((resolve) => setTimeout(resolve, 2000))]).catch(() => {});
    this.notify("exit");
    this.process = null;
    child.stdin.end();
  }
}

module.exports = { Connection };
