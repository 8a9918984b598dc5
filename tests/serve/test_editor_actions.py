"""Code actions in schedule functions: legal steps at the cursor, and repairs of refused ones."""
import unittest

import programs
from client import Editor
from places import at, edited

URI = "file:///home/someone/product.py"


class Actions(unittest.TestCase):
    def setUp(self):
        self.editor = Editor()
        self.addCleanup(self.editor.__exit__)
        self.version = 0

    def actions(self, text, place):
        self.version += 1
        self.assertEqual(self.editor.open(URI, text, self.version), [])
        return {a["title"]: a for a in self.editor.call("textDocument/codeAction", textDocument={"uri": URI},
                                                        range={"start": place, "end": place}, context={"diagnostics": []})}

    def after(self, text, action):
        [edit] = self.editor.call("codeAction/resolve", **action)["edit"]["changes"][URI]
        return edited(text, [edit])

    def refusals(self, text):
        """What the schedule functions refuse: diagnostics that follow those of the text."""
        self.version += 1
        self.editor.open(URI, text, self.version)
        wrong = text.replace("\ndef tiled", "\ndef other(sch):\n    sch.get_block(\"none\")\n\n\ndef tiled")
        self.version += 1  # a function that is always refused shows that the others are not
        self.editor.open(URI, wrong, self.version)
        while not Editor.is_about(note := self.editor.read(), URI, self.version):
            pass
        return [d["message"] for d in note["params"]["diagnostics"] if "none" not in d["message"]]

    def test_a_step_is_a_line_before_the_statement(self):
        text = programs.product()
        place = at(text, "sch.reorder", 6)
        actions = self.actions(text, place)
        self.assertEqual(self.after(text, actions["split(j, [None, 8])"]),
                         text.replace("    sch.reorder", "    j_0, j_1 = sch.split(j, [None, 8])\n    sch.reorder"))
        self.assertEqual(self.after(text, actions["parallel(i)"]), text.replace("    sch.reorder", "    sch.parallel(i)\n    sch.reorder"))
        self.assertNotIn("parallel(k)", actions)
        self.assertIn("fuse(i, j)", actions)
        # Each of them is accepted there.
        for title in ("parallel(i)", "vectorize(j)", "unroll(k)"):
            self.assertEqual(self.refusals(self.after(text, actions[title])), [], title)
        # Below the step, loops are in their new order.
        end = text + "    "
        self.assertNotIn("fuse(i, j)", self.actions(end, at(end, "", len(end))))

    def test_only_kinds_that_are_asked_for(self):
        text = programs.product()
        self.editor.open(URI, text)
        place = at(text, "sch.reorder")
        ask = lambda *only: self.editor.call("textDocument/codeAction", textDocument={"uri": URI}, range={"start": place, "end": place},
                                             context={"diagnostics": [], "only": list(only)})
        self.assertEqual(ask("source.fixAll"), [])
        self.assertTrue(ask("refactor"))

    def test_names_of_results_are_new(self):
        text = programs.product().replace("    sch.reorder", "    i_0 = 1\n    sch.reorder")
        after = self.after(text, self.actions(text, at(text, "sch.reorder"))["split(i, [None, 8])"])
        self.assertIn("    i_1, i_2 = sch.split(i, [None, 8])\n", after)

    def test_repairs(self):
        text = programs.product().replace("    sch.reorder(i, k, j)", "    # 中文 😀\n    sch.parallel(k)")
        actions = self.actions(text, at(text, "sch.parallel", 3))
        repairs = {title: a for title, a in actions.items() if a["kind"] == "quickfix"}
        self.assertIn("Repair: parallel(i)", repairs)
        self.assertEqual(self.after(text, repairs["Repair: parallel(i)"]), text.replace("sch.parallel(k)", 'sch.parallel("i")'))
        longer = next(a for title, a in repairs.items() if title.startswith("Repair: rfactor(k, 0), then"))
        after = self.after(text, longer)
        self.assertIn('    sch.rfactor("k", 0)\n    sch.parallel(', after)
        for title, action in repairs.items():
            self.assertEqual(self.refusals(self.after(text, action)), [], title)
        # Elsewhere in the function there is nothing to repair.
        self.assertFalse([t for t in self.actions(text, at(text, "i, j, k = sch")) if t.startswith("Repair")])


if __name__ == "__main__":
    unittest.main()
