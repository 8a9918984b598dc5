#include "backends/c/model_source.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "backends/c/writer.h"
#include "core/ir/ops.h"
#include "core/support/text.h"

namespace lw {
namespace {

using Array = ModelFunction::Array;
using Place = ModelFunction::Array::Place;

std::string upperCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

const Array& arrayAt(const ModelFunction& model, int index) { return model.arrays[static_cast<size_t>(index)]; }

// An expression of sizes (isSizeExpr) in C. Divisors are positive.
std::string sizeInC(const Expr& e) {
  if (const auto constant = asInt(e)) return std::to_string(*constant);
  if (const auto* var = e.as<Var>()) return var->name();
  if (const auto* converted = e.as<Cast>()) return sizeInC(converted->value);
  const auto* both = e.as<Binary>();
  const std::string a = sizeInC(both->a), b = sizeInC(both->b);
  const auto joined = [&](const std::string& op) { return "(" + a + " " + op + " " + b + ")"; };
  const std::string below = "(" + a + " % " + b + " < 0)";
  switch (both->op) {
    case BinaryOp::Add:
      return joined("+");
    case BinaryOp::Sub:
      return joined("-");
    case BinaryOp::FloorDiv:
      return "(" + joined("/") + " - " + below + ")";
    case BinaryOp::FloorMod:
      return "(" + joined("%") + " + " + below + " * " + b + ")";
    case BinaryOp::Min:
      return "(" + a + " < " + b + " ? " + a + " : " + b + ")";
    case BinaryOp::Max:
      return "(" + a + " > " + b + " ? " + a + " : " + b + ")";
    default:
      return joined("*");
  }
}

std::string typedText(const Array& array) {
  std::string shape = join(array.shape, [&](const Expr& extent) { return sizeInC(extent); });
  return toString(array.type) + " (" + shape + (array.shape.size() == 1 ? ",)" : ")");
}

struct Argument {
  std::string name, declaration, comment;
};

std::vector<Argument> argumentsOf(const ModelFunction& model) {
  std::vector<Argument> list;
  const auto add = [&](const std::string& name, const Array& array, bool written) {
    list.push_back({name, (written ? "" : "const ") + c::storageType(array.type) + " *" + name,
                    typedText(array) + (array.changed ? ", read and written"
                                        : written     ? ", written"
                                                      : ", read")});
  };
  for (const int input : model.inputs)
    add(arrayAt(model, input).name, arrayAt(model, input), arrayAt(model, input).changed);
  for (const ModelFunction::Output& result : model.results) add(result.name, arrayAt(model, result.array), true);
  list.push_back({"workspace", "void *workspace",
                  model.workspace > 0 ? std::to_string(model.workspace) + " bytes for temporaries; one for each thread"
                                      : "not used, may be null"});
  if (model.parametersApart)
    list.push_back({"parameters", "const void *parameters",
                    std::to_string(model.parameterBytes) + " bytes, the contents of the parameter file"});
  for (const ModelFunction::Size& size : model.sizes)
    list.push_back({size.var.name(), "int64_t " + size.var.name(), "from 0 to " + std::to_string(size.most)});
  for (const ModelFunction::Count& count : model.counts)
    list.push_back({count.argument, "int64_t *" + count.argument,
                    "written: " + count.var.name() + ", from 0 to " + std::to_string(count.most) +
                        "; the results have room for that many"});
  return list;
}

std::string prototypeOf(const ModelFunction& model) {
  std::string text = join(argumentsOf(model), [&](const Argument& argument) { return argument.declaration; });
  return "int " + model.name + "(" + text + ")";
}

// The text of a comment: arguments, memory, parameters and codes.
std::string describeModel(const ModelFunction& model, const std::vector<std::string>& failures, bool memoryCode) {
  const std::vector<Argument> arguments = argumentsOf(model);
  size_t width = 0;
  for (const Argument& argument : arguments) width = std::max(width, argument.name.size());
  std::string text;
  for (const Argument& argument : arguments)
    text += " *   " + argument.name + std::string(width + 2 - argument.name.size(), ' ') + argument.comment + "\n";
  text +=
      " *\n * Arrays are dense and row-major, start at multiples of 64 bytes (aligned_alloc), and do not overlap. "
      "Elements of\n * float16, bfloat16 and float8 are their bits.\n";
  if (model.parametersApart) {
    text += " *\n * The parameter file has, at these bytes:\n";
    for (const Array& array : model.arrays)
      if (array.place == Place::Constant)
        text += " *   " + std::to_string(array.offset) + "  " + array.name + ", " + typedText(array) + "\n";
  }
  text += " *\n * The code that is returned is 0";
  if (memoryCode) text += ", or -1 where there was no memory";
  if (!model.sizes.empty() || !model.counts.empty())
    text += std::string(memoryCode ? "" : ",") + " or " + std::to_string(kWrongSizes) +
            " where a size is out of its range, or sizes do not fit together";
  for (size_t i = 0; i < failures.size(); ++i)
    text += ",\n *   " + std::to_string(i + 1) + " where this does not hold: " + failures[i];
  return text + ".\n";
}

// Exactly the value: C11 has hexadecimal floating-point literals.
std::string realText(double value, bool single) {
  if (std::isnan(value)) return std::signbit(value) ? "-NAN" : "NAN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  char text[48];
  std::snprintf(text, sizeof text, single ? "%af" : "%a", value);
  return text;
}

template <class T>
T elementAt(const Array& array, int64_t index) {
  T value;
  std::memcpy(&value, array.data->data.data() + static_cast<size_t>(index) * sizeof(T), sizeof(T));
  return value;
}

std::string elementText(const Array& array, int64_t index) {
  const DataType type = array.type;
  if (type.isFloat() && type.bits == 64) return realText(elementAt<double>(array, index), false);
  if (type.isFloat() && type.bits == 32) return realText(static_cast<double>(elementAt<float>(array, index)), true);
  if (type.bits == 64)
    return type.isUInt()                                   ? std::to_string(elementAt<uint64_t>(array, index)) + "u"
           : elementAt<int64_t>(array, index) == INT64_MIN ? "INT64_MIN"
                                                           : std::to_string(elementAt<int64_t>(array, index));
  if (type.bits == 32)
    return type.isUInt()                                   ? std::to_string(elementAt<uint32_t>(array, index)) + "u"
           : elementAt<int32_t>(array, index) == INT32_MIN ? "INT32_MIN"
                                                           : std::to_string(elementAt<int32_t>(array, index));
  if (type.bits == 16)
    return type.code == TypeCode::Int ? std::to_string(elementAt<int16_t>(array, index))
                                      : std::to_string(elementAt<uint16_t>(array, index));
  return type.code == TypeCode::Int ? std::to_string(elementAt<int8_t>(array, index))
                                    : std::to_string(elementAt<uint8_t>(array, index));
}

std::string constantText(const Array& array, const std::string& name) {
  const int64_t count = array.type.bytes() > 0 ? array.bytes / array.type.bytes() : 0;
  std::string text = "/* " + array.name + ", " + typedText(array) + " */\nstatic _Alignas(64) const " +
                     c::storageType(array.type) + " " + name + "[" + std::to_string(std::max<int64_t>(1, count)) +
                     "] = {";
  size_t line = text.size();
  for (int64_t i = 0; i < count; ++i) {
    if (i) text += ",";
    if (text.size() - line > 110) {
      line = text.size();
      text += "\n ";
    } else if (i) {
      text += " ";
    }
    text += elementText(array, i);
  }
  return text + (count == 0 ? "0" : "") + "};\n";
}

// The array as an argument of a kernel that only reads it, or not.
std::string passed(const ModelFunction& model, bool reads, int index) {
  const Array& array = arrayAt(model, index);
  const std::string pointer = "(" + std::string(reads ? "const " : "") + c::storageType(array.type) + " *)";
  const std::string offset = " + " + std::to_string(array.offset) + ")";
  switch (array.place) {
    case Place::Workspace:
      return pointer + "((char *)workspace" + offset;
    case Place::Constant:
      return pointer +
             (model.parametersApart ? "((const char *)parameters" + offset : "lw_constant_" + std::to_string(index));
    case Place::Input:
      return (reads ? "" : pointer) + array.name;
    case Place::Result:
      break;
  }
  for (const ModelFunction::Output& result : model.results)
    if (result.array == index && !result.copied) return result.name;
  return {};
}

std::string copiedBytes(const Array& array) {
  const bool known =
      std::all_of(array.shape.begin(), array.shape.end(), [](const Expr& e) { return asInt(e).has_value(); });
  if (known) return std::to_string(array.bytes);
  std::string text = "(size_t)(" + std::to_string(array.type.bytes());
  for (const Expr& extent : array.shape) text += " * " + sizeInC(extent);
  return text + ")";
}

// The sizes that are known after so many calls, and the checks that need them.
std::string knownAfter(const ModelFunction& model, size_t calls) {
  std::string text;
  const std::string wrong = ") return " + std::to_string(kWrongSizes) + ";\n";
  for (const ModelFunction::Count& count : model.counts) {
    if (count.after != calls) continue;
    const std::string& name = count.var.name();
    text += "  const int64_t " + name + " = (" + passed(model, true, count.array) + ")[" +
            std::to_string(count.element) + "];\n  if (" + name + " < 0 || " + name + " > " +
            std::to_string(count.most) + wrong + "  *" + count.argument + " = " + name + ";\n";
  }
  for (const ModelFunction::Check& check : model.checks)
    if (check.after == calls) text += "  if (" + sizeInC(check.size) + " != " + sizeInC(check.wanted) + wrong;
  return text;
}

// The call of a kernel, whose failures follow `before` others in the list of the model.
std::string callText(const ModelFunction& model, const ModelFunction::Call& call, const c::UnitFunction& kernel,
                     size_t before) {
  std::string arguments, conditions;
  for (const c::CParameter& p : kernel.parameters) {
    addItem(arguments,
            p.bufferIndex >= 0
                ? passed(model, p.declaration.starts_with("const "), call.arrays[static_cast<size_t>(p.bufferIndex)])
                : "(" + c::valueType(p.var.dtype()) + ")" + sizeInC(call.scalars[static_cast<size_t>(p.scalarIndex)]));
  }
  for (const ModelFunction::Condition& condition : call.conditions)
    addItem(conditions, std::string(condition.when ? "*" : "!*") + passed(model, true, condition.array), " && ");
  const std::string indent = conditions.empty() ? "  " : "    ";
  const std::string moved = before ? " + (code > 0 ? " + std::to_string(before) + " : 0)" : "";
  const std::string text =
      indent + "code = " + kernel.symbol + "(" + arguments + ");\n" + indent + "if (code) return code" + moved + ";\n";
  return conditions.empty() ? text : "  if (" + conditions + ") {\n" + text + "  }\n";
}

}  // namespace

Result<ModelSource> writeModelC(const ModelFunction& model) {
  c::Unit unit;
  ModelSource source;
  std::vector<c::UnitFunction> functions;
  std::vector<size_t> failures;
  std::string kernels;
  for (size_t i = 0; i < model.kernels.size(); ++i) {
    Result<c::UnitFunction> one = c::Writer(model.kernels[i]).writeInto(unit);
    if (!one) return one.error();
    kernels += "\n" + one->text;
    failures.push_back(source.failures.size());
    for (const std::string& failure : one->failures) source.failures.push_back(model.titles[i] + ": " + failure);
    for (const std::string& name : one->externs) source.externs.push_back(name);
    functions.push_back(std::move(*one));
  }
  std::string constants, body;
  for (size_t i = 0; i < model.arrays.size() && !model.parametersApart; ++i)
    if (model.arrays[i].place == Place::Constant)
      constants += "\n" + constantText(model.arrays[i], "lw_constant_" + std::to_string(i));
  for (size_t number = 0; number < model.calls.size(); ++number) {
    const ModelFunction::Call& call = model.calls[number];
    body += knownAfter(model, number);
    const auto kernel = static_cast<size_t>(call.kernel);
    body += callText(model, call, functions[kernel], failures[kernel]);
  }
  body += knownAfter(model, model.calls.size());
  for (const ModelFunction::Output& result : model.results)
    if (result.copied)
      body += "  memcpy(" + result.name + ", " + passed(model, true, result.array) + ", " +
              copiedBytes(arrayAt(model, result.array)) + ");\n";
  source.text = "/* " + model.name +
                ", a model written by Loopwright. C11; needs libm. Compile with -O3 -march=native, and -fopenmp for "
                "parallel loops.\n *\n" +
                describeModel(model, source.failures, true) + " */\n" + unit.preamble() + kernels + constants + "\n" +
                prototypeOf(model) + ";\n\n" + prototypeOf(model) + " {\n" +
                (model.calls.empty() ? "" : "  int code;\n") + "  (void)workspace;\n" +
                (model.parametersApart ? "  (void)parameters;\n" : "");
  for (const int input : model.inputs) source.text += "  (void)" + arrayAt(model, input).name + ";\n";
  for (const ModelFunction::Size& size : model.sizes)
    source.text += "  if (" + size.var.name() + " < 0 || " + size.var.name() + " > " + std::to_string(size.most) +
                   ") return " + std::to_string(kWrongSizes) + ";\n";
  source.text += body + "  return 0;\n}\n";
  return source;
}

std::string writeModelHeader(const ModelFunction& model, const ModelHeader& header) {
  const std::string macro = upperCase(model.name), guard = "LOOPWRIGHT_" + macro + "_H";
  std::string text =
      "/* " + model.name + ", a model " + (header.builtFor.empty() ? "written" : "compiled for " + header.builtFor) +
      " by Loopwright.\n *\n" + describeModel(model, header.failures, header.builtFor.empty()) + " * Link with -lm.\n";
  for (const std::string& function : header.externs)
    text += " * It calls the function " + function + ", which the program has to have.\n";
  text += " */\n#ifndef " + guard + "\n#define " + guard +
          "\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n#define " + macro +
          "_WORKSPACE_BYTES " + std::to_string(model.workspace) + "\n";
  if (model.parametersApart)
    text += "#define " + macro + "_PARAMETER_BYTES " + std::to_string(model.parameterBytes) + "\n";
  return text + "\n" + prototypeOf(model) + ";\n\n#ifdef __cplusplus\n}\n#endif\n#endif\n";
}

}  // namespace lw
