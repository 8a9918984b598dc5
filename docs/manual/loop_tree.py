"""Draws the loop tree of a program in TVMScript, as nested rows with the colours of the kinds of loops."""
import html
import re

ROW, INDENT, BOX, LETTER = 28, 20, 22, 7.9
KINDS = {"parallel": "parallel", "vectorized": "vectorized", "unroll": "unrolled", "thread_binding": "thread"}


def arguments(text):
    """The arguments of a call, divided at commas outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def rows_of(code):
    """(indentation, name, note, kind) of loops and blocks, in the order of the text."""
    rows, at = [], []  # at: indentation of the text and depth in the tree of what encloses a line
    for line in code.split("\n"):
        text = line.strip()
        loop = re.match(r"for ([\w, ]+) in (?:T\.)?(\w+)\((.*)\):$", text)
        block = re.match(r'with T\.(?:s?block)\("(\w+)"\):$', text)
        if not loop and not block:
            continue
        indent = len(line) - len(line.lstrip())
        while at and at[-1][0] >= indent:
            at.pop()
        depth = at[-1][1] if at else 0
        if loop:
            names = [name.strip() for name in loop[1].split(",")]
            given = arguments(loop[3])
            extents = given if loop[2] == "grid" else [given[1] if len(given) > 1 and re.match(r"[\w ()+*/-]+$", given[1]) else given[0]]
            thread = re.search(r'thread="([\w.]+)"', loop[3])
            kind = KINDS.get(loop[2], "")
            for name, extent in zip(names, extents):
                note = extent + (f"  {thread[1]}" if thread else f"  {kind}" if kind else "")
                rows.append((depth, name, note, kind or "serial"))
                depth += 1
        else:
            if block[1] == "root":
                continue
            rows.append((depth, block[1], "", "block"))
            depth += 1
        at.append((indent, depth))
    return rows


def loop_tree(code):
    """SVG in one line, with colours from the page's style; empty: there are no loops."""
    rows = rows_of(code)
    if not rows:
        return ""
    width = max(depth * INDENT + (len(name) + len(note) + 4) * LETTER + 12 for depth, name, note, _ in rows)
    said = html.escape(", ".join(name if kind == "block" else f"{name} {note}" for _, name, note, kind in rows))
    size = (f"{width + 4:.0f}", len(rows) * ROW + 4)
    out = [f'<svg class="tree" role="img" aria-label="{said}" width="{size[0]}" height="{size[1]}" viewBox="0 0 {size[0]} {size[1]}">']
    for index, (depth, name, note, kind) in enumerate(rows):
        x, y = depth * INDENT + 2, index * ROW + 2
        box = ' class="block"' if kind == "block" else ""
        out.append(f'<rect{box} x="{x}" y="{y}" width="{width - depth * INDENT:.0f}" height="{BOX}" rx="5"/>')
        if kind != "block":
            out.append(f'<rect class="edge {kind}" x="{x}" y="{y}" width="4" height="{BOX}"/>')
        out.append(f'<text x="{x + 12}" y="{y + 16}">{html.escape(name)}</text>')
        if note:
            out.append(f'<text class="note" x="{x + 12 + (len(name) + 2) * LETTER:.0f}" y="{y + 16}">{html.escape(note)}</text>')
    return "".join(out) + "</svg>"
