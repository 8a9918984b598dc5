"""The table of what functions of T and te take, compared with the readers of programs that carry them out."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def table():
    """{"T.axis.remap": (["kinds", "bindings", "dtype"], 2)}: names of parameters, and how many have to be given."""
    text = (ROOT / "app/serve/editor/text/call_forms.def").read_text().replace("\\\n", "")
    for shared, params in re.findall(r"^#define (\w+) +(.*)", text, re.M):
        text = text.replace(shared, params)
    forms = {}
    for name, params in re.findall(r'^FORM\("([^"]+)",\s*((?:"[^"]*"\s*)+),', text, re.M):
        given = [p for p in re.sub(r'"\s*"', "", params).strip().strip('"').split(", ") if p]
        forms[name] = ([p.split("=")[0] for p in given], sum("=" not in p for p in given))
    return forms


def readers():
    """The same from the sources: Args of the parser, bindCall of tensor expressions."""
    found = {}
    call = re.compile(r'(?:Args args\(\*this, \w+|Args args\(\*this, \*?\w+, [\w>-]+|bindCall\()[^"{;]*"((?:T|te)\.[\w.]+)"[^{;"]*\{([^}]*)\}, (\d)\)')
    for path in [*ROOT.glob("core/text/tir/*.cpp"), *ROOT.glob("core/te/*.cpp")]:
        for name, names, required in call.findall(path.read_text()):
            if not name.endswith("."):
                found[name] = (re.findall(r'"(\w+)"', names), int(required))
    return found


class Forms(unittest.TestCase):
    def test_names_are_those_of_the_readers(self):
        forms, read = table(), readers()
        self.assertGreaterEqual(len(read), 15, read)
        for name, taken in read.items():
            self.assertIn(name, forms)
            self.assertEqual(forms[name], taken, name)

    def test_kinds_of_one_function_take_the_same(self):
        forms = table()
        for names in (("T.axis.spatial", "T.axis.S", "T.axis.reduce", "T.axis.R", "T.axis.scan", "T.axis.opaque"),
                      ("T.serial", "T.parallel", "T.vectorized", "T.unroll", "T.thread_binding"),
                      ("T.Buffer", "T.alloc_buffer", "T.sblock_alloc_buffer", "T.decl_buffer"),
                      ("te.sum", "te.max", "te.min"), ("te.var", "te.size_var")):
            self.assertEqual(len({(*forms[name][0], forms[name][1]) for name in names}), 1, names)
        self.assertEqual(forms["T.match_buffer"][0], ["param", *forms["T.Buffer"][0]])


if __name__ == "__main__":
    unittest.main()
