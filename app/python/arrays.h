// Arrays of Python without a copy: whatever has the buffer protocol (NumPy), and tensors of DLPack.
#pragma once

#include <pybind11/pybind11.h>

#include "core/ir/ndarray.h"

namespace lw::python {

namespace py = pybind11;

// The memory of an argument, which is held until the view ends.
class ArrayView {
 public:
  // `name`: of the parameter, for messages. `written`: a read-only array is refused.
  ArrayView(py::handle argument, const std::string& name, DataType type, bool written);
  ~ArrayView();
  ArrayView(ArrayView&& other) noexcept;
  ArrayView(const ArrayView&) = delete;

  void* data() const { return data_; }
  const std::vector<int64_t>& shape() const { return shape_; }
  int64_t bytes() const { return bytes_; }

 private:
  void takeBuffer(const std::string& name, DataType type, bool written);
  void takeCapsule(py::handle capsule, const std::string& name, DataType type, bool written);
  void release();

  void* data_ = nullptr;
  std::vector<int64_t> shape_;
  int64_t bytes_ = 0;
  Py_buffer buffer_ = {};
  void* managed_ = nullptr;
  void (*deleter_)(void*) = nullptr;
};

// An array of the engine for Python; it supports the buffer protocol.
struct PyArray {
  NDArray array;
};
NDArray copiedArray(py::handle argument, const std::string& name, DataType type);

}  // namespace lw::python
