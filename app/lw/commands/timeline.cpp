// lw timeline: how the warps of a GPU block spend their time, by a model of the device.
#include <algorithm>
#include <cstdio>
#include <iostream>

#include "app/lw/options/input_pairs.h"
#include "app/lw/output/emulated.h"
#include "app/lw/steps.h"
#include "backends/measure/timelines.h"
#include "core/support/json.h"

namespace lw {
namespace {

using Kind = TimelineSpan::Kind;

const char* nameOf(const TimelineSpan& span) {
  if (span.kind == Kind::Compute) return "compute";
  if (span.kind == Kind::Copy) return "copy";
  return span.waitsFor == TimelineSpan::For::Copies  ? "wait for copies"
         : span.waitsFor == TimelineSpan::For::Phase ? "wait for a phase"
                                                     : "wait for the block";
}

nlohmann::json toJson(const BlockTimeline& t, const std::map<BlockId, std::string>& names) {
  const auto blockOf = [&](Origin origin) {
    const auto found = names.find(origin.block);
    return found == names.end() ? std::string() : found->second;
  };
  nlohmann::json warps = nlohmann::json::array(), copies = nlohmann::json::array();
  for (const TimelineWarp& warp : t.warps) {
    nlohmann::json spans = nlohmann::json::array();
    for (const TimelineSpan& s : warp.spans)
      spans.push_back(
          {{"what", nameOf(s)}, {"begin", s.begin}, {"end", s.end}, {"busy", s.busy}, {"block", blockOf(s.origin)}});
    warps.push_back({{"first_thread", warp.first}, {"threads", warp.threads}, {"spans", spans}});
  }
  for (const TimelineCopy& c : t.copies)
    copies.push_back({{"warp", c.warp},
                      {"begin", c.begin},
                      {"end", c.end},
                      {"bytes", c.bytes},
                      {"buffer", c.buffer},
                      {"block", blockOf(c.origin)}});
  return {{"kernel", t.kernel},
          {"device", t.device},
          {"cycles", t.cycles},
          {"ghz", t.ghz},
          {"resident_blocks", t.occupancy.blocks},
          {"warps", warps},
          {"copies", copies},
          {"in_flight", t.inFlight},
          {"overlapped", t.overlapped},
          {"modelled", true},
          {"complete", t.complete}};
}

double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

void print(const BlockTimeline& t) {
  std::printf("%s: one block of %zu warps on %s, %.0f cycles (%.3g us) by a model, not measured%s\n", t.kernel.c_str(),
              t.warps.size(), std::string(t.device).c_str(), t.cycles, t.cycles / t.ghz * 1e-3,
              t.complete ? "" : "; the block does not end, or does too much to be recorded");
  std::printf("  a multiprocessor holds %d such blocks, limited by %s\n", t.occupancy.blocks,
              std::string(t.occupancy.limit).c_str());
  for (const TimelineWarp& warp : t.warps) {
    double forCopies = 0;
    for (const TimelineSpan& s : warp.spans)
      if (s.kind == Kind::Wait && s.waitsFor != TimelineSpan::For::Block) forCopies += s.end - s.begin;
    const double stalled = std::max(0.0, warp.of(Kind::Compute) + warp.of(Kind::Copy) - warp.busy()),
                 waits = warp.of(Kind::Wait);
    std::printf(
        "  threads %4ld to %4ld  issue %3.0f %%, stalled %3.0f %%, wait for copies %3.0f %%, for others %3.0f %%\n",
        static_cast<long>(warp.first), static_cast<long>(warp.first + warp.threads - 1), percent(warp.busy(), t.cycles),
        percent(stalled, t.cycles), percent(forCopies, t.cycles), percent(waits - forCopies, t.cycles));
  }
  if (t.copies.empty())
    std::printf("  no asynchronous copies\n");
  else
    std::printf(
        "  %zu asynchronous copies, in flight %.0f %% of the time; meanwhile a warp computes %.0f %% of theirs\n",
        t.copies.size(), percent(t.inFlight, t.cycles), percent(t.overlapped, t.inFlight));
}

int run(const CommandLine& arguments) {
  std::variant<Loaded, int> loaded = load(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const Loaded& program = std::get<Loaded>(loaded);
  const SteppedSchedule steps = applySteps(arguments, program);
  if (steps.error) return failSteps(arguments, steps);
  MeasureOptions options;
  options.device = arguments.get("--device");
  if (auto e = readPairs(arguments, options.inputs)) return fail(arguments, *e, nullptr, kWrongUsage);
  const PrimFunc& scheduled = steps.schedule.program().function(steps.schedule.currentFunction());
  const Result<std::vector<BlockTimeline>> made =
      timelinesOf(program.file, steps.schedule.source().function(steps.schedule.currentFunction()), scheduled, options);
  if (!made)
    return fail(arguments, made.error(), nullptr, made.error().kind == "run.device" ? kNoTarget : kInputAtFault);
  if (!arguments.json()) {
    for (const BlockTimeline& t : *made) print(t);
    return kDone;
  }
  nlohmann::json kernels = nlohmann::json::array();
  for (const BlockTimeline& t : *made) kernels.push_back(toJson(t, blockNames(scheduled)));
  std::cout << nlohmann::json{{"ok", true}, {"kernels", kernels}}.dump(2) << "\n";
  return kDone;
}

}  // namespace

Command timelineCommand() {
  Command command{"timeline",
                  "how the warps of a GPU block compute, copy and wait over time, by a model of the device",
                  {{"FILE", "FILE.py[:FUNC]", "", OptionSpec::kRequired}},
                  run};
  for (const OptionSpec& option : stepOptions()) command.options.push_back(option);
  command.options.push_back(
      {"--bind", "value of a symbolic size or scalar parameter: n=37; repeatable", "", OptionSpec::kRepeated});
  command.options.push_back(
      {"--input", "range of an input's values: A=positive, ids=0..19; repeatable", "", OptionSpec::kRepeated});
  command.options.push_back({"--device", "model of a device, such as sm_90", "", OptionSpec::kValue});
  return command;
}

}  // namespace lw
