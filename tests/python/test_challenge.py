"""Exercises of the course, and the notebooks that `lw course` writes of them."""

import contextlib
import io
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import loopwright as lw

LW = os.path.join(os.environ["LW_BIN"], "lw")


def run_notebook(path):
    """Carries its cells out in order, as Jupyter does; the values of their last lines."""
    names, values = {"__name__": "__main__"}, []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        *lines, last = "".join(cell["source"]).split("\n")
        try:
            expression = compile(last, str(path), "eval")
        except SyntaxError:
            expression, lines = None, [*lines, last]
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile("\n".join(lines), str(path), "exec"), names)
            values.append(eval(expression, names) if expression else None)
    return values


class Challenges(unittest.TestCase):
    def test_an_exercise_tells_its_task_and_checks(self):
        challenge = lw.challenge("01")
        self.assertEqual(challenge.name, "01_order.py")
        self.assertEqual(challenge.title, "The order of loops")
        self.assertEqual(challenge.goal, "6 times fewer cache lines than the start, in at most 2 steps")
        self.assertEqual(len(challenge.hints), 2)
        self.assertIn("def matmul", str(challenge.schedule().mod))
        sch = challenge.schedule()
        first = challenge.check(sch)
        self.assertFalse(first)
        self.assertTrue(first.right)
        self.assertEqual(first.steps, 0)
        i, j, k = sch.get_loops("C")
        sch.reorder(i, k, j)
        verdict = challenge.check(sch)
        self.assertTrue(verdict)
        self.assertGreater(verdict.goals[0]["value"], verdict.goals[0]["goal"])
        self.assertIn("met: 8.06 times fewer cache lines, 1 step", repr(verdict))
        self.assertIn("✓", verdict._repr_html_())

    def test_names(self):
        self.assertEqual(lw.challenge("4").name, lw.challenge("04_registers").name)
        with self.assertRaisesRegex(ValueError, "there is no exercise '13'; the course has 01_order, "):
            lw.challenge("13")

    def test_schedules_of_other_programs_are_refused(self):
        with self.assertRaisesRegex(ValueError, "is not one of the program of 01_order.py"):
            lw.challenge("01").check(lw.challenge("02").schedule())

    def test_a_file_is_an_exercise(self):
        text = lw.challenge("08").text.replace("1 / (1 + np.exp(-A))", "2 / (1 + np.exp(-A))")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "mine.py"
            path.write_text(text, encoding="utf-8")
            challenge = lw.challenge(path)
        verdict = challenge.check(challenge.schedule())
        self.assertFalse(verdict.right)
        self.assertRegex(str(verdict), r"wrong: B\[\d+, \d+\] is .* instead of .*; 131072 elements differ")


class Notebooks(unittest.TestCase):
    def test_they_run_from_top_to_bottom_in_both_languages(self):
        for language in ("en", "zh_CN"):
            with self.subTest(language=language), tempfile.TemporaryDirectory() as folder:
                subprocess.run([LW, "course", folder, "--notebooks", "--language", language], check=True,
                               capture_output=True)
                for copy in ("students", "instructor"):
                    notebooks = sorted((pathlib.Path(folder) / copy).glob("*.ipynb"))
                    self.assertEqual(len(notebooks), 12)
                    for path in notebooks:
                        verdicts = [v for v in run_notebook(path) if v is not None]
                        met = [False] if copy == "students" else [False, False, True]
                        self.assertEqual([bool(v) for v in verdicts], met, path)
                        # Without threads nothing runs on a GPU.
                        self.assertEqual(verdicts[0].right, path.stem != "11_gpu", path)


if __name__ == "__main__":
    unittest.main()
