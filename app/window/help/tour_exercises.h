// The exercises of the tour: steps that make its sample faster than NumPy's product, and what the user measured.
#pragma once

#include "app/window/feature.h"

namespace lw {

// The program of the tour, in the folder of samples.
inline constexpr const char* kTourSample = "first_product.py";

// They follow the stops of the features with the same order.
std::vector<TourPlace> tourExercises(WindowContext& window);

}  // namespace lw
