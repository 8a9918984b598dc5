"""The pages of tasks: docs/manual/LANGUAGE/howto. Both languages have the same tasks, in the same order."""
import re

PAGES = ["programs", "steps", "measuring", "sharing"]
TASKS = 21


def write(writer):
    names, count = [], 0
    for page in PAGES:
        text = writer.own(f"howto/{page}")
        count += len(re.findall("^## ", text, re.M))
        writer.prose(f"howto/{page}", text)
        names.append(f"howto/{page}")
    if count != TASKS:
        raise ValueError(f"docs/manual/{writer.words.language}/howto has {count} tasks, not {TASKS}")
    return names
