#include "app/serve/catalogue.h"

#include "app/serve/errors.h"
#include "app/serve/method.h"
#include "core/help/help.h"
#include "core/schedule/all_primitives.h"
#include "core/script/composite.h"

namespace lw::serve {

Json stepSummaries() {
  Json list = Json::array();
  for (const Primitive* p : allPrimitives())
    list.push_back({{"name", p->name}, {"signature", p->signature()}, {"summary", p->summary}});
  for (const Composite& c : libraryComposites())
    list.push_back({{"name", c.form->name}, {"signature", c.form->signature()}, {"summary", c.form->summary}});
  return list;
}

Json topicSummaries() {
  Json list = Json::array();
  for (const HelpTopic& topic : helpTopics()) list.push_back({{"name", topic.name}, {"title", topic.title}});
  return list;
}

Json methodSummaries() {
  Json list = Json::array();
  for (const Method& method : allMethods())
    list.push_back({{"name", method.name}, {"help", method.help}, {"parameters", schemaOf(method.parameters)}});
  return list;
}

Result<std::string> pageNamed(const std::string& name) {
  if (const Primitive* p = findPrimitive(name)) {
    Result<std::string> page = helpPage(*p);
    return page ? page : Result<std::string>(p->signature() + "\n\n" + p->summary + "\n");  // queries have none
  }
  for (const Composite& c : libraryComposites())
    if (c.form->name == name) return helpPage(c);
  for (const HelpTopic& topic : helpTopics())
    if (topic.name == name) return std::string(topic.text);
  return err::kNoResource(name);
}

}  // namespace lw::serve
