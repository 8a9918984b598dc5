"""Pictures of pages that come from elsewhere: of topics, and of the course."""

# Page: picture, and what it shows, in both languages.
PICTURES = {
    "topics/roofline": [("roofline", "The states of a schedule below the roofs of this machine", "一个调度的各个状态，位于这台机器的屋顶线之下")],
    "topics/accesses": [("accesses", "The accesses of a matrix product, and the lines that the simulated cache holds",
                         "矩阵乘积的访问，以及模拟的缓存所保存的缓存行"),
                        ("values", "The values of a result, as numbers and as a picture", "结果的数值，以数字和图像显示")],
    "topics/gpu": [("gpu_counts", "Counts of a transposed copy on the emulator: each load takes 32 passes over the banks",
                    "模拟器对转置的计数：每次读取要访问存储体 32 遍"),
                   ("gpu_banks", "The same, access by access, with the passes over the banks so far", "同一个内核，逐次访问，以及到目前为止访问存储体的遍数"),
                   ("gpu_race", "A race: two threads store to the same element", "竞争：两个线程写同一个元素")],
    "topics/graph": [("graph", "A model as a graph, with the memory and the time of its calls", "以图显示的模型，以及各调用的内存和耗时")],
    "topics/trace": [("variants", "Two variants of a schedule, with the times of their states", "一个调度的两个变体，以及各状态的耗时")],
    "topics/panes": [("effects", "What the next steps would do, in the inspector", "检查器：接下来的步骤会有什么影响"),
                     ("preview", "The form of a step, with the lines that it would change", "步骤的表单，以及它会改变的行"),
                     ("help", "The page of a step, beside the program", "步骤的帮助页")],
    "topics/window": [("start", "The start page, with samples and the course", "开始页，有示例和课程"),
                      ("teach", "The layout for teaching: program, loop tree and steps", "教学布局：程序、循环树和步骤")],
    "topics/matrix_products": [("run_times", "The times of all states of a schedule, beside the reference",
                                "一个调度的所有状态的耗时，以及参考的耗时")],
    "course/index": [("challenge", "An exercise: its goal, and the first hint", "一道练习：目标和第一个提示"),
                     ("challenge_solved", "The goal is reached", "达到目标")],
}


def with_shown(name, text, words):
    """The page with its pictures, as Markdown: the first below its first paragraph, the others at its end."""
    shown = PICTURES.get(name, [])
    if not shown:
        return text
    first, *more = [f"![{chinese if words.chinese else english}]({picture}.png)" for picture, english, chinese in shown]
    if name == "course/index":  # its first paragraph ends with a command
        return "\n\n".join([text.rstrip(), first, *more]) + "\n"
    head, paragraph, rest = text.split("\n\n", 2)
    return "\n\n".join([head, paragraph, first, rest.rstrip(), *more]) + "\n"
