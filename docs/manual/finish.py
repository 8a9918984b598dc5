"""What Sphinx leaves to do on the pages of one language: tables without empty heads, and the data of the search."""
import html
import html.parser
import json
import re
import shutil

HEADS = {"h1", "h2", "h3"}
PIECES = {"p", "li", "td", "th", "tr", "pre", "div", "dt", "dd", "summary", "figcaption", "ul", "ol", "table", "br"}
# What Sphinx writes for its own themes and its own search.
UNUSED = ["searchindex.js", ".buildinfo", "objects.inv", "genindex.html", "_static/*tools.js", "_static/language_data.js",
          "_static/jquery*.js", "_static/underscore*.js", "_static/_sphinx*.js", "_static/sphinx_highlight.js",
          "_static/documentation_options.js", "_static/basic.css", "_static/pygments.css", "_static/minus.png", "_static/plus.png",
          "_static/file.png"]
NARROW = 36  # characters of code that every telephone has room for
MOST = 4000  # characters of a section that are searched


class Sections(html.parser.HTMLParser):
    """The sections of a page: place, heading and text of each."""

    def __init__(self, text):
        super().__init__()
        self.sections, self.inside, self.head, self.hidden = [], False, None, 0
        self.place, self.mark = "", False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "main":
            self.inside = True
        elif tag in ("nav", "svg"):  # a drawing is described below it
            self.hidden += 1
        elif tag == "a" and "headerlink" in (values.get("class") or ""):
            self.mark = True
        elif tag == "section":
            self.place = values.get("id", "")
        elif tag in HEADS and self.inside:
            self.head = tag
            self.sections.append(["" if tag == "h1" else self.place, "", ""])
        elif tag in PIECES:
            self.add(" ")

    def handle_endtag(self, tag):
        if tag == "main":
            self.inside = False
        elif tag in ("nav", "svg"):
            self.hidden -= 1
        elif tag == "a":
            self.mark = False
        elif tag in HEADS:
            self.head = None
        elif tag in PIECES:
            self.add(" ")

    def handle_data(self, data):
        self.add(data)

    def add(self, data):
        if self.inside and not self.hidden and not self.mark and self.sections:
            self.sections[-1][1 if self.head else 2] += data


def one_line(text):
    return " ".join(text.split())


def sections_of(text):
    sections = [[place, one_line(head), one_line(body)[:MOST]] for place, head, body in Sections(text).sections]
    title = sections[0][1] if sections else ""
    return [[place, title, "" if not place else head, body] for place, head, body in sections]


def reachable(text):
    """What may scroll on a telephone can be reached by keys: code with long lines, and wide drawings."""
    def code(match):
        lines = html.unescape(re.sub("<[^>]*>", "", match[1])).split("\n")
        return match[0] if max(map(len, lines)) <= NARROW else match[0].replace("<pre>", '<pre tabindex="0">', 1)

    text = re.sub(r"<pre>(.*?)</pre>", code, text, flags=re.S)
    return re.sub(r'<figure( class="figure")?>((?:<figcaption>[^<]*</figcaption>)?<svg class="\w+" role="img" aria-label="[^"]*" width="\d{3,}")',
                  r'<figure\1 tabindex="0">\2', text)


def finish(folder):
    """Changes the pages in the folder, and writes the data of their search."""
    data = []
    for path in sorted(folder.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"<thead>(?:(?!</thead>)(?:<[^>]*>|\s))*</thead>\n?", "", text)
        text = text.replace('<th class="head"><p></p></th>', "<td></td>")
        text = text.replace('<p class="caption" role="heading">', '<p class="caption">')  # a heading without a level
        text = re.sub(r"<html lang=\"zh_CN\"", "<html lang=\"zh-CN\"", text)
        path.write_text(reachable(text), encoding="utf-8")
        name = path.relative_to(folder).as_posix()
        if name in ("search.html", "genindex.html"):
            continue
        data += [[name, *section] for section in sections_of(text)]
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    (folder / "_static/search_data.js").write_text(f"window.searchData={written};\n", encoding="utf-8")
    for name in UNUSED:
        for path in folder.glob(name):
            path.unlink()
    shutil.rmtree(folder / ".doctrees", ignore_errors=True)
    return data
