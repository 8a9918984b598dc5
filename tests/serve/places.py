"""Places of a text as an editor counts them: lines and units of UTF-16, both from 0."""


def units(text):
    return len(text.encode("utf-16-le")) // 2


def position(text, offset):
    before = text[:offset]
    return {"line": before.count("\n"), "character": units(before[before.rfind("\n") + 1:])}


def offset_of(text, place):
    lines = text.split("\n")
    offset = sum(len(line) + 1 for line in lines[:place["line"]])
    left = place["character"]
    for character in lines[place["line"]] if place["line"] < len(lines) else "":
        if left <= 0:
            break
        left -= units(character)
        offset += 1
    return offset


def find(text, words, more=0, nth=0):
    """The offset of the words, `more` characters further; nth: not the first ones."""
    at = text.index(words)
    for _ in range(nth):
        at = text.index(words, at + 1)
    return at + more


def at(text, words, more=0, nth=0):
    return position(text, find(text, words, more, nth))


def span(text, words, more=0, length=None, nth=0):
    begin = find(text, words, more, nth)
    return {"start": position(text, begin), "end": position(text, begin + (len(words) - more if length is None else length))}


def words_in(text, range_):
    return text[offset_of(text, range_["start"]):offset_of(text, range_["end"])]


def edited(text, edits):
    """The text after all edits, whose places are those of the text before them."""
    for edit in sorted(edits, key=lambda e: offset_of(text, e["range"]["start"]), reverse=True):
        text = text[:offset_of(text, edit["range"]["start"])] + edit["newText"] + text[offset_of(text, edit["range"]["end"]):]
    return text
