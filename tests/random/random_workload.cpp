#include "tests/random/random_workload.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lw {
namespace {

// The limit of exact sums: larger ones may be rounded, or wrap.
double exactUpTo(const std::string& type) {
  if (type == "int8" || type == "uint8") return 100;
  return type == "float16" ? 1000 : type == "int16" ? 16000 : 1 << 22;
}

struct Tensor {
  std::string name, type;
  std::vector<int> shape;
  double bound = 3;  // of absolute values
  bool input = false, read = false;
};
struct Iter {
  std::string name;
  int extent;
  int first = 0;  // its least value
  bool reduce = false;
};
struct Term {
  std::string text;
  double bound;
};

std::string str(int n) { return std::to_string(n); }
std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& s : list) text += (text.empty() ? "" : ", ") + s;
  return text;
}
std::string shapeText(const std::vector<int>& shape) {
  std::string text;
  for (const int n : shape) text += str(n) + ", ";
  return "(" + text.substr(0, text.size() - (shape.size() > 1 ? 2 : 1)) + ")";
}

class Author {
 public:
  Author(std::mt19937_64& random, WorkloadSize size) : random_(random), tiny_(size == WorkloadSize::Tiny) {}

  std::string program() {
    const int inputs = pick(1, tiny_ ? 2 : 3);
    for (int i = 0; i < inputs; ++i)
      tensors_.push_back(
          {std::string(1, static_cast<char>('A' + i)), i > 0 && chance(5) ? "uint8" : anyType(), anyShape(), 3, true});
    for (int i = pick(1, tiny_ ? 2 : 4); i > 0; --i) stage();
    return header() + body_;
  }

 private:
  int pick(int low, int high) { return low + static_cast<int>(random_() % static_cast<uint64_t>(high - low + 1)); }
  int drawnSize(int low, int high) { return pick(low, tiny_ ? std::max(low, 3) : high); }
  bool chance(int of) { return random_() % static_cast<uint64_t>(of) == 0; }
  template <size_t N>
  std::string anyOf(const std::array<const char*, N>& list) {
    return list[random_() % N];
  }
  std::string anyType() {
    return anyOf(std::array{"int32", "int32", "int32", "float32", "float32", "int16", "int64", "int8", "float16"});
  }
  std::vector<int> anyShape() {
    const int rank = std::array{1, 2, 2, 2, 2, 3}[random_() % 6];
    std::vector<int> shape;
    for (int i = 0; i < rank; ++i) shape.push_back(rank == 3 ? drawnSize(1, 4) : drawnSize(chance(5) ? 1 : 2, 7));
    return shape;
  }
  std::string literal(const std::string& type, int value) { return "T." + type + "(" + str(value) + ")"; }

  // ---- the function around the stages ----
  std::string header() {
    std::vector<std::string> parameters;
    std::string allocations, inputs;
    for (size_t i = 0; i < tensors_.size(); ++i) {
      const Tensor& t = tensors_[i];
      const std::string type = shapeText(t.shape) + ", \"" + t.type + "\")";
      const bool output = !t.read || i + 1 == tensors_.size() || chance(6);
      if (t.input || output)
        parameters.push_back(t.name + ": T.Buffer(" + type);
      else
        allocations += "    " + t.name + " = T.alloc_buffer(" + type + "\n";
    }
    for (const auto& [name, size] : tables_) {
      parameters.push_back(name + ": T.Buffer((" + str(kTable) + ",), \"int32\")");
      inputs += (inputs.empty() ? "# inputs: " : ", ") + name + "=0.." + str(size - 1);
    }
    if (!inputs.empty()) inputs += "\n";
    return inputs + "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(" + joined(parameters) + "):\n" +
           allocations;
  }

  // ---- stages ----
  void stage() {
    if (chance(7)) return together();
    if (chance(8)) return inPlace(anyWritable());
    if (chance(12)) return changedInput();
    if (chance(8)) return filledInPart();
    if (chance(10)) return twoResults();
    if (chance(9)) return recurrence();
    if (chance(3)) return reduction();
    Tensor made = fresh(anyShape());
    nest(made, "    ", {}, false);
    tensors_.push_back(made);
  }
  Tensor fresh(std::vector<int> shape) { return {"T" + str(made_++), anyType(), std::move(shape), 0, false, false}; }

  // Two stages compute their rows in one loop; the second stage reads rows that have been computed.
  void together() {
    std::vector<int> shape{drawnSize(2, 6), drawnSize(1, 6)};
    Tensor first = fresh(shape), second = fresh(shape);
    const std::string loop = "t" + str(blocks_);
    body_ += "    for " + loop + " in range(" + str(shape[0]) + "):\n";
    nest(first, "        ", loop, false);
    row_ = &first;
    nest(second, "        ", loop, false);
    row_ = nullptr;
    first.read = true;
    tensors_.push_back(first);
    tensors_.push_back(second);
  }
  // A random tensor that may be written again; tensors_.size(): there is none.
  size_t anyWritable() {
    std::vector<size_t> found;
    for (size_t i = 0; i < tensors_.size(); ++i)
      if (tensors_[i].type != "uint8" && tensors_[i].bound * 4 < exactUpTo(tensors_[i].type)) found.push_back(i);
    return found.empty() ? tensors_.size() : found[random_() % found.size()];
  }
  void inPlace(size_t at) {
    if (at == tensors_.size()) return;
    Tensor t = tensors_[at];
    tensors_[at].shape.clear();  // prevents other reads while it changes
    const double before = t.bound;
    nest(t, "    ", {}, true);
    t.bound += before;
    tensors_[at] = t;
  }
  // Changes a tensor after a stage has read it and before the result of that stage is read.
  void changedInput() {
    const size_t at = anyWritable();
    if (at == tensors_.size()) return;
    Tensor made = fresh(tensors_[at].shape), last = fresh(tensors_[at].shape);
    wanted_ = &tensors_[at];
    nest(made, "    ", {}, false);
    inPlace(at);
    tensors_.push_back(made);
    wanted_ = &tensors_.back();
    nest(last, "    ", {}, false);
    tensors_.push_back(last);
  }
  // Writes the whole buffer, and then a part of it again.
  void filledInPart() {
    Tensor t = fresh({drawnSize(3, 7), drawnSize(2, 6)});
    nest(t, "    ", {}, false);
    const double before = t.bound;
    const int from = pick(0, 1), to = pick(from + 1, t.shape[0]);
    part_ = {from, to};
    nest(t, "    ", {}, false);
    part_ = {0, 0};
    t.bound = std::max(t.bound, before);
    tensors_.push_back(t);
  }
  // Each row uses the row before.
  void recurrence() {
    Tensor t = fresh({drawnSize(2, 5), drawnSize(2, 5)});
    nest(t, "    ", {}, false);
    if (t.bound * t.shape[0] >= exactUpTo(t.type)) return tensors_.push_back(t);
    Loops loops;
    const std::string id = str(blocks_++);
    for (size_t d = 0; d < 2; ++d) axis(loops, "v" + id + static_cast<char>('a' + d), t.shape[d], false);
    const std::string i = shifted(loops.iters[0], 0), j = shifted(loops.iters[1], 0);
    const std::string guard[] = {i + " >= 1", i + " >= 1 and " + j + " >= 1",
                                 i + " >= 1 and " + j + " < " + str(t.shape[1] - 1)};
    const std::string before[] = {j, j + " - 1", j + " + 1"};
    const size_t way = random_() % 3;
    const std::string at = open(loops, "    ", id), element = t.name + "[" + i + ", " + j + "]";
    body_ += at + element + " = " + element + " + T.if_then_else(" + guard[way] + ", " + t.name + "[" + i + " - 1, " +
             before[way] + "], " + literal(t.type, 0) + ")\n";
    t.bound *= t.shape[0];
    tensors_.push_back(t);
  }
  void twoResults() {
    Tensor first = fresh(anyShape()), second = first;
    second.name = "T" + str(made_++);
    second_ = &second;
    nest(first, "    ", {}, false);
    second_ = nullptr;
    tensors_.push_back(first);
    tensors_.push_back(second);
  }

  struct Loops {
    std::vector<std::string> headers;  // outermost first
    std::vector<std::string> axes;
    std::vector<std::string> guards;
    std::vector<Iter> iters;
  };
  void axis(Loops& loops, const std::string& name, int extent, bool reduce) {
    const std::string loop = "l" + name.substr(1);
    std::string value = loop, domain = str(extent);
    Iter iter{name, extent, 0, reduce};
    const auto add = [&](const std::string& var, const std::string& range) {
      loops.headers.push_back("for " + var + " in range(" + range + "):");
    };
    // The init runs at the start of the reduction, so the start must be executed first.
    switch (pick(reduce ? 1 : 0, 14)) {
      case 2: {
        const int inner = pick(1, 3);
        add(loop + "o", str((extent + inner - 1) / inner));
        add(loop + "i", str(inner));
        value = loop + "o * " + str(inner) + " + " + loop + "i";
        if (extent % inner) loops.guards.push_back(value + " < " + str(extent));
        break;
      }
      case 1: {
        const int low = pick(1, 3);
        add(loop, str(low) + ", " + str(low + extent));
        value = loop + " - " + str(low);
        break;
      }
      case 0:
        add(loop, str(extent));
        value = str(extent - 1) + " - " + loop;
        break;
      case 3:
        iter.first = pick(1, 2);
        add(loop, str(extent));
        domain = "(" + str(iter.first) + ", " + str(iter.first + extent) + ")";
        value = loop + " + " + str(iter.first);
        break;
      case 4:
        add(loop, str(extent + pick(1, 2)));
        loops.guards.push_back(loop + " < " + str(extent));
        break;
      default:
        add(loop, str(extent));
    }
    loops.axes.push_back(name + " = T.axis." + (reduce ? "reduce(" : "spatial(") + domain + ", " + value + ")");
    loops.iters.push_back(iter);
  }

  // One block that writes `to`, either all rows or those in part_. If `row` is given, that loop drives the first index.
  void nest(Tensor& to, const std::string& indent, const std::string& row, bool update) {
    const std::string id = str(blocks_++);
    Loops loops;
    std::vector<std::string> index;
    for (size_t d = 0; d < to.shape.size(); ++d) {
      const std::string name = "v" + id + static_cast<char>('a' + d);
      const bool part = d == 0 && part_.second > 0;
      const int extent = part ? part_.second - part_.first : to.shape[d];
      if (d == 0 && !row.empty()) {
        loops.axes.push_back(name + " = T.axis.spatial(" + str(extent) + ", " + row + ")");
        loops.iters.push_back({name, extent});
      } else
        axis(loops, name, extent, false);
      index.push_back(shifted(loops.iters.back(), part ? part_.first : 0));
    }
    std::string at = open(loops, indent, id);
    const std::string element = to.name + "[" + joined(index) + "]";
    Term value = sum(loops.iters, to.type);
    if (row_ && row_->bound + value.bound < exactUpTo(to.type)) value = plus(value, earlierRow(loops.iters, to.type));
    if (update) value.text = element + " + " + value.text;
    body_ += at + element + " = " + value.text + "\n";
    to.bound = value.bound;
    if (!second_) return;
    const Term other = sum(loops.iters, second_->type);
    body_ += at + second_->name + "[" + joined(index) + "] = " + other.text + "\n";
    second_->bound = other.bound;
  }
  Term earlierRow(const std::vector<Iter>& iters, const std::string& type) {
    const std::string i = shifted(iters[0], 0), j = shifted(iters[1], 0);
    if (chance(2)) return {cast(row_->name + "[" + i + ", " + j + "]", row_->type, type), row_->bound};
    return {cast("T.if_then_else(" + i + " >= 1, " + row_->name + "[" + i + " - 1, " + j + "], " +
                     literal(row_->type, 0) + ")",
                 row_->type, type),
            row_->bound};
  }
  // Writes the loops and the head of the block; returns the indentation of its statements.
  std::string open(Loops& loops, const std::string& indent, const std::string& id) {
    if (chance(3)) std::shuffle(loops.headers.begin(), loops.headers.end(), random_);
    std::string at = indent;
    for (const std::string& header : loops.headers) {
      body_ += at + header + "\n";
      at += "    ";
    }
    body_ += at + "with T.block(\"b" + id + "\"):\n";
    at += "    ";
    for (const std::string& a : loops.axes) body_ += at + a + "\n";
    std::string guard;
    for (const std::string& g : loops.guards) guard += (guard.empty() ? "" : " and ") + g;
    if (!guard.empty()) body_ += at + "T.where(" + guard + ")\n";
    return at;
  }

  void reduction() {
    if (chance(9)) return position();
    Tensor to = fresh(anyShape());
    const std::string id = str(blocks_++);
    Loops loops;
    std::vector<std::string> index;
    for (size_t d = 0; d < to.shape.size(); ++d) {
      axis(loops, "v" + id + static_cast<char>('a' + d), to.shape[d], false);
      index.push_back(shifted(loops.iters.back(), 0));
    }
    int terms = 1;
    for (int r = pick(1, 2); r > 0; --r) {
      const int length = drawnSize(1, r == 2 ? 3 : 6);
      terms *= length;
      axis(loops, "v" + id + "r" + str(r), length, true);
    }
    const std::string kind = anyOf(std::array{"sum", "sum", "sum", "max", "min"});
    const std::string element = to.name + "[" + joined(index) + "]";
    const int most = to.type == "int8" ? 100 : to.type == "float16" ? 1000 : 9999;
    const std::string start = literal(to.type, kind == "sum" ? 0 : kind == "max" ? -most : most);
    const bool apart = chance(5);
    if (apart) initialised(to, start);
    std::string at = open(loops, "    ", id);
    if (!apart) body_ += at + "with T.init():\n" + at + "    " + element + " = " + start + "\n";
    Term term = read(loops.iters, to.type);
    if (chance(2)) {
      const Term factor = read(loops.iters, to.type);
      if (term.bound * factor.bound * terms < exactUpTo(to.type) / 4)
        term = {term.text + " * " + factor.text, term.bound * factor.bound};
    }
    if (kind == "sum" && term.bound * terms >= exactUpTo(to.type)) term = limited(term, to.type);
    const std::string value =
        kind == "sum" ? element + " + " + term.text : "T." + kind + "(" + element + ", " + term.text + ")";
    body_ += at + element + " = " + value + "\n";
    to.bound = kind == "sum" ? term.bound * terms : std::max<double>(most, term.bound);
    tensors_.push_back(to);
  }
  // The position and the value of a maximum or minimum. Of equal values, the first one or the one at the lower position
  // is kept.
  void position() {
    Tensor best = fresh(anyShape()), where = fresh(best.shape);
    where.type = "int32";
    const std::string id = str(blocks_++);
    Loops loops;
    std::vector<std::string> index;
    for (size_t d = 0; d < best.shape.size(); ++d) {
      axis(loops, "v" + id + static_cast<char>('a' + d), best.shape[d], false);
      index.push_back(shifted(loops.iters.back(), 0));
    }
    std::string place = "0";
    for (int r = pick(1, 2); r > 0; --r) {
      axis(loops, "v" + id + "r" + str(r), drawnSize(1, r == 2 ? 3 : 6), true);
      place = (place == "0" ? "" : place + " * 6 + ") + shifted(loops.iters.back(), 0);
    }
    const bool largest = chance(2);
    const std::string at = open(loops, "    ", id), value = best.name + "[" + joined(index) + "]",
                      element = where.name + "[" + joined(index) + "]";
    body_ += at + "with T.init():\n" + at + "    " + element + " = -1\n" + at + "    " + value + " = " +
             literal(best.type, largest ? -2 : 2) + "\n";
    const Term term{"T.max(T.min(" + read(loops.iters, best.type).text + ", " + literal(best.type, 1) + "), " +
                        literal(best.type, 0) + ") + " + cast("((" + place + ") * 3 + 1) % 5", "int32", best.type),
                    5};  // some are equal
    const std::string strict = value + (largest ? " > " : " < ") + term.text,
                      loose = value + (largest ? " >= " : " <= ") + term.text;
    const std::string keep =
        chance(3) ? strict + " or " + value + " == " + term.text + " and " + element + " < " + place : loose;
    body_ += at + "p" + id + ": T.int32 = T.Select(" + keep + ", " + element + ", " + place + ")\n";
    body_ += at + "q" + id + ": T." + best.type + " = T.Select(" + keep + ", " + value + ", " + term.text + ")\n";
    body_ += at + element + " = p" + id + "\n" + at + value + " = q" + id + "\n";
    best.bound = std::max(2.0, term.bound);
    where.bound = 99;
    tensors_.push_back(where);
    tensors_.push_back(best);
  }
  void initialised(const Tensor& to, const std::string& start) {
    const std::string id = str(blocks_++);
    Loops loops;
    std::vector<std::string> index;
    for (size_t d = 0; d < to.shape.size(); ++d) {
      axis(loops, "v" + id + static_cast<char>('a' + d), to.shape[d], false);
      index.push_back(shifted(loops.iters.back(), 0));
    }
    const std::string at = open(loops, "    ", id);
    body_ += at + to.name + "[" + joined(index) + "] = " + start + "\n";
  }

  // ---- values ----
  Term plus(const Term& a, const Term& b) { return {a.text + " + " + b.text, a.bound + b.bound}; }
  Term limited(const Term& t, const std::string& type) {
    return {"T.max(T.min(" + t.text + ", " + literal(type, 50) + "), " + literal(type, -50) + ")", 50};
  }
  Term sum(const std::vector<Iter>& iters, const std::string& type) {
    Term value = read(iters, type);
    for (int more = pick(0, 2); more > 0; --more) {
      const Term next = read(iters, type);
      if (value.bound + next.bound < exactUpTo(type)) value = plus(value, next);
    }
    if (chance(4) && value.bound * 3 < exactUpTo(type))
      value = {"(" + value.text + ") * " + literal(type, 3), value.bound * 3};
    if (chance(6)) value = {"T.max(" + value.text + ", " + literal(type, 0) + ")", value.bound};
    return chance(4) ? withNumber(value, type) : value;
  }
  // Adds an untyped number to the value: the operation may be wider than `type`, and the store casts.
  Term withNumber(const Term& t, const std::string& type) {
    const std::string value = "(" + t.text + ")";
    const bool whole = type.find("int") != std::string::npos;
    if (t.bound * 2 + 3 >= exactUpTo(type)) return {"T.min(" + t.text + ", 7)", t.bound};
    switch (pick(0, whole ? 9 : 5)) {
      case 0:
        return {value + " + 1", t.bound + 1};
      case 1:
        return {"3 - " + value, t.bound + 3};
      case 2:
        return {value + " * 2.0", t.bound * 2};
      case 3:
        return {value + " + 1.0", t.bound + 1};
      case 4:
        return {"T.if_then_else(" + value + " > 1, " + value + ", 2)", t.bound + 2};
      case 5:
        return {"T.Select(" + value + " < 2, 1.0, " + value + ")", t.bound + 1};
      case 6:
        return {value + " // 2", t.bound};
      case 7:
        return {value + " % 5", 5};
      case 8:
        return {"(" + value + " << 1)", t.bound * 2};
      default:
        return {value + " * 0.5", t.bound};
    }
  }
  std::string cast(const std::string& text, const std::string& from, const std::string& to) {
    return from == to ? text : "T.Cast(\"" + to + "\", " + text + ")";
  }
  Term read(const std::vector<Iter>& iters, const std::string& type) {
    std::vector<Tensor*> known;
    for (Tensor& t : tensors_)
      if (!t.shape.empty()) known.push_back(&t);
    if (known.empty()) return {literal(type, 1), 1};
    // Prefers the latest tensors, so that stages form chains.
    Tensor& from = wanted_ ? *wanted_ : *known[chance(2) ? known.size() - 1 : random_() % known.size()];
    wanted_ = nullptr;
    from.read = true;
    std::vector<std::string> index;
    std::string guard;
    const bool own = chance(2) && from.shape.size() <= iters.size();  // dimension d by iter d
    for (size_t d = 0; d < from.shape.size(); ++d)
      index.push_back(indexFor(from.shape[d], iters, own ? static_cast<int>(d) : -1, guard));
    std::string text = from.name + "[" + joined(index) + "]";
    if (!guard.empty()) text = "T.if_then_else(" + guard + ", " + text + ", " + literal(from.type, 0) + ")";
    Term term{text, from.bound};
    if (exactUpTo(type) < exactUpTo(from.type) && term.bound > exactUpTo(type) / 4)
      term = limited(term, from.type);  // the cast must not overflow
    term.text = cast(term.text, from.type, type);
    return term.bound > exactUpTo(type) / 4 ? limited(term, type) : term;
  }

  // The iter's value counted from 0, plus `by`.
  static std::string shifted(const Iter& iter, int by) {
    const int add = by - iter.first;
    return add == 0 ? iter.name : iter.name + (add > 0 ? " + " + str(add) : " - " + str(-add));
  }
  // An index that is less than `size` wherever `guard` holds.
  std::string indexFor(int size, const std::vector<Iter>& iters, int own, std::string& guard) {
    const Iter& iter = own >= 0 ? iters[static_cast<size_t>(own)] : iters[random_() % iters.size()];
    const std::string from0 = shifted(iter, 0);
    const int room = size - iter.extent;
    switch (pick(0, 9)) {
      case 0:
        if (room >= 0) return shifted(iter, 0).insert(0, str(iter.extent - 1) + " - (") + ")";
        break;
      case 1:
        if ((iter.extent - 1) * 2 < size)
          return "(" + from0 + ") * 2" + (iter.extent * 2 <= size && chance(2) ? " + 1" : "");
        break;
      case 2:
        for (const Iter& other : iters)
          if (other.name != iter.name && iter.extent + other.extent - 1 <= size)
            return from0 + " + " + shifted(other, 0);
        break;
      case 3:
        if ((iter.extent + 1) / 2 <= size) return "(" + from0 + ") // 2";
        break;
      case 4:
        if (room >= 0 && guard.empty()) {
          guard = from0 + " >= 1";
          return shifted(iter, -1);
        }
        break;
      case 5:
        if (chance(4) && iter.extent <= kTable) {
          const std::string table = tableFor(size);
          return table + "[" + from0 + "]";
        }
        break;
      default:
        break;
    }
    if (room >= 0) return shifted(iter, room > 0 && chance(2) ? pick(0, room) : 0);
    if (chance(3)) return str(pick(0, size - 1));
    return "(" + from0 + ") % " + str(size);
  }
  std::string tableFor(int size) {
    for (const auto& [name, below] : tables_)
      if (below <= size) return name;
    tables_.emplace_back("ids" + str(static_cast<int>(tables_.size())), size);
    return tables_.back().first;
  }

  static constexpr int kTable = 7;
  std::mt19937_64& random_;
  const bool tiny_;
  std::vector<Tensor> tensors_;
  std::vector<std::pair<std::string, int>> tables_;  // tables of indices: name, and a bound of the values
  std::string body_;
  Tensor* row_ = nullptr;     // computed row by row together with the current stage
  Tensor* wanted_ = nullptr;  // must be read next
  Tensor* second_ = nullptr;  // also written by the current stage
  std::pair<int, int> part_{0, 0};
  int blocks_ = 0, made_ = 0;
};

}  // namespace

std::string randomWorkload(std::mt19937_64& random, WorkloadSize size) { return Author(random, size).program(); }

}  // namespace lw
