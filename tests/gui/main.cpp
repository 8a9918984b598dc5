#include <QApplication>
#include <QTest>

#include "views/theme.h"

int testWorkflow(int argc, char** argv);
int testForms(int argc, char** argv);
int testInput(int argc, char** argv);
int testModels(int argc, char** argv);
int testScreenshots(int argc, char** argv);
int testSessions(int argc, char** argv);
int testComposites(int argc, char** argv);
int testHelp(int argc, char** argv);
int testConsent(int argc, char** argv);
int workThenDie(const QString& settings, const QString& kept, const QString& file);

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  QApplication::setStyle("Fusion");
  lw::loadFonts();
  QApplication::setFont(lw::interfaceFont());
  if (argc == 5 && qstrcmp(argv[1], "--work-then-die") == 0) return workThenDie(argv[2], argv[3], argv[4]);
  if (qEnvironmentVariableIsSet("LW_SCREENSHOTS")) return testScreenshots(argc, argv);
  if (qEnvironmentVariableIsSet("LW_SESSIONS")) return testSessions(argc, argv);
  if (qEnvironmentVariableIsSet("LW_COMPOSITES")) return testComposites(argc, argv);
  if (qEnvironmentVariableIsSet("LW_HELP")) return testHelp(argc, argv);
  if (qEnvironmentVariableIsSet("LW_CONSENT")) return testConsent(argc, argv);
  return testModels(argc, argv) | testForms(argc, argv) | testInput(argc, argv) | testWorkflow(argc, argv) |
         testSessions(argc, argv) | testComposites(argc, argv) | testHelp(argc, argv) | testConsent(argc, argv) | testScreenshots(argc, argv);
}
