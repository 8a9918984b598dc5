#include <QApplication>
#include <QTest>

#include "views/theme.h"

int testWorkflow(int argc, char** argv);
int testForms(int argc, char** argv);
int testInput(int argc, char** argv);
int testModels(int argc, char** argv);
int testScreenshots(int argc, char** argv);

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  QApplication::setStyle("Fusion");
  lw::loadFonts();
  QApplication::setFont(lw::interfaceFont());
  if (qEnvironmentVariableIsSet("LW_SCREENSHOTS")) return testScreenshots(argc, argv);
  return testModels(argc, argv) | testForms(argc, argv) | testInput(argc, argv) | testWorkflow(argc, argv) |
         testScreenshots(argc, argv);
}
