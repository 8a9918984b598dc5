// An editor for one parameter of a form: a widget that shows and returns a StepValue of the parameter's type.
#pragma once

#include <QWidget>
#include <memory>

#include "app/models/program/form_context.h"
#include "core/schedule/primitive.h"

namespace lw {

class ParamEditor : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  virtual QWidget* widget() const = 0;
  virtual StepValue value() const = 0;
  virtual void setValue(const StepValue& value) = 0;
  virtual void setBlock(BlockId) {}  // sets the block of the form, whose buffers are the choices
  virtual bool wide() const { return false; }

 Q_SIGNALS:
  void changed();
};

// The editor and its widget are owned by `parent`.
ParamEditor* makeEditor(const Param& param, const FormContext& context, QWidget* parent);

// Parses a plain Python literal: numbers, True, False, None, quoted strings, lists. Anything else is a string.
StepValue valueFromText(const QString& text);

}  // namespace lw
