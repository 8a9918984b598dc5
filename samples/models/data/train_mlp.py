"""Makes the data of ../mlp*.py: draws pictures of ten glyphs, trains a perceptron of 784, 128 and 10 values on them with NumPy
and writes its parameters. Everything follows from the seeds, so that the pictures need not be stored.

    train_mlp.py train [mlp_params.npz]      trains, and writes w0, b0, w1, b1
    train_mlp.py test [COUNT [OUT.npz]]      writes the first COUNT of 10,000 test pictures as the model's x
    train_mlp.py score RESULT.npz            compares the model's result for test pictures with their classes and with NumPy
"""
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
SIDE, CLASSES, HIDDEN = 28, 10, 128

# Strokes from (x, y) to (x, y) in a square of -1 to 1. A ring is drawn as a polygon.
RING = [((np.cos(a), np.sin(a)), (np.cos(a + np.pi / 8), np.sin(a + np.pi / 8))) for a in np.arange(16) * np.pi / 8]
GLYPHS = [
    RING,
    [((0, -1), (0, 1))],
    [((-1, -1), (1, 1)), ((-1, 1), (1, -1))],
    [((-1, 0), (1, 0)), ((0, -1), (0, 1))],
    [((-1, 1), (0, -1)), ((0, -1), (1, 1)), ((1, 1), (-1, 1))],
    [((-1, -1), (1, -1)), ((1, -1), (1, 1)), ((1, 1), (-1, 1)), ((-1, 1), (-1, -1))],
    [((-1, -1), (1, -1)), ((1, -1), (-1, 1)), ((-1, 1), (1, 1))],
    [((-1, -1), (1, -1)), ((0, -1), (0, 1))],
    [((-1, -1), (-1, 1)), ((-1, 1), (1, 1)), ((1, 1), (1, -1))],
    [((-1, -1), (-1, 1)), ((-1, 1), (1, 1))],
]


def distances(stroke, x, y):
    """Of all points from a stroke."""
    (ax, ay), (bx, by) = stroke
    dx, dy = bx - ax, by - ay
    t = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0, 1)
    return np.hypot(x - ax - t * dx, y - ay - t * dy)


def picture(random, label):
    """One glyph, shifted, turned, scaled and as thick as chance will have it, under noise."""
    size = random.uniform(5, 11)
    angle = random.uniform(-0.4, 0.4)
    center = SIDE / 2 - 0.5 + random.uniform(-4, 4, 2)
    thickness = random.uniform(0.8, 2.0)
    v, u = np.mgrid[0:SIDE, 0:SIDE]
    u, v = (u - center[0]) / size, (v - center[1]) / size
    x, y = u * np.cos(angle) + v * np.sin(angle), v * np.cos(angle) - u * np.sin(angle)
    nearest = np.min([distances(stroke, x, y) for stroke in GLYPHS[label]], axis=0) * size
    ink = np.clip(thickness - nearest + 0.5, 0, 1)
    return np.clip(ink + random.normal(0, 0.25, ink.shape), 0, 1).astype("float32").reshape(-1)


def pictures(seed, count):
    random = np.random.default_rng(seed)
    labels = np.arange(count) % CLASSES
    return np.stack([picture(random, label) for label in labels]), labels


def forward(x, w0, b0, w1, b1):
    hidden = np.maximum(x @ w0.T + b0, 0)
    return hidden, hidden @ w1.T + b1


def train(path):
    x, labels = pictures(seed=1, count=20000)
    random = np.random.default_rng(2)
    params = {"w0": random.normal(0, np.sqrt(2 / x.shape[1]), (HIDDEN, x.shape[1])), "b0": np.zeros(HIDDEN),
              "w1": random.normal(0, np.sqrt(2 / HIDDEN), (CLASSES, HIDDEN)), "b1": np.zeros(CLASSES)}
    params = {name: value.astype("float32") for name, value in params.items()}
    speed = {name: np.zeros_like(value) for name, value in params.items()}
    batch, epochs = 100, 20
    for epoch in range(epochs):
        rate = np.float32(0.1 * 0.5 * (1 + np.cos(np.pi * epoch / epochs)))
        order = random.permutation(len(x))
        for at in range(0, len(x), batch):
            chosen = order[at:at + batch]
            hidden, out = forward(x[chosen], **params)
            out = np.exp(out - out.max(axis=1, keepdims=True))
            error = out / out.sum(axis=1, keepdims=True)
            error[np.arange(batch), labels[chosen]] -= 1
            error /= batch
            back = (error @ params["w1"]) * (hidden > 0)
            slopes = {"w0": back.T @ x[chosen], "b0": back.sum(axis=0), "w1": error.T @ hidden, "b1": error.sum(axis=0)}
            for name, slope in slopes.items():
                speed[name] = np.float32(0.9) * speed[name] - rate * (slope + np.float32(1e-4) * params[name])
                params[name] += speed[name]
        print(f"epoch {epoch + 1}: {100 * accuracy(params, x[:2000], labels[:2000]):.2f} % of the training pictures")
    np.savez(path, **params)
    test, classes = pictures(seed=3, count=10000)
    print(f"{100 * accuracy(params, test, classes):.2f} % of 10,000 test pictures")


def accuracy(params, x, labels):
    return np.mean(forward(x, **params)[1].argmax(axis=1) == labels)


def score(path):
    out = list(np.load(path).values())[0]
    x, labels = pictures(seed=3, count=len(out))
    params = dict(np.load(os.path.join(HERE, "mlp_params.npz")))
    expected = forward(x, **params)[1]
    same = np.sum(out.argmax(axis=1) == expected.argmax(axis=1))
    print(f"{100 * np.mean(out.argmax(axis=1) == labels):.2f} % right; {same} of {len(out)} as NumPy says; "
          f"largest difference {np.abs(out - expected).max():.2g}")


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else ""
    if what == "train":
        train(sys.argv[2] if len(sys.argv) > 2 else os.path.join(HERE, "mlp_params.npz"))
    elif what == "test":
        count = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
        np.savez(sys.argv[3] if len(sys.argv) > 3 else "mlp_test.npz", x=pictures(seed=3, count=count)[0])
    elif what == "score" and len(sys.argv) > 2:
        score(sys.argv[2])
    else:
        sys.exit(__doc__)
