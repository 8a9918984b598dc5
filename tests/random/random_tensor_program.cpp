#include "tests/random/random_tensor_program.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lw {
namespace {

using Shape = std::vector<int>;

struct TensorValue {
  std::string name, type;
  Shape shape;
  double bound = 3;  // of absolute values
  bool input = false, read = false;
  int elements() const {
    int n = 1;
    for (const int extent : shape) n *= extent;
    return n;
  }
};

std::string num(int n) { return std::to_string(n); }
std::string listOf(const Shape& values, const char* open, const char* close) {
  std::string text = open;
  for (size_t i = 0; i < values.size(); ++i) text += (i ? ", " : "") + num(values[i]);
  return text + (values.size() == 1 && *open == '(' ? "," : "") + close;
}
std::string tuple(const Shape& s) { return listOf(s, "(", ")"); }
std::string list(const Shape& s) { return listOf(s, "[", "]"); }

// The limit of exact sums.
double exactBelow(const std::string& type) { return type == "float16" ? 1000 : type == "int8" ? 100 : 1 << 22; }

class Operators {
 public:
  Operators(std::mt19937_64& random, bool graph) : random_(random), graph_(graph) {}

  std::string program() {
    type_ = std::array{"float32", "float32", "int32", "int64", "float16"}[random_() % 5];
    for (int i = pick(1, 3); i > 0; --i) input(anyShape());
    for (int i = pick(1, graph_ ? 6 : 4); i > 0; --i) stage();
    return graph_ ? asGraph() : asExpressions();
  }

 private:
  int pick(int low, int high) { return low + static_cast<int>(random_() % static_cast<uint64_t>(high - low + 1)); }
  bool chance(int of) { return random_() % static_cast<uint64_t>(of) == 0; }
  Shape anyShape() {
    Shape shape(static_cast<size_t>(std::array{1, 2, 2, 2, 3, 4}[random_() % 6]));
    for (int& extent : shape) extent = shape.size() == 4 ? pick(1, 5) : pick(chance(5) ? 1 : 2, 6);
    return shape;
  }
  TensorValue& input(Shape shape) {
    tensors_.push_back({"x" + num(inputs_++), type_, std::move(shape), 3, true});
    return tensors_.back();
  }
  size_t anyTensor() {
    const size_t at = chance(2) ? tensors_.size() - 1 : random_() % tensors_.size();
    tensors_[at].read = true;
    return at;
  }
  void make(const std::string& value, const TensorValue& of, Shape shape, double bound) {
    const std::string name = "t" + num(made_++);
    lines_.push_back(name + " = " + value);
    tensors_.push_back({name, of.type, std::move(shape), bound});
    if (bound < exactBelow(of.type)) return;
    const TensorValue large = tensors_.back();
    tensors_.back().read = true;
    make(graph_ ? "R.clip(" + name + ", R.prim_value(-9), R.prim_value(9))" : "topi.clip(" + name + ", -9, 9)", large,
         large.shape, 9);
  }
  std::string op(const std::string& te, const std::string& relax) { return graph_ ? "R." + relax : "topi." + te; }

  void stage() {
    const TensorValue x = tensors_[anyTensor()];  // a copy: tensors are added
    const auto rank = static_cast<int>(x.shape.size());
    switch (pick(0, 14)) {
      case 0:
      case 1:
      case 2:
        return together(x);
      case 3:
        return unary(x);
      case 4:
        return transposed(x);
      case 5:
        return reshaped(x);
      case 6:
        return joined(x);
      case 7:
      case 8:
        return reduced(x);
      case 9:
        if (rank == 2) return product(x);
        return together(x);
      case 10:
        return padded(x);
      case 11:
        if (rank == 4) return convolved(x);
        return unary(x);
      case 12:
        if (rank == 4) return pooled(x);
        return reduced(x);
      default:
        return graph_ ? rearranged(x) : computed(x);
    }
  }

  // Two operands with broadcasting.
  void together(const TensorValue& x) {
    std::vector<size_t> fits;
    for (size_t i = 0; i < tensors_.size(); ++i)
      if (tensors_[i].type == x.type && broadcasts(tensors_[i].shape, x.shape)) fits.push_back(i);
    TensorValue y;
    if (fits.empty() || chance(4)) {
      Shape shape = x.shape;
      if (chance(2)) shape[random_() % shape.size()] = 1;
      if (chance(3) && shape.size() > 1) shape.erase(shape.begin());
      y = input(shape);
      if (x.type != type_) return unary(x);
    } else {
      y = tensors_[fits[random_() % fits.size()]];
    }
    for (TensorValue& t : tensors_) t.read = t.read || t.name == y.name;
    const std::string names[] = {"add", "subtract", "multiply", "maximum", "minimum"};
    const std::string& name = names[random_() % 5];
    const double bound = name == "multiply" ? x.bound * y.bound
                         : name[0] == 'm'   ? std::max(x.bound, y.bound)
                                            : x.bound + y.bound;
    if (bound >= exactBelow(x.type) * 8) return unary(x);
    make(op(name, name) + "(" + x.name + ", " + y.name + ")", x, x.shape, bound);
  }
  // Whether `from` becomes `to`.
  static bool broadcasts(const Shape& from, const Shape& to) {
    if (from.size() > to.size()) return false;
    for (size_t i = 1; i <= from.size(); ++i)
      if (from[from.size() - i] != 1 && from[from.size() - i] != to[to.size() - i]) return false;
    return true;
  }
  void unary(const TensorValue& x) {
    switch (pick(0, 4)) {
      case 0:
        return make(op("nn.relu", "nn.relu") + "(" + x.name + ")", x, x.shape, x.bound);
      case 1:
        return make(op("negative", "negative") + "(" + x.name + ")", x, x.shape, x.bound);
      case 2:
        return make(op("abs", "abs") + "(" + x.name + ")", x, x.shape, x.bound);
      case 3: {
        TensorValue to = x;
        to.type = std::array{"float32", "int32", "int64"}[random_() % 3];
        return make(op("cast", "astype") + "(" + x.name + ", dtype=\"" + to.type + "\")", to, x.shape, x.bound);
      }
      default:
        return make(
            graph_ ? "R.clip(" + x.name + ", R.prim_value(-2), R.prim_value(3))" : "topi.clip(" + x.name + ", -2, 3)",
            x, x.shape, 3);
    }
  }
  void transposed(const TensorValue& x) {
    Shape axes(x.shape.size()), shape;
    for (size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<int>(i);
    std::shuffle(axes.begin(), axes.end(), random_);
    for (const int a : axes) shape.push_back(x.shape[static_cast<size_t>(a)]);
    make(op("transpose", "permute_dims") + "(" + x.name + ", axes=" + list(axes) + ")", x, shape, x.bound);
  }
  void reshaped(const TensorValue& x) {
    Shape shape;
    int left = x.elements();
    for (int factor = 2; factor <= left && left > 1 && shape.size() < 2; ++factor)
      if (left % factor == 0 && (chance(2) || factor == left)) shape.push_back(factor), left /= factor;
    shape.push_back(left);
    std::shuffle(shape.begin(), shape.end(), random_);
    make(graph_ ? "R.reshape(" + x.name + ", R.shape(" + list(shape) + "))"
                : "topi.reshape(" + x.name + ", " + tuple(shape) + ")",
         x, shape, x.bound);
  }
  void joined(const TensorValue& x) {
    const size_t axis = random_() % x.shape.size();
    if (x.shape[axis] > 8) return unary(x);
    Shape shape = x.shape;
    shape[axis] *= 2;
    make(op("concatenate", "concat") + "((" + x.name + ", " + x.name + "), axis=" + num(static_cast<int>(axis)) + ")",
         x, shape, x.bound);
  }
  void reduced(const TensorValue& x) {
    const size_t axis = random_() % x.shape.size();
    const std::string names[] = {"sum", "sum", "max", "min"};
    const std::string& name = names[random_() % 4];
    const bool keep = x.shape.size() == 1 || chance(2);
    Shape shape = x.shape;
    if (keep)
      shape[axis] = 1;
    else
      shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
    const double bound = name == "sum" ? x.bound * x.shape[axis] : x.bound;
    if (bound >= exactBelow(x.type)) return unary(x);
    make(op(name, name) + "(" + x.name + ", axis=" + num(static_cast<int>(axis)) +
             (keep ? ", keepdims=True" : ", keepdims=False") + ")",
         x, shape, bound);
  }
  void product(const TensorValue& x) {
    const int width = pick(1, 5);
    const double bound = x.bound * 3 * x.shape[1];
    if (x.type != type_ || bound >= exactBelow(x.type)) return unary(x);
    const TensorValue y = input({x.shape[1], width});
    tensors_.back().read = true;
    make((graph_ ? "R.matmul(" : "topi.matmul(") + x.name + ", " + y.name + ")", x, {x.shape[0], width}, bound);
  }
  void padded(const TensorValue& x) {
    Shape before, after, both, shape;
    for (const int extent : x.shape) {
      before.push_back(pick(0, 2)), after.push_back(pick(0, 1));
      both.push_back(before.back()), both.push_back(after.back());
      shape.push_back(extent + before.back() + after.back());
      if (shape.back() > 12) return unary(x);
    }
    make(graph_ ? "R.nn.pad(" + x.name + ", pad_width=" + list(both) + ")"
                : "topi.nn.pad(" + x.name + ", " + tuple(before) + ", " + tuple(after) + ")",
         x, shape, x.bound);
  }
  void convolved(const TensorValue& x) {
    const int size = pick(1, std::min({3, x.shape[2], x.shape[3]})), out = pick(1, 3), stride = pick(1, 2);
    const double bound = x.bound * 3 * x.shape[1] * size * size;
    if (x.type != type_ || bound >= exactBelow(x.type)) return unary(x);
    const TensorValue w = input({out, x.shape[1], size, size});
    tensors_.back().read = true;
    make((graph_ ? "R.nn.conv2d(" : "topi.nn.conv2d(") + x.name + ", " + w.name +
             (graph_ ? ", strides=" + list({stride, stride}) + ", padding=[0, 0, 0, 0])"
                     : ", strides=" + num(stride) + ", padding=0, dilation=1)"),
         x, {x.shape[0], out, (x.shape[2] - size) / stride + 1, (x.shape[3] - size) / stride + 1}, bound);
  }
  void pooled(const TensorValue& x) {
    const int size = pick(1, std::min({2, x.shape[2], x.shape[3]})), stride = pick(1, 2);
    make(graph_ ? "R.nn.max_pool2d(" + x.name + ", pool_size=" + list({size, size}) +
                      ", strides=" + list({stride, stride}) + ")"
                : "topi.nn.pool2d(" + x.name + ", kernel=" + list({size, size}) + ", stride=" + list({stride, stride}) +
                      ", padding=[0, 0], pool_type=\"max\")",
         x, {x.shape[0], x.shape[1], (x.shape[2] - size) / stride + 1, (x.shape[3] - size) / stride + 1}, x.bound);
  }
  // Operators that only graphs have.
  void rearranged(const TensorValue& x) {
    const size_t axis = random_() % x.shape.size();
    Shape shape = x.shape;
    const std::string at = ", axis=" + num(static_cast<int>(axis)) + ")";
    switch (pick(0, 5)) {
      case 0: {
        const int first = pick(0, shape[axis] - 1), step = pick(1, 2);
        const int end = pick(first + 1, shape[axis]);
        shape[axis] = (end - first + step - 1) / step;
        return make("R.strided_slice(" + x.name + ", axes=" + list({static_cast<int>(axis)}) +
                        ", begin=" + list({first}) + ", end=" + list({end}) + ", strides=" + list({step}) + ")",
                    x, shape, x.bound);
      }
      case 1:
        if (shape[axis] > 6) return unary(x);
        shape[axis] *= 2;
        return make("R.repeat(" + x.name + ", repeats=2" + at, x, shape, x.bound);
      case 2:
        return make("R.flip(" + x.name + at, x, shape, x.bound);
      case 3:
        return make("R.where(R.less(" + x.name + ", " + x.name + "), " + x.name + ", R.negative(" + x.name + "))", x,
                    shape, x.bound);
      case 4:
        if (x.bound * shape[axis] >= exactBelow(x.type) || x.type == "float16") return unary(x);
        return make("R.cumsum(" + x.name + ", axis=" + num(static_cast<int>(axis)) + ", dtype=\"" + x.type + "\")", x,
                    shape, x.bound * shape[axis]);
      default:
        shape.insert(shape.begin(), pick(1, 3));
        if (shape.size() > 4) return unary(x);
        return make("R.broadcast_to(" + x.name + ", R.shape(" + list(shape) + "))", x, shape, x.bound);
    }
  }
  // te.compute with indices of its own; a sum over an axis in half of the cases.
  void computed(const TensorValue& x) {
    static constexpr const char* kNames[] = {"i", "j", "k", "l"};
    Shape shape(static_cast<size_t>(pick(1, 2)));
    for (int& extent : shape) extent = pick(1, 6);
    std::vector<std::pair<std::string, int>> vars;
    std::string params;
    for (size_t i = 0; i < shape.size(); ++i) {
      vars.emplace_back(kNames[i], shape[i]);
      params += (i ? ", " : "") + std::string(kNames[i]);
    }
    const std::string name = "t" + num(made_), axis = "r" + num(made_);
    const int length = pick(1, 5);
    const bool sum = chance(2) && x.bound * length < exactBelow(x.type);
    if (sum) {
      lines_.push_back(axis + " = te.reduce_axis((0, " + num(length) + "), name=\"" + axis + "\")");
      vars.emplace_back(axis, length);
    }
    std::string index, guard;
    for (size_t d = 0; d < x.shape.size(); ++d)
      index += (d ? ", " : "") + indexFor(x.shape[d], vars[random_() % vars.size()], guard);
    std::string value = x.name + "[" + index + "]";
    if (!guard.empty()) value = "te.if_then_else(" + guard + ", " + value + ", te.const(0, \"" + x.type + "\"))";
    const std::string reducer = std::array{"sum", "max", "min"}[random_() % 3];
    if (sum) value = "te." + reducer + "(" + value + ", axis=" + axis + ")";
    make("te.compute(" + tuple(shape) + ", lambda " + params + ": " + value + ", name=\"" + name + "\")", x, shape,
         sum && reducer == "sum" ? x.bound * length : x.bound);
  }
  std::string indexFor(int size, const std::pair<std::string, int>& var, std::string& guard) {
    const auto& [name, extent] = var;
    switch (pick(0, 6)) {
      case 0:
        if (extent <= size) return num(extent - 1) + " - " + name;
        break;
      case 1:
        if (extent * 2 - 1 <= size) return name + " * 2";
        break;
      case 2:
        if ((extent + 1) / 2 <= size) return name + " // 2";
        break;
      case 3:
        if (extent <= size && guard.empty()) return guard = name + " >= 1", name + " - 1";
        break;
      case 4:
        return num(pick(0, size - 1));
      default:
        break;
    }
    return extent <= size ? name : name + " % " + num(size);
  }

  std::vector<std::string> results() {
    std::vector<std::string> names;
    for (size_t i = 0; i < tensors_.size(); ++i)
      if (!tensors_[i].input && (!tensors_[i].read || i + 1 == tensors_.size() || chance(8)))
        names.push_back(tensors_[i].name);
    return names;
  }
  static std::string separated(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
  }
  std::string asExpressions() {
    std::string text = "import tvm\nfrom tvm import te, topi\n\n\ndef main():\n";
    std::vector<std::string> names;
    for (const TensorValue& t : tensors_)
      if (t.input) {
        names.push_back(t.name);
        text += "    " + t.name + " = te.placeholder(" + tuple(t.shape) + ", name=\"" + t.name + "\", dtype=\"" +
                t.type + "\")\n";
      }
    for (const std::string& line : lines_) text += "    " + line + "\n";
    for (const std::string& name : results()) names.push_back(name);
    return text + "    return te.create_prim_func([" + separated(names) + "])\n";
  }
  std::string asGraph() {
    std::vector<std::string> params;
    for (const TensorValue& t : tensors_)
      if (t.input) params.push_back(t.name + ": R.Tensor(" + tuple(t.shape) + ", \"" + t.type + "\")");
    std::string text =
        "from tvm.script import ir as I\nfrom tvm.script import relax as R\n\n\n@I.ir_module\nclass Module:\n    "
        "@R.function\n    def main(" +
        separated(params) + "):\n";
    for (const std::string& line : lines_) text += "        " + line + "\n";
    const std::vector<std::string> names = results();
    return text + "        return " + (names.size() == 1 ? names[0] : "(" + separated(names) + ")") + "\n";
  }

  std::mt19937_64& random_;
  const bool graph_;
  std::string type_;
  std::vector<TensorValue> tensors_;
  std::vector<std::string> lines_;
  int inputs_ = 0, made_ = 0;
};

}  // namespace

std::string randomExpressions(std::mt19937_64& random) { return Operators(random, false).program(); }
std::string randomGraph(std::mt19937_64& random) { return Operators(random, true).program(); }

}  // namespace lw
