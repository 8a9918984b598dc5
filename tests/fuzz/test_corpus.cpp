// Every file of tests/fuzz/corpus is read, and mutations of it are: nothing crashes, hangs or is read in two ways.
// `scripts/check fuzz` looks for further inputs by coverage. LW_FUZZ_MUTATIONS=N makes N mutations of every file (the
// default is 40), LW_FUZZ_SEED sets the seed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "backends/package/package.h"
#include "core/session/session.h"
#include "core/trace/trace.h"
#include "tests/fuzz/corpus.h"
#include "tests/fuzz/readers.h"

namespace lw::fuzz {
namespace {

unsigned long variable(const char* name, unsigned long usual) {
  const char* text = std::getenv(name);
  return text ? std::strtoul(text, nullptr, 10) : usual;
}

class FuzzCorpus : public testing::TestWithParam<Reader> {};

std::string mutatedBytes(std::string bytes, const std::vector<CorpusFile>& others, std::mt19937_64& random) {
  const auto below = [&](size_t n) { return n == 0 ? 0 : random() % n; };
  for (size_t n = 1 + below(3); n > 0 && !bytes.empty(); --n) {
    const size_t at = below(bytes.size()), length = std::min(bytes.size() - at, 1 + below(below(4) == 0 ? 60 : 6));
    switch (below(7)) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ (1u << below(8)));
        break;
      case 2:
        bytes.erase(at, length);
        break;
      case 3:
        bytes.insert(at, bytes.substr(at, length));
        break;
      case 4:
        bytes.insert(at, std::to_string(static_cast<int64_t>(random() >> below(64))));
        break;
      case 5: {
        const std::string& other = others[below(others.size())].bytes;
        bytes.insert(at, other.substr(below(other.size()), 1 + below(40)));
        break;
      }
      default:
        bytes.resize(at);
    }
  }
  return bytes;
}

TEST_P(FuzzCorpus, IsReadAndMutationsOfItAre) {
  const Reader reader = GetParam();
  const std::vector<CorpusFile> files = corpusOf(reader.name);
  ASSERT_FALSE(files.empty());
  std::mt19937_64 random(variable("LW_FUZZ_SEED", 1));
  for (const CorpusFile& file : files) {
    SCOPED_TRACE(file.name);
    EXPECT_EQ(reader.read(file.bytes), "");
    for (unsigned long i = variable("LW_FUZZ_MUTATIONS", 40); i > 0; --i) {
      const std::string bytes = mutatedBytes(file.bytes, files, random);
      const std::string wrong = reader.read(bytes);
      ASSERT_EQ(wrong, "") << bytes;
    }
  }
}

// Values are copied and written by recursion, so a limit of depth comes first.
TEST(FuzzReaders, DeeplyNestedJsonIsRefused) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  const Result<Trace> trace = traceFromJson("[[[\"Annotate\", [\"b0\", " + deep + "], [\"x\"], []]], []]");
  ASSERT_FALSE(trace);
  EXPECT_EQ(toText(trace.error()), "the trace is not JSON: brackets are nested more than 200 deep");
  const Result<LoadedSession> session = sessionFromJson("{\"format\": \"loopwright-session\",\n \"x\": " + deep + "}");
  ASSERT_FALSE(session);
  EXPECT_EQ(session.error().message, "line 2, column 206: brackets are nested more than 200 deep");
  const std::string description = "{\"name\": \"f\", \"plan\": " + deep + "}";
  const Result<KernelPackage> package =
      decodePackage("loopwright package 1\n" + std::to_string(description.size()) + "\n" + description, 1000);
  ASSERT_FALSE(package);
  EXPECT_NE(package.error().message.find("brackets are nested more than 200 deep"), std::string::npos);
  for (const Reader& reader : allReaders()) {
    EXPECT_EQ(reader.read(deep), "") << reader.name;
    EXPECT_EQ(reader.read("[\"h\", \"\"]\n----\n[0, [" + deep + ", null]]\n"), "") << reader.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, FuzzCorpus, testing::ValuesIn(allReaders().begin(), allReaders().end()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace lw::fuzz
