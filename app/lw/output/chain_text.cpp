#include "app/lw/output/chain_text.h"

#include <array>

#include "app/lw/output/measurement_text.h"
#include "core/support/text.h"

namespace lw {
namespace {

using Source = ChainLink::Source;

std::string originOf(const ChainLink& link) {
  if (link.source == Source::Input) return "an input";
  if (link.source == Source::Unwritten) return "never written";
  std::string text = link.source == Source::Block ? "by block " + link.name : "by a statement outside of blocks";
  if (!link.loops.empty())
    text += " at " +
            join(link.loops, [](const auto& l) { return l.second.first + " = " + std::to_string(l.second.second); });
  return link.executions > 1 ? text + ", the last of " + std::to_string(link.executions) + " executions" : text;
}

nlohmann::json jsonOf(const ChainLink& link) {
  constexpr std::array kSources{"block", "statement", "input", "unwritten"};
  nlohmann::json j{{"buffer", link.buffer},
                   {"index", link.index},
                   {"value", link.value},
                   {"source", kSources.at(static_cast<size_t>(link.source))}};
  if (link.source == Source::Block) j["block"] = link.name;
  if (link.executions > 0) j["executions"] = link.executions;
  for (const auto& [id, loop] : link.loops) j["loops"][loop.first] = loop.second;
  return j;
}

std::string textOf(const ValueChain& chain, const std::string& name) {
  std::string text = "  in " + name + ":\n";
  for (const ChainLink& link : chain.links)
    text +=
        "    " + link.buffer + "[" + link.index + "] = " + format("%.9g", link.value) + ", " + originOf(link) + "\n";
  return chain.more ? text + "    ...\n" : text;
}

nlohmann::json jsonOf(const ValueChain& chain, const std::string& name) {
  nlohmann::json links = nlohmann::json::array();
  for (const ChainLink& link : chain.links) links.push_back(jsonOf(link));
  return {{"program", name}, {"links", std::move(links)}, {"more", chain.more}};
}

}  // namespace

std::string textOf(const DifferenceChains& chains, const std::pair<std::string, std::string>& names) {
  return textOf(chains.first, names.first) + textOf(chains.second, names.second);
}

nlohmann::json jsonOf(const DifferenceChains& chains, const std::pair<std::string, std::string>& names) {
  return {jsonOf(chains.first, names.first), jsonOf(chains.second, names.second)};
}

}  // namespace lw
