"""Checks a built site: pages that must exist, links inside it, and that the search knows what it must find."""
import html.parser
import json
import pathlib
import urllib.parse

FOUND = {"en": ["rfactor", "transform_layout", "grade", "Halide", "topi"], "zh_CN": ["rfactor", "循环", "向量", "挑战", "grade"]}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.add(value)
            elif name in ("href", "src") and value is not None:
                self.links.append(value)


def broken_links(root):
    pages = {path.resolve(): Page(path) for path in root.rglob("*.html")}
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme in ("data", "mailto"):
                continue
            where = path.relative_to(root.resolve())
            if parts.scheme:
                yield f"{where} needs the network: {link}" if parts.path.endswith((".js", ".css", ".otf")) else ""
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                yield f"{where} links to {link}, which does not exist"
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].ids:
                yield f"{where} links to {link}, and that page has no such place"


def unfound(root):
    """The search finds a word on pages that have it."""
    for language, words in FOUND.items():
        text = (root / language / "_static/search_data.js").read_text(encoding="utf-8")
        sections = json.loads(text[text.index("=") + 1:text.rindex(";")])
        for word in words:
            if not any(word.lower() in " ".join(section[2:]).lower() for section in sections):
                yield f"the search of {language} does not find {word}"


def faults(root, expected):
    root = pathlib.Path(root)
    for language in FOUND:
        for name, says in expected:
            path = root / language / name
            if not path.exists():
                yield f"{language}/{name} is missing"
                continue
            text = path.read_text(encoding="utf-8")
            for one in [says] if isinstance(says, str) else says:
                if one.replace("def solution", "solution") not in text:
                    yield f"{language}/{name} does not contain {one}"
    yield from (fault for fault in broken_links(root) if fault)
    yield from unfound(root)
