# Sphinx' settings of the manual. scripts/docs writes the pages and calls Sphinx once for each language, which LW_LANGUAGE names.
import os
import re

from sphinx.search import SearchLanguage, languages as search_languages

language_code = os.environ["LW_LANGUAGE"]
chinese = language_code == "zh_CN"
project = "Loopwright"
release = version = os.environ["LW_VERSION"]
copyright = "the authors of Loopwright"
language = language_code
extensions = ["myst_parser"]
myst_heading_anchors = 3
highlight_language = "text"
smartquotes = False  # quotes are often part of what is typed
html_theme = "theme"
html_theme_path = [os.environ["LW_MANUAL"]]
html_title = "Loopwright 手册" if chinese else "Loopwright manual"
html_copy_source = False
html_show_search_summary = False  # summaries are fetched, which pages from disk may not do
html_use_index = False
html_static_path = ["_static"]
html_context = {
    "language_code": language_code,
    "languages": [("en", "English"), ("zh_CN", "中文")],
    "words": {"search": "搜索", "theme": "明暗", "pages": "页面", "sections": "本页"} if chinese else
             {"search": "Search", "theme": "Light or dark", "pages": "Pages", "sections": "On this page"},
}


class Han(SearchLanguage):
    """Chinese is not divided by spaces: every two neighbouring characters are a word, in pages and in what is searched."""

    lang = "zh_CN"
    language_name = "Chinese"
    js_stemmer_code = "var Stemmer = function() { this.stemWord = function(w) { return w; } };"
    js_splitter_code = """
function splitQuery(query) {
  const words = [];
  for (const part of query.match(/[\\u4e00-\\u9fff]+|[A-Za-z0-9_]+/g) || []) {
    if (!/[\\u4e00-\\u9fff]/.test(part) || part.length < 2) words.push(part);
    else for (let i = 0; i + 1 < part.length; ++i) words.push(part.slice(i, i + 2));
  }
  return words;
}
"""
    stopwords = set()

    def init(self, options):
        pass

    def split(self, text):
        words = []
        for part in re.findall(r"[\u4e00-\u9fff]+|[A-Za-z0-9_]+", text):
            han = "\u4e00" <= part[0] <= "\u9fff"
            words += [part[i:i + 2] for i in range(len(part) - 1)] + list(part) if han else [part]
        return words

    def stem(self, word):
        return word.lower()

    def word_filter(self, word):
        return len(word) > 0


search_languages["zh_CN"] = search_languages["zh"] = Han
