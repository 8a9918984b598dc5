"""Times from a key to its diagnostics in `lw lsp`, as an editor sees them: a change of one character is sent, and the answer
read. Medians and the longest of 60 keys, on the main sample and on a program of 2,000 lines; also the requests that editors
send after a key."""
import os
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "serve"))
import client  # noqa: E402
from places import position  # noqa: E402

URI = "file:///bench.py"
KEYS = 60


def long_program(lines):
    """Nests over one buffer until the text has so many lines."""
    text = ["from tvm.script import tir as T", "", "", "@T.prim_func", 'def long(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):']
    number = 0
    while len(text) < lines - 12:
        text += ["    for i, j in T.grid(64, 64):", f'        with T.block("B{number}"):', '            vi, vj = T.axis.remap("SS", [i, j])',
                 f"            B[vi, vj] = A[vi, vj] * T.float32({number})"]
        number += 1
    text += ["", "", "def schedule(sch):", '    i, j = sch.get_loops(sch.get_block("B1"))', "    sch.reorder(j, i)", ""]
    return "\n".join(text)


def timed(editor, work):
    begin = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begin)


def keys(editor, text, words):
    """Types a character and takes it back, in turns."""
    place, times = position(text, text.index(words)), []
    for version in range(2, 2 + KEYS):
        end = place if version % 2 == 0 else {**place, "character": place["character"] + 1}
        change = {"range": {"start": place, "end": end}, "text": "x" if version % 2 == 0 else ""}

        def type_one():
            editor.notify("textDocument/didChange", textDocument={"uri": URI, "version": version}, contentChanges=[change])
            while not client.Editor.is_about(editor.read(), URI, version):
                pass
        times.append(timed(editor, type_one))
        time.sleep(0.03)  # nobody types faster
    return times


def bench(name, text, places, completion):
    with client.Editor() as editor:
        print(f"{name}: {text.count(chr(10))} lines, {len(text)} bytes")
        print(f"  opened                      {timed(editor, lambda: editor.open(URI, text)):8.2f} ms")
        for words in places:
            times = keys(editor, text, words)
            print(f"  key at {words:20} {statistics.median(times):8.2f} ms   longest {max(times):8.2f} ms")
        for method in ("documentSymbol", "semanticTokens/full", "inlayHint", "codeLens", "foldingRange"):
            times = [timed(editor, lambda: editor.call("textDocument/" + method, textDocument={"uri": URI}, range=None)) for _ in range(9)]
            print(f"  {method:27} {statistics.median(times):8.2f} ms   longest {max(times):8.2f} ms")
        before, typed = completion
        text = text.replace(before, typed, 1)
        editor.open(URI, text, 900, "didChange")
        place = position(text, text.index(typed) + len(typed.rstrip()))
        ask = lambda: editor.call("textDocument/completion", textDocument={"uri": URI}, position=place)
        found = [i["label"] for i in ask()["items"] if i.get("detail") == "legal here"]
        times = [timed(editor, ask) for _ in range(9)]
        print(f"  completion of {typed.strip():13} {statistics.median(times):8.2f} ms   longest {max(times):8.2f} ms   {', '.join(found[:6])}")


if __name__ == "__main__":
    client.BIN = sys.argv[1] if len(sys.argv) > 1 else client.BIN
    samples = pathlib.Path(os.environ.get("LW_SOURCE", pathlib.Path(__file__).parents[2])) / "samples"
    line = "        sch.reorder(i, k, j)\n"
    bench("mm_exp_mm", (samples / "mm_exp_mm.py").read_text(), ["v_m, v_l] += ", "sch.reorder(i, k, j)"], (line, "        sch.split(i, \n"))
    bench("2,000 lines", long_program(2000), ["A[vi, vj] * T.float32(300)", "sch.reorder(j, i)"], ("    sch.reorder(j, i)\n", "    sch.split(i, \n"))
