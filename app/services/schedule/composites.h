// The composites that the window offers: those of the open file, then those of the library that it does not replace.
#pragma once

#include <QObject>
#include <map>

#include "app/services/offers/offer_search.h"
#include "core/script/composite.h"

namespace lw {

using Composites = std::shared_ptr<const std::vector<Composite>>;

// The one that goes by this form; nullptr: it is a primitive, or gone from the file.
const Composite* compositeIn(const std::vector<Composite>& composites, const Primitive& form);

class CompositeShelf : public QObject {
  Q_OBJECT

 public:
  // Forms live as long as the shelf, and one that reads as before stays the same object, so views may keep pointers to
  // them.
  void update(const std::shared_ptr<const SourceFile>& file);
  const Composites& all() const { return all_; }
  const std::vector<Composite>& texts() const { return *all_; }
  std::vector<const Primitive*> forms() const;

 Q_SIGNALS:
  void changed();  // the forms are other ones now

 private:
  Composites all_ = std::make_shared<const std::vector<Composite>>();
  std::vector<Composite> library_;
  std::map<std::string, std::shared_ptr<const Primitive>> kept_;  // by all that a form shows
};

// As offersAt() of offer_search; every check carries the composite out, so this takes a while.
std::vector<StepOffer> compositeOffersAt(const Schedule& schedule, const Selection& selection,
                                         const std::vector<Composite>& composites, const Stop& stop);
Status checkComposite(const Composite& composite, const Arguments& args, const Schedule& schedule, const Stop& stop);

}  // namespace lw
