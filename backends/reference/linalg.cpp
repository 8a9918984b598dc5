#include "backends/reference/linalg.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <utility>

#include "backends/blas/library.h"
#include "backends/reference/elementwise.h"
#include "backends/reference/errors.h"
#include "backends/reference/reduce.h"

namespace lw::reference {

namespace {

// A matrix in place: row-major, or the transpose of a row-major one.
struct Matrix {
  const std::byte* data;
  int order;
  int lead;
};

thread_local bool usedProducts = false;
thread_local int productThreads = 1;
std::atomic<int> threadsOfBlas = 0;  // 0: not set yet

// Where there is no BLAS.
template <class T>
void plainProduct(int m, int n, int k, const T* x, int64_t xRow, int64_t xColumn, const T* y, int64_t yRow,
                  int64_t yColumn, T* z, int64_t zRow) {
  for (int i = 0; i < m; ++i) {
    std::fill_n(z + i * zRow, n, T{0});
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j) z[i * zRow + j] += x[i * xRow + p * xColumn] * y[p * yRow + j * yColumn];
  }
}

bool blasOrder(int64_t rows, int64_t columns, int64_t rowStride, int64_t columnStride, int& order, int& lead) {
  const auto fits = [&](int64_t stride, int64_t width) {
    return stride >= std::max<int64_t>(width, 1) && stride <= INT_MAX;
  };
  if ((columnStride == 1 || columns <= 1) && (fits(rowStride, columns) || rows <= 1)) {
    order = blas::kNoTrans;
    lead = static_cast<int>(rows <= 1 ? std::max<int64_t>(columns, 1) : rowStride);
    return true;
  }
  if ((rowStride == 1 || rows <= 1) && (fits(columnStride, rows) || columns <= 1)) {
    order = blas::kTrans;
    lead = static_cast<int>(columns <= 1 ? std::max<int64_t>(rows, 1) : columnStride);
    return true;
  }
  return false;
}

// The last two dimensions in a form that BLAS can use, copied if necessary.
Result<Array> usable(const Array& a) {
  const size_t r = a.shape.size();
  int order;
  int lead;
  if (blasOrder(a.shape[r - 2], a.shape[r - 1], a.strides[r - 2], a.strides[r - 1], order, lead)) return a;
  return cast(a, a.type);
}

void gemm(const Array& a, int64_t aOffset, const Array& b, int64_t bOffset, const Array& c, int64_t cOffset) {
  const size_t ra = a.shape.size(), rb = b.shape.size(), rc = c.shape.size();
  const int m = static_cast<int>(a.shape[ra - 2]), k = static_cast<int>(a.shape[ra - 1]),
            n = static_cast<int>(b.shape[rb - 1]);
  int ta, tb, la, lb;
  blasOrder(m, k, a.strides[ra - 2], a.strides[ra - 1], ta, la);
  blasOrder(k, n, b.strides[rb - 2], b.strides[rb - 1], tb, lb);
  const int lc = static_cast<int>(m <= 1 ? n : c.strides[rc - 2]);
  usedProducts = true;
  const blas::Functions* const f = blas::functions();
  if (f && threadsOfBlas.exchange(productThreads) != productThreads) f->setThreads(productThreads);
  const auto plain = [&](const auto* x, const auto* y, auto* z) {
    plainProduct(m, n, k, x, a.strides[ra - 2], a.strides[ra - 1], y, b.strides[rb - 2], b.strides[rb - 1], z, lc);
  };
  if (a.type.bits == 32) {
    const float* x = reinterpret_cast<const float*>(a.storage->data) + aOffset;
    const float* y = reinterpret_cast<const float*>(b.storage->data) + bOffset;
    float* z = reinterpret_cast<float*>(c.storage->data) + cOffset;
    if (!f)
      plain(x, y, z);
    else if (n == 1 && ta == blas::kNoTrans)
      f->sgemv(blas::kRowMajor, ta, m, k, 1, x, la, y, tb == blas::kNoTrans ? lb : 1, 0, z, lc);
    else
      f->sgemm(blas::kRowMajor, ta, tb, m, n, k, 1, x, la, y, lb, 0, z, lc);
  } else {
    const double* x = reinterpret_cast<const double*>(a.storage->data) + aOffset;
    const double* y = reinterpret_cast<const double*>(b.storage->data) + bOffset;
    double* z = reinterpret_cast<double*>(c.storage->data) + cOffset;
    if (!f)
      plain(x, y, z);
    else
      f->dgemm(blas::kRowMajor, ta, tb, m, n, k, 1, x, la, y, lb, 0, z, lc);
  }
}

// Integers: adds rows of b multiplied by elements of a, with wrap-around, all in int64.
void integerProduct(const Array& a, int64_t aOffset, const Array& b, int64_t bOffset, const Array& c, int64_t cOffset) {
  const size_t r = a.shape.size(), rb = b.shape.size(), rc = c.shape.size();
  const auto* x = reinterpret_cast<const uint64_t*>(a.storage->data) + aOffset;
  const auto* y = reinterpret_cast<const uint64_t*>(b.storage->data) + bOffset;
  auto* z = reinterpret_cast<uint64_t*>(c.storage->data) + cOffset;
  const int64_t m = a.shape[r - 2], k = a.shape[r - 1], n = b.shape[rb - 1];
  for (int64_t i = 0; i < m; ++i) {
    uint64_t* to = z + i * c.strides[rc - 2];
    std::fill_n(to, n, 0);  // an array given as `out` is not zero
    for (int64_t p = 0; p < k; ++p) {
      const uint64_t factor = x[i * a.strides[r - 2] + p * a.strides[r - 1]];
      const uint64_t* row = y + p * b.strides[rb - 2];
      for (int64_t j = 0; j < n; ++j) to[j] += factor * row[j * b.strides[rb - 1]];
    }
  }
}

// a: (batch..., m, k), b: (batch..., k, n) with equal batch -> (batch..., m, n), in `type`.
Result<Array> batched(Array a, Array b, DataType type, const Array* out) {
  const bool real = type.isFloat();
  const DataType inner = !real                  ? (type.isUInt() && type.bits == 64 ? dtype::UInt(64) : dtype::Int64)
                         : type.isNarrowFloat() ? dtype::Float32
                                                : type;
  for (Array* x : {&a, &b}) {
    if (x->type != inner) {
      Result<Array> converted = cast(*x, inner);
      if (!converted) return converted;
      *x = *converted;
    }
    if (real) {
      Result<Array> ready = usable(*x);
      if (!ready) return ready;
      *x = *ready;
    }
  }
  const size_t r = a.shape.size();
  Shape shape(a.shape.begin(), a.shape.end() - 1);
  shape.push_back(b.shape[r - 1]);
  for (int64_t extent : {a.shape[r - 2], a.shape[r - 1], b.shape[r - 1]})
    if (extent > INT_MAX) return err::kMatrixSideTooLong(extent);
  const bool intoOut = out && out->type == inner && out->shape == shape && out->contiguous() && !mayOverlap(*out, a) &&
                       !mayOverlap(*out, b);
  Result<Array> c = intoOut ? Result<Array>(*out) : makeArray(inner, shape);
  if (!c) return c;
  if (c->size() > 0 && a.shape[r - 1] > 0) {
    Shape batch(shape.begin(), shape.end() - 2);
    const int64_t count = sizeOf(batch);
    for (int64_t i = 0; i < count; ++i) {
      int64_t rest = i, oa = a.offset, ob = b.offset, oc = c->offset;
      for (size_t d = batch.size(); d-- > 0; rest /= batch[d]) {
        const int64_t at = rest % batch[d];
        oa += at * a.strides[d], ob += at * b.strides[d], oc += at * c->strides[d];
      }
      if (real)
        gemm(a, oa, b, ob, *c, oc);
      else
        integerProduct(a, oa, b, ob, *c, oc);
    }
  } else if (intoOut) {
    if (Status zeroed = assign(*c, numberOperand(int64_t{0}).array); !zeroed) return zeroed.error();
  }
  return c->type == type ? c : cast(*c, type);
}

Explanation misfit(const Array& a, const Array& b) {
  return explain(err::kNoSuchProduct(toString(a.shape), toString(b.shape)),
                 say("the last dimension of the first must equal the second-to-last of the second{0}",
                     b.rank() == 2 && a.rank() >= 1 && a.shape.back() == b.shape.back() ? "; is .T missing?" : ""));
}

}  // namespace

bool takeUsedProducts() { return std::exchange(usedProducts, false); }

void setProductThreads(int threads) { productThreads = std::max(1, threads); }

Result<Array> matmul(const Array& first, const Array& second, const Array* out) {
  Array a = first, b = second;
  if (a.rank() == 0 || b.rank() == 0) return explain(err::kProductOfScalars(), "use *");
  const bool row = a.rank() == 1, column = b.rank() == 1;
  if (row) a.shape.insert(a.shape.begin(), 1), a.strides.insert(a.strides.begin(), 0);
  if (column) b.shape.push_back(1), b.strides.push_back(0);
  if (a.shape.back() != b.shape[b.shape.size() - 2]) return misfit(first, second);
  Result<Shape> batch = broadcastShapes({a.shape.begin(), a.shape.end() - 2}, {b.shape.begin(), b.shape.end() - 2});
  if (!batch) return misfit(first, second);
  Shape full = *batch;
  full.insert(full.end(), a.shape.end() - 2, a.shape.end());
  a = *broadcastTo(a, full);
  full.resize(batch->size());
  full.insert(full.end(), b.shape.end() - 2, b.shape.end());
  b = *broadcastTo(b, full);
  Shape shape = *batch;
  if (!row) shape.push_back(a.shape[a.shape.size() - 2]);
  if (!column) shape.push_back(b.shape.back());
  if (out && out->shape != shape) return err::kOutShape(toString(out->shape), toString(shape));
  Result<Array> c = batched(a, b, promote(first.type, second.type), row || column ? nullptr : out);
  if (!c) return c;
  c = reshaped(*c, shape);
  if (!c || !out || c->storage == out->storage) return c;
  Status status = assign(*out, *c);
  return status ? Result<Array>(*out) : Result<Array>(status.error());
}

Result<Array> dot(const Array& a, const Array& b) {
  if (a.rank() == 0 || b.rank() == 0) return binary(BinaryKernel::Mul, {a}, {b});
  if (b.rank() <= 2) return matmul(a, b);
  std::string left, right;
  for (int i = 0; i + 1 < a.rank(); ++i) left += static_cast<char>('a' + i);
  for (int i = 0; i < b.rank(); ++i) right += i == b.rank() - 2 ? 'z' : static_cast<char>('A' + i);
  std::string result = left + right;
  result.erase(std::remove(result.begin(), result.end(), 'z'), result.end());
  return einsum(left + "z," + right + "->" + result, {a, b});
}

namespace {

struct Term {
  std::string letters;
  Array array;
};

// Sums over letters that occur in no other term and not in the result; takes diagonals for repeated letters.
Result<Term> simplified(Term t, const std::string& keep) {
  for (size_t i = 0; i < t.letters.size(); ++i)
    for (size_t j = t.letters.size(); j-- > i + 1;)
      if (t.letters[i] == t.letters[j]) {
        t.array.strides[i] += t.array.strides[j];
        t.array.shape.erase(t.array.shape.begin() + static_cast<long>(j));
        t.array.strides.erase(t.array.strides.begin() + static_cast<long>(j));
        t.letters.erase(j, 1);
      }
  std::vector<int64_t> gone;
  std::string left;
  for (size_t i = 0; i < t.letters.size(); ++i)
    if (keep.find(t.letters[i]) == std::string::npos)
      gone.push_back(static_cast<int64_t>(i));
    else
      left += t.letters[i];
  if (gone.empty()) return t;
  Result<Array> sum = reduce(Reduction::Sum, t.array, gone, false, t.array.type);
  if (!sum) return sum.error();
  return Term{left, std::move(*sum)};
}

Result<Array> ordered(const Term& t, const std::string& letters) {
  std::vector<int> axes;
  for (char c : letters) axes.push_back(static_cast<int>(t.letters.find(c)));
  return transposed(t.array, axes);
}

Result<Term> contract(const Term& a, const Term& b, const std::string& keep) {
  std::string batch, inner, onlyA, onlyB;
  const auto in = [](const std::string& letters, char c) { return letters.find(c) != std::string::npos; };
  for (char c : a.letters) (in(b.letters, c) ? (in(keep, c) ? batch : inner) : onlyA) += c;
  for (char c : b.letters)
    if (!in(a.letters, c)) onlyB += c;
  const auto extents = [&](const std::string& letters) {
    Shape shape;
    for (char c : letters)
      shape.push_back(in(a.letters, c) ? a.array.shape[a.letters.find(c)] : b.array.shape[b.letters.find(c)]);
    return shape;
  };
  Shape left = extents(batch), right = left, result = left;
  left.push_back(sizeOf(extents(onlyA))), left.push_back(sizeOf(extents(inner)));
  right.push_back(sizeOf(extents(inner))), right.push_back(sizeOf(extents(onlyB)));
  Result<Array> x = reshaped(*ordered(a, batch + onlyA + inner), left);
  Result<Array> y = reshaped(*ordered(b, batch + inner + onlyB), right);
  if (!x) return x.error();
  if (!y) return y.error();
  Result<Array> c = batched(*x, *y, promote(a.array.type, b.array.type), nullptr);
  if (!c) return c.error();
  for (int64_t extent : extents(onlyA + onlyB)) result.push_back(extent);
  c = reshaped(*c, result);
  if (!c) return c.error();
  return Term{batch + onlyA + onlyB, std::move(*c)};
}

Explanation subscriptError(std::string_view subscripts, Message message) {
  return explain(err::kEinsumSubscripts(subscripts, std::move(message)),
                 "write it like 'ij,jk->ik', one letter per dimension");
}

// The terms before the arrow: the letters of the dimensions of each operand.
Result<std::vector<Term>> termsOf(std::string_view subscripts, const std::string& inputs,
                                  const std::vector<Array>& operands) {
  std::vector<Term> terms;
  size_t begin = 0;
  for (size_t i = 0; i <= inputs.size(); ++i) {
    if (i < inputs.size() && inputs[i] != ',') {
      if (!std::isalpha(static_cast<unsigned char>(inputs[i])))
        return subscriptError(subscripts, say("'{0}' is not a letter", std::string(1, inputs[i])));
      continue;
    }
    if (terms.size() >= operands.size())
      return subscriptError(subscripts,
                            "there are more terms than the " + std::to_string(operands.size()) + " operands");
    const size_t k = terms.size();
    terms.push_back({inputs.substr(begin, i - begin), operands[k]});
    if (static_cast<int>(terms.back().letters.size()) != operands[k].rank())
      return subscriptError(subscripts, "'" + terms.back().letters + "' names " +
                                            std::to_string(terms.back().letters.size()) + " dimensions, operand " +
                                            std::to_string(k + 1) + " has shape " + toString(operands[k].shape));
    begin = i + 1;
  }
  if (terms.size() != operands.size())
    return subscriptError(subscripts, std::to_string(operands.size()) + " operands are given for " +
                                          std::to_string(terms.size()) + " terms");
  return terms;
}

}  // namespace

Result<Array> einsum(std::string_view subscripts, std::vector<Array> operands) {
  std::string inputs, output;
  for (char c : subscripts)
    if (c != ' ') inputs += c;
  const size_t arrow = inputs.find("->");
  const bool given = arrow != std::string::npos;
  if (given) output = inputs.substr(arrow + 2), inputs = inputs.substr(0, arrow);
  const Result<std::vector<Term>> read = termsOf(subscripts, inputs, operands);
  if (!read) return read.error();
  const std::vector<Term>& terms = *read;
  std::string all;
  for (const Term& t : terms) all += t.letters;
  std::vector<std::pair<char, int64_t>> extents;
  for (const Term& t : terms)
    for (size_t i = 0; i < t.letters.size(); ++i) {
      const auto known =
          std::find_if(extents.begin(), extents.end(), [&](const auto& e) { return e.first == t.letters[i]; });
      if (known == extents.end())
        extents.emplace_back(t.letters[i], t.array.shape[i]);
      else if (known->second != t.array.shape[i])
        return subscriptError(subscripts, std::string("'") + t.letters[i] + "' is " + std::to_string(known->second) +
                                              " in one place and " + std::to_string(t.array.shape[i]) + " in another");
    }
  if (!given) {
    for (const auto& [letter, extent] : extents)
      if (std::count(all.begin(), all.end(), letter) == 1) output += letter;
    std::sort(output.begin(), output.end());
  }
  for (size_t i = 0; i < output.size(); ++i)
    if (all.find(output[i]) == std::string::npos || output.find(output[i], i + 1) != std::string::npos)
      return subscriptError(subscripts, std::string("'") + output[i] + "' of the result must appear once in a term");
  const auto keepFor = [&](size_t first) {
    std::string keep = output;
    for (size_t k = first; k < terms.size(); ++k) keep += terms[k].letters;
    return keep;
  };
  std::string others = terms.size() > 1 ? keepFor(1) : output;
  Result<Term> total = simplified(terms[0], others);
  for (size_t k = 1; total && k < terms.size(); ++k) {
    const std::string later = keepFor(k + 1);
    Result<Term> next = simplified(terms[k], later + total->letters);
    if (!next) return next.error();
    Result<Term> lighter = simplified(*total, later + next->letters);
    if (!lighter) return lighter.error();
    total = contract(*lighter, *next, later);
  }
  if (!total) return total.error();
  total = simplified(*total, output);
  if (!total) return total.error();
  return compact(*ordered(*total, output));
}

}  // namespace lw::reference
