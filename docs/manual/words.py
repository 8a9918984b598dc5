"""Words of the manual in its languages: those of the window's translation, and a few of its own."""
import re
import xml.etree.ElementTree as ElementTree

OWN = {
    "Example": "示例",
    "Refused": "被拒绝的步骤",
    "Parameters": "参数",
    "All reasons for a refusal": "所有的拒绝理由",
    "Steps": "步骤",
    "Before": "之前",
    "After": "之后",
    "Options": "选项",
    "Arguments": "实参",
    "Commands": "命令",
    "Exit codes": "退出码",
    "default": "默认",
    "repeatable": "可重复",
    "Composites": "组合步骤",
    "Topics": "专题",
    "Start": "入门",
    "Reference": "参考",
    "Teaching": "教学",
    "Command line": "命令行",
    "Course": "课程",
    "Goal": "目标",
    "Program": "程序",
    "Hint": "提示",
    "Prepared": "准备好的函数",
    "First try": "初次尝试",
    "Solution": "解答",
    "Module": "模块",
    "Primitives": "原语",
    "composites": "组合步骤",
}


class Words:
    def __init__(self, root, language):
        self.root, self.language = root, language
        self.chinese = language == "zh_CN"
        self.sentences, self.patterns, self.outlines = {}, [], {}
        if not self.chinese:
            return
        tree = ElementTree.parse(root / "resources/i18n/core/zh_CN.ts")
        for message in tree.iter("message"):
            source, translation = message.findtext("source"), message.findtext("translation")
            if not source or not translation:
                continue
            self.sentences[source] = translation
            if "{" in source:
                self.outlines[re.sub(r"\{\d\}", "...", source)] = re.sub(r"\{\d\}", "...", translation)
                self.patterns.append((source, translation))
        # A sentence with much of its own is told before one that fits everything.
        self.patterns.sort(key=lambda pair: -len(re.sub(r"\{\d\}", "", pair[0])))
        self.patterns = [(self.pattern(source), translation) for source, translation in self.patterns
                         if len(re.sub(r"\{\d\}", "", source)) > 4]

    @staticmethod
    def pattern(source):
        parts = re.split(r"\{(\d)\}", source)
        seen, text = set(), ""
        for index, part in enumerate(parts):
            if index % 2 == 0:
                text += re.escape(part)
            else:
                text += f"(?P=a{part})" if part in seen else f"(?P<a{part}>.+?)"
                seen.add(part)
        return re.compile(text + r"\Z", re.S)

    def own(self, text):
        return OWN.get(text, text) if self.chinese else text

    def say(self, text, depth=0):
        """A sentence of the engine; what has no translation stays as it is."""
        if not self.chinese or not text:
            return text
        for known in (self.sentences, self.outlines, OWN):
            if text in known:
                return known[text]
        if depth > 2:
            return text
        for pattern, translation in self.patterns:
            if found := pattern.match(text):
                return re.sub(r"\{(\d)\}", lambda m: self.say(found.groupdict().get("a" + m[1], ""), depth + 1), translation)
        return text
