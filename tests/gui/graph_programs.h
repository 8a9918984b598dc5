// Programs with graphs, for tests of the window.
#pragma once

#include <string>

namespace lw {

inline constexpr const char* kMlpModel = R"(from tvm.script import ir as I, relax as R, tir as T

@I.ir_module
class Mlp:
    @T.prim_func
    def relu(X: T.Buffer((1, 128), "float32"), Y: T.Buffer((1, 128), "float32")):
        for i, j in T.grid(1, 128):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = T.max(X[vi, vj], T.float32(0))

    @T.prim_func
    def scale(X: T.Buffer((1, 10), "float32"), Y: T.Buffer((1, 10), "float32")):
        for k in range(10):
            with T.block("Y"):
                vk = T.axis.spatial(10, k)
                Y[0, vk] = X[0, vk] * T.float32(0.5)

    @R.function
    def head(x: R.Tensor((1, 10), "float32")) -> R.Tensor((1, 10), "float32"):
        with R.dataflow():
            p = R.nn.softmax(x)
            q = R.log(p)
            R.output(q)
        return q

    @R.function
    def main(x: R.Tensor((1, 784), "float32"), w0: R.Tensor((128, 784), "float32"), b0: R.Tensor((128,), "float32"), w1: R.Tensor((10, 128), "float32"), b1: R.Tensor((10,), "float32")):
        cls = Mlp
        with R.dataflow():
            lv = R.call_dps_packed("env.linear", (x, w0, b0), out_sinfo=R.Tensor((1, 128), dtype="float32"))
            lv1 = R.call_tir(cls.relu, (lv,), out_sinfo=R.Tensor((1, 128), "float32"))
            lv2 = R.call_dps_packed("env.linear", (lv1, w1, b1), out_sinfo=R.Tensor((1, 10), dtype="float32"))
            lv3 = R.add(lv2, lv2)
            lv4 = R.call_tir(cls.scale, (lv3,), out_sinfo=R.Tensor((1, 10), "float32"))
            gv = cls.head(lv4)
            R.output(gv)
        return gv
)";

// No prim_func; two operators beside each other.
inline constexpr const char* kGraphOnly = R"(from tvm.script import relax as R

@R.function
def main(x: R.Tensor(("n", 16), "float32")):
    with R.dataflow():
        a = R.exp(x)
        b = R.nn.relu(x)
        c = R.multiply(a, b)
        R.output(c)
    return c
)";

inline constexpr const char* kGraphClass = R"(from tvm.script import ir as I, relax as R

@I.ir_module
class Model:
    @R.function
    def main(x: R.Tensor((4, 4), "float32")):
        y = R.tanh(x)
        return y
)";

// Two residual blocks of convolutions, and a head.
inline constexpr const char* kResidualModel = R"(from tvm.script import relax as R

@R.function
def main(x: R.Tensor((1, 3, 32, 32), "float32"), w0: R.Tensor((16, 3, 3, 3), "float32"), w1: R.Tensor((16, 16, 3, 3), "float32"), w2: R.Tensor((16, 16, 3, 3), "float32"), w3: R.Tensor((32, 16, 3, 3), "float32"), w4: R.Tensor((32, 32, 3, 3), "float32"), s: R.Tensor((32, 16, 1, 1), "float32"), fc: R.Tensor((10, 32), "float32"), bias: R.Tensor((10,), "float32")):
    with R.dataflow():
        lv = R.nn.conv2d(x, w0, padding=1)
        lv1 = R.nn.relu(lv)
        lv2 = R.nn.conv2d(lv1, w1, padding=1)
        lv3 = R.nn.relu(lv2)
        lv4 = R.nn.conv2d(lv3, w2, padding=1)
        lv5 = R.add(lv4, lv1)
        lv6 = R.nn.relu(lv5)
        lv7 = R.nn.conv2d(lv6, w3, strides=2, padding=1)
        lv8 = R.nn.relu(lv7)
        lv9 = R.nn.conv2d(lv8, w4, padding=1)
        lv10 = R.nn.conv2d(lv6, s, strides=2)
        lv11 = R.add(lv9, lv10)
        lv12 = R.nn.relu(lv11)
        lv13 = R.mean(lv12, axis=[2, 3])
        lv14 = R.linear(lv13, fc, bias)
        lv15 = R.nn.softmax(lv14)
        R.output(lv15)
    return lv15
)";

// A chain of residual blocks with weights, of at least so many nodes.
inline std::string deepModel(int nodes) {
  std::string params = "x: R.Tensor((8, 64), \"float32\")", body, from = "x";
  int made = 2, block = 0, name = 0;
  const auto bind = [&](const std::string& value) {
    const std::string to = "v" + std::to_string(name++);
    body += "        " + to + " = " + value + "\n";
    ++made;
    return to;
  };
  while (made < nodes) {
    const std::string n = std::to_string(block++);
    params += ", w" + n + ": R.Tensor((64, 64), \"float32\"), b" + n + ": R.Tensor((64,), \"float32\")";
    made += 2;
    const std::string in = from;
    const std::string product = bind("R.matmul(" + in + ", w" + n + ")");
    const std::string sum = bind("R.add(" + product + ", b" + n + ")");
    const std::string left = bind("R.nn.relu(" + sum + ")"), right = bind("R.tanh(" + sum + ")");
    const std::string both = bind("R.multiply(" + left + ", " + right + ")");
    from = bind("R.add(" + both + ", " + in + ")");
  }
  return "from tvm.script import relax as R\n\n@R.function\ndef main(" + params + "):\n    with R.dataflow():\n" +
         body + "        R.output(" + from + ")\n    return " + from + "\n";
}

}  // namespace lw
