#include "app/services/jobs/job_channels.h"

namespace lw {
namespace {

using C = Channel;
using P = JobPriority;
using S = JobScope;

constexpr ChannelPolicy kPolicies[] = {
    // channel, priority, scope, awaited, drops, cancels
    {C::Parse, P::Shown, S::Document, true},
    {C::Step, P::Shown, S::Document, true},
    {C::Show, P::Shown, S::Document, true},
    {C::Offers, P::Background, S::Document, true, channels(C::Composites)},  // both answer for one selection
    {C::Composites, P::Background, S::Document, true},
    {C::Check, P::Shown, S::Document, true},
    {C::Candidates, P::Shown, S::Document, true},
    {C::Drops, P::Shown, S::Document, true},
    {C::Repairs, P::Background, S::Document, false},
    {C::Advice, P::Background, S::Document, false},
    {C::Lower, P::Following, S::Document, true,
     channels(C::MachineCode)},  // machine code belongs to the previous stages
    {C::MachineCode, P::Background, S::Document, true},
    {C::Comparison, P::Shown, S::Document, true},
    {C::PaneStates, P::Shown, S::Document, true},
    {C::Preview, P::Shown, S::Document, true},
    {C::Lecture, P::Shown, S::Document, true},
    {C::Run, P::Measured, S::Document, true, 0,
     channels(C::Measure, C::Peaks, C::ModelMeasure)},  // the user waits for the processor
    {C::Measure, P::Measured, S::Document, false},
    {C::Peaks, P::Measured, S::Window, false},
    {C::Profile, P::Background, S::Document, false},
    {C::Record, P::Background, S::Document, false},
    {C::Timeline, P::Background, S::Document, true},
    {C::Interpret, P::Background, S::Document, true},
    {C::Prove, P::Background, S::Document, true},
    {C::Targets, P::Shown, S::Window, true},
    {C::Open, P::Shown, S::Window, true},
    {C::Warnings, P::Background, S::Document, true},
    {C::Export, P::Background, S::Window, true},
    {C::Film, P::Background, S::Window, true},
    {C::TuneSpace, P::Background, S::Document, true},
    {C::Tune, P::Background, S::Document, false},  // its candidates take turns with runs (MeasuringTurns)
    {C::TuneSizes, P::Background, S::Document, false},
    {C::Importance, P::Background, S::Document, false},
    {C::Pins, P::Shown, S::Document, true},
    {C::GraphLayout, P::Background, S::Document, true},
    {C::ModelPlan, P::Background, S::Document, true},
    {C::ModelRun, P::Measured, S::Document, true, 0, channels(C::Measure, C::Peaks, C::ModelMeasure)},
    {C::ModelMeasure, P::Measured, S::Document, false},
    {C::ModelParameters, P::Shown, S::Document, true},
    {C::Weights, P::Background, S::Document, true},
    {C::WeightPicture, P::Shown, S::Document, true},
    {C::Pictures, P::Background, S::Window, true},
    {C::Collect, P::Background, S::Window, true},
    {C::Sessions, P::Shown, S::Window, true},
};

constexpr bool inOrder() {
  for (int i = 0; i < kChannelCount; ++i)
    if (kPolicies[i].channel != static_cast<Channel>(i)) return false;
  return true;
}
static_assert(sizeof kPolicies / sizeof kPolicies[0] == kChannelCount && inOrder(), "one row for each channel");

}  // namespace

const ChannelPolicy& policyOf(Channel channel) { return kPolicies[static_cast<int>(channel)]; }

}  // namespace lw
