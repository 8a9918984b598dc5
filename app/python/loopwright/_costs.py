"""What sch.cost() and sch.legal() give: lists and tables that notebooks show."""

import json


def _amount(value, step=1000):
    """1234567 as 1.2 M; bytes in steps of 1024."""
    for prefix in ("", "k", "M", "G", "T"):
        if value < step * 0.9995 or prefix == "T":
            return f"{value:.0f} {prefix}".strip() if not prefix or value >= 99.5 else f"{value:.1f} {prefix}"
        value /= step


def _table(head, rows):
    """Rows of texts as HTML; the first column keeps its indentation."""
    from ._html import escape

    cells = "".join(f'<th style="text-align:{"right" if i else "left"}">{escape(name)}</th>'
                    for i, name in enumerate(head))
    lines = []
    for row in rows:
        lines.append("<tr>" + "".join(
            f'<td style="text-align:{"right" if i else "left"};white-space:pre">{escape(text)}</td>'
            for i, text in enumerate(row)) + "</tr>")
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


class Legal(list):
    """The steps at a loop or block, a dict for each: primitive, step, legal (None: undecided), why, hint, witness,
    repairs."""

    def __init__(self, answers=(), at=""):
        super().__init__(answers)
        self.at = at

    def __repr__(self):
        legal = [one["step"] for one in self if one["legal"]]
        return f"<steps at {self.at}: {len(legal)} legal, {len(self) - len(legal)} not>"

    def __str__(self):
        words = {True: "legal  ", False: "refused", None: "unknown"}
        return "\n".join(f"{words[one['legal']]}  {one['step']}" + (f"  # {one['why']}" if one["why"] else "")
                         for one in self)

    def _repr_html_(self):
        rows = []
        for one in self:
            mark = "✓" if one["legal"] else "✗" if one["legal"] is False else "?"
            rows.append((f"{mark} {one['step']}", one["why"] or "", one["witness"] or one["hint"] or ""))
        return _table(("Step", "Why not", "Witness or hint"), rows)


class Costs:
    """Costs of a schedule: `rows`, a dict for the function and for each loop and block, and `model`, the cycles and
    cache lines of the model of the course by loop and block, with the goal that the file sets."""

    def __init__(self, text):
        found = json.loads(text)
        self.function, self.caches, self.assumed = found["function"], found["caches"], found["assumed"]
        self.rows, self.model = found["rows"], found.get("model")

    @property
    def flops(self):
        """Floating-point operations of a call."""
        return self.rows[0]["flops"]

    @property
    def bytes(self):
        """Bytes of all loads and stores of a call."""
        return self.rows[0]["bytes"]

    @property
    def cycles(self):
        """Cycles of the model of the course."""
        return self.model["cycles"]

    def __getitem__(self, name):
        for row in self.rows[1:]:
            if row["name"] == name:
                return row
        raise KeyError(f"there is no loop or block named {name}")

    def _cells(self):
        for row in self.rows:
            yield ("  " * row["depth"] + f"{row['kind']} {row['name']}", _amount(row["executions"]),
                   _amount(row["flops"]), _amount(row["bytes"], 1024) + "B", _amount(row["footprint"], 1024) + "B",
                   row["fits"])

    def _model_cells(self):
        whole = self.model["cycles"] or 1
        rows = [(f"function {self.function}", self.model)]
        rows += [("  " * (row["depth"] + 1) + f"loop {row['name']}", row) for row in self.model["loops"]]
        for name, row in rows:
            yield (name, _amount(row["cycles"]), f"{100 * row['cycles'] / whole:.1f} %", _amount(row["lines"]),
                   row.get("limited_by", ""))

    _HEAD = ("", "runs", "operations", "moved", "touched", "fits")
    _MODEL_HEAD = ("", "cycles", "share", "cache lines", "limited by")

    def __repr__(self):
        return (f"<costs of {self.function}: {_amount(self.flops)} floating-point operations, "
                f"{_amount(self.bytes, 1024)}B moved, {_amount(self.cycles)} cycles of the model>")

    def __str__(self):
        lines = []
        for head, cells in ((self._HEAD, self._cells()), (self._MODEL_HEAD, self._model_cells())):
            for row in [head, *cells]:
                lines.append(f"{row[0]:<30}" + "".join(f" {text:>12}" for text in row[1:]))
            lines.append("")
        return "\n".join(lines + self._goal()).rstrip()

    def _goal(self):
        goal = self.model.get("goal")
        if not goal:
            return []
        return [f"goal: {goal['asked']}"] + [goal[name] for name in ("counted", "missing") if name in goal]

    def _repr_html_(self):
        from ._html import escape

        return (_table(self._HEAD, self._cells()) + _table(self._MODEL_HEAD, self._model_cells())
                + "".join(f"<p>{escape(line)}</p>" for line in self._goal()))
