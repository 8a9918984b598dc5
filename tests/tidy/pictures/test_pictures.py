"""scripts/pictures notices that a picture is older than what it shows, and nothing else."""
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]


def script():
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("pictures", str(ROOT / "scripts/pictures"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("pictures", loader))
    loader.exec_module(module)
    return module


class Pictures(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.pictures = script()
        root = pathlib.Path(self.folder.name)
        self.pictures.ROOT = root
        self.pictures.IMAGES = root / "resources/help/images"
        self.pictures.INDEX = self.pictures.IMAGES / "pictures.json"
        self.pictures.SHOWN = {"window": ["views/code", "resources/themes"]}
        for name in ("resources/help/images", "resources/themes", "resources/desktop", "views/code", "views/help"):
            (root / name).mkdir(parents=True)
        (root / "resources/help/images/window.png").write_bytes(b"png")
        (root / "resources/themes/dark.json").write_text("{}")
        (root / "README.md").write_text("![The window](resources/help/images/window.png)\n")
        self.code = root / "views/code/code.cpp"
        self.code.write_text('// Paints.\nvoid paint() { draw("two  words"); }\n')
        self.pictures.note()
        self.root = root

    def found(self):
        return list(self.pictures.faults())

    def test_new_ones_are_right(self):
        self.assertEqual(self.found(), [])

    def test_comments_spacing_and_other_views_do_not_count(self):
        self.code.write_text('// Paints the code; see // below.\nvoid paint() {\n  draw("two  words");  /* now */\n}\n')
        (self.root / "views/help/help.cpp").write_text("void help();\n")
        self.assertEqual(self.found(), [])

    def test_code_words_and_themes_count(self):
        for path, text in ((self.code, 'void paint() { draw("two words"); }\n'),
                           (self.root / "views/code/more.h", "void more();\n"),
                           (self.root / "resources/themes/dark.json", "{ }")):
            before = path.read_text() if path.exists() else None
            path.write_text(text)
            folder = path.parent.relative_to(self.root)
            self.assertEqual(self.found(), [f"resources/help/images/window.png is older than {folder}"])
            path.write_text(before) if before is not None else path.unlink()

    def test_missing_and_unknown_ones_are_named(self):
        (self.root / "README.md").write_text("![Old](images/old.png)\n")
        (self.root / "resources/help/images/window.png").unlink()
        self.assertEqual(self.found(), ["resources/help/images/window.png is missing",
                                        "README.md shows old.png, which scripts/pictures does not take"])


class Repository(unittest.TestCase):
    def test_its_pictures_are_those_of_the_present_views(self):
        if not script().INDEX.exists():
            self.skipTest("scripts/pictures has taken none yet")
        self.assertEqual(list(script().faults()), [])


if __name__ == "__main__":
    unittest.main()
