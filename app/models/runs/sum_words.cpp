#include "app/models/runs/sum_words.h"

#include <QObject>
#include <cmath>

namespace lw {
namespace {

QString percent(double share) { return QString::number(100 * share, 'g', 2); }

}  // namespace

QString sumWords(const SumNote& note) {
  const QString block = QString::fromStdString(note.block), type = QString::fromStdString(note.type);
  const QString sums = note.terms > 0 ? QObject::tr("Block %1 sums %2 terms in %3").arg(block).arg(note.terms).arg(type)
                                      : QObject::tr("Block %1 sums in %2").arg(block, type);
  return QObject::tr("%1: as written, results are off by up to %2 % of the largest one (%3 % is tolerated).")
      .arg(sums, percent(note.own), percent(note.tolerance));
}

QString remedyWords(const SumNote& note) {
  const QString effect = note.wide == 0 ? QObject::tr("The results are then exact.")
                         : note.wide > 0 && note.own > note.wide
                             ? QObject::tr("The error is then %1 times smaller.")
                                   .arg(QString::number(std::round(note.own / note.wide), 'g', 2))
                             : QObject::tr("The results are then closer to exact ones.");
  return QObject::tr("Applies these steps. %1").arg(effect) + QStringLiteral("\n") + QString::fromStdString(note.steps);
}

}  // namespace lw
