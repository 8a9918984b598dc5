// Python's arithmetic on bool, int and float, as CPython computes it: values, types and errors. The programs'
// constants, schedule functions, references and tensor expressions all use it. It differs from Python in two places.
// Integers have 64 bits, and a result that does not fit is an error (python.wide-integer). Complex numbers are an error
// (python.complex). The kinds of the other errors are those of Python's exceptions: python.zero-division, python.value,
// python.type, python.overflow.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <utility>

#include "core/ir/promotion.h"
#include "core/support/result.h"
#include "core/text/python/python_ast.h"

namespace lw::py {

Result<Number> applied(BinOp op, const Number& a, const Number& b);
Result<Number> applied(UnaryOp op, const Number& a);
// Exact, as in Python: 2**53 + 1 is not equal to 2.0**53. nan is unordered.
std::partial_ordering ordered(const Number& a, const Number& b);
bool compared(CompareOp op, std::partial_ordering order);  // one of the six orders
bool truth(const Number& n);

Result<std::pair<Number, Number>> divided(const Number& a, const Number& b);  // divmod(a, b)
Result<Number> absolute(const Number& n);
// round(n), round(n, digits): halves go to the even neighbour.
Result<Number> rounded(const Number& n, std::optional<int64_t> digits);
Result<int64_t> toInteger(const Number& n);  // int(n)
double toFloat(const Number& n);
Result<int64_t> integerFrom(const std::string& text);  // int("12")
Result<double> floatFrom(const std::string& text);     // float("1e5")

std::string toText(const Number& n);      // as repr() writes it
std::string floatText(double value);      // the shortest text that reads back: 0.1, 1e-07, 3.0, inf
std::string_view symbolOf(BinOp op);      // "+"
std::string_view symbolOf(UnaryOp op);    // "not"
std::string_view symbolOf(CompareOp op);  // "<="

}  // namespace lw::py
