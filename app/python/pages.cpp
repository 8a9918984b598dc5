
#include <algorithm>
#include <sstream>

#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/python/schedule.h"
#include "app/shared/errors.h"
#include "app/shared/legal_steps.h"
#include "app/shared/step_checks.h"
#include "backends/targets/targets.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"
#include "core/trace/html_code.h"

namespace lw::python {
namespace {

constexpr int kRow = 26, kIndent = 22, kBox = 20, kMargin = 8, kLetter = 8;
constexpr size_t kMostRows = 2000;

struct Row {
  int depth;
  std::string name, note, colour;
  bool block;
  bool marked = false;
};

// The loops and blocks of a function as one picture: a row for each, indented, with colours for the kinds of loops.
class TreePicture {
 public:
  explicit TreePicture(const Snapshot& program, NodeRef marked = {}) : program_(program), marked_(marked) {}

  std::string write(int function) {
    const BlockId root = program_.rootBlock(function);
    if (root.valid()) addChildren(program_.children(root), 0);
    int width = 0;
    for (const Row& row : rows_) width = std::max(width, 2 * kMargin + row.depth * kIndent + textWidth(row) + 24);
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(std::max(width, 60)) +
                      "\" height=\"" + std::to_string(static_cast<int>(rows_.size()) * kRow + kMargin) +
                      "\" font-family=\"monospace\" font-size=\"13\">";
    for (size_t i = 0; i < rows_.size(); ++i) draw(rows_[i], static_cast<int>(i) * kRow + kMargin / 2, out);
    return out + "</svg>";
  }

 private:
  static int textWidth(const Row& row) { return static_cast<int>(row.name.size() + row.note.size() + 3) * kLetter; }

  static std::pair<std::string, std::string> kindOf(const For& loop) {
    switch (loop.kind) {
      case ForKind::Serial:
        return {"", "#5d6d7e"};
      case ForKind::Parallel:
        return {"parallel", "#1e8449"};
      case ForKind::Vectorized:
        return {"vectorized", "#8e44ad"};
      case ForKind::Unrolled:
        return {"unrolled", "#b9770e"};
      case ForKind::ThreadBinding:
        return {loop.thread, "#2471a3"};
    }
    return {"", "#5d6d7e"};
  }

  void addChildren(const std::vector<NodeRef>& children, int depth) {
    for (const NodeRef& child : children) {
      if (rows_.size() >= kMostRows) return;
      if (const auto* loop = std::get_if<LoopId>(&child)) {
        const For& node = program_.loop(*loop);
        const auto [words, colour] = kindOf(node);
        rows_.push_back({depth, node.var.name(), toText(node.extent) + (words.empty() ? "" : "  " + words), colour,
                         false, child == marked_});
        addChildren(program_.children(*loop), depth + 1);
      } else if (const auto* block = std::get_if<BlockId>(&child)) {
        const Block& node = program_.block(*block);
        std::string written = join(node.writes, [&](const BufferRegion& region) { return region.buffer->name; });
        rows_.push_back({depth, node.name, written.empty() || written == node.name ? "" : "writes " + written,
                         "#c0392b", true, child == marked_});
        addChildren(program_.children(*block), depth + 1);
      }
    }
  }

  void draw(const Row& row, int y, std::string& out) const {
    const int x = kMargin + row.depth * kIndent;
    const auto number = [](int n) { return std::to_string(n); };
    out += "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(textWidth(row) + 16) +
           "\" height=\"" + number(kBox) + "\" rx=\"" + (row.block ? "3" : "10") + "\" fill=\"" + row.colour +
           "\" fill-opacity=\"" + (row.marked ? "0.4" : "0.14") + "\" stroke=\"" + row.colour +
           (row.marked ? "\" stroke-width=\"3" : "") + "\"/><text x=\"" + number(x + 10) + "\" y=\"" + number(y + 15) +
           "\" fill=\"currentColor\"><tspan font-weight=\"bold\">" + htmlText(row.name) + "</tspan>" +
           (row.note.empty() ? "" : "<tspan dx=\"10\" fill-opacity=\"0.75\">" + htmlText(row.note) + "</tspan>") +
           "</text>";
  }

  const Snapshot& program_;
  NodeRef marked_;
  std::vector<Row> rows_;
};

// The colours hold for this text alone: the rules name its class.
constexpr std::string_view kCodeStyle =
    "<style>.lw-code{white-space:pre;font-family:monospace;font-size:13px;line-height:1.35;overflow-x:auto;color:"
    "inherit}"
    ".lw-code .k{color:#8e44ad}.lw-code .s{color:#1e8449}.lw-code .d{color:#b9770e}.lw-code .f{color:#2471a3}"
    ".lw-code .c{color:#7f8c8d;font-style:italic}</style>";

TextLanguage languageOf(const std::string& stage) {
  for (const TargetDescriptor* target : allTargets())
    for (const CodeText* code : codeTextsOf(*target)) {
      if (code->stage != stage) continue;
      switch (code->language) {
        case CodeLanguage::C:
          return TextLanguage::C;
        case CodeLanguage::Llvm:
          return TextLanguage::Llvm;
        case CodeLanguage::Assembly:
          return TextLanguage::Assembly;
      }
    }
  return TextLanguage::Script;
}

std::string codeHtml(const std::string& text, const std::string& stage) {
  HtmlHighlighter colours(languageOf(stage));
  std::string out = std::string(kCodeStyle) + "<div class=\"lw-code\">";
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += colours.line(line) + "\n";
  return out + "</div>";
}

// The loop tree around a loop or block, which is marked; empty: a step has removed it.
std::string handlePicture(const Object& object) {
  const auto* handle = object.value.isNone() ? nullptr : object.value.hostAs<script::HandleObject>();
  if (!handle || !object.owner) return {};
  const Schedule& schedule = object.owner->object->schedule;
  NodeRef node;
  int function = 0;
  if (const auto* loop = handle->handle.as<LoopRv>()) {
    const Result<LoopId> id = schedule.resolve(*loop);
    if (!id) return {};
    node = *id, function = schedule.program().functionOf(*id);
  } else if (const auto* block = handle->handle.as<BlockRv>()) {
    const Result<BlockId> id = schedule.resolve(*block);
    if (!id) return {};
    node = *id, function = schedule.program().functionOf(*id);
  }
  return TreePicture(schedule.program(), node).write(function);
}

// ---- the widget of notebooks ----

// The loop or block that a box of the tree names: "l3", "b1".
Result<Selection> selectionAt(const Snapshot& program, int function, const std::string& key) {
  for (const LoopId loop : program.loops(function))
    if (htmlKey(loop) == key) return Selection{{loop}, {}};
  for (const BlockId block : program.blocks(function))
    if (htmlKey(block) == key) return Selection{{}, {block}};
  return err::kNothingThere(key);
}

// Steps that keep the result, each with why it is refused.
py::list stepsAt(const PySchedule& self, const std::string& key) {
  const Schedule schedule = self.schedule();
  const int function = self.function();
  const std::vector<LegalAnswer> answers = taken(withoutLock([&]() -> Result<std::vector<LegalAnswer>> {
    const Result<Selection> selection = selectionAt(schedule.program(), function, key);
    if (!selection) return selection.error();
    return legalSteps(schedule, *selection, false);
  }));
  py::list out;
  for (const LegalAnswer& a : answers) {
    if (changesValues(*a.primitive)) continue;
    py::dict one;
    one["primitive"] = a.primitive->name;
    one["summary"] = a.primitive->summary;
    one["step"] = a.step;
    one["undecided"] = a.undecided;
    one["why"] = a.why ? py::object(py::str(a.why->message)) : py::object(py::none());
    one["witness"] = a.why && a.why->witness ? py::object(py::str(a.why->witness->sentence())) : py::object(py::none());
    one["hint"] = a.why ? py::object(py::str(a.why->hint)) : py::object(py::none());
    out.append(std::move(one));
  }
  return out;
}

}  // namespace

void bindPages(py::module_& m) {
  m.def("tree_boxes",
        [](const PySchedule& self) { return htmlTree(self.schedule().program().function(self.function())); });
  m.def("steps_at", stepsAt);
  // Handles that were made since then are no longer valid.
  m.def("go_back", [](const PySchedule& self, const PySchedule& earlier) {
    self.owner->object->schedule = earlier.owner->object->schedule;
  });
  m.def("html_code", codeHtml);
  m.def("handle_svg", handlePicture);
  m.def("tree_svg", [](const PySchedule& schedule) {
    const Schedule state = schedule.finished();
    return TreePicture(state.program()).write(schedule.function());
  });
}

}  // namespace lw::python
