"""Exercises of a course: lw.challenge("04")."""

import html
import os

from . import _engine
from ._errors import Error


class Challenge:
    """An exercise: a program, a goal for its schedule, and hints."""

    def __init__(self, name, text):
        self.name, self.text = name, text
        self.__dict__.update(_engine.describe_exercise(name, text))

    @property
    def program(self):
        """The program as it is written."""
        return _engine.load(self.name, self.text, "", False)

    def schedule(self):
        """A new schedule of the program."""
        return _engine.Schedule(self.program)

    def check(self, sch, timeout=60):
        """Runs the schedule, compares its result with the reference, and counts how far it comes."""
        try:
            values = _engine.check_exercise(sch, self.name, self.text, timeout)
        except Error as error:  # it cannot be built, or does not end
            values = {"met": False, "right": False, "words": str(error), "goals": [], "steps": 0, "most_steps": 0, "difference": None}
        return Verdict(self, values)

    def __repr__(self):
        return f"<challenge {self.name}: {self.goal}>"


class Verdict:
    """Whether a schedule reaches the goal of an exercise; true if it does."""

    def __init__(self, challenge, values):
        self.challenge = challenge
        self.__dict__.update(values)

    def __bool__(self):
        return self.met

    def __str__(self):
        if self.difference:
            d = self.difference
            at = ", ".join(map(str, d["index"]))
            return (f"wrong: {d['buffer']}[{at}] is {d['got']:.9g} instead of {d['expected']:.9g}; "
                    f"{d['count']} element{'s differ' if d['count'] != 1 else ' differs'}")
        return self.words

    def __repr__(self):
        return f"<{self}>"

    def _repr_html_(self):
        sign = "✓" if self.met else "✗"
        return f"<p><b>{sign} {html.escape(str(self))}</b><br>{html.escape(self.challenge.goal)}</p>"


def challenge(name):
    found = None if isinstance(name, os.PathLike) else _engine.exercise_text(str(name))
    if found is None and os.path.isfile(name):
        with open(name, encoding="utf-8") as file:
            found = os.path.basename(name), file.read()
    if found is None:
        raise ValueError(f"there is no exercise {os.fspath(name)!r}; the course has {', '.join(_engine.exercise_names())}")
    return Challenge(*found)
