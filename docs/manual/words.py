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
    "Examples": "实例",
    "Output": "输出",
    "lines": "行",
    "As written": "程序原文",
    "Scheduled": "调度之后",
    "Schedule": "调度",
    "Its reference": "其参考",
    "Speed": "速度",
    "Loop trees": "循环树",
    "Kernel": "内核",
    "Task": "任务",
    "How do I ...": "怎样……",
}


# Parts of a challenge; the last hole of a Chinese sentence is the translated count.
GOALS = [
    (r"([\d.]+)x start", "{0} times as fast as the program as written", "比程序原文快 {0} 倍"),
    (r"([\d.]+)x reference", "{0} times as fast as the function reference", "速度达到函数 reference 的 {0} 倍"),
    (r"([\d.]+)x fewer (.+)", "at most 1/{0} of the {1} of the program as written", "{2}不超过程序原文的 1/{0}"),
    (r"at most ([\d.]+) (?!steps?)(.+)", "at most {0} {1}", "{2}不超过 {0}"),
    (r"(\d+) steps?", "in at most {0} steps", "最多 {0} 个步骤"),
]
COUNTS = {"cycles": "周期数", "lines": "缓存行数", "bytes": "读写的字节数", "bytes past L1": "来自一级缓存之外的字节数",
          "bytes past L2": "来自二级缓存之外的字节数", "device us": "设备的微秒数", "sectors": "扇区数", "bank conflicts": "存储体冲突数",
          "launches": "启动次数"}


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

    def goal(self, text):
        """A challenge of a course as a sentence: "8x fewer cycles, 4 steps"."""
        said = []
        for part in text.split(", "):
            for pattern, english, chinese in GOALS:
                if found := re.fullmatch(pattern, part):
                    said.append((chinese if self.chinese else english).format(
                        *found.groups(), COUNTS.get(found[found.lastindex], found[found.lastindex])))
                    break
            else:
                raise ValueError(f"docs/manual/words.py has no words for the goal {part}")
        text = ("，" if self.chinese else ", ").join(said)
        return text[:1].upper() + text[1:] + ("。" if self.chinese else ".")

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
