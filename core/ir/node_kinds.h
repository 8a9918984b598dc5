// Closed lists of the kinds of nodes. All nodes of a family have a common base with the number of their kind, and Of<N>
// adds the value of kind N. A node is as large as its kind needs, where a variant is as large as its largest kind: less
// than half for most expressions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace lw {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

template <class N, class... Kinds>
inline constexpr bool kIsOneOf = (std::is_same_v<N, Kinds> || ...);

template <class... Kinds>
struct NodeKinds {
  template <class N>
  static constexpr bool has = kIsOneOf<N, Kinds...>;

  template <class N>
  static constexpr uint8_t numberOf() {
    static_assert(has<N>);
    uint8_t number = 0;
    ((std::is_same_v<N, Kinds> || (++number, false)) || ...);
    return number;
  }

  // Calls f with the value of the node; f takes all kinds and has one result type.
  template <template <class> class Of, uint8_t I = 0, class Node, class F>
  static auto match(const Node& node, const F& f) {
    using N = std::tuple_element_t<I, std::tuple<Kinds...>>;
    if constexpr (I + 1 < sizeof...(Kinds))
      if (node.kind != I) return match<Of, I + 1>(node, f);
    return f(static_cast<const Of<N>&>(node).value);
  }
};

}  // namespace lw
