// Every text of the window has the room that it needs at 1280x800: in every pane and on every page, in each language,
// in both themes, and at twice the resolution.
#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenuBar>
#include <QProcess>
#include <QTableView>
#include <QTranslator>
#include <QTreeView>

#include "app/window/appearance/language.h"
#include "tests/gui/fixture.h"

namespace lw {

class TestLabels : public QObject {
  Q_OBJECT

  static QString plainText(QString text) { return text.remove('&'); }

  static bool isWide(const QFontMetrics& letters, const QString& text, int room) {
    for (const QString& line : text.split('\n'))
      if (letters.horizontalAdvance(line) > room + 1) return true;
    return false;
  }
  static bool cuts(const QLabel* label) {
    if (label->text().isEmpty() || !label->pixmap().isNull()) return false;
    const QRect room = label->contentsRect();
    if (label->wordWrap()) return label->heightForWidth(label->width()) > label->height() + 1;
    if (Qt::mightBeRichText(label->text())) return label->sizeHint().width() > label->width() + 1;
    return isWide(label->fontMetrics(), plainText(label->text()), room.width() - 2 * label->margin());
  }
  static bool cuts(const QAbstractButton* button) {
    const auto* tool = qobject_cast<const QToolButton*>(button);
    if (button->text().isEmpty() || (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly)) return false;
    if (button->objectName() == QLatin1String("rail") || button->objectName() == QLatin1String("foldStages"))
      return false;  // painted from top to bottom; as wide as the list
    const int icon = button->icon().isNull() ? 0 : button->iconSize().width() + 4;
    return isWide(button->fontMetrics(), plainText(button->text()), button->width() - icon);
  }
  static bool cuts(const QComboBox* box) {
    constexpr int kArrow = 24;
    return isWide(box->fontMetrics(), box->currentText(), box->width() - kArrow);
  }
  static QString nameOf(const QWidget* widget) {
    QStringList names;
    for (const QWidget* at = widget; at && names.size() < 5; at = at->parentWidget())
      if (!at->objectName().isEmpty() && !at->objectName().startsWith("qt_")) names.prepend(at->objectName());
    return names.join('/');
  }
  // Whether a scroll area hides the widget, which is then reached by scrolling.
  static bool isSeen(const QWidget* widget) { return widget->isVisible() && !widget->visibleRegion().isEmpty(); }

  static void cutTexts(const WindowFixture& f, const QString& where, QStringList& found) {
    const auto report = [&](const QWidget* widget, const QString& text) {
      found << QStringLiteral("%1: %2 \"%3\" (%4)").arg(where, nameOf(widget), text).arg(widget->width());
    };
    for (const QLabel* label : f.window->findChildren<QLabel*>())
      if (isSeen(label) && cuts(label)) report(label, label->text());
    for (const QAbstractButton* button : f.window->findChildren<QAbstractButton*>())
      if (isSeen(button) && cuts(button)) report(button, button->text());
    for (const QComboBox* box : f.window->findChildren<QComboBox*>())
      if (isSeen(box) && cuts(box)) report(box, box->currentText());
    for (const QHeaderView* header : f.window->findChildren<QHeaderView*>()) {
      if (!isSeen(header) || header->orientation() == Qt::Vertical) continue;
      for (int section = 0; section < header->count(); ++section)
        if (const QString title = header->model()->headerData(section, Qt::Horizontal).toString();
            !header->isSectionHidden(section) && isWide(header->fontMetrics(), title, header->sectionSize(section)))
          report(header, title);
    }
    const QListView* stages = f.lowered()->list();
    const QFontMetrics bold(interfaceFont(12, QFont::DemiBold)), small(interfaceFont(10, QFont::DemiBold));
    for (int row = 0; row < stages->model()->rowCount(); ++row) {
      const QModelIndex index = stages->model()->index(row, 0);
      constexpr int kSides = 25;
      if (bold.horizontalAdvance(index.data().toString()) + kSides > stages->viewport()->width() ||
          small.horizontalAdvance(index.data(StageModel::kGroup).toString()) + 11 > stages->viewport()->width())
        report(stages, index.data().toString());
    }
    // State and title of every pane, which are shortened where they do not fit.
    for (const QLabel* state : f.window->findChildren<QLabel*>("paneState"))
      if (isSeen(state) && state->text().contains(QStringLiteral("…"))) report(state, state->text());
  }

  // What the window shows, in each language and theme.
  static QStringList cutAnywhere() {
    QStringList found;
    for (const QString& language : {QStringLiteral("en"), QStringLiteral("zh_CN")}) {
      for (QTranslator* t : qApp->findChildren<QTranslator*>()) qApp->removeTranslator(t);
      if (language != QLatin1String("en") && !useLanguage(*qApp, language)) return {"no language " + language};
      for (const QString& theme : themeNames()) {
        WindowFixture f(theme);
        f.window->resize(1280, 800);
        const QString place = language + ' ' + theme + ' ';
        (void)f.atRest();
        cutTexts(f, place + "empty", found);
        if (!f.openText(kSmallProgram)) return {"not opened"};
        (void)f.clickLoop("k");
        (void)f.atRest();
        cutTexts(f, place + "opened", found);
        f.window->workbench()->steps()->applyFunction("tiled");
        (void)f.settle();
        f.window->workbench()->runs()->run();
        (void)f.settle();
        f.window->workbench()->steps()->applyText("parallel(k)");  // refused
        (void)f.settle();
        for (const bool scheduled : {false, true}) f.showScheduled(scheduled);
        for (const char* page : {"run", "roofline", "accesses", "values", "problems"}) {
          f.showPage(page);
          (void)f.settle();
          (void)f.atRest();
          cutTexts(f, place + page, found);
          if (language == QLatin1String("zh_CN") || theme == QLatin1String("dark"))
            f.screenshot(QStringLiteral("labels_%1_%2_%3").arg(language, theme, page));
        }
      }
    }
    for (QTranslator* t : qApp->findChildren<QTranslator*>()) qApp->removeTranslator(t);
    found.removeDuplicates();
    return found;
  }

 private Q_SLOTS:
  void cleanup() {
    for (QTranslator* t : qApp->findChildren<QTranslator*>()) qApp->removeTranslator(t);
  }

  void everyTextHasItsRoom() {
    const QStringList cut = cutAnywhere();
    QVERIFY2(cut.isEmpty(), qPrintable('\n' + cut.join('\n')));
  }

  // The resolution is chosen when a process starts.
  void atTwiceTheResolution() {
    if (qEnvironmentVariableIsSet("QT_SCALE_FACTOR")) QSKIP("is the process at twice the resolution");
    QProcess twice;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_SCALE_FACTOR", "2");
    environment.insert("LW_GUI", "labels");
    environment.remove("LW_GUI_SHARE");
    twice.setProcessEnvironment(environment);
    twice.setProcessChannelMode(QProcess::MergedChannels);
    twice.start(QCoreApplication::applicationFilePath(), QStringList());
    QVERIFY(twice.waitForFinished(300000));
    QVERIFY2(twice.exitCode() == 0, twice.readAll().right(4000).constData());
  }
};

}  // namespace lw

int testLabels(int argc, char** argv) {
  lw::TestLabels test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_labels.moc"
