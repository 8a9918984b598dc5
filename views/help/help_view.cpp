#include "views/help/help_view.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QImage>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QRegularExpression>
#include <QSet>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextFrame>
#include <QTextList>
#include <QVBoxLayout>
#include <algorithm>

#include "core/help/help.h"
#include "core/schedule/all_primitives.h"

#include "app/models/text/translate_messages.h"
#include "views/theme/bundled_fonts.h"

namespace lw {
namespace {

constexpr int kListWidth = 230, kPageMargin = 14, kPictureWidth = 680;
constexpr QSize kSize(980, 720);
constexpr int kName = Qt::UserRole;  // the name of a row's step; headings have none

QString text(std::string_view s) { return QString::fromUtf8(s.data(), qsizetype(s.size())); }

// Texts in the language of the window.
HelpWords wordsOf() {
  const QString language =
      QCoreApplication::translate("lw::HelpView", "en", "the folder of the help pages in this language");
  HelpWords words;
  if (language != QLatin1String("en")) words.language = language.toStdString();
  words.say = [](const std::string& english) {
    const QString heading = labelWords(english);
    return (heading != text(english) ? heading : inWords(english)).toStdString();
  };
  words.reason = [](const Explanation& e) { return reasonWords(e).toStdString(); };
  words.hint = [](const Explanation& e) { return hintWords(e).toStdString(); };
  words.witness = [](const Witness& w) { return witnessWords(w).toStdString(); };
  return words;
}

// Translates the texts of a picture.
QString labelled(const QString& svg) {
  static const QRegularExpression kWords("(?<=>)[^<>]*[A-Za-z][^<>]*(?=</t(ext|span)>)");
  QString made;
  qsizetype end = 0;
  for (auto found = kWords.globalMatch(svg); found.hasNext();) {
    const QRegularExpressionMatch words = found.next();
    made += svg.sliced(end, words.capturedStart() - end) + labelWords(words.captured().toStdString());
    end = words.capturedEnd();
  }
  return made + svg.sliced(end);
}

}  // namespace

HelpView::HelpView(QWidget* parent)
    : QDialog(parent),
      filter_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      page_(new QTextBrowser(this)),
      theme_(loadTheme("dark")) {
  setWindowTitle(tr("Help on steps"));
  setObjectName("help");
  resize(kSize);
  filter_->setPlaceholderText(tr("Search the steps"));
  filter_->setClearButtonEnabled(true);
  filter_->setAccessibleName(tr("Search the steps"));
  list_->setAccessibleName(tr("Steps"));
  list_->setFixedWidth(kListWidth);
  page_->setAccessibleName(tr("Page"));
  page_->setOpenLinks(false);
  page_->setFrameShape(QFrame::NoFrame);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setSpacing(2);
  auto* left = new QVBoxLayout;
  left->setSpacing(8);
  left->addWidget(filter_);
  left->addWidget(list_);
  auto* columns = new QHBoxLayout(this);
  columns->setContentsMargins(kPageMargin, kPageMargin, kPageMargin, kPageMargin);
  columns->setSpacing(kPageMargin);
  columns->addLayout(left);
  columns->addWidget(page_, 1);
  fill();
  connect(filter_, &QLineEdit::textChanged, this, &HelpView::applyFilter);
  connect(list_, &QListWidget::currentItemChanged, this, &HelpView::showCurrent);
}

// One heading per group, followed by the steps of the group.
void HelpView::fill() {
  std::vector<Group> groups;
  for (const Primitive* p : allPrimitives())
    if (!p->query && std::find(groups.begin(), groups.end(), p->group) == groups.end()) groups.push_back(p->group);
  std::sort(groups.begin(), groups.end());
  for (const Group group : groups) {
    std::vector<const Primitive*> steps;
    for (const Primitive* p : allPrimitives())
      if (!p->query && p->group == group) steps.push_back(p);
    addGroup(QString::fromStdString(wordsOf().say(std::string(nameOf(group)))), steps);
  }
  addTopics();
  std::vector<const Primitive*> forms;
  for (const Composite& c : composites_) forms.push_back(c.form.get());
  if (!forms.empty()) addGroup(tr("composites"), forms);
}

void HelpView::addTopics() {
  auto* heading = new QListWidgetItem(tr("pages").toUpper(), list_);
  heading->setFlags(Qt::NoItemFlags);
  heading->setFont(interfaceFont(10, QFont::DemiBold));
  for (const HelpTopic& topic : helpTopics(wordsOf().language)) {
    auto* row = new QListWidgetItem(text(topic.title), list_);
    row->setData(kName, text(topic.name));
    row->setToolTip(text(topic.title));
    row->setFont(interfaceFont(13));
  }
}

void HelpView::addGroup(const QString& title, const std::vector<const Primitive*>& steps) {
  auto* heading = new QListWidgetItem(title.toUpper(), list_);
  heading->setFlags(Qt::NoItemFlags);
  heading->setFont(interfaceFont(10, QFont::DemiBold));
  for (const Primitive* p : steps) {
    auto* row = new QListWidgetItem(text(p->name), list_);
    row->setData(kName, text(p->name));
    row->setToolTip(inWords(p->summary));
    row->setFont(codeFont(12.5));
  }
}

void HelpView::setComposites(std::vector<Composite> composites) {
  const QString shown = shownStep();
  composites_ = std::move(composites);
  const QSignalBlocker quiet(list_);
  list_->clear();
  fill();
  for (int i = 0; i < list_->count(); ++i)
    if (!shown.isEmpty() && list_->item(i)->data(kName).toString() == shown) list_->setCurrentRow(i);
  applyFilter();
  showCurrent();
}

void HelpView::applyFilter() {
  const QString wanted = filter_->text().trimmed();
  QListWidgetItem *heading = nullptr, *first = nullptr;
  for (int i = 0; i < list_->count(); ++i) {
    QListWidgetItem* item = list_->item(i);
    if (item->data(kName).isNull()) {
      heading = item;
      heading->setHidden(true);
      continue;
    }
    const bool hit =
        item->text().contains(wanted, Qt::CaseInsensitive) || item->toolTip().contains(wanted, Qt::CaseInsensitive);
    item->setHidden(!hit);
    if (hit && heading) heading->setHidden(false);
    if (hit && !first) first = item;
  }
  if (first && (!list_->currentItem() || list_->currentItem()->isHidden())) list_->setCurrentItem(first);
}

void HelpView::showStep(const QString& primitive) {
  filter_->clear();
  for (int i = 0; i < list_->count(); ++i)
    if (!primitive.isEmpty() && list_->item(i)->data(kName).toString() == primitive)
      list_->setCurrentRow(i);  // headings have no name
  if (!list_->currentItem() && list_->count() > 1) list_->setCurrentRow(1);
  list_->scrollToItem(list_->currentItem(), QAbstractItemView::PositionAtCenter);
  show();
  raise();
  activateWindow();
}

QString HelpView::shownStep() const {
  return list_->currentItem() ? list_->currentItem()->data(kName).toString() : QString();
}

void HelpView::showCurrent() {
  const std::string step = shownStep().toStdString();
  const Primitive* p = findPrimitive(step);
  const auto composite =
      std::find_if(composites_.begin(), composites_.end(), [&](const Composite& c) { return c.form->name == step; });
  const HelpWords words = wordsOf();
  const std::vector<HelpTopic> topics = helpTopics(words.language);
  const auto topic = std::find_if(topics.begin(), topics.end(), [&](const HelpTopic& t) { return t.name == step; });
  if (!p && composite == composites_.end() && topic == topics.end()) return;
  const Result<std::string> page = topic != topics.end() ? Result<std::string>(std::string(topic->text))
                                   : p                   ? helpPage(*p, words)
                                                         : Result<std::string>(helpPage(*composite, wordsOf()));
  const std::string shown = page ? *page : page.error().message;
  page_->setMarkdown(text(shown));
  addPictures(shown);
  paintCode();
  page_->moveCursor(QTextCursor::Start);
}

void HelpView::addPictures(const std::string& page) {
  static const QRegularExpression kPicture("!\\[[^\\]]*\\]\\(([^)]+)\\)");
  for (auto found = kPicture.globalMatch(text(page)); found.hasNext();) {
    const QString name = found.next().captured(1);
    QImage image = name.endsWith(QLatin1String(".svg")) ? drawnPicture(name) : takenPicture(name);
    image.setDevicePixelRatio(devicePixelRatioF());
    page_->document()->addResource(QTextDocument::ImageResource, QUrl(name), image);
  }
}

// The picture contains names of colours, which are replaced by the colours of the theme.
QImage HelpView::drawnPicture(const QString& name) const {
  QString svg = labelled(text(helpFile("images/" + name.toStdString())));
  const std::pair<const char*, QColor> colors[] = {
      {"$text", theme_.text}, {"$dim", theme_.dim},          {"$line", theme_.hairline}, {"$raised", theme_.raised},
      {"$left", theme_.data}, {"$right", theme_.vectorized}, {"$result", theme_.reduce}};
  for (const auto& [key, color] : colors) svg.replace(key, color.name());
  QSvgRenderer renderer(withOwnFamilies(svg.toUtf8()));
  QImage image(renderer.defaultSize() * devicePixelRatioF(), QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  renderer.render(&painter);
  return image;
}

// Of the window, in the same theme (scripts/pictures); as wide as the page.
QImage HelpView::takenPicture(const QString& name) const {
  const QString file =
      QStringLiteral(":/pictures/%1_%2.png").arg(name.section('.', 0, 0), theme_.dark ? "dark" : "light");
  return QImage(file).scaledToWidth(qRound(kPictureWidth * devicePixelRatioF()), Qt::SmoothTransformation);
}

// Formats inline code.
void HelpView::paintNames(const QTextBlock& block) {
  std::vector<std::pair<int, int>> names;
  for (auto piece = block.begin(); !piece.atEnd(); ++piece)
    if (piece.fragment().charFormat().fontFixedPitch())
      names.emplace_back(piece.fragment().position(), piece.fragment().length());
  for (const auto& [from, length] : names) {
    QTextCursor cursor(block);
    cursor.setPosition(from);
    cursor.setPosition(from + length, QTextCursor::KeepAnchor);
    QTextCharFormat letters;
    letters.setFont(codeFont(12));
    letters.setFontFixedPitch(true);
    cursor.mergeCharFormat(letters);
  }
}

// The interface font has no bolder weight; Qt would synthesize one that overlaps other letters.
void HelpView::paintStrong(const QTextBlock& block) {
  std::vector<std::pair<int, int>> strong;
  for (auto piece = block.begin(); !piece.atEnd(); ++piece)
    if (piece.fragment().charFormat().fontWeight() > QFont::DemiBold && !piece.fragment().charFormat().fontFixedPitch())
      strong.emplace_back(piece.fragment().position(), piece.fragment().length());
  for (const auto& [from, length] : strong) {
    QTextCursor cursor(block);
    cursor.setPosition(from);
    cursor.setPosition(from + length, QTextCursor::KeepAnchor);
    QTextCharFormat letters;
    letters.setFontWeight(QFont::DemiBold);
    cursor.mergeCharFormat(letters);
  }
}

// Formats code blocks in the code font on a raised background, with the lines that the step has changed tinted; adds
// space around headings and paragraphs.
void HelpView::paintCode() {
  QSet<QString> before;  // lines of the first program on the page
  int program = 0;
  bool inCode = false;
  for (QTextBlock block = page_->document()->begin(); block.isValid(); block = block.next()) {
    QTextBlockFormat format = block.blockFormat();
    const bool code =
        format.hasProperty(QTextFormat::BlockCodeLanguage) || format.hasProperty(QTextFormat::BlockCodeFence);
    if (code && !inCode) ++program;
    QTextCharFormat letters;
    if (code) {
      if (program == 1) before.insert(block.text().trimmed());
      const bool changed = program == 2 && !before.contains(block.text().trimmed());
      letters.setFont(codeFont(12));
      letters.setForeground(theme_.text);
      format.setBackground(changed ? blend(theme_.raised, theme_.data, 0.22) : theme_.raised);
      format.setNonBreakableLines(false);
      if (!inCode) format.setTopMargin(4);
    } else if (format.headingLevel() > 0) {
      letters.setFont(interfaceFont(format.headingLevel() == 1 ? 22 : 15, QFont::DemiBold));
      format.setTopMargin(format.headingLevel() == 1 ? 0 : 20);
      format.setBottomMargin(6);
    } else {
      if (format.hasProperty(QTextFormat::BlockQuoteLevel)) letters.setForeground(theme_.reduce);
      const bool picture = block.text().contains(QChar::ObjectReplacementCharacter);
      format.setLineHeight(picture ? 100 : 125, QTextBlockFormat::ProportionalHeight);
      format.setTopMargin(inCode ? 12 : 4);
      format.setBottomMargin(block.textList() ? 0 : 6);
    }
    inCode = code;
    QTextCursor cursor(block);
    cursor.setBlockFormat(format);
    cursor.select(QTextCursor::BlockUnderCursor);
    cursor.mergeCharFormat(letters);
    if (!code) paintNames(block), paintStrong(block);
  }
}

void HelpView::setTheme(const Theme& theme) {
  theme_ = theme;
  showCurrent();
}

void HelpView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Find)) {
    filter_->setFocus();
    filter_->selectAll();
    return;
  }
  QDialog::keyPressEvent(event);
}

}  // namespace lw
