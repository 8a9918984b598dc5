#include "backends/cpu/target/cpu.h"

#include <unordered_map>

#include "backends/cpu/cpu.h"
#include "backends/measure/ways.h"
#include "backends/target/target.h"
#include "backends/targets/listing.h"
#include "core/support/text.h"

namespace lw {
namespace {

// `!dbg !12` at the end of an instruction leads to `!12 = !DILocation(line: 3, ...)`.
CodeListing llvmListing(const CpuModule& module, const std::string& text) {
  CodeListing listing;
  std::unordered_map<int, int> lineOfNode;
  forEachLine(text, [&](std::string_view line) {
    const size_t at = line.find("!DILocation(line: ");
    if (line.starts_with("!") && at != std::string_view::npos)
      lineOfNode[numberAtStart(line.substr(1))] = numberAtStart(line.substr(at + 18));
  });
  forEachLine(text, [&](std::string_view line) {
    if (line.starts_with("!")) return;  // metadata
    int number = 0;
    if (const size_t at = line.rfind(", !dbg !"); at != std::string_view::npos) {
      const auto found = lineOfNode.find(numberAtStart(line.substr(at + 8)));
      number = found == lineOfNode.end() ? 0 : found->second;
      line = line.substr(0, at);
    }
    addLine(listing, line, number, module.lines);
  });
  listing.depth = loopDepths(listing.text, CodeLanguage::Llvm);
  return listing;
}

// Directives that say nothing about the program are left out.
CodeListing assemblyListing(const CpuModule& module) {
  CodeListing listing;
  listing.note = "machine code for " + module.cpu;
  PricedCode priced{module.asmText, module.cpu, module.features, {}};
  int number = 0, here = -1;
  bool debugSection = false;
  forEachLine(module.asmText, [&](std::string_view line) {
    ++here;
    const std::string_view word = withoutIndent(line);
    if (word.starts_with(".section"))
      debugSection = word.find(".debug") != std::string_view::npos || word.find(".note") != std::string_view::npos;
    if (word.starts_with(".text")) debugSection = false;
    if (word.starts_with(".loc")) {
      number = lineOfLoc(word);
      return;
    }
    if (debugSection || word.empty() || word.starts_with(".cfi") || word.starts_with(".Ltmp") ||
        word.starts_with(".Lfunc") || word.starts_with(".file") || word.starts_with(".ident") ||
        word.starts_with("#DEBUG") || word.starts_with(".addrsig"))
      return;
    addLine(listing, assemblyLine(line), number, module.lines);
    priced.lines.push_back(here);
  });
  listing.depth = loopDepths(listing.text, CodeLanguage::Assembly);
  listing.priced = std::move(priced);
  return listing;
}

Result<std::vector<CodeListing>> writeCpuCode(const CodeSource& source, std::span<const CodeText* const> wanted,
                                              const CodeRequest& request);

constexpr CodeText kCpuTexts[] = {
    {.stage = "llvm",
     .help = "LLVM IR as it is emitted.",
     .name = "LLVM IR",
     .label = "LLVM IR",
     .note = "as passed to LLVM",
     .language = CodeLanguage::Llvm,
     .level = CodeLevel::Intermediate,
     .write = writeCpuCode},
    {.stage = "llvm-opt",
     .help = "LLVM IR after optimisation.",
     .name = "LLVM IR, optimised",
     .label = "optimised IR",
     .note = "after LLVM's own passes",
     .language = CodeLanguage::Llvm,
     .level = CodeLevel::Intermediate,
     .write = writeCpuCode},
    {.stage = "asm",
     .help = "Assembly for this machine.",
     .name = "assembly",
     .label = "assembly",
     .note = "machine code",
     .language = CodeLanguage::Assembly,
     .level = CodeLevel::Machine,
     .write = writeCpuCode},
};
constexpr const CodeText *kLlvm = &kCpuTexts[0], *kOptimised = &kCpuTexts[1], *kAssembly = &kCpuTexts[2];

// All in one compilation, which ends before LLVM's passes if only the code before them is wanted.
Result<std::vector<CodeListing>> writeCpuCode(const CodeSource& source, std::span<const CodeText* const> wanted,
                                              const CodeRequest& request) {
  const auto wants = [&](const CodeText* text) {
    return std::find(wanted.begin(), wanted.end(), text) != wanted.end();
  };
  CpuOptions options;
  options.allows = request.allows;
  options.math = request.math;
  options.debugLines = request.origins;
  options.object = false;
  options.llvmText = wants(kLlvm);
  options.optimisedText = wants(kOptimised);
  options.asmText = wants(kAssembly);
  options.stop = request.stop;
  options.maxSeconds = request.maxSeconds;
  Result<CpuModule> module = compileForCpu(source.lowered, options);
  if (!module) return std::move(module).error();
  std::vector<CodeListing> listings;
  for (const CodeText* text : wanted) {
    const std::string& code = text == kLlvm        ? module->llvmText
                              : text == kOptimised ? module->optimisedText
                                                   : module->asmText;
    listings.push_back(!request.origins    ? CodeListing{.text = code}
                       : text == kAssembly ? assemblyListing(*module)
                                           : llvmListing(*module, code));
  }
  return listings;
}

std::string sizeText(int64_t bytes) {
  if (bytes == 0) return "unknown";
  if (bytes % (1 << 20) == 0) return std::to_string(bytes >> 20) + " MiB";
  return std::to_string(bytes >> 10) + " KiB";
}

TargetState findCpu() {
  TargetState target;
  const CpuInfo info = cpuInfo();
  target.device = info.model;
#if defined(__x86_64__)
  target.available = true;
#else
  target.reason = "kernels are loaded as x86-64 code, and this machine has another architecture";
#endif
  std::string features = join(info.features, " ");
  target.details = {{"cores", std::to_string(info.cores)},
                    {"vector bits", std::to_string(info.vectorBits)},
                    {"features", features},
                    {"L1 data cache", sizeText(info.l1dBytes)},
                    {"L2 cache", sizeText(info.l2Bytes)},
                    {"L3 cache", sizeText(info.l3Bytes)}};
  return target;
}

}  // namespace

const TargetDescriptor kCpuTarget{.name = "cpu",
                                  .pipeline = cpuPipeline,
                                  .texts = kCpuTexts,
                                  .find = findCpu,
                                  .measure = measureOnProcessor,
                                  .onThisProcessor = true,
                                  .floatMath = true,
                                  .tvmKind = "llvm"};

}  // namespace lw
