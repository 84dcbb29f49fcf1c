// A list of types, and what can be asked of it while compiling.
#pragma once

#include <cstddef>
#include <type_traits>

namespace paddock {

template <class... T>
struct TypeList {
  static constexpr std::size_t size = sizeof...(T);
};

namespace type_list {

template <class List, class T>
struct Place;
template <class T, class... Rest>
struct Place<TypeList<T, Rest...>, T> : std::integral_constant<std::size_t, 0> {};
template <class First, class... Rest, class T>
struct Place<TypeList<First, Rest...>, T>
    : std::integral_constant<std::size_t, 1 + Place<TypeList<Rest...>, T>::value> {};

template <class Kept, class... Left>
struct Distinct {
  using Type = Kept;
};
template <class... Kept, class First, class... Left>
struct Distinct<TypeList<Kept...>, First, Left...>
    : Distinct<std::conditional_t<(std::is_same_v<Kept, First> || ...), TypeList<Kept...>,
                                  TypeList<Kept..., First>>,
               Left...> {};

}  // namespace type_list

/// Where T stands in the list; one that is not there does not compile.
template <class List, class T>
inline constexpr std::size_t kPlaceIn = type_list::Place<List, T>::value;

/// The same types, each once, in the order in which they first stand.
template <class... T>
using Distinct = typename type_list::Distinct<TypeList<>, T...>::Type;

}  // namespace paddock
