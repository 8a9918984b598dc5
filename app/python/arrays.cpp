#include "app/python/arrays.h"

#include <pybind11/stl.h>

#include <cstring>

#include "app/python/bindings.h"
#include "app/python/bridge.h"
#include "app/python/dlpack.h"
#include "app/python/errors.h"

namespace lw::python {
namespace {

const char* const kOld = "dltensor";
const char* const kOldTaken = "used_dltensor";
const char* const kVersioned = "dltensor_versioned";
const char* const kVersionedTaken = "used_dltensor_versioned";

// Of a format of Python's struct module; nullopt: one that no parameter has.
std::optional<DataType> typeOfFormat(const char* format, Py_ssize_t bytes) {
  if (!format) return dtype::UInt(8);
  if (*format == '@' || *format == '=' || *format == '<') ++format;
  if (format[0] == '\0' || format[1] != '\0') return std::nullopt;
  const int bits = static_cast<int>(bytes) * 8;
  switch (*format) {
    case '?':
      return dtype::Bool();
    case 'b':
    case 'h':
    case 'i':
    case 'l':
    case 'q':
    case 'n':
      return dtype::Int(bits);
    case 'B':
    case 'H':
    case 'I':
    case 'L':
    case 'Q':
    case 'N':
      return dtype::UInt(bits);
    case 'e':
    case 'f':
    case 'd':
      return dtype::Float(bits);
    default:
      return std::nullopt;
  }
}

std::optional<DataType> typeOf(dlpack::Type type) {
  if (type.lanes != 1) return std::nullopt;
  switch (type.code) {
    case dlpack::kInt:
      return dtype::Int(type.bits);
    case dlpack::kUInt:
      return dtype::UInt(type.bits);
    case dlpack::kFloat:
      return dtype::Float(type.bits);
    case dlpack::kBFloat:
      return dtype::BFloat16();
    case dlpack::kFloat8E4M3FN:
      return dtype::Float8E4M3();
    case dlpack::kFloat8E5M2:
      return dtype::Float8E5M2();
    case dlpack::kBool:
      return dtype::Bool();
    default:
      return std::nullopt;
  }
}

// NumPy has no bfloat16 and float8; their bits are unsigned integers.
DataType inNumPy(DataType type) {
  return type == dtype::BFloat16() || type.isFloat8() ? dtype::UInt(type.bits, type.lanes) : type;
}

// The element type of the parameter.
bool fits(DataType wanted, const std::optional<DataType>& given) {
  return given && (*given == wanted || *given == inNumPy(wanted));
}

[[noreturn]] void refuseType(const std::string& name, DataType wanted, const std::string& given) {
  const std::string text = toString(inNumPy(wanted));
  throw Refusal{explain(err::kPythonArrayType(name, toString(wanted), given),
                        say("convert it: array.astype(\"{0}\")", TypeName(text)))};
}
[[noreturn]] void refuseStrides(const std::string& name) {
  throw Refusal{explain(err::kPythonArrayStrides(name), "make it contiguous: numpy.ascontiguousarray(array)")};
}
[[noreturn]] void refuseReadOnly(const std::string& name) {
  throw Refusal{explain(err::kPythonArrayReadOnly(name), "pass a copy: array.copy()")};
}

}  // namespace

ArrayView::ArrayView(py::handle argument, const std::string& name, DataType type, bool written) {
  if (type.isVector() || type.bits % 8 != 0) {
    if (!type.isBool()) refuseType(name, type, "no vectors");
  }
  if (PyCapsule_CheckExact(argument.ptr())) {
    takeCapsule(argument, name, type, written);
    return;
  }
  // Not all arrays can say in the buffer protocol what they hold; these have DLPack as well.
  if (PyObject_GetBuffer(argument.ptr(), &buffer_, PyBUF_STRIDES | PyBUF_FORMAT) == 0) {
    try {
      takeBuffer(name, type, written);
    } catch (...) {
      PyBuffer_Release(&buffer_);
      throw;
    }
    return;
  }
  PyErr_Clear();
  if (!py::hasattr(argument, "__dlpack__"))
    throw Refusal{explain(err::kPythonNoArray(name, std::string(py::str(py::type::of(argument).attr("__name__")))),
                          "pass a NumPy array, or a tensor of a library with DLPack")};
  if (py::hasattr(argument, "__dlpack_device__")) {
    const py::tuple device = py::reinterpret_borrow<py::object>(argument).attr("__dlpack_device__")();
    const auto kind = py::cast<int64_t>(py::int_(device[0]));
    if (kind != dlpack::kProcessor && kind != dlpack::kPinnedMemory)
      throw Refusal{explain(err::kPythonArrayDevice(name, kind), "copy it to the processor first: tensor.cpu()")};
  }
  py::object capsule;
  try {
    capsule = argument.attr("__dlpack__")(py::arg("max_version") = py::make_tuple(1, 0));
  } catch (py::error_already_set& failed) {
    if (!failed.matches(PyExc_TypeError)) throw;
    capsule = argument.attr("__dlpack__")();  // of a library that knows version 0 only
  }
  takeCapsule(capsule, name, type, written);
}

void ArrayView::takeBuffer(const std::string& name, DataType type, bool written) {
  const std::optional<DataType> given = typeOfFormat(buffer_.format, buffer_.itemsize);
  if (!fits(type, given)) refuseType(name, type, given ? toString(*given) : std::string(buffer_.format));
  shape_.assign(buffer_.shape, buffer_.shape + buffer_.ndim);
  if (!PyBuffer_IsContiguous(&buffer_, 'C')) refuseStrides(name);
  if (written && buffer_.readonly) refuseReadOnly(name);
  data_ = buffer_.buf;
  bytes_ = buffer_.len;
}

void ArrayView::takeCapsule(py::handle capsule, const std::string& name, DataType type, bool written) {
  const char* title = PyCapsule_CheckExact(capsule.ptr()) ? PyCapsule_GetName(capsule.ptr()) : nullptr;
  const bool versioned = title && std::strcmp(title, kVersioned) == 0;
  if (!title || (!versioned && std::strcmp(title, kOld) != 0))
    throw Refusal{explain(err::kPythonCapsule(name, Snippet(title ? title : "")),
                          "pass the tensor itself; a capsule can be taken once")};
  void* pointer = PyCapsule_GetPointer(capsule.ptr(), title);
  if (!pointer) throw py::error_already_set();
  if (versioned && static_cast<dlpack::VersionedTensor*>(pointer)->major != dlpack::kMajorVersion)
    throw Refusal{explain(err::kPythonTensorVersion(name, static_cast<dlpack::VersionedTensor*>(pointer)->major),
                          "pass a NumPy array: numpy.from_dlpack(tensor)")};
  const dlpack::Tensor& tensor = versioned ? static_cast<dlpack::VersionedTensor*>(pointer)->tensor
                                           : static_cast<dlpack::ManagedTensor*>(pointer)->tensor;
  if (tensor.device.type != dlpack::kProcessor && tensor.device.type != dlpack::kPinnedMemory)
    throw Refusal{
        explain(err::kPythonArrayDevice(name, tensor.device.type), "copy it to the processor first: tensor.cpu()")};
  const std::optional<DataType> given = typeOf(tensor.type);
  if (!fits(type, given)) refuseType(name, type, given ? toString(*given) : "code " + std::to_string(tensor.type.code));
  if (written && versioned && (static_cast<dlpack::VersionedTensor*>(pointer)->flags & dlpack::kReadOnly))
    refuseReadOnly(name);
  if (tensor.rank < 0 || (tensor.rank > 0 && !tensor.shape)) throw Refusal{err::kPythonCapsule(name, Snippet(title))};
  shape_.assign(tensor.shape, tensor.shape + tensor.rank);
  int64_t elements = 1;
  for (int32_t d = tensor.rank; d-- > 0;) {
    if (shape_[d] < 0) throw Refusal{err::kPythonCapsule(name, Snippet(title))};
    if (tensor.strides && shape_[d] > 1 && tensor.strides[d] != elements) refuseStrides(name);
    if (__builtin_mul_overflow(elements, shape_[d], &elements))
      throw Refusal{err::kPythonCapsule(name, Snippet(title))};
  }
  data_ = static_cast<char*>(tensor.data) + tensor.byteOffset;
  bytes_ = elements * type.bytes();
  // From here on, the tensor is this view's.
  if (PyCapsule_SetName(capsule.ptr(), versioned ? kVersionedTaken : kOldTaken) != 0) throw py::error_already_set();
  managed_ = pointer;
  deleter_ = versioned ? +[](void* p) {
    auto* t = static_cast<dlpack::VersionedTensor*>(p);
    if (t->deleter) t->deleter(t);
  } : +[](void* p) {
    auto* t = static_cast<dlpack::ManagedTensor*>(p);
    if (t->deleter) t->deleter(t);
  };
}

void ArrayView::release() {
  if (buffer_.obj) PyBuffer_Release(&buffer_);
  if (managed_) deleter_(managed_);
  managed_ = nullptr;
}

ArrayView::~ArrayView() { release(); }

ArrayView::ArrayView(ArrayView&& other) noexcept
    : data_(other.data_),
      shape_(std::move(other.shape_)),
      bytes_(other.bytes_),
      buffer_(other.buffer_),
      managed_(std::exchange(other.managed_, nullptr)),
      deleter_(other.deleter_) {
  other.buffer_.obj = nullptr;
  // Some exporters let the shape point into the structure itself; it is copied already.
}

NDArray copiedArray(py::handle argument, const std::string& name, DataType type) {
  const ArrayView view(argument, name, type, false);
  NDArray array{type, view.shape(), {}};
  const auto* from = static_cast<const std::byte*>(view.data());
  if (view.bytes() > 0) array.data.assign(from, from + view.bytes());
  return array;
}

void bindArrays(py::module_& m) {
  py::class_<PyArray>(m, "Array", py::buffer_protocol(), "Values that a run gave, with the buffer protocol.")
      .def_property_readonly("dtype", [](const PyArray& a) { return toString(a.array.type); })
      .def_property_readonly("shape", [](const PyArray& a) { return py::tuple(py::cast(a.array.shape)); })
      .def(py::pickle(
          [](const PyArray& a) {
            return py::make_tuple(toString(a.array.type), a.array.shape,
                                  py::bytes(reinterpret_cast<const char*>(a.array.data.data()), a.array.data.size()));
          },
          [](const py::tuple& values) {
            const auto type = parseDataType(py::cast<std::string>(values[0]));
            const auto bytes = py::cast<std::string_view>(values[2]);
            NDArray array{type.value_or(dtype::UInt(8)), py::cast<std::vector<int64_t>>(values[1]), {}};
            const auto* from = reinterpret_cast<const std::byte*>(bytes.data());
            array.data.assign(from, from + bytes.size());
            if (!type || array.scalars() * array.type.element().bytes() != static_cast<int64_t>(bytes.size()))
              refuseArgument("the bytes of a pickled array do not fit its type and shape");
            return PyArray{std::move(array)};
          }))
      .def_buffer([](PyArray& a) {
        const DataType type = inNumPy(a.array.type.element()).withLanes(a.array.type.lanes);
        const int bytes = type.element().bytes();
        const char code = type.isBool()    ? '?'
                          : type.isFloat() ? (bytes == 2   ? 'e'
                                              : bytes == 4 ? 'f'
                                                           : 'd')
                          : bytes == 1     ? (type.isInt() ? 'b' : 'B')
                          : bytes == 2     ? (type.isInt() ? 'h' : 'H')
                          : bytes == 4     ? (type.isInt() ? 'i' : 'I')
                                           : (type.isInt() ? 'q' : 'Q');
        std::vector<py::ssize_t> shape(a.array.shape.begin(), a.array.shape.end());
        if (type.isVector()) shape.push_back(type.lanes);
        const auto rank = static_cast<py::ssize_t>(shape.size());
        std::vector<py::ssize_t> strides(shape.size());
        py::ssize_t step = bytes;
        for (size_t d = shape.size(); d-- > 0;) {
          strides[d] = step;
          step *= shape[d];
        }
        return py::buffer_info(a.array.data.data(), bytes, std::string(1, code), rank, std::move(shape),
                               std::move(strides));
      });
}

}  // namespace lw::python
