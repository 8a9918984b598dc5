// All tests of the window in one program; LW_GUI=repairs runs one part, LW_SCREENSHOTS=all takes pictures.
#include <QApplication>
#include <QTest>
#include <vector>

#include "views/theme/bundled_fonts.h"
#include "views/theme/theme.h"

int testWorkflow(int argc, char** argv);
int testForms(int argc, char** argv);
int testInput(int argc, char** argv);
int testModels(int argc, char** argv);
int testScreenshots(int argc, char** argv);
int testSessions(int argc, char** argv);
int testDocuments(int argc, char** argv);
int testComposites(int argc, char** argv);
int testHelp(int argc, char** argv);
int testConsent(int argc, char** argv);
int testLoopTree(int argc, char** argv);
int testCompare(int argc, char** argv);
int testMeasure(int argc, char** argv);
int testNumbers(int argc, char** argv);
int testChords(int argc, char** argv);
int testFigures(int argc, char** argv);
int testValues(int argc, char** argv);
int testPlayback(int argc, char** argv);
int testWarps(int argc, char** argv);
int testPlan(int argc, char** argv);
int testSpeed(int argc, char** argv);
int testRepairs(int argc, char** argv);
int testTensors(int argc, char** argv);
int testLanguage(int argc, char** argv);
int testFuzz(int argc, char** argv);
int testCode(int argc, char** argv);
int testKernels(int argc, char** argv);
int testHistory(int argc, char** argv);
int testExchange(int argc, char** argv);
int testEveryday(int argc, char** argv);
int crashOnPurpose(const QString& folder, const QString& how);
int testPanes(int argc, char** argv);
int testApply(int argc, char** argv);
int testOutlook(int argc, char** argv);
int testMenus(int argc, char** argv);
int testArithmetic(int argc, char** argv);
int testProduct(int argc, char** argv);
int testReach(int argc, char** argv);
int testLecture(int argc, char** argv);
int testFeatures(int argc, char** argv);
int workThenDie(const QString& settings, const QString& kept, const QString& file);

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", qEnvironmentVariable("LW_GUI_PLATFORM", "offscreen").toLocal8Bit());
  // Qt ends a test after five minutes; thousands of random actions take longer.
  if (qEnvironmentVariableIsSet("LW_GUI_ACTIONS") && !qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT"))
    qputenv("QTEST_FUNCTION_TIMEOUT", "7200000");
  QApplication app(argc, argv);
  QApplication::setStyle("Fusion");
  lw::loadFonts();
  QApplication::setFont(lw::interfaceFont());
  if (argc == 5 && qstrcmp(argv[1], "--work-then-die") == 0) return workThenDie(argv[2], argv[3], argv[4]);
  if (argc == 4 && qstrcmp(argv[1], "--crash") == 0) return crashOnPurpose(argv[2], argv[3]);
  if (qEnvironmentVariableIsSet("LW_SCREENSHOTS")) return testScreenshots(argc, argv);
  using Part = std::pair<const char*, int (*)(int, char**)>;
  const QByteArray only = qgetenv("LW_GUI");
  const int half =
      qEnvironmentVariableIntValue("LW_GUI_HALF");  // 1 or 2: every other part, so that two programs share them
  // What passes needs no line; LW_GUI_VERBOSE=1 prints them all.
  std::vector<char*> words(argv, argv + argc);
  QByteArray silent("-silent");
  if (argc == 1 && !qEnvironmentVariableIsSet("LW_GUI_VERBOSE")) words.push_back(silent.data());
  const int count = int(words.size());
  words.push_back(nullptr);
  int failed = 0;
  bool known = only.isEmpty();
  int number = 0;
  for (const auto& [name, run] : {Part{"models", testModels},
                                  Part{"forms", testForms},
                                  Part{"menus", testMenus},
                                  Part{"input", testInput},
                                  Part{"workflow", testWorkflow},
                                  Part{"tree", testLoopTree},
                                  Part{"speed", testSpeed},
                                  Part{"repairs", testRepairs},
                                  Part{"sessions", testSessions},
                                  Part{"documents", testDocuments},
                                  Part{"composites", testComposites},
                                  Part{"compare", testCompare},
                                  Part{"measure", testMeasure},
                                  Part{"numbers", testNumbers},
                                  Part{"chords", testChords},
                                  Part{"plan", testPlan},
                                  Part{"help", testHelp},
                                  Part{"consent", testConsent},
                                  Part{"tensors", testTensors},
                                  Part{"code", testCode},
                                  Part{"kernels", testKernels},
                                  Part{"panes", testPanes},
                                  Part{"apply", testApply},
                                  Part{"outlook", testOutlook},
                                  Part{"arithmetic", testArithmetic},
                                  Part{"product", testProduct},
                                  Part{"reach", testReach},
                                  Part{"lecture", testLecture},
                                  Part{"features", testFeatures},
                                  Part{"figures", testFigures},
                                  Part{"values", testValues},
                                  Part{"playback", testPlayback},
                                  Part{"warps", testWarps},
                                  Part{"history", testHistory},
                                  Part{"exchange", testExchange},
                                  Part{"everyday", testEveryday},
                                  Part{"fuzz", testFuzz},
                                  Part{"language", testLanguage},
                                  Part{"screenshots", testScreenshots}}) {
    if (!only.isEmpty() && only != name) continue;
    known = true;
    if (half > 0 && number++ % 2 != half - 1) continue;
    failed |= run(count, words.data());
  }
  if (!known) qCritical("LW_GUI: there is no part of this name");
  return known ? failed : 1;
}
