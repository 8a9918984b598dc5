"""What notebooks show: the loop tree of a schedule, coloured code, runs and refusals. Plain HTML and SVG, without
scripts and without the network; colours fit light and dark pages."""

from . import _engine


def escape(text):
    """The text as HTML."""
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, name)
    return text


_RED, _GREEN, _BLUE, _GREY = "#c0392b", "#1e8449", "#2471a3", "#7f8c8d"


class Code(str):
    """A text of code, which notebooks show in colours."""

    def __new__(cls, text, stage="tir"):
        made = super().__new__(cls, text)
        made.stage = stage
        return made

    def _repr_html_(self):
        return _engine.html_code(str(self), self.stage)


def refusal(error):
    """A card with what was refused, the two iterations that conflict, and what would help."""
    parts = [f'<div style="border-left:4px solid {_RED};padding:4px 12px">',
             f"<p><b>{escape(error.step or 'The step')} is refused</b></p><p>{escape(error.message)}</p>"]
    if error.witness is not None:
        parts.append(f"<p>{escape(error.witness.sentence)}</p>")
    if error.hint:
        parts.append(f"<p>{escape(error.hint)}</p>")
    repairs = error.repairs
    if repairs:
        parts.append("<p>This makes it legal:</p><ul>")
        parts += [f"<li><code>{escape(str(repair))}</code></li>" for repair in repairs]
        parts.append("</ul>")
    return "".join(parts) + "</div>"


def runs(all_runs):
    """Times as bars with the interval of the median."""
    bars = []
    for run in all_runs:
        if run.baseline_ms:
            bars.append(("unscheduled", run.baseline_ms, run.baseline_ms, run.baseline_ms, _GREY))
        if run.reference_ms:
            bars.append((run.reference, run.reference_ms, run.reference_ms, run.reference_ms, _BLUE))
        if run.samples:
            wrong = run.checked and not run.ok
            bars.append(("this schedule" + (": wrong" if wrong else ""), run.ms, run.low, run.high,
                         _RED if wrong else _GREEN))
    if not bars:
        return f"<p>{escape(str(all_runs[0]) if all_runs else '')}</p>"
    most = max(high for _, _, _, high, _ in bars) or 1.0
    width, row, left = 360, 24, 130
    shapes = []
    for number, (label, ms, low, high, colour) in enumerate(bars):
        y, long = number * row, max(1.0, width * ms / most)
        shapes.append(
            f'<text x="{left - 8}" y="{y + 16}" text-anchor="end" fill="currentColor">{escape(label)}</text>'
            f'<rect x="{left}" y="{y + 5}" width="{long:.1f}" height="14" rx="2" fill="{colour}"/>'
            f'<text x="{left + long + 8:.1f}" y="{y + 16}" fill="currentColor">{ms:.4g} ms</text>')
        if high > low:
            x1, x2, middle = left + width * low / most, left + width * high / most, y + 12
            shapes.append(f'<path d="M{x1:.1f} {middle}H{x2:.1f}M{x1:.1f} {middle - 4}v8M{x2:.1f} {middle - 4}v8" '
                          'stroke="currentColor" fill="none"/>')
    height = len(bars) * row
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 110}" height="{height}" '
            f'font-family="sans-serif" font-size="12">{"".join(shapes)}</svg>')


def schedule(sch):
    """The loop tree of a schedule."""
    return _engine.tree_svg(sch)


def module(mod):
    """The text of a program in colours."""
    return _engine.html_code(mod.script(), "tir")


def trace(steps):
    """The steps of a trace in colours."""
    return _engine.html_code(steps.as_python(), "tir")


def handle(one):
    """A loop or block: what it is, and its place in the loop tree."""
    return f"<p><code>{escape(repr(one)[1:-1])}</code></p>{_engine.handle_svg(one)}"


_engine.Loop._repr_html_ = _engine.Block._repr_html_ = handle
_engine.Trace._repr_html_ = trace
_engine.Schedule._repr_html_ = schedule
_engine.Module._repr_html_ = module
