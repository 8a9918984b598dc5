#include "core/text/python/arithmetic.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include "core/ir/ops.h"
#include "core/support/floor_division.h"
#include "core/support/quote.h"
#include "core/text/errors.h"
#include "core/text/python/python_literals.h"

namespace lw::py {

namespace {

// Fractions have no bits, and nothing has a matrix product.
bool isForIntegers(BinOp op) {
  return op == BinOp::LShift || op == BinOp::RShift || op == BinOp::BitAnd || op == BinOp::BitOr ||
         op == BinOp::BitXor || op == BinOp::MatMul;
}

std::optional<int64_t> integerOf(const Number& n) {
  if (const auto* i = std::get_if<int64_t>(&n)) return *i;
  if (const auto* b = std::get_if<bool>(&n)) return int64_t{*b};
  return std::nullopt;
}

Message kindOf(const Number& n) {
  return std::holds_alternative<bool>(n) ? "a bool" : std::holds_alternative<int64_t>(n) ? "an integer" : "a float";
}

Explanation tooWide(BinOp op, const Number& a, const Number& b) {
  return err::kResultTooWide(toText(a), symbolOf(op), toText(b));
}

std::optional<int64_t> power(int64_t base, int64_t exponent) {
  int64_t result = 1;
  while (exponent > 0) {
    if ((exponent & 1) && __builtin_mul_overflow(result, base, &result)) return std::nullopt;
    exponent >>= 1;
    if (base == 1 || base == 0) return exponent > 0 ? result * base : result;
    if (exponent && __builtin_mul_overflow(base, base, &base)) return std::nullopt;
  }
  return result;
}

// The quotient of integers, rounded once: both may have more digits than a float.
double trueQuotient(int64_t a, int64_t b) {
  const auto size = [](int64_t i) { return i < 0 ? uint64_t{0} - static_cast<uint64_t>(i) : static_cast<uint64_t>(i); };
  const uint64_t x = size(a), y = size(b);
  const double sign = (a < 0) != (b < 0) ? -1 : 1;
  if (x >> 53 == 0 && y >> 53 == 0) return sign * (static_cast<double>(x) / static_cast<double>(y));
  // At least 61 bits of the quotient, whose last one is set if there is a remainder: they are then rounded as the
  // exact quotient is.
  const int shift = std::max(0, 62 - static_cast<int>(std::bit_width(x)) + static_cast<int>(std::bit_width(y)));
  const unsigned __int128 wide = static_cast<unsigned __int128>(x) << shift;
  const uint64_t bits = static_cast<uint64_t>(wide / y) | static_cast<uint64_t>(wide % y != 0);
  return sign * std::ldexp(static_cast<double>(bits), -shift);
}

Result<Number> integers(BinOp op, int64_t a, int64_t b) {
  int64_t r = 0;
  bool fits = true;
  switch (op) {
    case BinOp::Add:
      fits = !__builtin_add_overflow(a, b, &r);
      break;
    case BinOp::Sub:
      fits = !__builtin_sub_overflow(a, b, &r);
      break;
    case BinOp::Mul:
      fits = !__builtin_mul_overflow(a, b, &r);
      break;
    case BinOp::Div:
      return Number(trueQuotient(a, b));
    case BinOp::FloorDiv:
      fits = a != INT64_MIN || b != -1;
      if (fits) r = floorDivide(a, b);
      break;
    case BinOp::Mod:
      r = b == -1 ? 0 : floorModulo(a, b);
      break;
    case BinOp::Pow:
      if (const auto raised = power(a, b))
        r = *raised;
      else
        fits = false;
      break;
    case BinOp::LShift:
    case BinOp::RShift: {
      if (b < 0) return err::kNegativeShift(toText(Number(a)), symbolOf(op), b);
      const __int128 wide =
          op == BinOp::RShift ? a >> std::min<int64_t>(b, 63) : static_cast<__int128>(a) << std::min<int64_t>(b, 64);
      fits = wide >= INT64_MIN && wide <= INT64_MAX;
      r = static_cast<int64_t>(wide);
      break;
    }
    case BinOp::BitAnd:
      r = a & b;
      break;
    case BinOp::BitOr:
      r = a | b;
      break;
    case BinOp::BitXor:
      r = a ^ b;
      break;
    case BinOp::MatMul:
      return err::kOperatorDoesNotTakeBoth(symbolOf(op), "an integer", "an integer");
  }
  if (!fits) return tooWide(op, a, b);
  return Number(r);
}

Result<Number> raised(double a, double b) {
  const bool isFinite = std::isfinite(a) && std::isfinite(b);
  if (a == 0 && b < 0 && isFinite) return err::kZeroToNegativePower(floatText(a), floatText(b));
  const bool isComplex = a < 0 && isFinite && b != std::floor(b);
  const double r = std::pow(isComplex ? -a : a, b);
  if (std::isinf(r) && isFinite) return err::kFloatOverflow(floatText(a), floatText(b));
  if (isComplex) return err::kComplexResult(floatText(a), floatText(b));
  return Number(r);
}

Result<Number> floats(BinOp op, double a, double b) {
  switch (op) {
    case BinOp::Add:
      return Number(a + b);
    case BinOp::Sub:
      return Number(a - b);
    case BinOp::Mul:
      return Number(a * b);
    case BinOp::Div:
      return Number(a / b);
    case BinOp::FloorDiv:
      return Number(floorQuotient(a, b));
    case BinOp::Mod:
      return Number(floorRemainder(a, b));
    case BinOp::Pow:
      return raised(a, b);
    case BinOp::LShift:
    case BinOp::RShift:
    case BinOp::BitAnd:
    case BinOp::BitOr:
    case BinOp::BitXor:
    case BinOp::MatMul:
      break;
  }
  return err::kOperatorDoesNotTakeBoth(symbolOf(op), "a float", "a float");
}

// `digits` decimals before the point (for negative ones) or after it, halves to even, of the exact value.
Result<Number> roundedTo(double d, int64_t digits) {
  if (!std::isfinite(d) || d == 0 || digits > 323) return Number(d);
  if (digits < -308) return Number(std::copysign(0.0, d));
  std::array<char, 700> text;
  char* const end = text.data() + text.size();
  double result = d;
  if (digits >= 0) {
    const auto written = std::to_chars(text.data(), end, d, std::chars_format::fixed, static_cast<int>(digits));
    if (written.ec != std::errc()) return Number(d);
    std::from_chars(text.data(), written.ptr, result);
    return Number(result);
  }
  // The digits before the point are exact. Those that go are compared with one half.
  const double whole = std::trunc(std::fabs(d));
  std::string kept(text.data(), std::to_chars(text.data(), end, whole, std::chars_format::fixed, 0).ptr);
  const size_t gone = static_cast<size_t>(-digits);
  kept.insert(0, kept.size() < gone + 1 ? gone + 1 - kept.size() : 0, '0');
  const std::string rest = kept.substr(kept.size() - gone);
  kept.resize(kept.size() - gone);
  const bool more = whole != std::fabs(d) || rest.find_first_not_of('0', 1) != std::string::npos;
  if (rest[0] > '5' || (rest[0] == '5' && (more || (kept.back() - '0') % 2 != 0))) {
    kept.insert(0, 1, '0');
    size_t at = kept.size();
    while (kept[--at] == '9') kept[at] = '0';
    ++kept[at];
  }
  kept += "e" + std::to_string(-digits);
  if (std::from_chars(kept.data(), kept.data() + kept.size(), result).ec == std::errc::result_out_of_range)
    return err::kRoundedOverflow(floatText(d), digits);
  return Number(std::copysign(result, d));
}

// n to a multiple of 10 ** -digits.
Result<Number> roundedTo(int64_t n, int64_t digits) {
  if (digits >= 0) return Number(n);
  if (digits < -19) return Number(int64_t{0});
  __int128 unit = 1;
  for (int64_t i = digits; i < 0; ++i) unit *= 10;
  __int128 down = n / unit;
  if (n % unit < 0) --down;
  const __int128 rest = n - down * unit;
  const __int128 result = (rest * 2 > unit || (rest * 2 == unit && down % 2 != 0) ? down + 1 : down) * unit;
  if (result < INT64_MIN || result > INT64_MAX) return err::kRoundedTooWide(n, digits);
  return Number(static_cast<int64_t>(result));
}

std::string_view stripped(std::string_view text) {
  constexpr std::string_view kSpace = " \t\n\r\f\v";
  const size_t first = text.find_first_not_of(kSpace);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// Without underscores, each of which stands between two digits; nullopt: one does not.
std::optional<std::string> plainDigits(std::string_view text) {
  const auto isDigit = [&](size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_')
      out += text[i];
    else if (i == 0 || !isDigit(i - 1) || !isDigit(i + 1))
      return std::nullopt;
  }
  return out;
}

}  // namespace

Result<Number> applied(BinOp op, const Number& a, const Number& b) {
  const auto ia = integerOf(a), ib = integerOf(b);
  if (isForIntegers(op) && (!ia || !ib || op == BinOp::MatMul))
    return err::kOperatorDoesNotTakeBoth(symbolOf(op), kindOf(a), kindOf(b));
  const bool divides = op == BinOp::Div || op == BinOp::FloorDiv || op == BinOp::Mod;
  if (divides && !truth(b)) return err::kDividesByZero(toText(a), symbolOf(op), toText(b));
  const auto *x = std::get_if<bool>(&a), *y = std::get_if<bool>(&b);
  if (x && y && op == BinOp::BitAnd) return Number(*x && *y);
  if (x && y && op == BinOp::BitOr) return Number(*x || *y);
  if (x && y && op == BinOp::BitXor) return Number(*x != *y);
  if (ia && ib && !(op == BinOp::Pow && *ib < 0)) return integers(op, *ia, *ib);
  return floats(op, toFloat(a), toFloat(b));
}

Result<Number> applied(UnaryOp op, const Number& a) {
  if (op == UnaryOp::Not) return Number(!truth(a));
  if (const auto* d = std::get_if<double>(&a)) {
    if (op == UnaryOp::Invert) return err::kUnaryDoesNotTake(symbolOf(op), kindOf(a));
    return Number(op == UnaryOp::Minus ? -*d : *d);
  }
  const int64_t i = *integerOf(a);
  if (op == UnaryOp::Plus) return Number(i);
  if (op == UnaryOp::Invert) return Number(~i);
  if (i == INT64_MIN) return err::kNegativeOverflow(i);
  return Number(-i);
}

std::partial_ordering ordered(const Number& a, const Number& b) {
  const auto ia = integerOf(a), ib = integerOf(b);
  if (ia && ib) return *ia <=> *ib;
  const auto *x = std::get_if<double>(&a), *y = std::get_if<double>(&b);
  if (x && y) return *x <=> *y;
  if (!x) return 0 <=> ordered(b, a);
  if (!(*x < 0x1p63)) return std::isnan(*x) ? std::partial_ordering::unordered : std::partial_ordering::greater;
  if (*x < -0x1p63) return std::partial_ordering::less;
  const double whole = std::trunc(*x);
  const auto order = static_cast<int64_t>(whole) <=> *ib;
  return order == 0 ? *x <=> whole : std::partial_ordering(order);
}

bool compared(CompareOp op, std::partial_ordering order) {
  switch (op) {
    case CompareOp::Eq:
      return order == 0;
    case CompareOp::Ne:
      return order != 0;
    case CompareOp::Lt:
      return order < 0;
    case CompareOp::Le:
      return order <= 0;
    case CompareOp::Gt:
      return order > 0;
    case CompareOp::Ge:
      return order >= 0;
    case CompareOp::In:
    case CompareOp::NotIn:
    case CompareOp::Is:
    case CompareOp::IsNot:
      break;
  }
  return false;
}

bool truth(const Number& n) {
  return std::visit([](auto value) { return value != 0; }, n);
}

Result<std::pair<Number, Number>> divided(const Number& a, const Number& b) {
  Result<Number> quotient = applied(BinOp::FloorDiv, a, b), rest = applied(BinOp::Mod, a, b);
  if (!quotient) return std::move(quotient).error();
  if (!rest) return std::move(rest).error();
  return std::pair{*quotient, *rest};
}

Result<Number> absolute(const Number& n) {
  if (const auto* d = std::get_if<double>(&n)) return Number(std::fabs(*d));
  const int64_t i = *integerOf(n);
  if (i == INT64_MIN) return err::kAbsoluteOverflow();
  return Number(i < 0 ? -i : i);
}

Result<Number> rounded(const Number& n, std::optional<int64_t> digits) {
  const auto* d = std::get_if<double>(&n);
  if (!d) return roundedTo(*integerOf(n), digits.value_or(0));
  if (digits) return roundedTo(*d, *digits);
  Result<int64_t> whole = toInteger(Number(std::isfinite(*d) ? std::nearbyint(*d) : *d));
  return whole ? Result<Number>(Number(*whole)) : std::move(whole).error();
}

Result<int64_t> toInteger(const Number& n) {
  const auto* d = std::get_if<double>(&n);
  if (!d) return *integerOf(n);
  if (std::isnan(*d)) return err::kNanToInteger();
  if (std::isinf(*d)) return err::kInfinityToInteger(floatText(*d));
  const double whole = std::trunc(*d);
  if (!(whole >= -0x1p63 && whole < 0x1p63)) return err::kNoIntegerValue(floatText(*d));
  return static_cast<int64_t>(whole);
}

double toFloat(const Number& n) {
  return std::visit([](auto value) { return static_cast<double>(value); }, n);
}

Result<int64_t> integerFrom(const std::string& text) {
  std::string_view digits = stripped(text);
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  const auto plain = plainDigits(digits);
  if (!plain || plain->empty() || plain->find_first_not_of("0123456789") != std::string::npos)
    return err::kNotAnInteger(pythonRepr(text));
  const std::string written = (negative ? "-" : "") + *plain;
  int64_t value = 0;
  if (std::from_chars(written.data(), written.data() + written.size(), value).ec != std::errc())
    return err::kNoIntegerValue(pythonRepr(text));
  return value;
}

Result<double> floatFrom(const std::string& text) {
  std::string_view digits = stripped(text);
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  std::string lower(digits);
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  double value = 0;
  if (lower == "inf" || lower == "infinity") {
    value = INFINITY;
  } else if (lower == "nan") {
    value = std::nan("");
  } else {
    const auto plain = plainDigits(lower);
    if (!plain || plain->empty() || plain->find_first_not_of("0123456789.e+-") != std::string::npos ||
        plain->find_first_of("+-e") == 0)
      return err::kNotANumber(pythonRepr(text));
    const auto [end, error] = std::from_chars(plain->data(), plain->data() + plain->size(), value);
    if (end != plain->data() + plain->size() || error == std::errc::invalid_argument)
      return err::kNotANumber(pythonRepr(text));
    if (error == std::errc::result_out_of_range) value = decodeNumber(*plain).real;  // 0 or infinite
  }
  return negative ? -value : value;
}

std::string toText(const Number& n) {
  if (const auto* b = std::get_if<bool>(&n)) return *b ? "True" : "False";
  if (const auto* i = std::get_if<int64_t>(&n)) return std::to_string(*i);
  return floatText(std::get<double>(n));
}

std::string floatText(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 64> buffer;
  const double size = std::fabs(value);
  const bool fixed = size == 0 || (size >= 1e-4 && size < 1e16);
  char* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                  fixed ? std::chars_format::fixed : std::chars_format::scientific)
                        .ptr;
  std::string text(buffer.data(), end);
  if (fixed && text.find('.') == std::string::npos) text += ".0";
  return text;
}

std::string_view symbolOf(BinOp op) {
  constexpr std::string_view kSymbols[] = {"+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^"};
  return kSymbols[static_cast<size_t>(op)];
}
std::string_view symbolOf(UnaryOp op) {
  return op == UnaryOp::Minus ? "-" : op == UnaryOp::Plus ? "+" : op == UnaryOp::Not ? "not" : "~";
}
std::string_view symbolOf(CompareOp op) {
  constexpr std::string_view kSymbols[] = {"==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"};
  return kSymbols[static_cast<size_t>(op)];
}

}  // namespace lw::py
