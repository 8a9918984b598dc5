"""Drawings of the concepts, in the colours of the page: `<!-- figure: NAME -->` in a page is replaced by one."""
import html
import re

CHINESE = {
    "loops": "循环", "block": "块", "iteration variables": "迭代变量", "reads": "读", "writes": "写",
    "loop i = 1, loop j_0 = 1, loop j_1 = 2": "循环 i = 1，循环 j_0 = 1，循环 j_1 = 2",
    "vi = i": "vi = i", "the element of this iteration": "这次迭代的元素",
    "A loop nest around a block: loops can be changed, the block stays as it is":
        "循环嵌套中的块：循环可以改变，块保持不变",
    "Iteration variables name the element, whatever loops lead to it": "迭代变量指明元素，不论由哪些循环到达",
    "The regions that one iteration of loop i reads and writes": "循环 i 的一次迭代读写的区域",
    "The value that iteration k writes is read by iteration k + 1": "迭代 k 写出的值由迭代 k + 1 读取",
    "Two iterations that conflict if loop k ran in parallel": "假如循环 k 并行，这两次迭代就会冲突",
    "Each step leads to a state; another step from an earlier state is a variant":
        "每个步骤通向一个状态；从较早的状态出发的另一个步骤是一个变体",
    "Every point is a schedule; a search measures some of them": "每个点是一个调度；搜索测量其中一些",
    "as written": "程序原文", "variant": "变体", "variant 2": "变体 2", "rows of a tile": "分块的行数", "columns of a tile": "分块的列数",
    "not measured": "未测量", "measured": "已测量", "best": "最好", "both update C[0, 0]": "都更新 C[0, 0]",
    "iteration k = 0": "迭代 k = 0", "iteration k = 1": "迭代 k = 1", "row i of A": "A 的第 i 行", "all of B": "整个 B",
    "row i of C": "C 的第 i 行", "spatial": "空间", "reduction": "归约",
}


class Drawing:
    def __init__(self, width, height, title, words):
        self.size, self.words, self.parts = (width, height), words, []
        self.title = self.say(title)

    def say(self, text):
        return CHINESE.get(text, text) if self.words.chinese else text

    def box(self, x, y, width, height, kind="", radius=4):
        self.parts.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"/>')

    def text(self, x, y, text, kind="", anchor="start"):
        self.parts.append(f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{html.escape(self.say(text))}</text>')

    def dot(self, x, y, radius, kind=""):
        self.parts.append(f'<circle class="{kind}" cx="{x}" cy="{y}" r="{radius}"/>')

    def arrow(self, x0, y0, x1, y1, kind="", bend=0):
        middle = ((x0 + x1) / 2, (y0 + y1) / 2 + bend)
        self.parts.append(f'<path class="{kind}" d="M{x0} {y0}Q{middle[0]} {middle[1]} {x1} {y1}"/>')
        dx, dy = x1 - middle[0], y1 - middle[1]
        length = (dx * dx + dy * dy) ** 0.5 or 1
        dx, dy = dx / length * 8, dy / length * 8
        self.parts.append(f'<path class="head {kind}" d="M{x1} {y1}L{x1 - dx - dy / 2:.1f} {y1 - dy + dx / 2:.1f}'
                          f'L{x1 - dx + dy / 2:.1f} {y1 - dy - dx / 2:.1f}Z"/>')

    def grid(self, x, y, rows, columns, cell, kind_of):
        for row in range(rows):
            for column in range(columns):
                self.box(x + column * cell, y + row * cell, cell - 2, cell - 2, kind_of(row, column), 2)

    def done(self):
        width, height = self.size
        return (f'<figure class="figure"><svg class="drawn" role="img" aria-label="{html.escape(self.title)}" width="{width}" '
                f'height="{height}" viewBox="0 0 {width} {height}">{"".join(self.parts)}</svg>'
                f"<figcaption>{html.escape(self.title)}</figcaption></figure>")


def block(words):
    d = Drawing(640, 216, "A loop nest around a block: loops can be changed, the block stays as it is", words)
    for depth, name in enumerate(("for i in range(4096)", "for j in range(64)", "for k in range(64)")):
        d.box(2 + depth * 22, 4 + depth * 34, 630 - depth * 44, 206 - depth * 40)
        d.text(16 + depth * 22, 26 + depth * 34, name, "code")
    d.box(72, 112, 520, 82, "chosen")
    d.text(86, 134, 'with T.block("C"):', "code")
    d.text(86, 157, 'vi, vj, vk = T.axis.remap("SSR", [i, j, k])', "code")
    d.text(86, 180, "C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]", "code")
    d.text(610, 26, "loops", "dim", "end")
    d.text(580, 134, "block", "dim", "end")
    return d.done()


def iteration_variables(words):
    d = Drawing(640, 172, "Iteration variables name the element, whatever loops lead to it", words)
    d.text(4, 20, "loop i = 1, loop j_0 = 1, loop j_1 = 2")
    d.text(4, 52, "vi = i", "code")
    d.text(4, 76, "vj = j_0 * 4 + j_1", "code")
    d.text(4, 108, "vi = 1", "code")
    d.text(4, 132, "vj = 6", "code")
    d.grid(270, 26, 4, 8, 28, lambda r, c: "writes" if (r, c) == (1, 6) else "chosen" if r == 1 and c // 4 == 1 else "")
    d.arrow(76, 128, 450, 82, bend=44)
    d.text(270, 160, "the element of this iteration", "dim")
    return d.done()


def region(words):
    d = Drawing(640, 196, "The regions that one iteration of loop i reads and writes", words)
    for x, name, kind in ((4, "row i of A", lambda r, c: "reads" if r == 2 else ""), (216, "all of B", lambda r, c: "reads"),
                          (428, "row i of C", lambda r, c: "writes" if r == 2 else "")):
        d.text(x, 18, name)
        d.grid(x, 30, 6, 8, 24, kind)
    d.box(4, 180, 14, 14, "reads", 2)
    d.text(24, 192, "reads", "dim")
    d.box(90, 180, 14, 14, "writes", 2)
    d.text(110, 192, "writes", "dim")
    return d.done()


def dependence(words):
    d = Drawing(640, 118, "The value that iteration k writes is read by iteration k + 1", words)
    for k in range(5):
        x = 4 + k * 128
        d.box(x, 52, 96, 44, "writes" if k in (1, 2) else "")
        d.text(x + 48, 79, f"k = {k}", "code", "middle")
        if k:
            d.arrow(x - 80, 50, x + 40, 50, bend=-56)
    d.text(4, 114, "C[0, 0] = C[0, 0] + A[0, k] * B[k, 0]", "code")
    return d.done()


def witness(words):
    d = Drawing(640, 150, "Two iterations that conflict if loop k ran in parallel", words)
    for x, name, code in ((4, "iteration k = 0", "C(i=0, j=0, k=0)"), (436, "iteration k = 1", "C(i=0, j=0, k=1)")):
        d.box(x, 8, 200, 56, "bad")
        d.text(x + 12, 30, name)
        d.text(x + 12, 52, code, "code")
    d.box(244, 96, 152, 44, "writes")
    d.text(320, 123, "C[0, 0]", "code", "middle")
    d.arrow(150, 66, 262, 94, "bad")
    d.arrow(490, 66, 378, 94, "bad")
    d.text(320, 40, "both update C[0, 0]", "dim", "middle")
    return d.done()


def trace(words):
    d = Drawing(640, 150, "Each step leads to a state; another step from an earlier state is a variant", words)
    for index in range(4):
        d.dot(26 + index * 190, 48, 13, "chosen" if index < 3 else "best")
    for index, step in enumerate(("reorder(k, j)", "split(i, [None, 4])", "vectorize(j)")):
        d.arrow(44 + index * 190, 48, 198 + index * 190, 48)
        d.text(121 + index * 190, 34, step, "code", "middle")
    d.text(4, 84, "as written", "dim")
    d.dot(406, 126, 13, "chosen")
    d.arrow(224, 62, 388, 122, bend=26)
    d.text(250, 126, "parallel(i)", "code", "middle")
    d.text(428, 131, "variant 2", "dim")
    d.text(620, 84, "variant", "dim", "end")
    return d.done()


def space(words):
    d = Drawing(640, 228, "Every point is a schedule; a search measures some of them", words)
    measured = {(0, 2), (1, 1), (1, 4), (2, 2), (2, 5), (3, 3), (3, 4), (4, 4), (4, 2), (2, 4), (3, 6), (0, 5)}
    for row in range(5):
        for column in range(8):
            kind = "best" if (row, column) == (3, 4) else "chosen" if (row, column) in measured else ""
            d.dot(60 + column * 44, 24 + row * 36, 11 if kind == "best" else 8, kind)
    d.text(60, 204, "columns of a tile", "dim")
    d.parts.append('<text class="dim" transform="translate(24 176) rotate(-90)">' + html.escape(d.say("rows of a tile")) + "</text>")
    for index, (kind, name) in enumerate((("", "not measured"), ("chosen", "measured"), ("best", "best"))):
        d.dot(460, 40 + index * 34, 9, kind)
        d.text(478, 45 + index * 34, name)
    return d.done()


FIGURES = {"block": block, "iteration_variables": iteration_variables, "region": region, "dependence": dependence,
           "witness": witness, "trace": trace, "space": space}


def placed(text, words):
    return re.sub(r"^<!-- figure: (\w+) -->$", lambda m: FIGURES[m[1]](words), text, flags=re.M)
