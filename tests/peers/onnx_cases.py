"""onnx_cases.py FOLDER: writes the node tests of the installed `onnx` package, a folder each, for `lw onnx-test`.

Each has model.onnx and test_data_set_N with inputs and outputs."""

import os
import sys
import warnings

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.backend.test.case.node import collect_testcases


def proto(value, name):
    """A value of a test as a message of onnx.proto."""
    if isinstance(value, list):
        return numpy_helper.from_list(value)
    if value is None:
        return numpy_helper.from_optional(None)
    return value if isinstance(value, onnx.TensorProto) else numpy_helper.from_array(np.asarray(value), name)


def save(folder, kind, values, infos):
    """input_0.pb, input_1.pb, ..."""
    for number, (value, info) in enumerate(zip(values, infos)):
        with open(os.path.join(folder, f"{kind}_{number}.pb"), "wb") as file:
            file.write(proto(value, info.name).SerializeToString())


def main():
    """Writes all of them."""
    warnings.simplefilter("ignore")
    count = 0
    for case in collect_testcases(None):
        folder = os.path.join(sys.argv[1], case.name)
        os.makedirs(folder, exist_ok=True)
        onnx.save(case.model, os.path.join(folder, "model.onnx"))
        for number, (inputs, outputs) in enumerate(case.data_sets):
            data = os.path.join(folder, f"test_data_set_{number}")
            os.makedirs(data, exist_ok=True)
            save(data, "input", inputs, case.model.graph.input)
            save(data, "output", outputs, case.model.graph.output)
        count += 1
    print(f"{count} tests of onnx {onnx.__version__}")


if __name__ == "__main__":
    main()
