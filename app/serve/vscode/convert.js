// Values of the protocol as those of VS Code, and back. Both count lines, and units of UTF-16, from 0.
"use strict";

module.exports = (vscode) => {
  const position = (p) => new vscode.Position(p.line, p.character);
  const range = (r) => new vscode.Range(position(r.start), position(r.end));
  const plainPosition = (p) => ({ line: p.line, character: p.character });
  const plainRange = (r) => ({ start: plainPosition(r.start), end: plainPosition(r.end) });
  const location = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
  const words = (value) => (value && value.value !== undefined ? new vscode.MarkdownString(value.value) : value);
  const textEdit = (e) => new vscode.TextEdit(range(e.range), e.newText);

  const workspaceEdit = (edit) => {
    const all = new vscode.WorkspaceEdit();
    for (const [uri, edits] of Object.entries(edit.changes ?? {})) all.set(vscode.Uri.parse(uri), edits.map(textEdit));
    return all;
  };

  const diagnostic = (d) => {
    const made = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1);
    made.code = d.code;
    made.source = d.source;
    return made;
  };

  const symbol = (s) => {
    const made = new vscode.DocumentSymbol(s.name, s.detail ?? "", s.kind - 1, range(s.range), range(s.selectionRange));
    made.children = (s.children ?? []).map(symbol);
    return made;
  };

  const completion = (c) => {
    const made = new vscode.CompletionItem(c.label, c.kind - 1);
    made.detail = c.detail;
    made.documentation = words(c.documentation);
    made.sortText = c.sortText;
    made.range = range(c.textEdit.range);
    made.insertText = c.textEdit.newText;
    return made;
  };

  const signatureHelp = (h) => {
    const made = new vscode.SignatureHelp();
    made.signatures = h.signatures.map((s) => {
      const one = new vscode.SignatureInformation(s.label, s.documentation);
      one.parameters = s.parameters.map((p) => new vscode.ParameterInformation(p.label, p.documentation));
      return one;
    });
    made.activeSignature = h.activeSignature;
    made.activeParameter = h.activeParameter;
    return made;
  };

  const action = (a) => {
    const kind = a.kind === "quickfix" ? vscode.CodeActionKind.QuickFix : vscode.CodeActionKind.RefactorRewrite;
    const made = new vscode.CodeAction(a.title, kind);
    if (a.edit) made.edit = workspaceEdit(a.edit);
    if (a.disabled) made.disabled = a.disabled;
    made.plain = a;
    return made;
  };

  const hint = (h) => {
    const made = new vscode.InlayHint(position(h.position), h.label, h.kind);
    made.tooltip = h.tooltip;
    return made;
  };

  const lens = (l) => new vscode.CodeLens(range(l.range), l.command);
  const fold = (f) => new vscode.FoldingRange(f.startLine, f.endLine);
  const highlight = (h) => new vscode.DocumentHighlight(range(h.range), h.kind - 1);
  const hover = (h) => new vscode.Hover(words(h.contents), h.range ? range(h.range) : undefined);

  return { position, range, plainPosition, plainRange, location, textEdit, workspaceEdit, diagnostic, symbol, completion,
    signatureHelp, action, hint, lens, fold, highlight, hover };
};
