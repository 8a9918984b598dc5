// The composites that the window offers: those of the open file, then those of the library that the file does not
// replace.
#pragma once

#include <QObject>
#include <map>

#include "app/models/offers/step_offer.h"
#include "app/models/support/stop.h"
#include "core/script/composite.h"

namespace lw {

using Composites = std::shared_ptr<const std::vector<Composite>>;

// The composite that has this form; nullptr if the form is a primitive's or is no longer in the file.
const Composite* compositeIn(const std::vector<Composite>& composites, const Primitive& form);

class CompositeShelf : public QObject {
  Q_OBJECT

 public:
  // Forms live as long as this object. A form whose content does not change remains the same object, so that views may
  // keep pointers to it.
  void update(const std::shared_ptr<const SourceFile>& file);
  const Composites& all() const { return all_; }
  const std::vector<Composite>& texts() const { return *all_; }
  std::vector<const Primitive*> forms() const;

 Q_SIGNALS:
  void changed();  // the set of forms has changed

 private:
  Composites all_ = std::make_shared<const std::vector<Composite>>();
  std::vector<Composite> library_;
  std::map<std::string, std::shared_ptr<const Primitive>> kept_;  // by everything that a form shows
};

// Like offersAt() of offer_search. Every check applies the composite, so this may take long.
std::vector<StepOffer> compositeOffersAt(const Schedule& schedule, const Selection& selection,
                                         const std::vector<Composite>& composites, const Stop& stop);
Status checkComposite(const Composite& composite, const Arguments& args, const Schedule& schedule, const Stop& stop);

}  // namespace lw
