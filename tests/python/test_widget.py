"""The widget of notebooks without a notebook: what a click does to the schedule, and what is shown without anywidget.
`scripts/check notebook` clicks in a browser."""

import re
import sys
import unittest
from unittest import mock

import loopwright as lw
from loopwright import _engine, _widget

PRODUCT = '''from tvm.script import tir as T

@T.prim_func
def product(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32"), C: T.Buffer((32, 32), "float32")):
    for i, j, k in T.grid(32, 32, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
'''


def key_of(tree, name):
    """The box of a loop or block."""
    return re.search(r'data-k="(\w+)"><p><(?:code|b class="name")>' + name + "<", tree).group(1)


class Clicks(unittest.TestCase):
    def setUp(self):
        self.sch = lw.Schedule(PRODUCT)
        self.steps = _widget.Steps(self.sch)

    def test_a_box_lists_its_steps(self):
        offered = self.steps.at(key_of(self.steps.tree(), "k"))
        named = {one["step"]: one for one in offered}
        self.assertIsNone(named["split(k, [None, 8])"]["why"])
        self.assertIn("Divide", named["split(k, [None, 8])"]["summary"])
        refused = next(one for one in offered if one["primitive"] == "parallel")
        self.assertIn("k", refused["why"])
        self.assertTrue(refused["witness"])
        order = [one["why"] is not None for one in offered]
        self.assertEqual(order, sorted(order), "legal steps come first")
        block = self.steps.at(key_of(self.steps.tree(), "C"))
        self.assertIn('cache_read("C", 0, "global")', [one["step"] for one in block])
        self.assertFalse([one for one in block if one["primitive"].startswith("unsafe")])

    def test_a_click_carries_out_a_step_and_writes_its_line(self):
        self.assertIsNone(self.steps.do("split(i, [None, 8])"))
        self.assertIsNone(self.steps.do("parallel(i_0)"))
        self.assertIn('class="box parallel"', self.steps.tree())
        self.assertEqual(self.steps.text, "sch.do('split(i, [None, 8])')\nsch.do('parallel(i_0)')\n")
        self.assertIn("parallel", str(self.sch.mod), "the schedule of the cell has the steps")
        again = {"sch": lw.Schedule(PRODUCT)}
        exec(self.steps.text, again)
        self.assertEqual(str(again["sch"].mod), str(self.sch.mod))

    def test_a_refused_step_changes_nothing(self):
        before = self.steps.tree()
        for step in ("parallel(k)", "split(nothing, [None, 8])", "no step", "", "split(i"):
            refused = self.steps.do(step)
            self.assertEqual(refused["step"], step)
            self.assertTrue(refused["why"], step)
        self.assertTrue(self.steps.do("parallel(k)")["witness"])
        self.assertEqual((self.steps.tree(), self.steps.text), (before, ""))

    def test_undo(self):
        before = str(self.sch.mod)
        i = self.sch.get_loops("C")[0]
        self.steps = _widget.Steps(self.sch)
        self.steps.do("split(j, [None, 8])")
        middle = str(self.sch.mod)
        self.steps.do("parallel(i)")
        self.assertIsNone(self.steps.undo())
        self.assertEqual((str(self.sch.mod), len(self.steps.lines)), (middle, 1))
        self.sch.vectorize("j_1")
        refused = self.steps.undo()
        self.assertIn("other code has changed the schedule", refused["why"])
        self.assertNotEqual(str(self.sch.mod), before)
        fresh = _widget.Steps(lw.Schedule(PRODUCT))
        self.assertIsNone(fresh.undo())
        self.sch.parallel(i)  # handles from before the clicks are valid

    def test_boxes_that_are_not_there(self):
        for key in ("", "l999", "b0", "<b>", "x"):
            with self.assertRaises(lw.Error):
                self.steps.at(key)
        self.steps.do("split(i, [None, 8])")
        with self.assertRaises(lw.Error):
            _engine.steps_at(lw.Schedule(PRODUCT), key_of(self.steps.tree(), "i_0"))


class Without(unittest.TestCase):
    def test_a_picture_is_shown(self):
        sch = lw.Schedule(PRODUCT)
        _widget._widget_class.cache_clear()
        with mock.patch.dict(sys.modules, {"anywidget": None}):
            shown = lw.widget(sch)
        self.assertEqual(shown._repr_html_(), sch._repr_html_())
        self.assertIn("<svg", shown._repr_html_())

    def test_the_page_needs_no_network(self):
        for text in (_widget.SCRIPT, _widget.STYLE):
            self.assertNotRegex(text, "https?:|import |@import|url\\(|eval\\(")


if __name__ == "__main__":
    unittest.main()
