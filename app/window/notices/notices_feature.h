// What the window tells about a file when it opens: its challenge, and that its schedules are for a GPU.
#pragma once

#include "app/window/feature.h"
#include "views/notices/notice_bar.h"

namespace lw {

class NoticesFeature : public Feature {
  Q_OBJECT

 public:
  explicit NoticesFeature(WindowContext& window);
  NoticeBar* bar() const { return bar_; }
  void connectFeatures() override;

 private:
  void tell();
  void tellTargets();
  void showChallenge();
  void followChallenge();
  QString challengeWords() const;
  std::vector<NoticeAction> challengeActions();

  NoticeBar* bar_;
  QString about_;
  QStringList hints_;   // of the file
  int hintsShown_ = 0;  // of these
  bool solved_ = false;
};

}  // namespace lw
