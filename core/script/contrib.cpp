#include "core/script/contrib.h"
#include "core/script/errors.h"

#include <memory>

namespace lw::script {
namespace {

struct TemporaryFolder : HostObject {
  Message typeName() const override { return "a temporary folder"; }
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override {
    if (name != "relpath") return HostObject::callMethod(name, args, caller);
    const Value* given = args.positional.size() == 1 ? &args.positional[0] : args.find("name");
    if (!given || !given->text()) return err::kRelpathNeedsName();
    return Value(*given->text());
  }
};

struct Utils : HostObject {
  Message typeName() const override { return "the module tvm.contrib.utils"; }
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override {
    if (name == "tempdir") return Value(std::make_shared<TemporaryFolder>());
    return HostObject::callMethod(name, args, caller);
  }
};

Result<Value> createLlvm(const CallArgs& args) {
  for (const auto& [key, value] : args.named) {
    if (key == "inputs" || key == "output" || (value.isNone() && (key == "options" || key == "cc"))) continue;
    return explain(err::kCreateLlvmOption(key), "the code is compiled for this machine when the kernel is built");
  }
  const Value* input = args.positional.empty() ? args.find("inputs") : &args.positional[0];
  if (args.positional.size() > 2 || !input) return err::kCreateLlvmArguments();
  const Value* text = input;
  if (input->items() && input->items()->size() == 1) text = &input->items()->front();
  if (!text->text()) return err::kCreateLlvmNeedsText(typeName(*text));
  return Value(*text->text());
}

struct Clang : HostObject {
  Message typeName() const override { return "the module tvm.contrib.clang"; }
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override {
    if (name == "create_llvm") return createLlvm(args);
    return HostObject::callMethod(name, args, caller);
  }
};

}  // namespace

std::optional<Value> contribModule(std::string_view name) {
  if (name == "tvm.contrib.clang") return Value(std::make_shared<Clang>());
  if (name == "tvm.contrib.utils") return Value(std::make_shared<Utils>());
  return std::nullopt;
}

}  // namespace lw::script
