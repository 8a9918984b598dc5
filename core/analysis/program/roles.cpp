#include "core/analysis/program/roles.h"

#include <unordered_set>

#include "core/ir/visit.h"

namespace lw {
namespace {

// Reads and writes by the data pointer, following matched buffers.
class Uses : public Visitor {
 public:
  std::unordered_set<const void*> read, written, readBeforeWrite;

  void stmt(const Stmt& s) override {
    if (const auto* block = s.as<Block>()) {
      for (const MatchBuffer& m : block->matches) source_[m.buffer->data.key()] = m.source.buffer->data.key();
      if (block->init) stmt(*block->init);
      signatures_.push_back(block);
      stmt(block->body);
      signatures_.pop_back();
      return;
    }
    if (const auto* store = s.as<BufferStore>()) {
      children(s);
      written.insert(owner(store->buffer));
      return;
    }
    children(s);
  }
  void expr(const Expr& e) override {
    if (const auto* load = e.as<BufferLoad>()) noteRead(owner(load->buffer));
    const auto* call = e.as<Call>();
    if (call &&
        (call->op.view().starts_with("call_") || call->op == Intrinsic::AccessPtr || call->op == Intrinsic::AddressOf))
      signature();
    children(e);
  }

 private:
  void noteRead(const void* data) {
    read.insert(data);
    if (!written.contains(data)) readBeforeWrite.insert(data);
  }
  const void* owner(const Buffer& b) {
    const void* data = b->data.key();
    for (auto found = source_.find(data); found != source_.end(); found = source_.find(data)) data = found->second;
    return data;
  }
  void signature() {
    if (signatures_.empty()) return;
    for (const BufferRegion& r : signatures_.back()->reads) noteRead(owner(r.buffer));
    for (const BufferRegion& r : signatures_.back()->writes) written.insert(owner(r.buffer));
  }
  std::unordered_map<const void*, const void*> source_;
  std::vector<const Block*> signatures_;
};

}  // namespace

std::vector<ParamRole> paramRoles(const PrimFunc& function) {
  Uses uses;
  uses.stmt(function.body);
  std::vector<ParamRole> roles;
  for (const Var& param : function.params) {
    const Buffer* buffer = function.bufferOf(param);
    if (!buffer) continue;
    const void* data = (*buffer)->data.key();
    const bool writes = uses.written.contains(data), reads = uses.read.contains(data);
    Role role = Role::Unused;
    if (writes)
      role = uses.readBeforeWrite.contains(data) ? Role::InOut : Role::Output;
    else if (reads)
      role = Role::Input;
    roles.push_back({*buffer, role});
  }
  return roles;
}

}  // namespace lw
