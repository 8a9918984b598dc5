"""onnx_models.py FOLDER [NAME...]: writes the models of the ONNX bench, with fixed random weights.

Needs torch and onnx. Each model is NAME.onnx, with its inputs in NAME.npz (ONNX's names are the keys)."""

import os
import sys

import numpy as np
import onnx
import torch
from torch import nn


class Basic(nn.Module):
    """A residual block of ResNet-18, or with `wide` the bottleneck of ResNet-50."""

    def __init__(self, cin, cout, stride, wide):
        super().__init__()
        mid = cout // 4 if wide else cout
        sizes = [(cin, mid, 1, 1), (mid, mid, 3, stride), (mid, cout, 1, 1)] if wide else [(cin, mid, 3, stride), (mid, cout, 3, 1)]
        layers = []
        for i, (a, b, k, s) in enumerate(sizes):
            layers += [nn.Conv2d(a, b, k, s, k // 2, bias=False), nn.BatchNorm2d(b)]
            if i + 1 < len(sizes):
                layers.append(nn.ReLU())
        self.body = nn.Sequential(*layers)
        self.skip = nn.Sequential()
        if stride != 1 or cin != cout:
            self.skip = nn.Sequential(nn.Conv2d(cin, cout, 1, stride, bias=False), nn.BatchNorm2d(cout))

    def forward(self, x):
        return torch.relu(self.body(x) + self.skip(x))


def resnet(blocks, wide):
    """ResNet of He et al. (2015)."""
    layers = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    cin = 64
    for stage, count in enumerate(blocks):
        cout = 64 * 2**stage * (4 if wide else 1)
        for i in range(count):
            layers.append(Basic(cin, cout, 2 if stage and i == 0 else 1, wide))
            cin = cout
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(cin, 1000))


class Inverted(nn.Module):
    """The block of MobileNetV2; with `squeeze` and SiLU that of EfficientNet."""

    def __init__(self, cin, cout, stride, factor, kernel=3, squeeze=False):
        super().__init__()
        mid, act = cin * factor, nn.SiLU if squeeze else nn.ReLU6
        layers = [nn.Conv2d(cin, mid, 1, bias=False), nn.BatchNorm2d(mid), act()] if factor > 1 else []
        layers += [nn.Conv2d(mid, mid, kernel, stride, kernel // 2, groups=mid, bias=False), nn.BatchNorm2d(mid), act()]
        self.first, self.gate = nn.Sequential(*layers), None
        if squeeze:
            few = max(1, cin // 4)
            self.gate = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(mid, few, 1), nn.SiLU(), nn.Conv2d(few, mid, 1),
                                      nn.Sigmoid())
        self.last = nn.Sequential(nn.Conv2d(mid, cout, 1, bias=False), nn.BatchNorm2d(cout))
        self.adds = stride == 1 and cin == cout

    def forward(self, x):
        y = self.first(x)
        if self.gate is not None:
            y = y * self.gate(y)
        y = self.last(y)
        return x + y if self.adds else y


def mobilenet():
    """MobileNetV2 of Sandler et al. (2018)."""
    layers, cin = [nn.Conv2d(3, 32, 3, 2, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU6()], 32
    for factor, cout, count, stride in [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2),
                                        (6, 320, 1, 1)]:
        for i in range(count):
            layers.append(Inverted(cin, cout, stride if i == 0 else 1, factor))
            cin = cout
    layers += [nn.Conv2d(cin, 1280, 1, bias=False), nn.BatchNorm2d(1280), nn.ReLU6(), nn.AdaptiveAvgPool2d(1), nn.Flatten()]
    return nn.Sequential(*layers, nn.Linear(1280, 1000))


def efficientnet():
    """EfficientNet-B0 of Tan and Le (2019)."""
    layers, cin = [nn.Conv2d(3, 32, 3, 2, 1, bias=False), nn.BatchNorm2d(32), nn.SiLU()], 32
    for factor, cout, count, stride, kernel in [(1, 16, 1, 1, 3), (6, 24, 2, 2, 3), (6, 40, 2, 2, 5), (6, 80, 3, 2, 3),
                                                (6, 112, 3, 1, 5), (6, 192, 4, 2, 5), (6, 320, 1, 1, 3)]:
        for i in range(count):
            layers.append(Inverted(cin, cout, stride if i == 0 else 1, factor, kernel, True))
            cin = cout
    layers += [nn.Conv2d(cin, 1280, 1, bias=False), nn.BatchNorm2d(1280), nn.SiLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten()]
    return nn.Sequential(*layers, nn.Linear(1280, 1000))


class Bert(nn.Module):
    """The encoder of BERT-base (Devlin et al., 2018) with `layers` layers."""

    def __init__(self, layers, words=30522):
        super().__init__()
        self.words, self.places = nn.Embedding(words, 768), nn.Embedding(512, 768)
        self.norm = nn.LayerNorm(768)
        self.layers = nn.ModuleList([Encoder(768, 12, 3072) for _ in range(layers)])

    def forward(self, ids):
        x = self.norm(self.words(ids) + self.places(torch.arange(ids.shape[1])))
        for layer in self.layers:
            x = layer(x)
        return x


class Encoder(nn.Module):
    """A layer of attention and one of products, with norms after (BERT) or before (`first`: Whisper)."""

    def __init__(self, size, heads, inner, first=False):
        super().__init__()
        self.heads, self.first = heads, first
        self.q, self.k, self.v, self.o = (nn.Linear(size, size) for _ in range(4))
        self.up, self.down = nn.Linear(size, inner), nn.Linear(inner, size)
        self.norm1, self.norm2 = nn.LayerNorm(size), nn.LayerNorm(size)

    def attention(self, x):
        b, n, d = x.shape
        q, k, v = (m(x).view(b, n, self.heads, d // self.heads).transpose(1, 2) for m in (self.q, self.k, self.v))
        a = torch.softmax(q @ k.transpose(2, 3) / (d // self.heads) ** 0.5, -1)
        return self.o((a @ v).transpose(1, 2).reshape(b, n, d))

    def forward(self, x):
        if self.first:
            x = x + self.attention(self.norm1(x))
            return x + self.down(nn.functional.gelu(self.up(self.norm2(x))))
        x = self.norm1(x + self.attention(x))
        return self.norm2(x + self.down(nn.functional.gelu(self.up(x))))


class Whisper(nn.Module):
    """The encoder of Whisper-tiny (Radford et al., 2022)."""

    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv1d(80, 384, 3, 1, 1), nn.Conv1d(384, 384, 3, 2, 1)
        self.places = nn.Parameter(torch.randn(1500, 384) * 0.02)
        self.layers = nn.ModuleList([Encoder(384, 6, 1536, True) for _ in range(4)])
        self.norm = nn.LayerNorm(384)

    def forward(self, mel):
        x = nn.functional.gelu(self.conv2(nn.functional.gelu(self.conv1(mel))))
        x = x.transpose(1, 2) + self.places
        for layer in self.layers:
            x = layer(x)
        return self.norm(x)


class Decoder(nn.Module):
    """A layer of GPT-2 (Radford et al., 2019) that appends one token to its cache of keys and values."""

    def __init__(self, size=768, heads=12):
        super().__init__()
        self.heads = heads
        self.qkv, self.o = nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.up, self.down = nn.Linear(size, 4 * size), nn.Linear(4 * size, size)
        self.norm1, self.norm2 = nn.LayerNorm(size), nn.LayerNorm(size)

    def forward(self, x, keys, values):
        b, n, d = x.shape
        q, k, v = (t.view(b, n, self.heads, d // self.heads).transpose(1, 2) for t in self.qkv(self.norm1(x)).chunk(3, -1))
        keys, values = torch.cat([keys, k], 2), torch.cat([values, v], 2)
        a = torch.softmax(q @ keys.transpose(2, 3) / (d // self.heads) ** 0.5, -1)
        x = x + self.o((a @ values).transpose(1, 2).reshape(b, n, d))
        return x + self.down(nn.functional.gelu(self.up(self.norm2(x)), approximate="tanh")), keys, values


def picture(size=224):
    return {"x": torch.randn(1, 3, size, size)}


MODELS = {
    "mlp": lambda: (nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10)), {"x": torch.randn(1, 784)}),
    "lenet": lambda: (nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(),
                                    nn.MaxPool2d(2), nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(),
                                    nn.Linear(84, 10)), {"x": torch.randn(1, 1, 28, 28)}),
    "resnet18": lambda: (resnet([2, 2, 2, 2], False), picture()),
    "resnet50": lambda: (resnet([3, 4, 6, 3], True), picture()),
    "mobilenet_v2": lambda: (mobilenet(), picture()),
    "efficientnet_b0": lambda: (efficientnet(), picture()),
    "bert_layer": lambda: (Encoder(768, 12, 3072), {"x": torch.randn(1, 128, 768)}),
    "bert_base": lambda: (Bert(12), {"ids": torch.randint(0, 30522, (1, 128))}),
    "gpt2_layer": lambda: (Decoder(), {"x": torch.randn(1, 1, 768), "keys": torch.randn(1, 12, 127, 64),
                                       "values": torch.randn(1, 12, 127, 64)}),
    "whisper_encoder": lambda: (Whisper(), {"mel": torch.randn(1, 80, 3000)}),
}


def without_places(path):
    """Takes away where in Python's files each node comes from."""
    model = onnx.load(path)
    del model.graph.metadata_props[:]
    for node in model.graph.node:
        del node.metadata_props[:]
        node.doc_string = ""
    for value in [*model.graph.value_info, *model.graph.input, *model.graph.output, *model.graph.initializer]:
        del value.metadata_props[:]
    onnx.save(model, path)


def main():
    """Writes them."""
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for name in sys.argv[2:] or MODELS:
        torch.manual_seed(0)
        model, inputs = MODELS[name]()
        for module in model.modules():  # statistics that are not the initial ones
            if isinstance(module, nn.BatchNorm2d):
                nn.init.uniform_(module.running_mean, -0.1, 0.1)
                nn.init.uniform_(module.running_var, 0.5, 1.5)
        path = os.path.join(folder, name + ".onnx")
        torch.onnx.export(model.eval(), tuple(inputs.values()), path, input_names=list(inputs), external_data=False)
        without_places(path)
        np.savez(os.path.join(folder, name + ".npz"), **{k: v.numpy() for k, v in inputs.items()})
        print(name, os.path.getsize(path) >> 20, "MB")


if __name__ == "__main__":
    main()
