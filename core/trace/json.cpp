// Traces as JSON, in TVM's form.
#include "core/support/json.h"
#include <algorithm>
#include <charconv>

#include "core/support/json_depth.h"
#include "core/support/quote.h"
#include "core/support/text.h"
#include "core/text/python/python_literals.h"
#include "core/trace/errors.h"
#include "core/trace/index_map_json.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

using Json = nlohmann::json;

// ---- writing ----

std::string spaced(const Json& j) {
  std::string out;
  if (j.is_array()) {
    for (const Json& item : j) addItem(out, spaced(item));
    return "[" + out + "]";
  }
  if (j.is_object()) {
    for (const auto& [key, item] : j.items()) addItem(out, Json(key).dump() + ": " + spaced(item));
    return "{" + out + "}";
  }
  return j.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json encode(const StepValue& value, bool input, const HandleNames& names) {
  return value.match([&](StepValue::None) -> Json { return input ? Json("None") : Json(nullptr); },
                     [&](const std::string& v) -> Json { return input ? quoted(v) : v; },
                     [&](const StepValue::List& v) -> Json {
                       Json list = Json::array();
                       for (const StepValue& item : v) list.push_back(encode(item, input, names));
                       return list;
                     },
                     [&](const StepValue::Dict& v) -> Json {
                       Json map = Json::object();
                       for (const auto& [key, item] : v) map[key] = encode(item, input, names);
                       return map;
                     },
                     [&](const IndexMap& v) -> Json { return indexMapToJson(v, !input); },
                     [](bool v) -> Json { return v; }, [](int64_t v) -> Json { return v; },
                     [](double v) -> Json { return v; }, [&](LoopRv v) -> Json { return names.of(v); },
                     [&](BlockRv v) -> Json { return names.of(v); }, [&](ExprRv v) -> Json { return names.of(v); },
                     [&](const auto&) -> Json { return toText(value); });
}

struct Encoded {
  Json inputs = Json::array(), attributes = Json::array(), decision;
};

bool isWrite(const StepValue& access) { return access.as<std::string>() && *access.as<std::string>() == "write"; }

Encoded encodeArguments(const Instruction& step, const HandleNames& names) {
  Encoded out;
  for (size_t i = 0; i < step.args.size(); ++i) {
    const StepValue& value = step.args[i];
    switch (step.primitive->params[i].encoding) {
      case Encoding::Input:
        out.inputs.push_back(encode(value, true, names));
        break;
      case Encoding::Spread:
        for (const Json& item : encode(value, true, names)) out.inputs.push_back(item);
        break;
      case Encoding::CodedInput:
        out.inputs.push_back(isWrite(value) ? 1 : 0);
        break;
      case Encoding::Attr:
        if (infoOf(step.primitive->params[i].type).stored == Stored::Slot) {
          const auto& slot = *value.as<StepValue::List>();
          out.attributes.push_back(encode(slot.at(1), false, names));
          out.attributes.push_back(isWrite(slot.at(0)) ? 1 : 0);
        } else {
          out.attributes.push_back(encode(value, false, names));
        }
        break;
      case Encoding::IntAttr:
        out.attributes.push_back(value.as<bool>() ? Json(static_cast<int>(*value.as<bool>()))
                                                  : encode(value, false, names));
        break;
      case Encoding::Decision:
        out.decision = encode(value, false, names);
        break;
    }
  }
  return out;
}

}  // namespace

std::string toJson(const Trace& trace, Dialect dialect) {
  HandleNames names(trace.outer);
  std::string instructions, decisions;
  for (size_t i = 0; i < trace.instructions.size(); ++i) {
    const Instruction& step = trace.instructions[i];
    const Encoded encoded = encodeArguments(step, names);
    Json outputs = Json::array();
    for (const StepValue& output : step.outputs) outputs.push_back(names.define(output));
    const Json line{kindIn(dialect, *step.primitive), encoded.inputs, encoded.attributes, outputs};
    instructions += (i ? ",\n    " : "\n    ") + spaced(line);
    if (!encoded.decision.is_null())
      decisions += (decisions.empty() ? "\n    " : ",\n    ") + spaced(Json{i, encoded.decision});
  }
  const auto bracketed = [](const std::string& lines) { return lines.empty() ? "[]" : "[" + lines + "\n  ]"; };
  return "[\n  " + bracketed(instructions) + ",\n  " + bracketed(decisions) + "\n]\n";
}

namespace {

// ---- reading ----

class Reader {
 public:
  explicit Reader(uint32_t outer) : outer_(outer), next_(outer) {}

  Result<Trace> read(const Json& root) {
    if (!root.is_array() || root.size() != 2 || !root[0].is_array() || !root[1].is_array())
      return err::kTraceShape("the trace", "a list of instructions and a list of decisions");
    Trace trace{{}, outer_};
    for (index_ = 0; index_ < root[0].size(); ++index_) {
      Result<Instruction> step = instruction(root[0][index_], decisionFor(root[1], index_));
      if (!step) return step.error();
      trace.instructions.push_back(std::move(*step));
    }
    return trace;
  }

 private:
  static const Json* decisionFor(const Json& decisions, size_t index) {
    for (const Json& d : decisions)
      if (d.is_array() && d.size() == 2 && d[0].is_number_unsigned() && d[0].get<size_t>() == index) return &d[1];
    return nullptr;
  }

  std::string place() const { return "instruction " + std::to_string(index_); }

  Result<Instruction> instruction(const Json& j, const Json* decision) {
    const bool wellFormed =
        j.is_array() && j.size() == 4 && j[0].is_string() && j[1].is_array() && j[2].is_array() && j[3].is_array();
    if (!wellFormed) return err::kTraceShape(Snippet(place()), "[kind, inputs, attributes, outputs]");
    kind_ = j[0].get<std::string>();
    Instruction step;
    step.primitive = findInstructionKind(kind_);
    if (!step.primitive) return explain(err::kTraceUnknownKind(index_, kind_), "`lw primitives` lists what is known");
    if (std::optional<Explanation> e = arguments(step, j[1], j[2], decision)) return std::move(*e);
    for (const Json& output : j[3]) {
      if (!output.is_string()) return err::kTraceShape(say("an output of {0}", place()), "a name such as \"l3\"");
      step.outputs.push_back(define(*step.primitive, output.get<std::string>()));
    }
    return step;
  }

  StepValue define(const Primitive& primitive, const std::string& name) {
    const uint32_t number = next_++;
    if (name == "_") return StepValue();
    StepValue handle = ExprRv{number};
    if (primitive.returns == Returns::Loop || primitive.returns == Returns::Loops) handle = LoopRv{number};
    if (primitive.returns == Returns::Block || primitive.returns == Returns::Blocks) handle = BlockRv{number};
    handles_.insert_or_assign(name, handle);
    return handle;
  }

  std::optional<Explanation> arguments(Instruction& step, const Json& inputs, const Json& attributes,
                                       const Json* decision) {
    const std::vector<Param>& params = step.primitive->params;
    const auto count = [&](auto... kinds) {
      return static_cast<size_t>(
          std::count_if(params.begin(), params.end(), [&](const Param& p) { return ((p.encoding == kinds) || ...); }));
    };
    const size_t single = count(Encoding::Input, Encoding::CodedInput), spread = count(Encoding::Spread);
    const size_t slots = static_cast<size_t>(std::count_if(
        params.begin(), params.end(), [](const Param& p) { return infoOf(p.type).stored == Stored::Slot; }));
    const size_t wanted = count(Encoding::Attr, Encoding::IntAttr) + slots;
    if (inputs.size() < single || (!spread && inputs.size() > single))
      return err::kTraceInputs(index_, kind_, inputs.size(), single);
    if (attributes.size() > wanted) return err::kTraceAttributes(index_, kind_, attributes.size(), wanted);
    size_t in = 0, attr = 0;
    for (const Param& param : params) {
      std::optional<StepValue> value = param.defaultValue;
      if (param.encoding == Encoding::Input || param.encoding == Encoding::CodedInput) {
        const Json& j = inputs[in++];
        Result<StepValue> one = isMap(param)                             ? mapOf(j, param)
                                : param.encoding == Encoding::CodedInput ? Result<StepValue>(accessOf(j))
                                                                         : input(j);
        if (!one) return one.error();
        value = *one;
      } else if (param.encoding == Encoding::Spread) {
        StepValue::List list;
        for (size_t i = 0; i < inputs.size() - single; ++i) {
          Result<StepValue> one = input(inputs[in++]);
          if (!one) return one.error();
          list.push_back(*one);
        }
        value = std::move(list);
      } else if (param.encoding == Encoding::Decision) {
        if (decision) value = plain(*decision);
      } else if (infoOf(param.type).stored == Stored::Slot && attr + 1 < attributes.size()) {
        value = StepValue::List{accessOf(attributes[attr + 1]), plain(attributes[attr])};
        attr += 2;
      } else if (infoOf(param.type).stored == Stored::Slot && attr < attributes.size()) {
        return err::kTraceAttributes(index_, kind_, attributes.size(), wanted);  // a position without an access
      } else if (isMap(param) && attr < attributes.size()) {
        Result<StepValue> map = mapOf(attributes[attr++], param);
        if (!map) return map.error();
        value = *map;
      } else if (attr < attributes.size()) {
        value = attribute(attributes[attr++], param);
        const auto* number = value->as<int64_t>();
        if (infoOf(param.type).stored == Stored::Flag && number) value = *number != 0;
      }
      if (!value) return err::kTraceAttributes(index_, kind_, attributes.size(), wanted);
      step.args.push_back(*value);
    }
    return std::nullopt;
  }

  // A name where the parameter takes no text is that of a number that was sampled.
  StepValue attribute(const Json& j, const Param& param) const {
    StepValue value = plain(j);
    const auto* name = value.as<std::string>();
    if (!name || fits(param.type, value)) return value;
    if (const auto found = handles_.find(*name); found != handles_.end()) return found->second;
    return outerHandle(*name).value_or(value);
  }

  static bool isMap(const Param& param) {
    const Stored stored = infoOf(param.type).stored;
    return stored == Stored::Map || stored == Stored::Ranges;
  }
  // 0 and 1, or in words.
  static StepValue accessOf(const Json& j) {
    if (j.is_number_integer()) return j.get<int64_t>() == 0 ? "read" : "write";
    return plain(j);
  }
  Result<StepValue> mapOf(const Json& j, const Param& param) const {
    if (!j.is_string() || j.get<std::string>() == "None") return j.is_string() ? StepValue() : plain(j);
    Result<IndexMap> map = indexMapFromJson(j.get<std::string>());
    if (!map) return err::kTraceIndexMap(index_, kind_, map.error().reason);
    map->ranges = infoOf(param.type).stored == Stored::Ranges;
    return StepValue(std::move(*map));
  }

  // In inputs a string is a handle, None, or a literal in quotes.
  Result<StepValue> input(const Json& j) const {
    if (j.is_array()) {
      StepValue::List list;
      for (const Json& item : j) {
        Result<StepValue> one = input(item);
        if (!one) return one;
        list.push_back(*one);
      }
      return StepValue(std::move(list));
    }
    if (!j.is_string()) return plain(j);
    const std::string text = j.get<std::string>();
    if (text == "None") return StepValue();
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') return StepValue(unquoted(text));
    const auto found = handles_.find(text);
    if (found == handles_.end())
      if (std::optional<StepValue> outer = outerHandle(text)) return std::move(*outer);
    if (found == handles_.end()) return err::kUnknownHandle(index_, kind_, text);
    return found->second;
  }

  std::optional<StepValue> outerHandle(const std::string& name) const {
    uint32_t number = 0;
    const auto [end, error] =
        std::from_chars(name.data() + std::min<size_t>(1, name.size()), name.data() + name.size(), number);
    if (error != std::errc() || end != name.data() + name.size() || number >= outer_) return std::nullopt;
    if (name[0] == 'l') return StepValue(LoopRv{number});
    if (name[0] == 'b') return StepValue(BlockRv{number});
    if (name[0] == 'v') return StepValue(ExprRv{number});
    return std::nullopt;
  }

  static std::string unquoted(const std::string& text) {
    return py::decodeString(std::string_view(text).substr(1, text.size() - 2), false);
  }

  static StepValue plain(const Json& j) {
    if (j.is_boolean()) return j.get<bool>();
    if (j.is_number_integer()) return j.get<int64_t>();
    if (j.is_number()) return j.get<double>();
    if (j.is_string()) return j.get<std::string>();
    if (j.is_array()) {
      StepValue::List list;
      for (const Json& item : j) list.push_back(plain(item));
      return list;
    }
    if (j.is_object()) {
      StepValue::Dict map;
      for (const auto& [key, item] : j.items())
        map.emplace(key, item.is_string() ? StepValue(plainString(item)) : plain(item));
      return map;
    }
    return StepValue();
  }
  static std::string plainString(const Json& j) {
    const std::string text = j.get<std::string>();
    return text.size() >= 2 && text.front() == '"' && text.back() == '"' ? unquoted(text) : text;
  }

  size_t index_ = 0;
  std::string kind_;
  uint32_t outer_, next_;
  std::map<std::string, StepValue> handles_;
};

}  // namespace

Result<Trace> traceFromJson(std::string_view text, uint32_t outer) {
  if (tooDeepInJson(text)) return err::kTraceNoJson(say("brackets are nested more than {0} deep", kMostJsonDepth));
  const Json root = Json::parse(text, nullptr, false);
  if (root.is_discarded()) {
    Message why = "it does not parse";
    try {
      const Json again = Json::parse(text);
    } catch (const Json::exception& e) {
      why = std::string(e.what());  // a copy: the exception goes
    }
    return err::kTraceNoJson(why);
  }
  return Reader(outer).read(root);
}

}  // namespace lw
