#include "tests/cuda/ptx_machine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include "tests/float8_values.h"

namespace lw::test {
namespace {

using Words = std::vector<uint64_t>;  // of the threads

struct Statement {
  std::string guard, op;  // "%p1" or "!%p1"
  std::vector<std::string> operands;
};

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, by);) parts.push_back(part);
  return parts;
}

// Operands may be groups in braces or addresses in brackets.
std::vector<std::string> operandsOf(const std::string& text) {
  std::vector<std::string> all;
  int depth = 0;
  std::string current;
  for (const char c : text) {
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c == ',' && depth == 0)
      all.push_back(std::exchange(current, ""));
    else if (!std::isspace(static_cast<unsigned char>(c)))
      current += c;
  }
  if (!current.empty()) all.push_back(current);
  return all;
}

uint64_t mask(int bits) { return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

double numberOf(uint64_t word, const std::string& type, int element) {
  const auto part = [&](int bits) { return word >> (element * bits) & mask(bits); };
  if (type == "s8") return static_cast<int8_t>(part(8));
  if (type == "u8") return static_cast<uint8_t>(part(8));
  if (type == "s32") return static_cast<int32_t>(word);
  if (type == "f16") {
    const uint64_t h = part(16), exponent = h >> 10 & 31, fraction = h & 1023;
    const double value = exponent ? std::ldexp(1024.0 + static_cast<double>(fraction), static_cast<int>(exponent) - 25)
                                  : std::ldexp(static_cast<double>(fraction), -24);
    return h >> 15 ? -value : value;
  }
  if (type == "e4m3" || type == "e5m2") {
    const auto code = static_cast<int>(part(8));
    return Float8Table(type == "e4m3").values[code];
  }
  if (type == "f64") {
    double value;
    std::memcpy(&value, &word, sizeof value);
    return value;
  }
  const auto bits = static_cast<uint32_t>(type == "bf16" ? part(16) << 16 : type == "tf32" ? word & 0xffffe000 : word);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// Of numbers that the type represents exactly.
uint64_t wordOf(double value, const std::string& type) {
  uint64_t word = 0;
  if (type == "s32") return static_cast<uint32_t>(static_cast<int32_t>(value));
  if (type == "f64") {
    std::memcpy(&word, &value, sizeof value);
  } else if (type == "f16") {
    if (value == 0) return 0;
    int exponent = 0;
    const double fraction = std::frexp(std::fabs(value), &exponent);
    word = (value < 0 ? 0x8000U : 0U) | static_cast<uint64_t>(exponent + 14) << 10 |
           (static_cast<uint64_t>(fraction * 2048) & 1023);
  } else {
    const auto single = static_cast<float>(value);
    std::memcpy(&word, &single, sizeof single);
  }
  return word;
}

class Machine {
 public:
  Machine(const std::string& ptx, int64_t x, int64_t y, PtxMemory& memory) : x_(x), threads_(x * y) {
    read(ptx);
    for (std::vector<uint8_t>& parameter : memory) {
      starts_.push_back(global_.size());
      global_.insert(global_.end(), parameter.begin(), parameter.end());
      global_.resize((global_.size() + 255) / 256 * 256);
    }
  }
  std::string error;

  void run(int64_t block) {
    block_ = block;
    registers_.clear();
    inFlight_.clear();
    shared_.assign(sharedBytes_, 0);
    for (size_t at = 0; at < code_.size() && error.empty();) {
      const Statement& s = code_[at++];
      if (s.op == "ret") return;
      if (!s.guard.empty() || s.op.starts_with("bra")) {
        if (taken(s)) at = labels_.at(s.operands.at(0));
        continue;
      }
      if (!s.op.starts_with("bar.sync")) carryOut(s);
    }
  }
  void take(PtxMemory& memory) const {
    for (size_t i = 0; i < memory.size(); ++i)
      std::copy_n(global_.begin() + static_cast<std::ptrdiff_t>(starts_[i]), memory[i].size(), memory[i].begin());
  }

 private:
  void fail(const Statement& s, const std::string& why) {
    if (error.empty()) error = why + ": " + s.op;
  }

  void read(const std::string& ptx) {
    std::string current;
    const std::regex array(R"(\.shared \.align (\d+) \.b8 ([\w$]+)\[(\d+)\])");
    for (std::sregex_iterator it(ptx.begin(), ptx.end(), array), end; it != end; ++it) {
      const size_t align = std::stoul((*it)[1]);
      sharedBytes_ = (sharedBytes_ + align - 1) / align * align;
      arrays_[(*it)[2]] = sharedBytes_;
      sharedBytes_ += std::stoul((*it)[3]);
    }
    for (std::string line : split(ptx.substr(ptx.find("\n{")), '\n')) {
      line = line.substr(0, line.find("//"));
      const size_t begin = line.find_first_not_of(" \t"), end = line.find_last_not_of(" \t");
      line = begin == std::string::npos ? "" : line.substr(begin, end - begin + 1);
      if (line.empty() || line == "{" || line == "}") continue;
      if (line.back() == ':') {
        labels_[line.substr(0, line.size() - 1)] = code_.size();
        continue;
      }
      current += " " + line;
      if (line.back() == ';') add(std::exchange(current, ""));
    }
  }
  void add(const std::string& text) {
    std::istringstream in(text.substr(0, text.find(';')));
    Statement s;
    in >> s.op;
    if (s.op.starts_with("@")) s.guard = s.op.substr(1), in >> s.op;
    std::string rest;
    std::getline(in, rest, '\0');
    s.operands = operandsOf(rest);
    if (!s.op.starts_with(".")) code_.push_back(std::move(s));
  }

  bool taken(const Statement& s) {
    if (s.guard.empty()) return true;
    const bool negated = s.guard[0] == '!';
    const Words& p = registers_[s.guard.substr(negated ? 1 : 0)];
    if (std::any_of(p.begin(), p.end(), [&](uint64_t v) { return v != p[0]; })) fail(s, "threads jump apart");
    return (p[0] != 0) != negated;
  }
  Words each(const std::function<uint64_t(int64_t)>& of) const {
    Words all;
    for (int64_t t = 0; t < threads_; ++t) all.push_back(of(t));
    return all;
  }
  Words value(const std::string& operand) {
    if (operand == "%tid.x") return each([&](int64_t t) { return static_cast<uint64_t>(t % x_); });
    if (operand == "%tid.y") return each([&](int64_t t) { return static_cast<uint64_t>(t / x_); });
    if (operand == "%laneid") return each([](int64_t t) { return static_cast<uint64_t>(t % 32); });
    if (operand == "%ctaid.x") return each([&](int64_t) { return static_cast<uint64_t>(block_); });
    if (operand.starts_with("%ctaid")) return each([](int64_t) { return uint64_t{0}; });
    if (inFlight_.contains(operand) && error.empty()) error = "sums of wgmma are used before they are complete";
    if (operand[0] == '%') return registers_[operand];
    uint64_t number = 0;
    if (const auto known = arrays_.find(operand); known != arrays_.end())
      number = known->second;
    else if (operand.starts_with("0f") || operand.starts_with("0d"))
      number = std::stoull(operand.substr(2), nullptr, 16);
    else
      number = static_cast<uint64_t>(std::stoll(operand));
    return each([&](int64_t) { return number; });
  }
  void set(const std::string& name, Words words, int bits) {
    for (uint64_t& w : words) w &= mask(bits);
    registers_[name] = std::move(words);
  }
  Words address(const std::string& operand) {
    const std::string inside = operand.substr(1, operand.size() - 2);
    const size_t plus = inside.find('+');
    Words at = value(inside.substr(0, plus));
    if (plus != std::string::npos)
      for (uint64_t& a : at) a += static_cast<uint64_t>(std::stoll(inside.substr(plus + 1)));
    return at;
  }
  static std::vector<std::string> group(const std::string& operand) {
    return operand[0] == '{' ? operandsOf(operand.substr(1, operand.size() - 2)) : std::vector{operand};
  }
  static int bitsOf(const std::string& type) {
    return type == "pred" ? 1 : std::stoi(type.substr(type.find_first_of("0123456789")));
  }

  void carryOut(const Statement& s) {
    const std::vector<std::string> parts = split(s.op, '.');
    const std::string& name = parts[0];
    if (name == "ld" || name == "st") return access(s, parts);
    if (name == "cp" && parts.size() == 5) return copyAtOnce(s);
    if (name == "cp") return;  // commits and waits: copies are complete already
    if (name == "ldmatrix") return loadMatrices(s, parts);
    if (name == "mma") return multiply(s, parts);
    if (name == "wgmma" && parts[1] == "mma_async") return multiplyByGroups(s, parts);
    if (name == "wgmma") return orderGroups(s, parts[1]);
    if (name == "fence" && parts[1] == "proxy") {
      visible_ = true;
      return;
    }
    const int bits = bitsOf(parts.back());
    if (name == "mov") return move(group(s.operands[0]), group(s.operands[1]), bits);
    if (name == "cvta") return set(s.operands[0], value(s.operands[1]), bits);
    if (name == "cvt" && parts[1] == "rn" && parts[2] == "f32" && parts[3] == "u32") {
      Words words = value(s.operands[1]);
      for (uint64_t& w : words) w = std::bit_cast<uint32_t>(static_cast<float>(static_cast<uint32_t>(w)));
      return set(s.operands[0], words, 32);
    }
    if (name == "cvt") {
      Words words = value(s.operands[1]);
      for (uint64_t& w : words) {
        w &= mask(bits);
        if (parts.back()[0] == 's' && w >> (bits - 1)) w |= ~mask(bits);
      }
      return set(s.operands[0], words, bitsOf(parts[parts.size() - 2]));
    }
    std::vector<Words> in;
    for (size_t i = 1; i < s.operands.size(); ++i) {
      in.push_back(value(s.operands[i]));
      for (uint64_t& w : in.back()) w &= mask(bits);
    }
    const auto with = [&](const std::function<uint64_t(int64_t)>& of, int wide) { set(s.operands[0], each(of), wide); };
    const auto a = [&](int64_t t) { return in[0][static_cast<size_t>(t)]; };
    const auto b = [&](int64_t t) { return in[1][static_cast<size_t>(t)]; };
    const auto c = [&](int64_t t) { return in[2][static_cast<size_t>(t)]; };
    if (name == "add" && parts.back() == "f32") {
      const auto real = [](uint64_t word) { return std::bit_cast<float>(static_cast<uint32_t>(word)); };
      return with([&](int64_t t) { return std::bit_cast<uint32_t>(real(a(t)) + real(b(t))); }, bits);
    }
    if (name == "add") return with([&](int64_t t) { return a(t) + b(t); }, bits);
    if (name == "sub") return with([&](int64_t t) { return a(t) - b(t); }, bits);
    if (name == "not") return with([&](int64_t t) { return ~a(t); }, bits);
    if (name == "min" && parts[1][0] == 'u') return with([&](int64_t t) { return std::min(a(t), b(t)); }, bits);
    if (name == "selp") return with([&](int64_t t) { return c(t) ? a(t) : b(t); }, bits);
    if (name == "bfe" && parts[1][0] == 'u')
      return with([&](int64_t t) { return a(t) >> b(t) & mask(static_cast<int>(c(t))); }, bits);
    if (name == "and") return with([&](int64_t t) { return a(t) & b(t); }, bits);
    if (name == "or") return with([&](int64_t t) { return a(t) | b(t); }, bits);
    if (name == "xor") return with([&](int64_t t) { return a(t) ^ b(t); }, bits);
    if (name == "shl") return with([&](int64_t t) { return b(t) < 64 ? a(t) << b(t) : 0; }, bits);
    if (name == "shr") return with([&](int64_t t) { return b(t) < 64 ? a(t) >> b(t) : 0; }, bits);
    if (name == "mul") return with([&](int64_t t) { return a(t) * b(t); }, parts[1] == "wide" ? 2 * bits : bits);
    if (name == "mad") return with([&](int64_t t) { return a(t) * b(t) + c(t); }, bits);
    // Unsigned numbers; signed ones that are not negative compare alike.
    if (name == "setp" && (parts[1] == "lt" || parts[1] == "gt")) {
      const bool isSigned = parts.back()[0] == 's';
      for (int64_t t = 0; isSigned && t < threads_; ++t)
        if ((a(t) | b(t)) >> (bits - 1)) return fail(s, "negative numbers");
      return with([&](int64_t t) { return static_cast<uint64_t>(parts[1] == "lt" ? a(t) < b(t) : a(t) > b(t)); }, 1);
    }
    if (name == "setp" && (parts[1] == "ne" || parts[1] == "eq"))
      return with([&](int64_t t) { return static_cast<uint64_t>((a(t) == b(t)) == (parts[1] == "eq")); }, 1);
    fail(s, "unknown instruction");
  }

  // Groups are the parts of a word, the lowest first.
  void move(const std::vector<std::string>& to, const std::vector<std::string>& from, int bits) {
    Words whole(static_cast<size_t>(threads_), 0);
    for (size_t i = 0; i < from.size(); ++i) {
      const Words part = value(from[i]);
      const int width = bits / static_cast<int>(from.size());
      for (size_t t = 0; t < whole.size(); ++t) whole[t] |= (part[t] & mask(width)) << (width * static_cast<int>(i));
    }
    for (size_t i = 0; i < to.size(); ++i) {
      const int width = bits / static_cast<int>(to.size());
      Words part = whole;
      for (uint64_t& w : part) w >>= width * static_cast<int>(i);
      set(to[i], std::move(part), width);
    }
  }

  void access(const Statement& s, const std::vector<std::string>& parts) {
    const bool load = parts[0] == "ld";
    if (parts[1] == "param") {
      const std::string& from = s.operands[1];
      const size_t number = std::stoul(from.substr(from.rfind('_') + 1));
      return set(s.operands[0], each([&](int64_t) { return starts_[number]; }), 64);
    }
    const int bytes = bitsOf(parts.back()) / 8;
    const std::vector<std::string> names = group(s.operands[load ? 0 : 1]);
    std::vector<uint8_t>& memory = parts[1] == "shared" ? shared_ : global_;
    if (!load && parts[1] == "shared") visible_ = false;
    const Words at = address(s.operands[load ? 1 : 0]);
    const auto whole = static_cast<uint64_t>(bytes) * names.size();
    for (const uint64_t address : at)
      if (address % whole || address + whole > memory.size()) return fail(s, "wrong address");
    for (size_t n = 0; n < names.size(); ++n) {
      Words words = load ? Words(at.size(), 0) : value(names[n]);
      for (size_t t = 0; t < at.size(); ++t)
        for (int b = 0; b < bytes; ++b) {
          uint8_t& byte = memory[at[t] + n * static_cast<size_t>(bytes) + static_cast<size_t>(b)];
          if (load)
            words[t] |= static_cast<uint64_t>(byte) << (8 * b);
          else
            byte = static_cast<uint8_t>(words[t] >> (8 * b));
        }
      if (load) set(names[n], words, 64);
    }
  }

  // cp.async, from global to shared memory.
  void copyAtOnce(const Statement& s) {
    const Words to = address(s.operands[0]), from = address(s.operands[1]);
    const uint64_t bytes = std::stoul(s.operands[2]);
    for (size_t t = 0; t < to.size(); ++t) {
      if (to[t] % bytes || from[t] % bytes || to[t] + bytes > shared_.size() || from[t] + bytes > global_.size())
        return fail(s, "wrong address");
      std::copy_n(global_.begin() + static_cast<std::ptrdiff_t>(from[t]), bytes,
                  shared_.begin() + static_cast<std::ptrdiff_t>(to[t]));
    }
    visible_ = false;
  }

  // Lane 8 i + r has the address of row r of matrix i.
  void loadMatrices(const Statement& s, const std::vector<std::string>& parts) {
    const bool transposed = std::find(parts.begin(), parts.end(), "trans") != parts.end();
    const std::vector<std::string> names = group(s.operands[0]);
    const Words at = address(s.operands[1]);
    for (const uint64_t row : at)
      if (row % 16 || row + 16 > shared_.size()) return fail(s, "wrong address");
    for (size_t i = 0; i < names.size(); ++i) {
      Words words(at.size(), 0);
      for (size_t t = 0; t < at.size(); ++t)
        for (size_t e = 0; e < 2; ++e) {
          const size_t lane = t % 32, across = lane / 4, along = lane % 4 * 2 + e;
          const uint64_t from =
              at[t - lane + 8 * i + (transposed ? along : across)] + 2 * (transposed ? across : along);
          words[t] |= static_cast<uint64_t>(shared_[from] | shared_[from + 1] << 8) << (16 * e);
        }
      set(names[i], words, 32);
    }
  }

  void multiply(const Statement& s, const std::vector<std::string>& parts) {
    std::smatch size;
    if (!std::regex_match(parts[3], size, std::regex("m(\\d+)n8k(\\d+)"))) return fail(s, "unknown shape");
    const size_t m = std::stoul(size[1]), k = std::stoul(size[2]);
    const std::string &in = parts[parts.size() - 2], &sum = parts.back();
    const size_t inWord = in.ends_with("8") || in == "e4m3" || in == "e5m2" ? 4
                          : in.ends_with("16")                              ? 2
                                                                            : 1,
                 inSum = sum == "f16" ? 2 : 1;
    const size_t halves = m / 8;
    std::array<std::vector<Words>, 4> words;  // d, a, b, c
    for (size_t i = 1; i < 4; ++i)
      for (const std::string& name : group(s.operands[i])) words[i].push_back(value(name));
    const std::vector<std::string> results = group(s.operands[0]);
    words[0].assign(results.size(), Words(static_cast<size_t>(threads_), 0));
    for (size_t warp = 0; warp < static_cast<size_t>(threads_); warp += 32) {
      std::vector<double> a(m * k), b(k * 8);
      for (size_t lane = 0; lane < 32; ++lane) {
        const size_t g = lane / 4, q = lane % 4;
        for (size_t w = 0; w < words[1].size(); ++w)
          for (size_t e = 0; e < inWord; ++e)
            a[(g + w % halves * 8) * k + q * inWord + e + w / halves * 4 * inWord] =
                numberOf(words[1][w][warp + lane], in, static_cast<int>(e));
        for (size_t w = 0; w < words[2].size(); ++w)
          for (size_t e = 0; e < inWord; ++e)
            b[(q * inWord + e + w * 4 * inWord) * 8 + g] = numberOf(words[2][w][warp + lane], in, static_cast<int>(e));
      }
      for (size_t lane = 0; lane < 32; ++lane)
        for (size_t e = 0; e < m / 4; ++e) {
          const size_t row = lane / 4 + e / 2 * 8, column = lane % 4 * 2 + e % 2, w = e / inSum;
          double value = numberOf(words[3][w][warp + lane], sum, static_cast<int>(e % inSum));
          for (size_t x = 0; x < k; ++x) value += a[row * k + x] * b[x * 8 + column];
          words[0][w][warp + lane] |= wordOf(value, sum) << (inSum == 2 ? e % 2 * 16 : 0);
        }
    }
    for (size_t i = 0; i < results.size(); ++i) set(results[i], words[0][i], 64);
  }

  void orderGroups(const Statement& s, const std::string& what) {
    if (what == "fence") fenced_ = true;
    if (what == "commit_group") committed_ = true;
    if (what != "wait_group") return;
    if (!committed_) fail(s, "nothing was committed");
    if (s.operands.at(0) != "0") fail(s, "groups remain");
    inFlight_.clear();
    fenced_ = committed_ = false;
  }

  // Where an element is whose matrix a descriptor of shared memory tells, without swizzling. `alongIsContiguous`: k is.
  static uint64_t inMemory(uint64_t descriptor, size_t across, size_t along, size_t bytes, bool alongIsContiguous) {
    const auto field = [&](int shift) { return (descriptor >> shift & 0x3fff) << 4; };
    const size_t inRow = 16 / bytes;
    const size_t row = alongIsContiguous ? across : along, column = alongIsContiguous ? along : across;
    const uint64_t ofRows = field(alongIsContiguous ? 32 : 16), ofColumns = field(alongIsContiguous ? 16 : 32);
    return field(0) + row / 8 * ofRows + row % 8 * 16 + column / inRow * ofColumns + column % inRow * bytes;
  }

  // Four warps multiply 64 rows of a by b, both in shared memory.
  void multiplyByGroups(const Statement& s, const std::vector<std::string>& parts) {
    std::smatch size;
    if (!std::regex_match(parts[4], size, std::regex("m64n(\\d+)k(\\d+)"))) return fail(s, "unknown shape");
    const size_t n = std::stoul(size[1]), k = std::stoul(size[2]);
    const std::string &sum = parts[5], &in = parts[6];
    const size_t bytes = in.ends_with("16") ? 2 : 1, inSum = sum == "f16" ? 2 : 1;
    const std::vector<std::string> names = group(s.operands[0]);
    if (threads_ % 128 || names.size() != n / 2 / inSum || k * bytes != 32) return fail(s, "wrong number of operands");
    if (!fenced_ || !visible_) return fail(s, "no fence");
    const bool alongN = s.operands.size() == 8 && s.operands[7] == "1";
    if (s.operands.size() == 8 && s.operands[6] != "0") return fail(s, "a by columns");
    for (size_t i = 3; i < std::min<size_t>(s.operands.size(), 6); ++i)
      if (s.operands[i] != "1") return fail(s, "unknown flag");
    const Words a = value(s.operands[1]), b = value(s.operands[2]);
    std::vector<Words> sums;
    const std::set<std::string> before = std::exchange(inFlight_, {});  // products of one group may follow each other
    for (const std::string& name : names) sums.push_back(value(name));
    inFlight_ = before;
    const auto numberAt = [&](uint64_t at) {
      if (at + bytes > shared_.size()) {
        fail(s, "wrong address");
        return 0.0;
      }
      uint64_t word = 0;
      for (size_t i = 0; i < bytes; ++i) word |= static_cast<uint64_t>(shared_[at + i]) << (8 * i);
      return numberOf(word, in, 0);
    };
    for (size_t first = 0; first < static_cast<size_t>(threads_); first += 128) {
      for (size_t t = first; t < first + 128; ++t)
        if (a[t] != a[first] || b[t] != b[first]) return fail(s, "warps of a group name other matrices");
      if (a[first] >> 62 || b[first] >> 62) return fail(s, "swizzled");
      for (size_t row = 0; row < 64; ++row)
        for (size_t column = 0; column < n; ++column) {
          const size_t t = first + row / 16 * 32 + row % 8 * 4 + column % 8 / 2;
          const size_t e = column / 8 * 4 + row % 16 / 8 * 2 + column % 2, w = e / inSum;
          double number = numberOf(sums[w][t], sum, static_cast<int>(e % inSum));
          for (size_t x = 0; x < k; ++x)
            number += numberAt(inMemory(a[first], row, x, bytes, true)) *
                      numberAt(inMemory(b[first], column, x, bytes, !alongN));
          const int shift = inSum == 2 ? static_cast<int>(e % 2 * 16) : 0;
          sums[w][t] = (sums[w][t] & ~(mask(inSum == 2 ? 16 : 32) << shift)) | wordOf(number, sum) << shift;
        }
    }
    for (size_t i = 0; i < names.size(); ++i) {
      set(names[i], sums[i], 32);
      inFlight_.insert(names[i]);
    }
  }

  int64_t x_, threads_, block_ = 0;
  std::set<std::string> inFlight_;  // sums of wgmma
  bool fenced_ = false, committed_ = false, visible_ = true;
  std::vector<Statement> code_;
  std::map<std::string, size_t> labels_, arrays_;
  size_t sharedBytes_ = 0;
  std::map<std::string, Words> registers_;
  std::vector<uint8_t> global_ = std::vector<uint8_t>(256), shared_;
  std::vector<uint64_t> starts_;
};

}  // namespace

std::string runPtx(const std::string& ptx, int64_t blocks, int64_t x, int64_t y, PtxMemory& memory) {
  Machine machine(ptx, x, y, memory);
  for (int64_t block = 0; block < blocks && machine.error.empty(); ++block) machine.run(block);
  machine.take(memory);
  return machine.error;
}

}  // namespace lw::test
