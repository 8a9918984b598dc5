// Loopwright in VS Code: starts `lw lsp` for Python files that import tvm, and hands its answers on.
"use strict";

const vscode = require("vscode");
const { Connection } = require("./connection");
const convert = require("./convert")(vscode);

const SELECTOR = { language: "python" };
const COMMANDS = ["loopwright.run", "loopwright.compare", "loopwright.tune", "loopwright.open"];
// The legend is part of what providers are registered with, before a server runs; it is that of the server.
const LEGEND = new vscode.SemanticTokensLegend(
  ["namespace", "function", "class", "parameter", "variable", "property", "method", "keyword", "string", "number", "comment",
    "buffer", "loop", "block", "iterVar"],
  ["declaration", "readonly"]);

let connection = null; // of the running server
let starting = null;   // the promise of it
const opened = new Set();
const changedHints = new vscode.EventEmitter();
const changedLenses = new vscode.EventEmitter();
const progresses = new Map(); // by token: how to report

const isProgram = (document) => document.languageId === "python" && /^\s*(from|import)\s+tvm\b/m.test(document.getText());
const setting = (name) => vscode.workspace.getConfiguration("loopwright").get(name);
const identifier = (document) => ({ uri: document.uri.toString() });

function handlers(diagnostics) {
  return {
    "textDocument/publishDiagnostics": ({ uri, diagnostics: list }) =>
      diagnostics.set(vscode.Uri.parse(uri), list.map(convert.diagnostic)),
    "window/showMessage": ({ type, message }) =>
      (type === 1 ? vscode.window.showErrorMessage : vscode.window.showInformationMessage)(message),
    "workspace/applyEdit": async ({ edit }) => ({ applied: await vscode.workspace.applyEdit(convert.workspaceEdit(edit)) }),
    "workspace/inlayHint/refresh": () => changedHints.fire(),
    "workspace/codeLens/refresh": () => changedLenses.fire(),
    "$/progress": ({ token, value }) => progresses.get(token)?.(value),
  };
}

function start(diagnostics) {
  if (starting) return starting;
  const made = new Connection(setting("path"), ["lsp"], handlers(diagnostics), (reason) => {
    if (connection !== made && starting === null) return;
    connection = starting = null;
    opened.clear();
    diagnostics.clear();
    vscode.window.showErrorMessage(`Loopwright: ${setting("path")} lsp: ${reason}`);
  });
  connection = made;
  const support = { refreshSupport: true };
  starting = made.request("initialize", {
    processId: process.pid,
    rootUri: null,
    initializationOptions: setting("window") ? { window: setting("window") } : {},
    capabilities: { workspace: { applyEdit: true, inlayHint: support, codeLens: support } },
  }).then(() => made.notify("initialized", {}));
  return starting;
}

async function open(document, diagnostics) {
  if (!isProgram(document) || opened.has(document.uri.toString())) return;
  try {
    await start(diagnostics);
  } catch {
    return; // it was shown why
  }
  if (opened.has(document.uri.toString()) || document.isClosed) return;
  opened.add(document.uri.toString());
  const { version } = document;
  connection.notify("textDocument/didOpen", {
    textDocument: { ...identifier(document), languageId: "python", version, text: document.getText() },
  });
}

function change({ document, contentChanges }, diagnostics) {
  if (!opened.has(document.uri.toString())) return open(document, diagnostics);
  if (contentChanges.length === 0) return undefined;
  // VS Code lists changes from the end of the text, each in terms of the text before all of them: the same in order.
  connection.notify("textDocument/didChange", {
    textDocument: { ...identifier(document), version: document.version },
    contentChanges: contentChanges.map((c) => ({ range: convert.plainRange(c.range), text: c.text })),
  });
  return undefined;
}

function close(document) {
  if (!opened.delete(document.uri.toString())) return;
  connection.notify("textDocument/didClose", { textDocument: identifier(document) });
}

// The answer to a request about a document; nothing where it is no program, or the request was refused or cancelled.
async function ask(method, document, params, token) {
  if (!opened.has(document.uri.toString())) return null;
  try {
    return await connection.request(`textDocument/${method}`, { textDocument: identifier(document), ...params }, token);
  } catch (error) {
    if (error.code === -32803 && method === "formatting") vscode.window.showWarningMessage(error.message);
    else if (error.code === -32803 || error.code === -32602) throw error;
    return null;
  }
}

const at = (position) => ({ position: convert.plainPosition(position) });
const one = (answer, to) => (answer ? to(answer) : null);
const many = (answer, to) => (answer ? answer.map(to) : []);

function providers() {
  const l = vscode.languages;
  const actions = {
    provideCodeActions: async (d, range, context, t) =>
      many(await ask("codeAction", d, { range: convert.plainRange(range), context: { diagnostics: [] } }, t), convert.action),
    resolveCodeAction: async (action, t) =>
      action.plain.edit ? action : convert.action(await connection.request("codeAction/resolve", action.plain, t)),
  };
  return [
    l.registerHoverProvider(SELECTOR, { provideHover: async (d, p, t) => one(await ask("hover", d, at(p), t), convert.hover) }),
    l.registerDocumentSymbolProvider(SELECTOR, { provideDocumentSymbols: async (d, t) => many(await ask("documentSymbol", d, {}, t), convert.symbol) }),
    l.registerDefinitionProvider(SELECTOR, { provideDefinition: async (d, p, t) => many(await ask("definition", d, at(p), t), convert.location) }),
    l.registerReferenceProvider(SELECTOR, {
      provideReferences: async (d, p, context, t) => many(await ask("references", d, { ...at(p), context }, t), convert.location),
    }),
    l.registerDocumentHighlightProvider(SELECTOR, {
      provideDocumentHighlights: async (d, p, t) => many(await ask("documentHighlight", d, at(p), t), convert.highlight),
    }),
    l.registerRenameProvider(SELECTOR, {
      provideRenameEdits: async (d, p, newName, t) => one(await ask("rename", d, { ...at(p), newName }, t), convert.workspaceEdit),
      prepareRename: async (d, p, t) => one(await ask("prepareRename", d, at(p), t), (r) => ({ range: convert.range(r.range), placeholder: r.placeholder })),
    }),
    l.registerFoldingRangeProvider(SELECTOR, { provideFoldingRanges: async (d, c, t) => many(await ask("foldingRange", d, {}, t), convert.fold) }),
    l.registerDocumentFormattingEditProvider(SELECTOR, {
      provideDocumentFormattingEdits: async (d, options, t) => many(await ask("formatting", d, { options }, t), convert.textEdit),
    }),
    l.registerDocumentSemanticTokensProvider(SELECTOR, {
      provideDocumentSemanticTokens: async (d, t) => one(await ask("semanticTokens/full", d, {}, t), (r) => new vscode.SemanticTokens(new Uint32Array(r.data))),
    }, LEGEND),
    l.registerInlayHintsProvider(SELECTOR, {
      onDidChangeInlayHints: changedHints.event,
      provideInlayHints: async (d, range, t) => many(await ask("inlayHint", d, { range: convert.plainRange(range) }, t), convert.hint),
    }),
    l.registerCodeLensProvider(SELECTOR, {
      onDidChangeCodeLenses: changedLenses.event,
      provideCodeLenses: async (d, t) => many(await ask("codeLens", d, {}, t), convert.lens),
    }),
    l.registerCompletionItemProvider(SELECTOR, {
      provideCompletionItems: async (d, p, t) =>
        one(await ask("completion", d, at(p), t), (r) => new vscode.CompletionList(r.items.map(convert.completion), r.isIncomplete)),
    }, ".", "(", ",", "\"", "["),
    l.registerSignatureHelpProvider(SELECTOR, {
      provideSignatureHelp: async (d, p, t) => one(await ask("signatureHelp", d, at(p), t), convert.signatureHelp),
    }, "(", ","),
    l.registerCodeActionsProvider(SELECTOR, actions, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.RefactorRewrite],
    }),
  ];
}

let runs = 0;
async function carryOut(command, argument) {
  if (!connection) return;
  const token = `vscode-${++runs}`;
  const given = { trials: setting("trials"), seconds: setting("seconds"), ...argument };
  const options = { location: vscode.ProgressLocation.Notification, title: `Loopwright: ${argument.function}`, cancellable: true };
  await vscode.window.withProgress(options, async (progress, cancelled) => {
    let before = 0;
    progresses.set(token, ({ message, percentage }) => {
      progress.report({ message, increment: Math.max((percentage ?? before) - before, 0) });
      before = Math.max(percentage ?? before, before);
    });
    try {
      const params = { command, arguments: [given], workDoneToken: token };
      await connection.request("workspace/executeCommand", params, cancelled);
    } catch (error) {
      if (error.code !== -32800) vscode.window.showErrorMessage(`Loopwright: ${error.message}`);
    } finally {
      progresses.delete(token);
    }
  });
}

async function stop() {
  const running = connection;
  connection = starting = null;
  opened.clear();
  if (running) await running.stop();
}

function activate(context) {
  const diagnostics = vscode.languages.createDiagnosticCollection("loopwright");
  const openAll = () => vscode.workspace.textDocuments.forEach((document) => open(document, diagnostics));
  context.subscriptions.push(
    diagnostics,
    changedHints,
    changedLenses,
    vscode.workspace.onDidOpenTextDocument((document) => open(document, diagnostics)),
    vscode.workspace.onDidChangeTextDocument((event) => change(event, diagnostics)),
    vscode.workspace.onDidCloseTextDocument(close),
    vscode.commands.registerCommand("loopwright.restart", async () => {
      await stop();
      diagnostics.clear();
      openAll();
    }),
    ...COMMANDS.map((name) => vscode.commands.registerCommand(name, (argument) => carryOut(name, argument))),
    ...providers());
  openAll();
}

module.exports = { activate, deactivate: stop };
