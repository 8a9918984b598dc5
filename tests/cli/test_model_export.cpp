// `lw export` of models: what is written is compiled by the system's compiler, called, and compared with `lw run`.
#include <sstream>

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;
using testing::Not;

const std::string kModelSamples = LW_SOURCE_DIR "/samples/models/";

// A program that reads each input from a file of float32, calls the model and writes its result to a file.
const char* kCaller = R"(#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include HEADER
static void *bytes(size_t size, const char *path) {
  void *data = aligned_alloc(64, (size + 64) / 64 * 64);
  if (path) {
    FILE *f = fopen(path, "rb");
    if (!f || fread(data, 1, size, f) != size) exit(9);
    fclose(f);
  }
  return data;
}
int main(void) {
  float *out = bytes(OUT_BYTES, NULL);
  void *workspace = bytes(WORKSPACE + 1, NULL);
  int code = CALL;
  FILE *f = fopen("out.bin", "wb");
  fwrite(out, 1, OUT_BYTES, f);
  fclose(f);
  return code;
}
)";

// Splits the .npz files of `lw run` into raw files, and compares one with what the program wrote.
const char* kArrays = R"(import struct, sys, zipfile, re
def arrays(path):
    out = {}
    with zipfile.ZipFile(path) as z:
        for name in z.namelist():
            raw = z.read(name)
            size = struct.unpack("<H", raw[8:10])[0]
            out[name[:-4]] = raw[10 + size:]
    return out
def write(path, shapes):
    # small numbers that float32 has exactly
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        for k, (name, shape) in enumerate(shapes):
            count = 1
            for extent in shape: count *= extent
            data = struct.pack("<%df" % count, *(((i * 37 + k * 11) % 101 - 50) / 512 for i in range(count)))
            head = "{'descr': '<f4', 'fortran_order': False, 'shape': %s, }" % (tuple(shape),)
            head += " " * (-(len(head) + 11) % 64) + "\n"
            z.writestr(name + ".npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data)
            open(name + ".bin", "wb").write(data)
if sys.argv[1] == "write":
    write(sys.argv[2], [(a.split(":")[0], [int(e) for e in a.split(":")[1].split(",")]) for a in sys.argv[3:]])
else:
    wanted = list(arrays(sys.argv[2]).values())[0]
    got = open("out.bin", "rb").read()
    assert len(wanted) == len(got), (len(wanted), len(got))
    a, b = (struct.unpack("<%df" % (len(x) // 4), x) for x in (wanted, got))
    scale = max(abs(x) for x in a)
    assert scale > 0
    worst = max(abs(x - y) for x, y in zip(a, b)) / scale
    assert worst < 1e-4, worst
    print("same")
)";

class ModelExport : public Cli {
 protected:
  std::string shell(const std::string& command) const {
    const std::string log = (folder / "shell").string();
    const int status = std::system(("cd " + folder.string() + " && (" + command + ") > " + log + " 2>&1").c_str());
    return (WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "ok\n" : "failed\n") + slurp(log);
  }
  std::string at(const std::string& name) const { return (folder / name).string(); }
  void prepare(const std::string& run, const std::string& inputs) const {
    file("arrays.py", kArrays);
    file("caller.c", kCaller);
    ASSERT_EQ(shell("python3 arrays.py write in.npz " + inputs), "ok\n");
    const Outcome r = lw("run " + run + " --inputs " + at("in.npz") + " --save " + at("out.npz") + " --repeat 1");
    ASSERT_EQ(r.code, 0) << r.err;
  }
  void same(const std::string& compiler, const std::string& code, const std::string& header, int64_t outBytes,
            const std::string& call, std::string workspace = {}) const {
    file("defines.h", "#include \"" + header + "\"\n#define OUT_BYTES " + std::to_string(outBytes) + "\n#define CALL " +
                          call + "\n");
    const std::string macro = call.substr(0, call.find('('));
    for (const char c : workspace.empty() ? macro : "")
      workspace += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    EXPECT_EQ(shell(compiler + " -Wall -Werror '-DHEADER=\"defines.h\"' -DWORKSPACE=" + workspace +
                    "_WORKSPACE_BYTES caller.c " + code +
                    " -lm -o run && LD_LIBRARY_PATH=. ./run && python3 "
                    "arrays.py compare out.npz"),
              "ok\nsame\n");
  }
};

const char* kPerceptronCall = "MyModule_main(bytes(3 * 784 * 4, \"x.bin\"), out, workspace)";

TEST_F(ModelExport, APerceptronWithItsParametersInside) {
  const std::string model = kModelSamples + "mlp.py --bind b=3 --params " + kModelSamples + "data/mlp_params.npz";
  prepare(model, "x:3,784");
  ASSERT_FALSE(HasFatalFailure());
  for (const char* format : {"c", "object", "shared"}) {
    const std::string name = std::string("mlp_") + format + (*format == 'c' ? ".c" : *format == 'o' ? ".o" : ".so");
    const Outcome r = lw("export " + model + " --format " + format + " -o " + at(name));
    ASSERT_EQ(r.code, 0) << format << ": " << r.err;
    const std::string header = name.substr(0, name.find('.')) + ".h";
    EXPECT_THAT(slurp(at(header)), HasSubstr("x          float32 (3, 784), read")) << format;
    EXPECT_THAT(slurp(at(header)), HasSubstr("_MAIN_WORKSPACE_BYTES ")) << format;
    same("cc -std=c11 -O2", name, header, 3 * 10 * 4, kPerceptronCall);
  }
}

TEST_F(ModelExport, ParametersInAFileOfTheirOwn) {
  const std::string model = kModelSamples + "mlp.py --bind b=3 --params " + kModelSamples + "data/mlp_params.npz";
  prepare(model, "x:3,784");
  ASSERT_FALSE(HasFatalFailure());
  for (const char* format : {"c", "shared"}) {
    const std::string name = std::string("apart") + (*format == 'c' ? ".c" : ".so");
    const Outcome r =
        lw("export " + model + " --format " + format + " --params-file " + at("parameters.bin") + " -o " + at(name));
    ASSERT_EQ(r.code, 0) << r.err;
    EXPECT_THAT(slurp(at("apart.h")), HasSubstr("The parameter file has, at these bytes:\n *   0  "));
    same("cc -std=c11 -O2", name, "apart.h", 3 * 10 * 4,
         "MyModule_main(bytes(3 * 784 * 4, \"x.bin\"), out, workspace, "
         "bytes(MYMODULE_MAIN_PARAMETER_BYTES, \"parameters.bin\"))");
  }
  EXPECT_LT(std::filesystem::file_size(at("apart.c")), 50'000u);
}

TEST_F(ModelExport, ScheduledKernelsAreUsed) {
  const std::string script =
      file("fast.py", "def fast(sch):\n    sch.parallel(sch.get_loops(sch.get_block(\"Y\"))[1])\n");
  const std::string model = kModelSamples + "mlp.py --bind b=2 --schedule relu0=" + script + ":fast";
  const Outcome r = lw("export " + model + " --format c");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("LW_PARALLEL\n"));
  EXPECT_THAT(r.out, HasSubstr("MyModule_main_relu0"));
}

// The kernel of the fastest record, as if its trace had been given; without records, an error.
TEST_F(ModelExport, TunedKernelsAreUsed) {
  const std::string text = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Net:
    @T.prim_func
    def rows(X: T.Buffer((24, 64), "float32"), Y: T.Buffer((24, 48), "float32")):
        for i, j, k in T.grid(24, 48, 64):
            with T.block("Y"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    Y[vi, vj] = T.float32(0)
                Y[vi, vj] = Y[vi, vj] + X[vi, vk] * X[vi, (vk + vj) % 64]

    @R.function
    def main(x: R.Tensor((24, 64), "float32")):
        y = R.call_tir(Net.rows, (x,), R.Tensor((24, 48), "float32"))
        return y
)";
  const std::string model = file("net.py", text), records = " --threads 1 --db " + at("records.sqlite");
  const std::string tuned = "export " + model + " --format c --tuned" + records;
  const Outcome none = lw(tuned);
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("there are no tuning records: "));
  ASSERT_EQ(lw("tune " + model + ":Net.rows --trials 4" + records).code, 0);
  ASSERT_EQ(lw("best " + model + ":Net.rows" + records + " -o " + at("rows.json")).code, 0);
  prepare(model, "x:24,64");
  ASSERT_FALSE(HasFatalFailure());
  const Outcome r = lw(tuned + " -o " + at("net.c"));
  ASSERT_EQ(r.code, 0) << r.err;
  same("cc -std=c11 -O2", "net.c", "net.h", 24 * 48 * 4, "Net_main(bytes(24 * 64 * 4, \"x.bin\"), out, workspace)");
  const Outcome traced = lw("export " + model + " --format c --schedule rows=" + at("rows.json"));
  ASSERT_EQ(traced.code, 0) << traced.err;
  EXPECT_EQ(slurp(at("net.c")), traced.out);
  const std::string nothing = file("none.py", "def none(sch):\n    pass\n");
  EXPECT_NE(slurp(at("net.c")), lw("export " + model + " --format c --schedule rows=" + nothing + ":none").out);
}

TEST_F(ModelExport, OfOperators) {
  for (const std::string& model : {kModelSamples + "conv_net.py --bind n=1", kModelSamples + "transformer.py"}) {
    const Outcome header = lw("export " + model + " --format c -o " + at("net.c"));
    ASSERT_EQ(header.code, 0) << header.err;
    // The arguments as the header states them: names, shapes, order.
    const std::string text = slurp(at("net.h"));
    std::string inputs, call, name = text.substr(3, text.find(',') - 3);
    int64_t outBytes = 0;
    std::istringstream lines(text.substr(0, text.find("workspace  ")));
    for (std::string line; std::getline(lines, line);) {
      const size_t open = line.find(" float32 (");
      if (open == std::string::npos || line.find("bytes") != std::string::npos) continue;
      const std::string array = line.substr(5, line.find(' ', 5) - 5);
      std::string shape = line.substr(open + 10, line.find(')') - open - 10);
      int64_t count = 1;
      std::istringstream extents(shape);
      for (std::string e; std::getline(extents, e, ',');)
        if (!e.empty()) count *= std::stoll(e);
      std::erase(shape, ' ');
      if (shape.ends_with(",")) shape.pop_back();
      if (line.find("written") != std::string::npos) {
        outBytes = count * 4;
        call += ", out";
      } else {
        inputs += " " + array + ":" + shape;
        call +=
            std::string(call.empty() ? "" : ", ") + "bytes(" + std::to_string(count * 4) + ", \"" + array + ".bin\")";
      }
    }
    ASSERT_GT(outBytes, 0) << text;
    prepare(model, inputs);
    ASSERT_FALSE(HasFatalFailure());
    same("cc -std=c11 -O2", "net.c", "net.h", outBytes, name + "(" + call + ", workspace)");
    const Outcome shared = lw("export " + model + " --format shared -o " + at("libnet.so"));
    ASSERT_EQ(shared.code, 0) << shared.err;
    same("cc -std=c11 -O2", "libnet.so", "libnet.h", outBytes, name + "(" + call + ", workspace)");
  }
}

// An input that is a result as well, and a value that is two results.
TEST_F(ModelExport, ResultsThatAreInputsAreCopied) {
  const std::string net = file("twice.py",
                               "from tvm.script import ir as I\nfrom tvm.script import relax as R\n\n\n@I.ir_module\n"
                               "class Net:\n    @R.function\n    def main(x: R.Tensor((2, 3), \"float32\")):\n"
                               "        y = R.nn.relu(x)\n        return (x, y, y)\n");
  const Outcome r = lw("export " + net + " --format c -o " + at("twice.c"));
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(slurp(at("twice.c")), HasSubstr("  memcpy(x_copy, x, 24);\n  memcpy(y_copy, y, 24);\n  return 0;"));
  file("twice_caller.c", R"(#include <stdio.h>
#include "twice.h"
int main(void) {
  _Alignas(64) static float x[6] = {1, -2, 3, -4, 5, -6}, a[6], b[6], c[6];
  const int code = Net_main(x, a, b, c, NULL);
  printf("%d %g %g %g\n", code, a[1], b[1], c[4]);
}
)");
  EXPECT_EQ(shell("cc -Wall -Werror twice_caller.c twice.c -lm -o run && ./run"), "ok\n0 -2 0 5\n");
  ASSERT_EQ(lw("export " + net + " --format object -o " + at("twice.o")).code, 0);
  EXPECT_EQ(shell("cc -Wall -Werror twice_caller.c twice.o -lm -o run && ./run"), "ok\n0 -2 0 5\n");
}

TEST_F(ModelExport, AsAModuleThatReadsAgain) {
  const Outcome r =
      lw("export " + kModelSamples + "conv_net.py --format relax --stage legalize_ops -o " + at("net.py"));
  ASSERT_EQ(r.code, 0) << r.err;
  const std::string text = slurp(at("net.py"));
  EXPECT_THAT(text, HasSubstr("from tvm.script import relax as R"));
  EXPECT_THAT(text, HasSubstr("@R.function"));
  EXPECT_THAT(text, HasSubstr("R.call_tir("));
  const Outcome check = lw("check " + at("net.py"));
  EXPECT_EQ(check.code, 0) << check.out << check.err;
  const Outcome wrong = lw("export " + kModelSamples + "mlp.py --format relax --stage nothing");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("lowering a model has no stage 'nothing'"));
}

TEST_F(ModelExport, AsAPage) {
  const Outcome r = lw("export " + kModelSamples + "mlp.py --bind b=2 --format html");
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("<title>MyModule.main</title>"));
  EXPECT_THAT(r.out, HasSubstr("\">fused_linear0_relu0</a>"));
  EXPECT_THAT(r.out, HasSubstr("The workspace has 1024 bytes"));
  EXPECT_THAT(r.out, Not(HasSubstr("http")));
}

TEST_F(ModelExport, SaysWhatItCannotDo) {
  const Outcome sizes = lw("export " + kModelSamples + "mlp.py --format c");
  EXPECT_EQ(sizes.code, 1);
  EXPECT_THAT(sizes.err, HasSubstr("code of a model needs a value or an upper bound for each size, and b have none"));
  EXPECT_THAT(sizes.err, HasSubstr("--bind 'b<=64'"));
  const Outcome package = lw("export " + kModelSamples + "mlp.py --format package -o " + at("x.lwpkg"));
  EXPECT_EQ(package.code, 2);
  EXPECT_THAT(package.err, HasSubstr("format package is for one kernel, and MyModule.main is a model"));
  const Outcome kernel = lw("export " + kModelSamples + "mlp.py:MyModule.relu0 --format relax");
  EXPECT_EQ(kernel.code, 2);
  EXPECT_THAT(kernel.err, HasSubstr("format relax is for models, and this is a kernel"));
  const Outcome option = lw("export " + kModelSamples + "mlp.py:MyModule.relu0 --format c --params x.npz");
  EXPECT_EQ(option.code, 2);
  EXPECT_THAT(option.err, HasSubstr("--params applies to models"));
  const Outcome numpy = lw("export " + file("sorted.py", R"(
import numpy as np
from tvm.script import ir as I
from tvm.script import relax as R


@tvm.register_func("my.sort")
def in_order(x, out):
    out[:] = np.sort(x)


@I.ir_module
class Net:
    @R.function
    def main(x: R.Tensor((3, 4), "float32")):
        y = R.call_dps_packed("my.sort", (x,), R.Tensor((3, 4), "float32"))
        return y
)") + " --format c");
  EXPECT_EQ(numpy.code, 1);
  EXPECT_THAT(numpy.err,
              HasSubstr("sorted.py:9:14: error: the model calls my.sort, a function in NumPy terms that is no kernel "
                        "of exported code: there is no kernel for sort of these arrays"));
}

// A function in NumPy terms is exported as kernels of the operators that compute the same.
TEST_F(ModelExport, FunctionsInNumPyTerms) {
  const std::string perceptron = kModelSamples + "mlp_functions.py";
  const std::string arrays = "x:1,784 w0:128,784 b0:128 w1:10,128 b1:10";
  const std::string model = file("norm.py", R"(
import numpy as np
from tvm.script import ir as I
from tvm.script import relax as R


@tvm.register_func("my.norm")
def norm(x, scale, out):
    centred = x - np.mean(x, axis=-1, keepdims=True)
    power = np.zeros((1,), dtype=np.float32) + 2
    deviation = np.sqrt(np.mean(centred ** power, axis=-1, keepdims=True) + 1e-5)
    for step in range(2):
        centred *= 1.5
    out[:] = np.where(centred > 0, centred, 0.1 * centred) / deviation * scale


@I.ir_module
class Norm:
    @R.function
    def main(x: R.Tensor((5, 7), "float32"), s: R.Tensor((7,), "float32")):
        y = R.call_dps_packed("my.norm", (R.multiply(x, x), s), R.Tensor((5, 7), "float32"))
        return R.exp(y)
)");
  for (const char* format : {"c", "object"}) {
    const std::string ending = *format == 'c' ? ".c" : ".o";
    const std::string sizes = " --bind m=784 --bind n=128 --bind k=10";
    const Outcome r = lw("export " + perceptron + sizes + " --format " + format + " -o " + at("mlp" + ending));
    ASSERT_EQ(r.code, 0) << r.err;
    prepare(perceptron + sizes, arrays);
    ASSERT_FALSE(HasFatalFailure());
    same("cc -std=c11 -O2 -Wextra", "mlp" + ending, "mlp.h", 40,
         "MyModuleWithExternCall_main(bytes(784 * 4, \"x.bin\"), bytes(128 * 784 * 4, \"w0.bin\"), bytes(128 * 4, "
         "\"b0.bin\"), bytes(1280 * 4, \"w1.bin\"), bytes(40, \"b1.bin\"), out, workspace)");
    const Outcome own = lw("export " + model + " --format " + format + " -o " + at("norm" + ending));
    ASSERT_EQ(own.code, 0) << own.err;
    prepare(model, "x:5,7 s:7");
    ASSERT_FALSE(HasFatalFailure());
    same("cc -std=c11 -O2 -Wextra", "norm" + ending, "norm.h", 140,
         "Norm_main(bytes(140, \"x.bin\"), bytes(28, \"s.bin\"), out, workspace)");
  }
}

// A symbolic size is an argument, up to its bound; the same code serves all of them.
TEST_F(ModelExport, SymbolicSizesAreArguments) {
  const std::string text = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Net:
    @R.function
    def main(x: R.Tensor(("n", 6), "float32"), y: R.Tensor(("n", "m"), "float32")):
        n = T.int64()
        m = T.int64()
        a = R.cumsum(R.sort(x, axis=0), axis=1)
        b = R.matmul(a, R.ones(R.shape([6, m]), dtype="float32"))
        c = R.concat((R.nn.softmax(R.add(b, y), axis=1), y), axis=0)
        return R.reshape(c, R.shape([n * 2 * m]))
)";
  const std::string model = file("net.py", text);
  for (const char* format : {"c", "object"}) {
    const std::string name = *format == 'c' ? "net.c" : "net.o";
    const Outcome r = lw("export " + model + " --bind 'n<=9' --bind 'm<=7' --format " + format + " -o " + at(name));
    ASSERT_EQ(r.code, 0) << format << ": " << r.err;
    EXPECT_THAT(slurp(at("net.h")), HasSubstr("int64_t n, int64_t m);"));
    EXPECT_THAT(slurp(at("net.h")), HasSubstr("n          from 0 to 9"));
    EXPECT_THAT(slurp(at("net.h")), HasSubstr("-2 where a size is out of its range"));
    for (const auto& [n, m] : {std::pair{9, 7}, {1, 1}, {5, 3}, {4, 7}}) {
      const std::string rows = std::to_string(n), columns = std::to_string(m);
      prepare(model, "x:" + rows + ",6 y:" + rows + "," + columns);
      ASSERT_FALSE(HasFatalFailure());
      same("cc -std=c11 -O2 -Wextra", name, "net.h", n * 2 * m * 4,
           "Net_main(bytes(" + rows + " * 24, \"x.bin\"), bytes(" + rows + " * " + columns +
               " * 4, \"y.bin\"), out, workspace, " + rows + ", " + columns + ")");
    }
    file("wrong.c",
         "#include \"net.h\"\n#include <stdio.h>\nint main(void) {\n  printf(\"%d %d\\n\", Net_main(0, 0, 0, "
         "0, 10, 1), Net_main(0, 0, 0, 0, 1, -1));\n}\n");
    EXPECT_EQ(shell("cc wrong.c " + name + " -lm -o wrong && ./wrong"), "ok\n-2 -2\n");
  }
}

// A size that the model computes is written to an argument; the results have room for the greatest one.
TEST_F(ModelExport, ResultsOfUnknownSize) {
  const std::string model = file("distinct.py", R"(
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Distinct:
    @R.function
    def main(x: R.Tensor((5, 7), "float32")):
        rounded = R.round(R.multiply(x, R.const(20, "float32")))
        return R.exp(R.multiply(R.unique(rounded), R.const(0.125, "float32")))
)");
  prepare(model, "x:5,7");
  ASSERT_FALSE(HasFatalFailure());
  const std::string found = shell(
      "python3 -c \"import zipfile; raw = "
      "zipfile.ZipFile('out.npz').read(zipfile.ZipFile('out.npz').namelist()[0]); "
      "print((len(raw) - 10 - raw[8] - 256 * raw[9]) // 4)\"");
  ASSERT_TRUE(found.starts_with("ok\n")) << found;
  const int64_t count = std::stoll(found.substr(3));
  ASSERT_GT(count, 1);
  ASSERT_LT(count, 35);
  for (const char* format : {"c", "object"}) {
    const std::string name = *format == 'c' ? "distinct.c" : "distinct.o";
    const Outcome r = lw("export " + model + " --format " + format + " -o " + at(name));
    ASSERT_EQ(r.code, 0) << format << ": " << r.err;
    EXPECT_THAT(slurp(at("distinct.h")),
                HasSubstr("written: unique_size, from 0 to 35; the results have room for that many"));
    same("cc -std=c11 -O2 -Wextra", name, "distinct.h", count * 4,
         "0; int64_t size; float *all = bytes(35 * 4, NULL); code = Distinct_main(bytes(35 * 4, \"x.bin\"), all, "
         "workspace, &size); for (int64_t i = 0; i < size; ++i) out[i] = all[i]; if (size != " +
             std::to_string(count) + ") code = 7",
         "DISTINCT_MAIN");
  }
  const Outcome open =
      lw("export " + file("open.py", slurp(model).replace(slurp(model).find("(5, 7)"), 6, "(\"n\", 7)")) +
         " --bind 'n<=4' --format c");
  EXPECT_EQ(open.code, 1);
  EXPECT_THAT(open.err,
              HasSubstr("code of a model needs a value or an upper bound for each size, and unique_size have none"));
}

// Each side of an `if` runs where its condition says so, and is compared with `lw run`.
TEST_F(ModelExport, BothSidesOfABranch) {
  const std::string kText = R"(
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Ways:
    @R.function
    def main(x: R.Tensor((5, 7), "float32")):
        big = R.greater(R.sum(x), R.const(LIMIT, "float32"))
        if big:
            far = R.less(R.max(x), R.const(OTHER, "float32"))
            if far:
                a = R.multiply(x, R.const(3, "float32"))
                inner = R.cumsum(a, axis=1)
            else:
                inner = R.exp(x)
            y = R.add(inner, x)
        else:
            y = R.sort(x, axis=0)
        return R.multiply(y, R.const(2, "float32"))
)";
  for (const auto& [limit, other] : {std::pair{"-1e9", "1e9"}, {"-1e9", "-1e9"}, {"1e9", "0"}}) {
    std::string text = kText;
    text.replace(text.find("LIMIT"), 5, limit);
    text.replace(text.find("OTHER"), 5, other);
    const std::string model = file("ways.py", text);
    prepare(model, "x:5,7");
    ASSERT_FALSE(HasFatalFailure());
    for (const char* format : {"c", "object"}) {
      const std::string name = *format == 'c' ? "ways.c" : "ways.o";
      const Outcome r = lw("export " + model + " --format " + format + " -o " + at(name));
      ASSERT_EQ(r.code, 0) << format << ": " << r.err;
      for (const char* compiler : {"cc -std=c11 -O2 -Wextra", "clang-19 -std=c11 -O2 -Wextra"}) {
        if (*compiler == 'c' && compiler[1] == 'l' && shell("clang-19 --version").starts_with("failed")) continue;
        same(compiler, name, "ways.h", 5 * 7 * 4, "Ways_main(bytes(5 * 7 * 4, \"x.bin\"), out, workspace)");
      }
    }
    EXPECT_THAT(slurp(at("ways.c")), HasSubstr(") {\n    code = Ways_main_"));
  }
}

TEST_F(ModelExport, LoweringTakesParametersAndSizes) {
  const std::string model = kModelSamples + "mlp.py --params " + kModelSamples + "data/mlp_params.npz --bind b=3";
  const Outcome kernels = lw("lower " + model + " --stage fuse_ops");
  EXPECT_EQ(kernels.code, 0) << kernels.err;
  EXPECT_THAT(kernels.out, HasSubstr("R.Tensor((3, 784), dtype=\"float32\")"));
  EXPECT_THAT(kernels.out, Not(HasSubstr("w0: R.Tensor")));
  const Outcome wrong = lw("lower " + kModelSamples + "mlp.py --params /nothing.npz");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.err, HasSubstr("/nothing.npz"));
  const Outcome kernel = lw("lower " + kModelSamples + "mlp.py:MyModule.relu0 --bind b=3");
  EXPECT_EQ(kernel.code, 2);
  EXPECT_THAT(kernel.err, HasSubstr("--bind applies to models"));
}

}  // namespace
