// loopwright: the desktop app.
#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QIcon>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <optional>

#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/support/services.h"
#include "app/services/document/arguments.h"
#include "app/window/appearance/language.h"
#include "app/window/code/code_feature.h"
#include "app/window/crash_log.h"
#include "app/window/documents/documents_feature.h"
#include "app/window/help/help_feature.h"
#include "app/window/layouts/layouts_feature.h"
#include "app/window/lecture/lecture_feature.h"
#include "app/window/lecture/slides.h"
#include "app/window/lowered/lowered_feature.h"
#include "app/window/main_window.h"
#include "app/window/single_instance.h"
#include "views/theme/bundled_fonts.h"

namespace {

constexpr int kScreenshotMs = 60000;

// Waits until no job is running; false: it took too long.
bool settle(const lw::MainWindow& window) {
  QElapsedTimer clock;
  clock.start();
  int calm = 0;
  while (clock.elapsed() < kScreenshotMs) {
    QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    calm = window.idle() ? calm + 1 : 0;
    if (calm > 3) return true;
  }
  return false;
}

// What the lecture shows: all states as slides, or the shown one as a picture.
int takeLecture(lw::MainWindow& window, const QString& file, bool all) {
  auto& lecture = window.feature<lw::LectureFeature>();
  std::optional<QString> error;
  const auto done = [&](const lw::SlidesWritten& written) { error = written.error; };
  if (all)
    lecture.writeSlides(file, done);
  else
    lecture.writeShown(file, done);
  while (!error) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  return error->isEmpty() ? 0 : (std::fprintf(stderr, "%s\n", qPrintable(*error)), 1);
}

int takeScreenshot(lw::MainWindow& window, const QString& file, bool scheduled) {
  if (scheduled) {
    window.feature<lw::CodeFeature>().showScheduled(true);
    settle(window);
  }
  if (window.context().services().get<lw::ShownProgram>()->hasViews() &&
      !window.context().services().get<lw::ShownProgram>()->views().tree.nodes.empty()) {
    const lw::LoopTree& tree = window.context().services().get<lw::ShownProgram>()->views().tree;
    for (auto node = tree.nodes.rbegin(); node != tree.nodes.rend(); ++node)
      if (node->loop.valid()) {
        window.context().services().get<lw::SelectionModel>()->select(lw::LinkedSelection::of(node->loop));
        break;
      }
    settle(window);
  }
  window.feature<lw::LoweredFeature>().view()->chooseStage("assembly");
  settle(window);
  if (!window.grab().save(file)) return std::fprintf(stderr, "cannot write %s\n", qPrintable(file)), 1;
  return 0;
}

// For measuring the start: prints a line when the program of the file is painted, and quits.
void reportWhenUsable(lw::MainWindow& window) {
  QObject::connect(window.context().services().get<lw::ShownProgram>(), &lw::ShownProgram::changed, &window, [] {
    QTimer::singleShot(0, qApp, [] {
      std::puts("usable");
      std::fflush(stdout);
      QApplication::quit();
    });
  });
}

// Registers as the single instance. Windows for pictures and windows that were requested separately do not register.
void registerInstance(lw::SingleInstance& instance, lw::MainWindow& window) {
  if (!instance.listen()) return;
  QObject::connect(&instance, &lw::SingleInstance::filesHanded, &window.feature<lw::DocumentsFeature>(),
                   &lw::DocumentsFeature::takeFiles);
}

void keepCrashLog(lw::CrashLog& log, lw::MainWindow& window) {
  QObject::connect(&window, &lw::MainWindow::said, &window, [&log](const QString& text) {
    if (!text.isEmpty()) log.note(text.toStdString());
  });
  if (const std::string report = log.unread(); !report.empty())
    window.feature<lw::HelpFeature>().tellOfCrash(QString::fromStdString(report));
}

struct Arguments {
  QCommandLineParser parser;
  const QCommandLineOption screenshot{"screenshot", "Write a picture of the window to <OUT.png> and end.", "OUT.png"};
  const QCommandLineOption lecture{"lecture", "With --screenshot: a picture of the lecture, 1280 x 720."};
  const QCommandLineOption slides{
      "slides", "Write the lecture of all steps to <OUT.pdf>, or to pictures OUT_0.png, OUT_1.png ..., and end.",
      "OUT"};
  const QCommandLineOption schedule{"schedule", "Apply the schedule function <NAME> of the file.", "NAME"};
  const QCommandLineOption theme{"theme", "dark or light.", "NAME"};
  const QCommandLineOption size{"size", "Size of the window, <W>x<H>.", "WxH"};
  const QCommandLineOption another{"new-window", "Open a window of its own, even where one is open."};
  const QCommandLineOption language{"language", "en or zh_CN, in place of the chosen one.", "NAME"};
  const QCommandLineOption timeStart{"time-start",
                                     "Say \"usable\" when the file is shown, without a display, and end."};

  Arguments() {
    parser.setApplicationDescription("Loopwright: a workbench for tensor-program schedules");
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument("FILE",
                                 "a program (.py), a model of ONNX (.onnx), a notebook (.ipynb), a folder or a session "
                                 "(.lwsession, or a page's link) to open",
                                 "[FILE]");
    parser.addOptions({screenshot, lecture, slides, schedule, theme, size, another, language, timeStart});
  }
};

// What the arguments ask for: slides, the lecture or the window.
int takePictures(lw::MainWindow& window, const Arguments& arguments) {
  const QCommandLineParser& parser = arguments.parser;
  window.show();
  if (!settle(window)) return std::fprintf(stderr, "the window did not come to rest\n"), 1;
  if (parser.isSet(arguments.slides)) return takeLecture(window, parser.value(arguments.slides), true);
  const QString file = parser.value(arguments.screenshot);
  if (parser.isSet(arguments.lecture)) return takeLecture(window, file, false);
  return takeScreenshot(window, file, parser.isSet(arguments.schedule));
}

bool asksForHelp(int argc, char** argv) {
  const char* const kWords[] = {"--help", "-h", "--help-all", "--version", "-v"};
  return std::any_of(argv + 1, argv + argc, [&](const char* argument) {
    return std::any_of(std::begin(kWords), std::end(kWords),
                       [&](const char* word) { return std::strcmp(word, argument) == 0; });
  });
}

// Prints help and version, which require no display.
int printHelp(int argc, char** argv) {
  QCoreApplication app(argc, argv);
  QCoreApplication::setApplicationName("loopwright");
  QCoreApplication::setApplicationVersion(LW_VERSION);
  Arguments().parser.process(app);  // ends the process
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (asksForHelp(argc, argv)) return printHelp(argc, argv);
  bool headless = false;
  for (int i = 1; i < argc; ++i)
    headless = headless || QByteArrayView(argv[i]).startsWith("--screenshot") ||
               QByteArrayView(argv[i]).startsWith("--slides") || QByteArrayView(argv[i]) == "--time-start";
  if (headless && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  setlocale(LC_NUMERIC, "C");  // programs are read and written with a decimal point, wherever the window runs
  QApplication::setApplicationName("loopwright");
  QApplication::setOrganizationName("loopwright");
  QApplication::setStyle("Fusion");
  QApplication::setDesktopFileName("org.loopwright.loopwright");  // Wayland finds the icon by it
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/loopwright.svg")));
  lw::loadFonts();
  QApplication::setFont(lw::interfaceFont());

  Arguments arguments;
  QCommandLineParser& parser = arguments.parser;
  parser.process(app);
  lw::SingleInstance instance("loopwright");
  const bool alone = headless || parser.isSet(arguments.another) ||
                     parser.isSet(arguments.schedule);  // an open window accepts only files
  if (!alone && instance.handOver(parser.positionalArguments())) return 0;

  QTemporaryDir scratch;  // pictures use fresh settings, whatever the user has chosen
  QSettings own, fresh(scratch.filePath("settings.ini"), QSettings::IniFormat);
  if (headless) fresh.setValue("autosave", scratch.path());
  const QString wanted = parser.isSet(arguments.language) ? parser.value(arguments.language)
                         : headless                       ? QStringLiteral("en")
                                                          : lw::chosenLanguage(own);
  if (!lw::useLanguage(app, wanted))
    return std::fprintf(stderr, "there is no language %s: en, zh_CN\n", qPrintable(wanted)), 2;
  lw::MainWindow window(headless ? &fresh : &own);
  const QStringList wh = parser.value(arguments.size).split('x');
  if (wh.size() == 2 && wh[0].toInt() > 0 && wh[1].toInt() > 0) {
    window.resize(wh[0].toInt(), wh[1].toInt());
    window.feature<lw::LayoutsFeature>().reset();
  }
  if (parser.isSet(arguments.theme)) window.setThemeByName(parser.value(arguments.theme));
  if (parser.isSet(arguments.timeStart)) reportWhenUsable(window);
  const QString applied = parser.value(arguments.schedule);
  if (!parser.positionalArguments().isEmpty())
    window.openFile(lw::pathOfArgument(parser.positionalArguments().first()), applied);
  if (parser.isSet(arguments.screenshot) || parser.isSet(arguments.slides)) return takePictures(window, arguments);
  window.show();
  if (parser.isSet(arguments.timeStart)) return app.exec();
  if (!alone) registerInstance(instance, window);
  lw::CrashLog log(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation).toStdString() + "/crashes",
                   LW_VERSION);
  keepCrashLog(log, window);
  if (!applied.isEmpty()) window.feature<lw::CodeFeature>().showScheduled(true);
  return app.exec();
}
