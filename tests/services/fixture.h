// A workbench without a window, and helpers for the tests of its services.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/schedule/steps.h"
#include "app/services/workbench.h"
#include "core/schedule/all_primitives.h"

namespace lw {

inline constexpr const char* kProduct = R"(from tvm.script import tir as T

@T.prim_func
def mm(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def tiled(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    io, ii = sch.split(i, [None, 8])
    sch.reorder(io, j, ii, k)
)";

inline constexpr const char* kChain = R"(from tvm.script import tir as T

@T.prim_func
def chain(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    B = T.alloc_buffer((64,))
    for p in range(64):
        with T.block("B"):
            vp = T.axis.spatial(64, p)
            B[vp] = A[vp] * T.float32(2)
    for x in range(64):
        with T.block("C"):
            vx = T.axis.spatial(64, x)
            C[vx] = B[vx] + T.float32(1)
)";

// Handles events until the condition holds.
template <class F>
bool comes(F condition, int ms = 30000) {
  return QTest::qWaitFor(condition, ms);
}

class ServicesTest : public testing::Test {
 protected:
  bool settle(int ms = 60000) {
    return comes([this] { return bench.idle(); }, ms);
  }
  bool open(const char* text) {
    bench.files()->openText(text);
    return settle() && bench.document()->hasProgram();
  }
  bool apply(const char* step) {
    bench.steps()->applyText(step);
    return settle();
  }
  const History& history() const { return bench.document()->history(); }
  const std::string& shownText() { return bench.program()->views().printed.text; }
  LoopId loop(const std::string& name) {
    const Snapshot& program = bench.document()->schedule().program();
    for (const LoopId id : program.loops(0))
      if (program.loop(id).var.name() == name) return id;
    return {};
  }
  BlockId block(const std::string& name) {
    const Snapshot& program = bench.document()->schedule().program();
    for (const BlockId id : program.blocks(0))
      if (program.block(id).name == name) return id;
    return {};
  }
  void select(LoopId id) { bench.selection()->select(LinkedSelection::of(id)); }

  QTemporaryDir folder;  // destroyed after the workbench, which keeps locks in it
  Workbench bench;
};

}  // namespace lw
