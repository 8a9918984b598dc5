"""The gallery: twelve samples with their code, their loop trees before and after the schedule, and their times.

`scripts/docs --measure` times them by `lw run` and keeps the times in gallery.json with the machine that they are of.
"""
import ast
import json
import subprocess

from loop_tree import loop_tree

# Sample, and what it is, in both languages.
KERNELS = [
    ("first_product", "Matrix product, small", "小型矩阵乘积",
     "Tiles of four rows: rows of B are read in order, and the results stay in registers.",
     "四行一个分块：按行读取 B，结果留在寄存器中。"),
    ("mm_exp_mm", "Two products with an exponential", "中间带指数的两个乘积",
     "The intermediate result is computed tile by tile where it is used, and never stored as a whole.",
     "中间结果在用到的地方逐块计算，从不整体存储。"),
    ("kernels/softmax", "Softmax", "Softmax",
     "Each row is read once and stays in the nearest cache until it is done; maximum and sum are partial ones, a vector each.",
     "每行只读一次，并在完成之前留在最近的缓存中；最大值与和都是部分的，各占一个向量。"),
    ("kernels/layer_norm", "Layer normalisation", "层归一化",
     "Sum and sum of squares are one reduction, in vectors of partial sums.", "和与平方和是同一个归约，部分和各占一个向量。"),
    ("kernels/conv2d", "Convolution, 3 x 3", "3 x 3 卷积",
     "Vectors along the output channels, whose weights are packed for it; a row of pixels stays in registers.",
     "向量沿输出通道，权重为此打包；一行像素留在寄存器中。"),
    ("kernels/conv2d_1x1", "Convolution, 1 x 1", "1 x 1 卷积",
     "A product of matrices, weights by pixels, and scheduled as one.", "权重乘像素的矩阵乘积，也按矩阵乘积调度。"),
    ("kernels/depthwise", "Depthwise convolution", "逐通道卷积",
     "Each channel has a window of its own; four rows at a time share what they read.", "每个通道有自己的窗口；每次四行共用读到的数据。"),
    ("kernels/transpose", "Transpose", "转置",
     "Squares of 16 x 16 elements, so that the cache lines that are read and written are used whole.",
     "以 16 x 16 个元素的方块进行，使读写的缓存行得到完整使用。"),
    ("kernels/elementwise", "Chain of elementwise operations", "逐元素运算链",
     "One pass over the arrays in place of one for each operation.", "对数组只走一遍，而不是每个运算走一遍。"),
    ("kernels/sums", "Sums of rows and columns", "行与列的和",
     "Both sums in one pass over the matrix.", "对矩阵走一遍就得到两种和。"),
    ("kernels/four_bit_rows", "Row times 4-bit weights", "一行乘 4 位权重",
     "Weights are decoded in vectors where they are used; eight of them are in a word.", "权重在用到的地方按向量解码；一个字中有八个。"),
    ("kernels/bfloat16", "Product of bfloat16", "bfloat16 乘积",
     "Each number is converted once, while it is packed.", "每个数在打包时只转换一次。"),
]
SCHEDULES = {"mm_exp_mm": "gebp"}


def schedule_of(name):
    return SCHEDULES.get(name, "schedule")


def timing(done):
    """The median and the ends of its interval, in milliseconds."""
    return [round(done[key], 5) for key in ("median_ms", "median_low_ms", "median_high_ms")]


def measure(root, build):
    times = {}
    for name, *_ in KERNELS:
        file = root / f"samples/{name}.py"
        words = [build / "bin/lw", "run", file, "--script", f"{file}:{schedule_of(name)}", "--repeat", "20", "--json"]
        done = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
        times[name] = {"scheduled": timing(done), "reference": timing(done["reference"]), "written": round(done["baseline_ms"], 5),
                       "gflops": round(done["gflops"], 1), "others": round(done.get("load", {}).get("other_cores", 0), 1),
                       "threads": done["threads"], "device": done["device"]}
        print(name, times[name])
    (root / "docs/manual/gallery.json").write_text(json.dumps(times, indent=1) + "\n", encoding="utf-8")
    return 0


def span(ms):
    if ms >= 1000:
        return f"{ms / 1000:.3g} s"
    return f"{ms:.3g} ms" if ms >= 1 else f"{ms * 1000:.3g} µs"


def bars(times, words):
    """What a call takes, as written, by the reference, and scheduled."""
    rows = [(words.own("As written"), times["written"], ""), (words.own("Its reference"), times["reference"][0], ""),
            (words.own("Scheduled"), times["scheduled"][0], "ours")]
    most = max(row[1] for row in rows)
    text = "".join(f'<strong>{name}</strong><div><span class="{kind}" style="width:{max(0.5, 72 * ms / most):.1f}%"></span><em>{span(ms)}</em></div>'
                   for name, ms, kind in rows)
    return f'\n<div class="bars">{text}</div>\n'


def ratio(value):
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def sentence(times, words):
    faster = times["written"] / times["scheduled"][0]
    beside = times["reference"][0] / times["scheduled"][0]
    operations = times["gflops"]
    if words.chinese:
        text = (f"比程序原文快 {ratio(faster)} 倍，速度是其 reference 的 {ratio(beside)} 倍。"
                f"中位数的区间为 {span(times['scheduled'][1])} 到 {span(times['scheduled'][2])}，{times['threads']} 个线程，{times['device']}。")
        return text + (f"测量时有 {times['others']} 个核心在做别的工作，因此这些耗时可能偏长。" if times["others"] >= 0.2 else "")
    text = (f"{ratio(faster)} times as fast as the program as written, and {ratio(beside)} times as fast as its reference. The median is between "
            f"{span(times['scheduled'][1])} and {span(times['scheduled'][2])}, with {times['threads']} threads of an {times['device']}.")
    text += f" This is {operations} GFLOP/s." if operations >= 1 else ""
    return text + (f" {times['others']} cores did other work meanwhile, so the times may be too long." if times["others"] >= 0.2 else "")


def schedules(text):
    """The schedule function of a sample, with the functions and values that it uses."""
    body = ast.parse(text).body
    first = next(n for n in body if isinstance(n, ast.FunctionDef) and n.name == "reference")
    lines = text.split("\n")
    return "\n".join(lines[:first.end_lineno]).strip(), "\n".join(lines[first.end_lineno:]).strip()


def kernel_page(writer, name, title, said, times):
    words, file = writer.words, f"samples/{name}.py"
    program, after = schedules((words.root / file).read_text(encoding="utf-8"))
    program = program[program.index("import "):]
    trees = [loop_tree(writer.lw("print", str(words.root / file))),
             loop_tree(writer.lw("apply", str(words.root / file), "--script", f"{words.root / file}:{schedule_of(name)}"))]
    figures = "".join(f"<figure><figcaption>{words.own(caption)}</figcaption>{tree}</figure>"
                      for caption, tree in zip(("As written", "Scheduled"), trees))
    only = f"```python\n{after}\n```"
    if after.count("\n") > 60:
        only = f"<details>\n<summary>{words.own('Schedule')}</summary>\n\n{only}\n\n</details>"
    text = (f"# {title}\n\n{said}\n\n## {words.own('Speed')}\n{bars(times, words)}\n{sentence(times, words)}\n\n"
            f"```console\n$ lw run {file} --script {file}:{schedule_of(name)}\n```\n\n"
            f"## {words.own('Program')}\n\n`{file}`\n\n```python\n{program}\n```\n\n## {words.own('Schedule')}\n\n{only}\n\n"
            f"## {words.own('Loop trees')}\n\n<div class=\"trees\">{figures}</div>\n")
    writer.page(f"gallery/{name.split('/')[-1]}", text, schedule_of(name))


def write(writer):
    words = writer.words
    known = json.loads((words.root / "docs/manual/gallery.json").read_text(encoding="utf-8"))
    cards, names = [], []
    for name, english, chinese, said, in_chinese in KERNELS:
        title, about = (chinese, in_chinese) if words.chinese else (english, said)
        kernel_page(writer, name, title, about, known[name])
        page = name.split("/")[-1]
        faster = ratio(known[name]["written"] / known[name]["scheduled"][0])
        times = f"快 {faster} 倍" if words.chinese else f"{faster} times as fast"
        cards.append(f'<a class="card" href="{page}.html"><b>{title}</b><span>{about} {times}{"。" if words.chinese else "."}</span></a>')
        names.append(page)
    listed = "\n".join(["```{toctree}", ":hidden:", "", *names, "```", ""])
    writer.page("gallery/index", writer.own("gallery") + '\n<div class="cards">' + "".join(cards) + "</div>\n\n" + listed)
