#include "backends/c/opencl.h"

#include <algorithm>

#include "backends/c/writer.h"
#include "core/ir/ops.h"
#include "core/support/text.h"

namespace lw {
namespace {

// Names of C functions that OpenCL C names differently; its functions take float and double alike.
constexpr const char* kNames[] = {"exp",   "exp2",  "exp10", "log",   "log2", "log10", "log1p", "sqrt",     "tanh",
                                  "erf",   "sin",   "cos",   "tan",   "asin", "acos",  "atan",  "atan2",    "sinh",
                                  "cosh",  "asinh", "acosh", "atanh", "pow",  "fmod",  "hypot", "copysign", "nextafter",
                                  "ldexp", "fma",   "fabs",  "floor", "ceil", "trunc", "round"};

std::string prelude(const std::string& kernels) {
  std::string text;
  if (kernels.find("double") != std::string::npos) text += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  if (kernels.find("atom_cmpxchg(") != std::string::npos)
    text += "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n";
  text += "#pragma OPENCL FP_CONTRACT ON\n";
  const std::pair<const char*, const char*> types[] = {
      {"int8_t", "char"},   {"int16_t", "short"},   {"int32_t", "int"},   {"int64_t", "long"},
      {"uint8_t", "uchar"}, {"uint16_t", "ushort"}, {"uint32_t", "uint"}, {"uint64_t", "ulong"}};
  for (const auto& [c, opencl] : types)
    if (kernels.find(c) != std::string::npos) text += std::string("typedef ") + opencl + " " + c + ";\n";
  if (kernels.find("_C(") != std::string::npos) text += "#define INT64_C(n) n##L\n#define UINT64_C(n) n##UL\n";
  if (kernels.find("_MIN") != std::string::npos) text += "#define INT64_MIN LONG_MIN\n#define INT32_MIN INT_MIN\n";
  if (kernels.find("LW_LANES") != std::string::npos) text += "#define LW_LANES\n";
  for (const char* name : kNames)
    if (kernels.find(std::string(name) + "f(") != std::string::npos)
      text += "#define " + std::string(name) + "f " + name + "\n";
  if (kernels.find("nearbyint") != std::string::npos) text += "#define nearbyint rint\n#define nearbyintf rint\n";
  if (kernels.find("memcpy(") != std::string::npos)
    text +=
        "static void lw_copy(void *to, const void *from, int bytes) {\n  for (int i = 0; i < bytes; ++i) ((char "
        "*)to)[i] = ((const char *)from)[i];\n}\n"
        "#define memcpy(to, from, bytes) lw_copy(to, from, bytes)\n";
  return text + "\n";
}

}  // namespace

namespace c {

std::string Writer::spaceOf(const Var& data) const {
  const auto found = spaces_.find(data.key());
  return found == spaces_.end() ? "" : found->second;
}

// Shared memory is declared at the start of the kernel; arrays of a thread where they are used.
void Writer::memoryOfKernel(const Allocate& n) {
  int64_t elements = n.type.lanes;
  for (const Expr& extent : n.extents) elements *= asInt(extent).value_or(1);
  const std::string type = storageType(n.type.element()), name = define(n.data),
                    array = type + " " + name + "[" + std::to_string(std::max<int64_t>(elements, 1)) + "];";
  elements_[n.data.key()] = type;
  if (n.scope.starts_with("shared") ||
      n.scope == "warp") {  // OpenCL C 1.2 has no warps, so they exchange data with barriers of the block
    spaces_[n.data.key()] = "__local ";
    sharedMemory_ += "  __local " + array + "\n";
    sharedOrigins_.push_back(origin_);
    return stmt(n.body);
  }
  line("{");
  ++depth_;
  line(array);
  stmt(n.body);
  --depth_;
  line("}");
}

Result<OpenClSource> Writer::writeKernel(const GpuKernel& kernel, Helpers& helpers) {
  isKernel_ = true;
  for (const char* word :
       {"kernel",   "global",    "local",   "constant",  "private", "half",  "uint", "uchar", "ushort", "ulong",
        "barrier",  "image2d_t", "event_t", "step",      "mix",     "clamp", "sign", "dot",   "cross",  "length",
        "distance", "select",    "shuffle", "normalize", "any",     "all",   "rint", "mad"})
    taken_.insert(word);
  taken_.insert(kernel.function.name);
  std::string parameters, axes;
  const auto add = [&](const std::string& text) { addItem(parameters, text); };
  for (size_t i = 0; i < kernel.buffers.size(); ++i) {
    const Buffer& buffer = kernel.function.buffers[i].second;
    const std::string type = storageType(buffer->dtype.element()), name = freshName(buffer->name, taken_);
    names_[kernel.buffers[i].key()] = name;
    elements_[kernel.buffers[i].key()] = type;
    spaces_[kernel.buffers[i].key()] = "__global ";
    add("__global " + type + " *restrict " + name);
  }
  for (const Var& scalar : kernel.scalars) {
    nonNegative_.know(scalar, false);
    add(std::string(scalar.dtype().isBool() ? "int" : valueType(scalar.dtype())) + " " + define(scalar));
  }
  for (const GpuKernel::Axis& axis : kernel.axes) {
    nonNegative_.know(axis.var, true);
    const char* function = axis.name.starts_with("threadIdx") ? "get_local_id(" : "get_group_id(";
    const std::string type = axis.var.dtype() == dtype::Int32 ? "int" : valueType(axis.var.dtype());
    axes += "  const " + type + " " + define(axis.var) + " = (" + type + ")" + function +
            std::to_string(axis.name.back() - 'x') + ");\n";
  }
  stmt(kernel.body);
  if (error_) return *error_;
  helpers.add(helpers_);
  OpenClSource kernelText{
      "__kernel void " + kernel.function.name + "(" + parameters + ") {\n" + sharedMemory_ + axes + body_ + "}\n",
      {Origin{}}};
  kernelText.lines.insert(kernelText.lines.end(), sharedOrigins_.begin(), sharedOrigins_.end());
  kernelText.lines.resize(kernelText.lines.size() + kernel.axes.size());
  kernelText.lines.insert(kernelText.lines.end(), origins_.begin(), origins_.end());
  kernelText.lines.emplace_back();
  return kernelText;
}

}  // namespace c

Result<OpenClSource> writeOpenCl(const GpuProgram& program) {
  OpenClSource kernels;
  c::Helpers helpers;
  for (const GpuKernel& kernel : program.kernels) {
    Result<OpenClSource> one = c::Writer(kernel.function).writeKernel(kernel, helpers);
    if (!one) return one;
    if (!kernels.text.empty()) kernels.text += "\n", kernels.lines.emplace_back();
    kernels.text += one->text;
    kernels.lines.insert(kernels.lines.end(), one->lines.begin(), one->lines.end());
  }
  const std::string own = helpers.text(), before = prelude(own + kernels.text) + own + (own.empty() ? "" : "\n");
  kernels.text = before + kernels.text;
  kernels.lines.insert(kernels.lines.begin(), static_cast<size_t>(std::count(before.begin(), before.end(), '\n')),
                       Origin{});
  return kernels;
}

}  // namespace lw
