// Carries out the extension for Visual Studio Code without the editor: a `vscode` of a few dozen names, one document, and
// what the extension registers. Prints what its providers return as one JSON text.
"use strict";

const Module = require("module");
const path = require("path");

const [extension, lw, window, name, text] = process.argv.slice(2);

class Emitter {
  constructor() {
    this.listeners = [];
    this.event = (listener) => this.listeners.push(listener);
  }
  fire(value) {
    for (const listener of this.listeners) listener(value);
  }
  dispose() {}
}
class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
  constructor(start, end) { Object.assign(this, { start, end }); }
}
const record = (...names) => class {
  constructor(...values) { names.forEach((field, i) => { this[field] = values[i]; }); }
};
class WorkspaceEdit {
  constructor() { this.changes = {}; }
  set(uri, edits) { this.changes[uri.toString()] = edits; }
}
const uriOf = (value) => ({ toString: () => value });

const providers = {}, commands = {}, told = { diagnostics: [], messages: [], reports: [], edits: [] };
const changed = new Emitter(), opened = new Emitter(), closed = new Emitter();
const register = (kind) => (selector, provider) => { providers[kind] = provider; return { dispose() {} }; };
const document = { uri: uriOf(name), languageId: "python", version: 1, isClosed: false, getText: () => document.text, text };
const plain = { uri: uriOf("file:///plain.py"), languageId: "python", version: 1, getText: () => "x = (\n" };
const settings = { path: lw, window, trials: 4, seconds: 20 };

const vscode = {
  Position, Range, WorkspaceEdit, EventEmitter: Emitter,
  Location: record("uri", "range"), TextEdit: record("range", "newText"), Diagnostic: record("range", "message", "severity"),
  DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"), CompletionItem: record("label", "kind"),
  CompletionList: record("items", "isIncomplete"), SignatureHelp: record(), SignatureInformation: record("label", "documentation"),
  ParameterInformation: record("label", "documentation"), CodeAction: record("title", "kind"), InlayHint: record("position", "label", "kind"),
  CodeLens: record("range", "command"), FoldingRange: record("start", "end"), DocumentHighlight: record("range", "kind"),
  Hover: record("contents", "range"), MarkdownString: record("value"), SemanticTokens: record("data"), SemanticTokensLegend: record("types", "modifiers"),
  CodeActionKind: { QuickFix: "quickfix", RefactorRewrite: "refactor.rewrite" }, ProgressLocation: { Notification: 15 },
  Uri: { parse: uriOf },
  commands: { registerCommand: (id, run) => { commands[id] = run; return { dispose() {} }; } },
  window: {
    showErrorMessage: (message) => told.messages.push(["error", message]), showWarningMessage: (message) => told.messages.push(["warning", message]),
    showInformationMessage: (message) => told.messages.push(["information", message]),
    withProgress: (options, work) => work({ report: (value) => told.reports.push(value) }, { onCancellationRequested() {} }),
  },
  workspace: {
    textDocuments: [plain, document], getConfiguration: () => ({ get: (key) => settings[key] }),
    applyEdit: async (edit) => { told.edits.push(edit); return true; },
    onDidOpenTextDocument: opened.event, onDidChangeTextDocument: changed.event, onDidCloseTextDocument: closed.event,
  },
  languages: new Proxy({
    createDiagnosticCollection: () => ({ set: (uri, list) => { told.diagnostics.push([uri.toString(), list]); waiting.splice(0).forEach((f) => f()); }, clear() {}, dispose() {} }),
  }, { get: (own, key) => own[key] ?? register(key.replace(/^register|Provider$/g, "")) }),
};
const waiting = [];
const nextDiagnostics = () => new Promise((resolve) => waiting.push(resolve));

const load = Module._load;
Module._load = (request, ...rest) => (request === "vscode" ? vscode : load(request, ...rest));

const at = (words, more = 0) => {
  const before = document.text.slice(0, document.text.indexOf(words) + more).split("\n");
  return new Position(before.length - 1, before.at(-1).length);
};
const pick = (list, names) => list.map((one) => names.map((field) => one[field]));

async function main() {
  const { activate, deactivate } = require(path.resolve(extension));
  const shown = nextDiagnostics();
  activate({ subscriptions: [] });
  await shown;
  const result = { commands: Object.keys(commands).sort(), first: [...told.diagnostics] };
  const p = providers, d = document, token = undefined;
  result.symbols = pick(await p.DocumentSymbol.provideDocumentSymbols(d, token), ["name", "kind"]);
  result.hover = (await p.Hover.provideHover(d, at("A[vi"), token)).contents.value;
  result.definition = pick(await p.Definition.provideDefinition(d, at("A[vi"), token), ["range"]);
  result.references = (await p.Reference.provideReferences(d, at("A[vi"), { includeDeclaration: true }, token)).length;
  result.highlights = pick(await p.DocumentHighlight.provideDocumentHighlights(d, at("A[vi"), token), ["kind"]);
  result.rename = (await p.Rename.provideRenameEdits(d, at("A[vi"), "Q", token)).changes[name].length;
  result.prepared = (await p.Rename.prepareRename(d, at("A[vi"), token)).placeholder;
  result.refused = await p.Rename.provideRenameEdits(d, at("A[vi"), "B", token).catch((error) => error.message);
  result.folds = (await p.FoldingRange.provideFoldingRanges(d, {}, token)).length;
  result.tokens = (await p.DocumentSemanticTokens.provideDocumentSemanticTokens(d, token)).data.length % 5;
  const whole = new Range(new Position(0, 0), new Position(99, 0));
  result.hints = pick(await p.InlayHints.provideInlayHints(d, whole, token), ["label"]);
  const lenses = await p.CodeLens.provideCodeLenses(d, token);
  result.lenses = lenses.map((lens) => lens.command.title);
  const cursor = new Range(at("sch.reorder"), at("sch.reorder"));
  const actions = await p.CodeActions.provideCodeActions(d, cursor, {}, token);
  result.action = (await p.CodeActions.resolveCodeAction(actions.find((a) => a.title === "parallel(i)"), token)).edit.changes;
  result.plain = await p.DocumentSymbol.provideDocumentSymbols(plain, token);
  await commands[lenses[0].command.command](...lenses[0].command.arguments);
  while (told.messages.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  result.messages = told.messages.splice(0);
  result.reports = told.reports.length > 0;
  // A key in the schedule function: a part of the text, then completion and signature.
  const place = at("    sch.reorder", 4), typed = "sch.split(i, \n    ";
  const offset = document.text.indexOf("    sch.reorder") + 4;
  document.text = document.text.slice(0, offset) + typed + document.text.slice(offset);
  document.version = 2;
  const again = nextDiagnostics();
  changed.fire({ document, contentChanges: [{ range: new Range(place, place), text: typed }] });
  await again;
  result.errors = told.diagnostics.at(-1)[1].length > 0;
  const behind = new Position(place.line, place.character + "sch.split(i, ".length);
  const list = await p.CompletionItem.provideCompletionItems(d, behind, token);
  result.completion = list.items.filter((item) => item.detail === "legal here").map((item) => item.insertText);
  result.signature = (await p.SignatureHelp.provideSignatureHelp(d, behind, token)).activeParameter;
  closed.fire(document);
  await deactivate();
  console.log(JSON.stringify(result));
}

main().catch((error) => { console.error(error); process.exit(1); });
