# Sphinx' settings of the manual. scripts/docs writes the pages and calls Sphinx once for each language, which LW_LANGUAGE names.
import os

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
html_use_index = False
html_static_path = ["_static"]
html_context = {
    "language_code": language_code,
    "languages": [("en", "English"), ("zh_CN", "中文")],
    "words": {"search": "搜索", "theme": "切换明暗", "pages": "页面", "sections": "本页内容", "menu": "所有页面",
              "skip": "跳到正文", "results": "搜索结果", "neighbours": "前后页面", "none": "没有找到。",
              "found": "找到 {} 处", "keys": "↑ ↓ 选择，Enter 打开", "script": "搜索需要 JavaScript。"} if chinese else
             {"search": "Search", "theme": "Light or dark", "pages": "Pages", "sections": "On this page",
              "menu": "All pages", "skip": "Skip to the text", "results": "Results", "neighbours": "Neighbouring pages",
              "none": "Nothing was found.", "found": "{} places", "keys": "↑ ↓ choose, Enter opens",
              "script": "The search needs JavaScript."},
}
