"""The extension for Visual Studio Code, carried out by node without the editor (vscode_host.js); passed over where there is
no node."""
import json
import os
import pathlib
import shutil
import subprocess
import unittest

import client
import programs

FOLDER = pathlib.Path(os.environ.get("LW_SOURCE", "../..")) / "app/serve/vscode"
NODE = shutil.which("node")


class Extension(unittest.TestCase):
    def test_its_description(self):
        package = json.loads((FOLDER / "package.json").read_text())
        self.assertTrue((FOLDER / package["main"]).is_file())
        self.assertEqual([c["command"] for c in package["contributes"]["commands"]], ["loopwright.restart"])
        legend = client.Editor()
        self.addCleanup(legend.__exit__)
        types = legend.initialized["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
        text = (FOLDER / "extension.js").read_text()
        begin = text.index("SemanticTokensLegend(") + len("SemanticTokensLegend(")
        self.assertEqual(json.loads(text[text.index("[", begin):text.index("]", begin) + 1]), types)
        self.assertLessEqual({t["id"] for t in package["contributes"]["semanticTokenTypes"]}, set(types))

    @unittest.skipUnless(NODE, "there is no node")
    def test_syntax(self):
        for file in sorted(FOLDER.glob("*.js")):
            done = subprocess.run([NODE, "--check", str(file)], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)

    @unittest.skipUnless(NODE, "there is no node")
    def test_what_it_hands_on(self):
        text = programs.product()
        done = subprocess.run([NODE, "vscode_host.js", str(FOLDER / "extension.js"), os.path.join(client.BIN, "lw"), "", "file:///x/product.py", text],
                              capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual(result["commands"], ["loopwright." + name for name in ("compare", "open", "restart", "run", "tune")])
        self.assertEqual(result["first"], [["file:///x/product.py", []]])  # the file without tvm is left alone
        self.assertEqual(result["plain"], [])
        self.assertEqual(result["symbols"], [["product", 11], ["reference", 11], ["tiled", 11]])
        self.assertIn("buffer `A`: float32, shape (32, 32)", result["hover"])
        line = text[:text.index("def product")].count("\n")
        self.assertEqual(result["definition"], [[{"start": {"line": line, "character": 12}, "end": {"line": line, "character": 13}}]])
        self.assertEqual((result["references"], result["rename"], result["prepared"]), (5, 5, "A"))
        self.assertEqual([kind for [kind] in result["highlights"]].count(2), 2)  # written: the parameters
        self.assertIn("another program", result["refused"])
        self.assertEqual((result["folds"], result["tokens"]), (6, 0))
        self.assertEqual(result["hints"], [[": 32"]] * 3)
        self.assertEqual(result["lenses"][:4], ["Run", "Tune", "Compare with reference", "Open in Loopwright"])
        self.assertEqual(result["action"]["file:///x/product.py"][0]["newText"], "sch.parallel(i)\n    ")
        [[kind, message]] = result["messages"]
        self.assertEqual(kind, "information")
        self.assertRegex(message, "^Run product: ")
        self.assertTrue(result["reports"] and result["errors"])
        self.assertIn("[None, 8]", result["completion"])
        self.assertEqual(result["signature"], 1)


if __name__ == "__main__":
    unittest.main()
