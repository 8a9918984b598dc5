// Runs all tests of the window; LW_GUI=repairs runs one part, LW_SCREENSHOTS=all takes screenshots,
// LW_PICTURES=FOLDER the pictures of the manual (scripts/pictures).
#include <QTest>
#include <algorithm>
#include <optional>
#include <vector>

#include "tests/gui/thread_handoffs.h"
#include "tests/gui/visibility.h"
#include "views/theme/bundled_fonts.h"
#include "views/theme/theme.h"

// The parts, by file: PART(loop_tree, testLoopTree) for test_loop_tree.cpp. CMake generates the list.
#define PART(name, run) int run(int argc, char** argv);
#include "parts.inc"
#undef PART
int takePictures(const QString& folder);
namespace lw::test {
int walk(const QStringList& words);
}
int crashOnPurpose(const QString& folder, const QString& how);
int actUntilKilled(const QString& folder, const QString& seed);
int workThenDie(const QString& settings, const QString& kept, const QString& file);

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", qEnvironmentVariable("LW_GUI_PLATFORM", "offscreen").toLocal8Bit());
  // Qt ends a test after five minutes; thousands of random actions take longer.
  if ((qEnvironmentVariableIsSet("LW_GUI_ACTIONS") || qEnvironmentVariableIsSet("LW_GUI_KILLS")) &&
      !qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT"))
    qputenv("QTEST_FUNCTION_TIMEOUT", "7200000");
  lw::test::WatchedApplication app(argc, argv);
  QApplication::setStyle("Fusion");
  lw::loadFonts();
  QApplication::setFont(lw::interfaceFont());
  if (argc == 5 && qstrcmp(argv[1], "--work-then-die") == 0) return workThenDie(argv[2], argv[3], argv[4]);
  if (argc == 4 && qstrcmp(argv[1], "--act-until-killed") == 0) return actUntilKilled(argv[2], argv[3]);
  if (argc == 7 && qstrcmp(argv[1], "--walk") == 0) return lw::test::walk(QApplication::arguments().mid(2));
  if (argc == 4 && qstrcmp(argv[1], "--crash") == 0) return crashOnPurpose(argv[2], argv[3]);
  if (qEnvironmentVariableIsSet("LW_PICTURES")) return takePictures(qEnvironmentVariable("LW_PICTURES"));
  if (qEnvironmentVariableIsSet("LW_SCREENSHOTS")) return testScreenshots(argc, argv);
  const lw::test::VisibilityGuard guard(nullptr);
  using Part = std::pair<const char*, int (*)(int, char**)>;
  const QByteArray only = qgetenv("LW_GUI");
  // The parts with this number of so many shares, so that several processes share the parts.
  const int share = qEnvironmentVariableIntValue("LW_GUI_SHARE"),
            shares = std::max(1, qEnvironmentVariableIntValue("LW_GUI_SHARES"));
  // Passed tests are not printed; LW_GUI_VERBOSE=1 prints all.
  std::vector<char*> words(argv, argv + argc);
  QByteArray silent("-silent");
  if (argc == 1 && !qEnvironmentVariableIsSet("LW_GUI_VERBOSE")) words.push_back(silent.data());
  const int count = int(words.size());
  words.push_back(nullptr);
  int failed = 0;
  // Parts that show sizes and texts on which the check of visibility.h does not pass yet.
  const QList<QByteArray> unwatched{"fuzz"};
  bool known = only.isEmpty();
  int number = 0;
#define PART(name, run) {#name, run},
  const Part parts[] = {
#include "parts.inc"
  };
#undef PART
  for (const auto& [name, run] : parts) {
    if (!only.isEmpty() && only != name) continue;
    known = true;
    if (share > 0 && number++ % shares != share - 1) continue;
    std::optional<lw::test::VisibilityGuard::Paused> paused;
    if (unwatched.contains(name)) paused.emplace();
    failed |= run(count, words.data());
  }
  if (!known) qCritical("LW_GUI: there is no part of this name");
  return known ? failed : 1;
}
