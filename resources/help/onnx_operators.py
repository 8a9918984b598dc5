#!/usr/bin/python3
"""onnx_operators.py LW: writes the help pages that list the operators of ONNX, from `LW import --operators --json`."""

import json
import pathlib
import subprocess
import sys
import textwrap
from xml.etree import ElementTree

HERE = pathlib.Path(__file__).parent
WORDS = {
    "": {"title": "Operators of ONNX",
         "intro": "The number behind a name is the version of the operators from which on it is read: models that ask for an "
                  "earlier version of this operator are refused by name. `lw import --operators` prints the same list.",
         "own": "ONNX", "other": "onnxruntime: {0}", "not": "Not read"},
    "zh_CN": {"title": "ONNX 的算子",
              "intro": "名称后的数字是开始读取该算子的算子版本：要求该算子更早版本的模型会被指名拒绝。`lw import --operators` 打印同样的列表。",
              "own": "ONNX", "other": "onnxruntime：{0}", "not": "不读取"},
}


def checksum(text):
    """FNV-1a, by which a translated page names the text that it was made of."""
    value = 2166136261
    for byte in text.encode():
        value = (value ^ byte) * 16777619 % 2**32
    return f"{value:08x}"


def page(operators, language, translate):
    """The text of one page."""
    words = WORDS[language]
    wrap = textwrap.TextWrapper(width=120, break_long_words=False, break_on_hyphens=False) if not language else None
    lines = ["# " + words["title"], "", *(wrap.wrap(words["intro"]) if wrap else [words["intro"]])]
    for domain in sorted({op["domain"] for op in operators if op["since"]}):
        lines += ["", "### " + (words["other"].format("`" + domain + "`") if domain else words["own"]), ""]
        names = ", ".join(f"`{op['name']}` {op['since']}" for op in sorted(operators, key=lambda op: op["name"])
                          if op["since"] and op["domain"] == domain)
        # The number stays on the line of its name.
        lines += [line.replace("~", " ") for line in wrap.wrap(names.replace("` ", "`~"))] if wrap else [names]
    lines += ["", "### " + words["not"], ""]
    reasons = {}
    for op in operators:
        if not op["since"]:
            reasons.setdefault(op["why_not"], []).append("`" + (op["domain"] + "." if op["domain"] else "") + op["name"] + "`")
    for reason, names in sorted(reasons.items()):
        item = ", ".join(sorted(names)) + ("：" if language else ": ") + translate(reason)
        lines += textwrap.wrap("- " + item, 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False) \
            if wrap else ["- " + item]
    return "\n".join(lines) + "\n"


def main():
    """Writes both."""
    operators = json.loads(subprocess.run([sys.argv[1], "import", "--operators", "--json"], stdout=subprocess.PIPE, check=True).stdout)
    known = {}
    for message in ElementTree.parse(HERE.parent / "i18n/core/zh_CN.ts").iter("message"):
        known[message.find("source").text] = message.find("translation").text
    english = page(operators["operators"], "", lambda text: text)
    chinese = page(operators["operators"], "zh_CN", lambda text: known[text])
    (HERE / "topics/onnx_operators.md").write_text(english, encoding="utf-8")
    (HERE / "zh_CN/topics/onnx_operators.md").write_text(f"of: {checksum(english)}\n{chinese}", encoding="utf-8")


if __name__ == "__main__":
    main()
