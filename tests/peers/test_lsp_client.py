"""`lw lsp` under pytest-lsp, with the capabilities that Visual Studio Code and Neovim have. The client checks that messages
are as the protocol says and within what both sides declared; here, that the sample mm_exp_mm is edited as a person would."""
import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

SAMPLE = pathlib.Path(__file__).parents[2] / "samples/mm_exp_mm.py"
URI = SAMPLE.as_uri()


@pytest_lsp.fixture(params=["visual-studio-code", "neovim"], config=ClientServerConfig(server_command=[os.environ["LW"], "lsp"]))
async def client(request, lsp_client: LanguageClient):
    await lsp_client.initialize_session(types.InitializeParams(capabilities=client_capabilities(request.param)))
    text = SAMPLE.read_text()
    lsp_client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(URI, "python", 1, text)))
    await lsp_client.wait_for_notification("textDocument/publishDiagnostics")
    lsp_client.text = text
    yield
    await lsp_client.shutdown_session()


def place(text, words, more=0):
    before = text[:text.index(words) + more]
    return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


DOCUMENT = types.TextDocumentIdentifier(URI)


@pytest.mark.asyncio
async def test_reading(client: LanguageClient):
    text = client.text
    assert not client.diagnostics[URI]
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
    program = next(s for s in symbols if s.name == "mm_exp_mm")
    assert [child.name for child in program.children] == ["m", "m", "m"]
    definition = await client.text_document_definition_async(types.DefinitionParams(DOCUMENT, place(text, "D[v_m, v_rl]")))
    assert [d.range.start for d in definition] == [place(text, "D = T.alloc")]
    references = await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), DOCUMENT, place(text, "D[v_m, v_rl]")))
    assert len(references) == 3
    hover = await client.text_document_hover_async(types.HoverParams(DOCUMENT, place(text, "D[v_m, v_rl]")))
    assert "float32, shape (1024, 1024)" in hover.contents.value
    assert await client.text_document_folding_range_async(types.FoldingRangeParams(DOCUMENT))
    assert (await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(DOCUMENT))).data
    hints = await client.text_document_inlay_hint_async(
        types.InlayHintParams(DOCUMENT, types.Range(types.Position(0, 0), types.Position(500, 0))))
    assert [h.label for h in hints] == [": 1024", ": 1024", ": 2048", ": 1024", ": 1024", ": 1024", ": 3072", ": 1024"]
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(DOCUMENT))
    assert [lens.command.title for lens in lenses[:4]] == ["Run", "Tune", "Compare with reference", "Open in Loopwright"]


@pytest.mark.asyncio
async def test_editing(client: LanguageClient):
    text = client.text
    where = place(text, "        sch.reorder(i, k, j)\n", 8)
    client.text_document_did_change(types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(2, URI),
        [types.TextDocumentContentChangePartial(text="sch.parallel(\n        ", range=types.Range(where, where))]))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert client.diagnostics[URI], "the bracket is open"
    cursor = types.Position(where.line, where.character + len("sch.parallel("))
    completions = await client.text_document_completion_async(types.CompletionParams(DOCUMENT, cursor))
    assert [c.label for c in completions.items if c.detail == "legal here"] == ["i", "j"]
    signature = await client.text_document_signature_help_async(types.SignatureHelpParams(DOCUMENT, cursor))
    assert signature.signatures[0].label.startswith("parallel(loop")
    end = types.Position(where.line + 1, 8)
    client.text_document_did_change(types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(3, URI), [types.TextDocumentContentChangePartial(text="", range=types.Range(where, end))]))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert not client.diagnostics[URI]
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(DOCUMENT, types.Range(where, where), types.CodeActionContext([])))
    action = next(a for a in actions if a.title == "parallel(i)")
    [edit] = action.edit.changes[URI]
    assert (edit.new_text, edit.range.start) == ("sch.parallel(i)\n        ", where)
    renamed = await client.text_document_rename_async(types.RenameParams(DOCUMENT, place(text, "D[v_m, v_rl]"), "Exp"))
    assert len(renamed.changes[URI]) == 3
