import numpy as np

TILES = [(2, 3), (4, 1)]


def half(n, by=2):
    return n // by if n % by == 0 else [half(m) for m in range(n)]


def schedule(sch):
    total = 0
    for a, b in TILES:
        while total < a * b:
            total += 1
    text = f"{total:>4}" + "x" * 3
    names = {key: value for key, value in zip("ab", (1, 2))}
    assert half(8) == 4 and not text.startswith("x"), names["a"]
    sch.split("i", [half(4), None])
    print(text, sorted(names), max(1, 2), -7 // 2, -7 % 3, 2 ** 10, lambda x: x + 1)
