"""Quantised forms of models of the ONNX bench, by onnxruntime's own tools.

    onnx_quantised.py FOLDER

Writes resnet18_int8.onnx (weights and activations of 8 bits, QuantizeLinear and DequantizeLinear) from resnet18.onnx, and
gpt2_layer_q4.onnx (MatMulNBits: 4 bits in blocks of 32) from gpt2_layer.onnx, each with its inputs."""

import os
import shutil
import sys

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer


class Pictures(CalibrationDataReader):
    """A few random inputs, from which the ranges of activations are measured."""

    def __init__(self, inputs):
        rng = np.random.default_rng(2)
        self.left = [{k: rng.normal(size=v.shape).astype(v.dtype) for k, v in inputs.items()} for _ in range(4)]

    def get_next(self):
        return self.left.pop() if self.left else None


def main():
    """Writes both."""
    folder = sys.argv[1]
    at = lambda name: os.path.join(folder, name)
    quantize_static(at("resnet18.onnx"), at("resnet18_int8.onnx"), Pictures(dict(np.load(at("resnet18.npz")))),
                    quant_format=QuantFormat.QDQ, per_channel=True, activation_type=QuantType.QUInt8,
                    weight_type=QuantType.QInt8)
    shutil.copy(at("resnet18.npz"), at("resnet18_int8.npz"))
    quantizer = MatMulNBitsQuantizer(onnx.load(at("gpt2_layer.onnx")), bits=4, block_size=32, is_symmetric=True)
    quantizer.process()
    onnx.save(quantizer.model.model, at("gpt2_layer_q4.onnx"))
    shutil.copy(at("gpt2_layer.npz"), at("gpt2_layer_q4.npz"))


if __name__ == "__main__":
    main()
