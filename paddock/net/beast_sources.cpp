// Beast, compiled once. <utility> first: Asio of Boost 1.74 forgets it in C++20.
#include <utility>

#include <boost/beast/src.hpp>
