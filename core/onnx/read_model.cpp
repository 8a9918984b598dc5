#include <algorithm>
#include <filesystem>

#include "core/onnx/errors.h"
#include "core/onnx/fields.h"
#include "core/onnx/model.h"

namespace lw::onnx {
namespace {

constexpr int kMostDepth = 32;  // of graphs inside of graphs, and of types inside of types

// Reads messages of onnx.proto. The numbers of fields are those of that file.
class Reader {
 public:
  Status model(std::string_view bytes, Model& to) {
    bool found = false;
    const Status read = forEachField(bytes, [&](const Field& f) {
      switch (f.number) {
        case 1:
          to.irVersion = f.integer();
          return success();
        case 2:
          to.producer = f.bytes;
          return success();
        case 7:
          found = true;
          return graph(f.bytes, to.graph);
        case 8:
          return version(f.bytes, to.versions);
        case 25:
          return function(f.bytes, to.functions.emplace_back());
        default:
          return success();
      }
    });
    if (read && !found) return err::kOnnxNoGraph();
    return read;
  }

  static Status tensor(std::string_view bytes, Tensor& to) {
    return forEachField(bytes, [&](const Field& f) {
      switch (f.number) {
        case 1:
          return addIntegers(f, to.dims);
        case 2:
          to.type = static_cast<ElementType>(f.value);
          return success();
        case 4:
          return addFloats(f, to.floats);
        case 5:
        case 7:
        case 11:
          return addIntegers(f, to.integers);
        case 6:
          to.texts.push_back(f.bytes);
          return success();
        case 8:
          to.name = f.bytes;
          return success();
        case 9:
          to.raw = f.bytes;
          return success();
        case 10:
          return addDoubles(f, to.doubles);
        case 13:
          return pair(f.bytes, to.place);
        case 14:
          to.external = f.value == 1;
          return success();
        default:
          return success();
      }
    });
  }

  // SequenceProto and OptionalProto; `value` is the field of a tensor in them.
  static Status tensors(std::string_view bytes, std::vector<Tensor>& to) {
    return forEachField(bytes, [&](const Field& f) {
      if (f.number == 3) return tensor(f.bytes, to.emplace_back());
      if (f.number >= 4) return Status(err::kOnnxBytes());
      return success();
    });
  }

 private:
  static Status version(std::string_view bytes, std::map<std::string, int64_t>& to) {
    std::string domain;
    int64_t number = 0;
    const Status read = forEachField(bytes, [&](const Field& f) {
      if (f.number == 1) domain = f.bytes;
      if (f.number == 2) number = f.integer();
      return success();
    });
    to[domain == "ai.onnx" ? "" : domain] = number;
    return read;
  }
  static Status pair(std::string_view bytes, std::map<std::string, std::string>& to) {
    std::string key, value;
    const Status read = forEachField(bytes, [&](const Field& f) {
      if (f.number == 1) key = f.bytes;
      if (f.number == 2) value = f.bytes;
      return success();
    });
    to[key] = value;
    return read;
  }

  Status graph(std::string_view bytes, Graph& to) {
    if (++depth_ > kMostDepth) return err::kOnnxDeep(kMostDepth);
    const Status read = forEachField(bytes, [&](const Field& f) {
      switch (f.number) {
        case 1:
          return node(f.bytes, to.nodes.emplace_back());
        case 2:
          to.name = f.bytes;
          return success();
        case 5:
          return tensor(f.bytes, to.initializers.emplace_back());
        case 11:
          return valueInfo(f.bytes, to.inputs.emplace_back());
        case 12:
          return valueInfo(f.bytes, to.outputs.emplace_back());
        case 13:
          return valueInfo(f.bytes, to.values.emplace_back());
        case 15:
          return sparse(f.bytes, to.sparse.emplace_back());
        default:
          return success();
      }
    });
    --depth_;
    return read;
  }

  // SparseTensorProto: only the name of its values is needed, to say what is not read.
  static Status sparse(std::string_view bytes, std::string& name) {
    return forEachField(bytes, [&](const Field& f) {
      Tensor values;
      if (f.number != 1) return success();
      const Status read = tensor(f.bytes, values);
      name = values.name;
      return read;
    });
  }

  Status node(std::string_view bytes, Node& to) {
    return forEachField(bytes, [&](const Field& f) {
      switch (f.number) {
        case 1:
          to.inputs.emplace_back(f.bytes);
          return success();
        case 2:
          to.outputs.emplace_back(f.bytes);
          return success();
        case 3:
          to.name = f.bytes;
          return success();
        case 4:
          to.op = f.bytes;
          return success();
        case 5:
          return attribute(f.bytes, to.attributes.emplace_back());
        case 7:
          to.domain = f.bytes == "ai.onnx" ? std::string_view() : f.bytes;
          return success();
        default:
          return success();
      }
    });
  }

  Status attribute(std::string_view bytes, Attribute& to) {
    return forEachField(bytes, [&](const Field& f) {
      switch (f.number) {
        case 1:
          to.name = f.bytes;
          return success();
        case 2:
          to.number = f.real();
          return success();
        case 3:
          to.integer = f.integer();
          return success();
        case 4:
          to.text = f.bytes;
          return success();
        case 5: {
          auto made = std::make_shared<Tensor>();
          const Status read = tensor(f.bytes, *made);
          to.tensor = std::move(made);
          return read;
        }
        case 6: {
          auto made = std::make_shared<Graph>();
          const Status read = graph(f.bytes, *made);
          to.graph = std::move(made);
          return read;
        }
        case 7:
          return addFloats(f, to.numbers);
        case 8:
          return addIntegers(f, to.integers);
        case 9:
          to.texts.push_back(f.bytes);
          return success();
        case 21:
          to.from = f.bytes;
          return success();
        default:
          return success();
      }
    });
  }

  Status valueInfo(std::string_view bytes, ValueInfo& to) {
    return forEachField(bytes, [&](const Field& f) {
      if (f.number == 1) to.name = f.bytes;
      return f.number == 2 ? type(f.bytes, to.type) : success();
    });
  }

  Status type(std::string_view bytes, Type& to) {
    if (++depth_ > kMostDepth) return err::kOnnxDeep(kMostDepth);
    const Status read = forEachField(bytes, [&](const Field& f) {
      switch (f.number) {
        case 1:
          return tensorType(f.bytes, Type::Kind::Tensor, to);
        case 4:
          return typeOf(f.bytes, Type::Kind::Sequence, to);
        case 5:
          to.kind = Type::Kind::Map;
          return success();
        case 8:
          return tensorType(f.bytes, Type::Kind::SparseTensor, to);
        case 9:
          return typeOf(f.bytes, Type::Kind::Optional, to);
        default:
          return success();
      }
    });
    --depth_;
    return read;
  }
  Status typeOf(std::string_view bytes, Type::Kind kind, Type& to) {
    to.kind = kind;
    auto of = std::make_shared<Type>();
    const Status read =
        forEachField(bytes, [&](const Field& f) { return f.number == 1 ? type(f.bytes, *of) : success(); });
    to.of = std::move(of);
    return read;
  }
  static Status tensorType(std::string_view bytes, Type::Kind kind, Type& to) {
    to.kind = kind;
    return forEachField(bytes, [&](const Field& f) {
      if (f.number == 1) to.element = static_cast<ElementType>(f.value);
      if (f.number != 2) return success();
      to.shape.emplace();
      return forEachField(f.bytes, [&](const Field& dim) {
        return dim.number == 1 ? dimension(dim.bytes, to.shape->emplace_back()) : success();
      });
    });
  }
  static Status dimension(std::string_view bytes, Dimension& to) {
    return forEachField(bytes, [&](const Field& f) {
      if (f.number == 1) to.size = f.integer();
      if (f.number == 2) to.name = f.bytes;
      return success();
    });
  }

  Status function(std::string_view bytes, Function& to) {
    return forEachField(bytes, [&](const Field& f) {
      switch (f.number) {
        case 1:
          to.name = f.bytes;
          return success();
        case 4:
          to.inputs.emplace_back(f.bytes);
          return success();
        case 5:
          to.outputs.emplace_back(f.bytes);
          return success();
        case 7:
          return node(f.bytes, to.nodes.emplace_back());
        case 9:
          return version(f.bytes, to.versions);
        case 10:
          to.domain = f.bytes == "ai.onnx" ? std::string_view() : f.bytes;
          return success();
        case 11:
          return attribute(f.bytes, to.defaults.emplace_back());
        default:
          return success();
      }
    });
  }

  int depth_ = 0;
};

}  // namespace

const Attribute* Node::find(std::string_view attribute) const {
  const auto at =
      std::find_if(attributes.begin(), attributes.end(), [&](const Attribute& a) { return a.name == attribute; });
  return at == attributes.end() ? nullptr : &*at;
}

Result<Model> parseModel(std::string_view bytes, std::string folder) {
  Model made;
  made.folder = std::move(folder);
  if (const Status read = Reader().model(bytes, made); !read) return read.error();
  return made;
}

Result<Model> readModel(const std::string& path) {
  const Result<std::shared_ptr<const MappedFile>> file = MappedFile::open(path);
  if (!file) return file.error();
  const auto bytes = static_cast<int64_t>((*file)->bytes().size());
  if (bytes >= int64_t{1} << 31) return err::kOnnxTooLarge(path, bytes >> 20);
  Result<Model> made = parseModel((*file)->bytes(), std::filesystem::path(path).parent_path().string());
  if (!made) return err::kOnnxDiffers(path, made.error().reason);
  made->file = *file;
  return made;
}

Result<std::vector<Tensor>> parseTensors(std::string_view bytes, Type::Kind kind) {
  std::vector<Tensor> made;
  const bool isList = kind == Type::Kind::Sequence || kind == Type::Kind::Optional;
  Status read = isList ? Reader::tensors(bytes, made) : Reader::tensor(bytes, made.emplace_back());
  if (!read && kind == Type::Kind::Optional) {  // the tensor that is there may be written without anything around it
    made.clear();
    read = Reader::tensor(bytes, made.emplace_back());
  }
  if (!read) return read.error();
  return made;
}

}  // namespace lw::onnx
