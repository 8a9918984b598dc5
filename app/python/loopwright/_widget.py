"""A loop tree in a notebook that is clicked: a click on a loop or block lists its steps, a click on a step carries it
out, and the text of the schedule grows by its line. Needs anywidget; without it the tree is a picture."""

import functools

from . import _engine, _html
from ._errors import Error
from ._widget_page import SCRIPT, STYLE


class Picture:
    """What is shown without anywidget."""

    def __init__(self, sch):
        self.sch = sch

    def _repr_html_(self):
        return _html.schedule(self.sch)

    def __repr__(self):
        return repr(self.sch)


def _refusal(error):
    witness = error.witness.sentence if getattr(error, "witness", None) is not None else ""
    return {"step": getattr(error, "step", "") or "", "why": error.message, "witness": witness, "hint": error.hint or ""}


class Steps:
    """The schedule behind a widget, without one: what a click does to it."""

    def __init__(self, sch):
        self.sch, self.lines, self._earlier = sch, [], []
        self._length = len(sch.trace)

    @property
    def text(self):
        """The steps that were made by clicks, a line each."""
        return "".join(f"sch.do({line!r})\n" for line in self.lines)

    def at(self, key):
        """The steps at a box of the tree, legal ones first."""
        steps = _engine.steps_at(self.sch, key)
        return sorted(steps, key=lambda one: one["why"] is not None)

    def do(self, step):
        """Carries a step out; the refusal if there is one."""
        earlier = self.sch.copy()
        try:
            self.sch.do(step)
        except Error as error:
            return {**_refusal(error), "step": step}
        self._earlier.append(earlier)
        self.lines.append(step)
        self._length = len(self.sch.trace)
        return None

    def undo(self):
        """Takes the last step back; the refusal if other code has made steps since."""
        if not self._earlier:
            return None
        if len(self.sch.trace) != self._length:
            return {"step": "Undo", "why": "other code has changed the schedule since the last click", "witness": "",
                    "hint": "make another widget for the schedule as it is now"}
        _engine.go_back(self.sch, self._earlier.pop())
        self.lines.pop()
        self._length = len(self.sch.trace)
        return None

    def tree(self):
        return _engine.tree_boxes(self.sch)


@functools.lru_cache(None)
def _widget_class():
    import anywidget
    import traitlets

    class ScheduleWidget(anywidget.AnyWidget):
        """Attributes: `sch`, the schedule that clicks change, and `text`, the steps that they made."""

        _esm = SCRIPT
        _css = STYLE
        tree = traitlets.Unicode().tag(sync=True)
        text = traitlets.Unicode().tag(sync=True)
        at = traitlets.Unicode().tag(sync=True)          # the box that was clicked: "l3", "b1"
        steps = traitlets.List().tag(sync=True)          # there
        refused = traitlets.Dict().tag(sync=True)        # the last step, if it was

        def __init__(self, sch):
            self._steps = Steps(sch)
            super().__init__(tree=self._steps.tree())
            self.on_msg(self._asked)

        @property
        def sch(self):
            return self._steps.sch

        def _asked(self, _, message, __):
            kind = message.get("kind")
            refused = {}
            if kind == "select":
                self.at = str(message.get("at", ""))
            elif kind == "apply":
                refused = self._steps.do(str(message.get("step", ""))) or {}
            elif kind == "undo":
                refused = self._steps.undo() or {}
            self._show(refused)

        # The steps come last: the page draws them when they are there.
        def _show(self, refused):
            steps = []
            if self.at:
                try:
                    steps = self._steps.at(self.at)
                except Error:  # the step has removed it
                    self.at = ""
            with self.hold_sync():
                self.tree, self.text, self.refused, self.steps = self._steps.tree(), self._steps.text, refused, steps

    return ScheduleWidget


def widget(sch):
    """The widget, or a picture where anywidget is not installed."""
    try:
        made = _widget_class()
    except ImportError:
        return Picture(sch)
    return made(sch)
