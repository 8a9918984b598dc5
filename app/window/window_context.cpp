#include "app/window/window_context.h"

#include <QStatusBar>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/document/messages.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/support/services.h"
#include "app/services/workbench.h"

namespace lw {

WindowContext::WindowContext(QMainWindow& window, QSettings& settings)
    : QObject(&window),
      window_(window),
      settings_(settings),
      theme_(loadTheme("dark")),
      workbench_(std::make_unique<Workbench>()),
      services_(*workbench_),
      refresh_([this] {
        for (const auto& feature : features_) feature->refreshActions();
      }) {
  connect(services_.get<Messages>(), &Messages::said, this, &WindowContext::say);
  connect(services_.get<Document>(), &Document::fileChanged, this, &WindowContext::refreshActions);
  connect(services_.get<DocumentText>(), &DocumentText::parsed, this, &WindowContext::refreshActions);
  connect(services_.get<HistoryEditor>(), &HistoryEditor::changed, this, &WindowContext::refreshActions);
  connect(services_.get<Runs>(), &Runs::progressed, this, &WindowContext::refreshActions);
}

bool WindowContext::idle() const { return workbench_->idle(); }

// Destroys features in reverse order, as later features use earlier ones.
WindowContext::~WindowContext() {
  while (!features_.empty()) features_.pop_back();
}

void WindowContext::add(std::unique_ptr<Feature> feature) {
  feature->setParent(this);
  features_.push_back(std::move(feature));
}

void WindowContext::setTheme(const QString& name) {
  theme_ = loadTheme(name, settings_.value("safeColours", false).toBool());
  settings_.setValue("theme", theme_.name);
  restyler_.apply(theme_);
  for (const auto& feature : features_) feature->setTheme(theme_);
}

void WindowContext::say(const QString& text) {
  Q_EMIT said(text);
  if (text.isEmpty())
    window_.statusBar()->clearMessage();
  else
    window_.statusBar()->showMessage(text);
}

void WindowContext::placePanes() {
  std::vector<PanePlace> places;
  for (const auto& feature : features_)
    places.insert(places.end(), feature->parts().panes.begin(), feature->parts().panes.end());
  layout_ = std::make_unique<PaneLayout>(window_, std::move(places));
}

QString WindowContext::helpTopic(const QWidget* keys) const {
  for (const auto& feature : features_) {
    const HelpPage& help = feature->parts().help;
    if (keys && help.view && (help.view == keys || help.view->isAncestorOf(keys))) return help.topic;
  }
  return {};
}

void WindowContext::fillMenus(QMenuBar* menus) {
  menus_ = menus;
  ::lw::fillMenus(*menus, features_);
  for (const auto& feature : features_) feature->refreshActions();
}

}  // namespace lw
