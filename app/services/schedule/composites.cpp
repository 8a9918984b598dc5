#include "app/services/schedule/composites.h"

#include <algorithm>

#include "app/services/offers/offer_search.h"
#include "core/te/te_stages.h"

namespace lw {
namespace {

std::string shownOf(const Primitive& form) {
  std::string text = form.signature() + "\n" + form.summary;
  for (const Param& p : form.params) text += "\n" + std::string(nameOf(p.type)) + ": " + p.help;
  return text;
}

}  // namespace

void CompositeShelf::update(const std::shared_ptr<const SourceFile>& file) {
  if (library_.empty()) library_ = libraryComposites();
  std::vector<Composite> now = file ? compositesOf(file) : std::vector<Composite>();
  const auto replaced = [own = now](const Composite& c) {
    return std::any_of(own.begin(), own.end(), [&](const Composite& o) { return o.form->name == c.form->name; });
  };
  std::copy_if(library_.begin(), library_.end(), std::back_inserter(now),
               [&](const Composite& c) { return !replaced(c); });
  for (Composite& c : now) c.form = kept_.try_emplace(shownOf(*c.form), c.form).first->second;
  const std::vector<const Primitive*> before = forms();
  all_ = std::make_shared<const std::vector<Composite>>(std::move(now));
  if (forms() != before) Q_EMIT changed();
}

std::vector<const Primitive*> CompositeShelf::forms() const {
  std::vector<const Primitive*> list;
  for (const Composite& c : *all_) list.push_back(c.form.get());
  return list;
}

const Composite* compositeIn(const std::vector<Composite>& composites, const Primitive& form) {
  if (!isComposite(form)) return nullptr;
  for (const Composite& c : composites)
    if (c.form->name == form.name) return &c;
  return nullptr;
}

Status checkComposite(const Composite& composite, const Arguments& args, const Schedule& schedule, const Stop& stop) {
  script::Limits limits = te::withTensors();
  limits.cancelled = stop;
  const ScriptRun run = applyComposite(composite, args, schedule, limits);
  return run.error ? Status(*run.error) : success();
}

std::vector<StepOffer> compositeOffersAt(const Schedule& schedule, const Selection& selection,
                                         const std::vector<Composite>& composites, const Stop& stop) {
  std::vector<StepOffer> offers;
  for (const Composite& c : composites) {
    if (stop()) break;
    offers.push_back(offerOf(*c.form, schedule, selection,
                             [&](const Arguments& args) { return checkComposite(c, args, schedule, stop); }));
  }
  return offers;
}

}  // namespace lw
