#include "app/shared/pages/state_of_page.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "app/shared/session_of.h"
#include "backends/measure/measure.h"
#include "backends/targets/targets.h"
#include "core/ir/visit.h"
#include "core/schedule/support/provenance.h"
#include "core/session/link.h"
#include "core/support/base64.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

constexpr size_t kLongestLowered = 100'000;  // bytes of one state: longer texts would make the page hard to open
constexpr double kCodeSeconds = 30;          // time limit of the compiler

class Maker {
 public:
  explicit Maker(const ExportInput& input)
      : input_(input),
        schedule_(input.schedule),
        program_(schedule_.program()),
        at_(std::min(input.function, program_.functionCount() - 1)),
        function_(program_.function(at_)),
        target_(findTarget(input.target) ? *findTarget(input.target) : defaultTarget()) {
    for (const LoopId loop : program_.loops(at_)) known_.insert(htmlKey(loop));
    for (const BlockId block : program_.blocks(at_))
      if (block != program_.rootBlock(at_)) known_.insert(htmlKey(block));
  }

  StatePage make() {
    StatePage page;
    page.title = input_.story.title.empty() ? function_.name : input_.story.title;
    page.tree = htmlTree(function_);
    page.scheduled = printed();
    page.written = written();
    page.stages = stages();
    addSteps(page);
    Trace trace = traceOf(schedule_);
    trace.groups = input_.groups;
    page.python = schedule_.stepCount() > 0 ? toPython(trace, input_.dialect) : std::string();
    page.runs = input_.runs;
    page.compared = input_.compared;
    page.roofline = input_.roofline;
    const size_t count = page.steps.size() - 1;
    page.facts = (count == 0   ? std::string("As written")
                  : count == 1 ? std::string("After 1 step")
                               : "After " + std::to_string(count) + " steps") +
                 ", for " + std::string(target_.name);
    if (!page.steps.back().proved.empty()) page.facts += ", p" + page.steps.back().proved.substr(1);
    return page;
  }

 private:
  void link(PageText& text, Span span, const std::string& key, bool name = false) const {
    if (span.valid() && known_.contains(key)) text.links.push_back({span, key, name});
  }

  PageText printed() const {
    PrintedText printed = print(function_);
    PageText text{"scheduled", "", "", std::move(printed.text)};
    for (const MappedRange& range : printed.map.ranges()) {
      if (range.kind == MappedRange::Kind::Loop) link(text, range.span, htmlKey(range.loop), isName(text.text, range));
      if (range.kind == MappedRange::Kind::Block) link(text, range.span, htmlKey(range.block));
    }
    return text;
  }

  // In a line with T.grid, each loop has its name.
  static bool isName(const std::string& text, const MappedRange& range) {
    return text.compare(static_cast<size_t>(range.span.begin), range.name.size(), range.name) == 0 &&
           range.span.end - range.span.begin == static_cast<int>(range.name.size());
  }

  // The text of the file; a loop or block is linked with what it became.
  PageText written() const {
    if (!input_.file || input_.file->source.text.empty()) return {};
    PageText text{"written", "", "", input_.file->source.text};
    const Result<PrimFunc> chosen = input_.file->select(input_.chosen);
    const Block* first = chosen ? chosen->body.as<Block>() : nullptr;
    const Snapshot& source = schedule_.source();
    const BlockId root = source.rootBlock(at_);
    if (!first || !root.valid()) return text;
    const uint32_t shift = root.value - first->id.value;  // the program numbers the functions of a class differently
    const auto became = [&](auto id, Span span, bool name) {
      if (!id.valid()) return;
      id.value += shift;
      if (!source.contains(id) || source.functionOf(id) != at_) return;
      for (const auto now : schedule_.follow(id, 0, schedule_.stepCount())) link(text, span, htmlKey(now), name);
    };
    for (const MappedRange& range : input_.file->map.ranges()) {
      if (range.kind == MappedRange::Kind::Loop) became(range.loop, range.span, isName(text.text, range));
      if (range.kind == MappedRange::Kind::Block) became(range.block, range.span, false);
    }
    return text;
  }

  PageText stageText(const Stage& stage) const {
    PrintedText printed = print(stage.function);
    PageText text{stage.name, stage.label, stage.help, std::move(printed.text)};
    std::unordered_map<const void*, Origin> origins;
    forEachStmt(stage.function.body, [&](const Stmt& s) { origins.emplace(s.key(), s.origin()); });
    for (const MappedRange& range : printed.map.ranges()) {
      const auto origin = origins.find(range.node);
      if (range.kind == MappedRange::Kind::Loop && known_.contains(htmlKey(range.loop)))
        link(text, range.span, htmlKey(range.loop), isName(text.text, range));
      else if (range.kind == MappedRange::Kind::Block)
        link(text, range.span, htmlKey(range.block));
      else if (origin != origins.end() &&
               (range.kind == MappedRange::Kind::Statement || range.kind == MappedRange::Kind::Loop))
        linkOrigin(text, range.span, origin->second);
    }
    return text;
  }

  void linkOrigin(PageText& text, Span span, const Origin& origin) const {
    const bool block = origin.block.valid() && known_.contains(htmlKey(origin.block));
    link(text, span, block ? htmlKey(origin.block) : htmlKey(origin.loop));
  }

  std::vector<PageText> stages() const {
    const std::vector<Stage> lowered = lowerAll(function_, target_.pipeline());
    std::vector<PageText> texts;
    for (const Stage& stage : lowered) {
      // A stage without changes has the text of the stage before.
      if (stage.changed || texts.empty()) {
        texts.push_back(stageText(stage));
      } else {
        texts.push_back(texts.back());
        texts.back().name = stage.name, texts.back().label = stage.label, texts.back().help = stage.help;
        texts.back().changed = false;
      }
    }
    std::erase_if(texts, [](const PageText& text) { return !text.changed; });
    if (!lowered.empty()) addCode(texts, lowered.back().function);
    return texts;
  }

  static TextLanguage languageOf(CodeLanguage language) {
    switch (language) {
      case CodeLanguage::C:
        return TextLanguage::C;
      case CodeLanguage::Llvm:
        return TextLanguage::Llvm;
      case CodeLanguage::Assembly:
        break;
    }
    return TextLanguage::Assembly;
  }

  static PageText refused(const CodeText& code, const Explanation& why) {
    return {std::string(code.stage), std::string(code.label), std::string(code.help),
            "# " + why.message + "\n" + (why.hint.empty() ? "" : "# " + why.hint + "\n")};
  }

  void addCode(std::vector<PageText>& texts, const PrimFunc& lowered) const {
    std::optional<GpuProgram> kernels;
    CodeRequest request;
    request.math = input_.math;
    request.allows = input_.allows;
    request.origins = true;
    request.maxSeconds = kCodeSeconds;
    for (const CodeText* code : codeTextsOf(target_)) {
      if (code->ofKernels && !kernels) {
        Result<GpuProgram> program = lowerForGpu(function_, defaultGpuDevice());
        if (!program) return texts.push_back(refused(*code, program.error()));
        kernels = *std::move(program);
      }
      Result<std::vector<CodeListing>> listings =
          code->write({lowered, kernels ? &*kernels : nullptr}, {&code, 1}, request);
      if (!listings) return texts.push_back(refused(*code, listings.error()));
      const CodeListing& listing = listings->front();
      if (listing.failure && listing.lacksProgram) continue;
      texts.push_back(listing.failure ? refused(*code, *listing.failure) : codeText(*code, listing));
    }
  }

  PageText codeText(const CodeText& code, const CodeListing& listing) const {
    PageText text{std::string(code.stage), std::string(code.label), std::string(code.help), listing.text,
                  languageOf(code.language)};
    size_t begin = 0;
    for (const Origin& origin : listing.origins) {
      const size_t end = std::min(text.text.find('\n', begin), text.text.size());
      linkOrigin(text, {static_cast<int>(begin), static_cast<int>(end)}, origin);
      begin = end + 1;
    }
    return text;
  }

  // The steps of the story, each with the loops and blocks that it made or changed and that are still there.
  void addSteps(StatePage& page) const {
    for (const StoryStep& step : storyOfInput(input_).steps) {
      PageStep row{step.title,
                   step.ms ? timeText(*step.ms) : "",
                   !step.right ? "" : *step.right ? "✓" : "✗ wrong result",
                   step.note,
                   step.lost,
                   step.right && !*step.right};
      const Selection made = step.to > step.from ? madeBySteps(schedule_, step.from, step.to) : Selection();
      for (const LoopId loop : made.loops)
        if (known_.contains(htmlKey(loop))) row.made.push_back(htmlKey(loop));
      for (const BlockId block : made.blocks)
        if (known_.contains(htmlKey(block))) row.made.push_back(htmlKey(block));
      row.prose = step.prose;
      row.proved = step.proved;
      page.steps.push_back(std::move(row));
    }
  }

  const ExportInput& input_;
  const Schedule& schedule_;
  const Snapshot& program_;
  const int at_;
  const PrimFunc& function_;
  const TargetDescriptor& target_;
  std::set<std::string> known_;  // keys of the loops and blocks of the function
};

}  // namespace

Story storyOfInput(const ExportInput& input) {
  Story story = input.story;
  if (story.steps.empty()) story.steps = storyOf(input.schedule, input.groups);
  for (StoryStep& step : story.steps)
    if (step.prose.empty() && step.to > step.from) step.prose = proseOf(input.schedule, step.from, step.to);
  if (story.title.empty()) story.title = input.schedule.program().function(input.function).name;
  story.function = input.function;
  return story;
}

Story storyOfPage(const ExportInput& input) {
  Story story = storyOfInput(input);
  const TargetDescriptor* const named = findTarget(input.target);
  const TargetDescriptor& target = named ? *named : defaultTarget();
  for (StoryStep& step : story.steps) {
    const PrimFunc& function = step.program.function(std::min(story.function, step.program.functionCount() - 1));
    const std::vector<Stage> stages = lowerAll(function, target.pipeline());
    if (!stages.empty()) step.lowered = print(stages.back().function).text;
    if (step.lowered.size() > kLongestLowered) step.lowered.clear();
  }
  if (const std::string& proved = story.steps.back().proved; !proved.empty())
    story.conditions.emplace_back("Proved", proved.substr(std::string_view("Proved ").size()));
  if (input.file) story.source = input.file->source.text;
  // Without the path of the file, which is of no use to others. A schedule that cannot be carried out again has none.
  if (const Result<Session> session = sessionOf(input.schedule, input.file, input.chosen, input.function, "")) {
    const std::string text = toJson(*session);
    story.link = linkOfSession(text);
    story.session = encodeBase64(text);
  }
  return story;
}

StatePage pageOfState(const ExportInput& input) {
  StatePage page = Maker(input).make();
  // The program after the last pass.
  for (const PageText& stage : page.stages)
    if (page.stage.empty() || stage.language == TextLanguage::Script) page.stage = stage.name;
  return page;
}

}  // namespace lw
