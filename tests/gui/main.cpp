#include <QApplication>
#include <QTest>

#include "views/theme.h"

int testWorkflow(int argc, char** argv);
int testForms(int argc, char** argv);
int testModels(int argc, char** argv);

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  QApplication::setStyle("Fusion");
  lw::loadFonts();
  QApplication::setFont(lw::interfaceFont());
  return testModels(argc, argv) | testForms(argc, argv) | testWorkflow(argc, argv);
}
