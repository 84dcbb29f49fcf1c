#include "apps/paddock/trial_path.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {

constexpr double kOnTime = 1e-6;  // s, of rounding
constexpr double kHop = 0.3;      // m that a car may be thrown beyond what its speed explains

std::int64_t thousandths(double value) { return std::llround(std::clamp(value, -1e9, 1e9) * 1e3); }

void keep_every_other(TrialPath& path) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < path.places.size(); i += 2) path.places[kept++] = path.places[i];
  path.places.resize(kept);
  path.interval *= 2;
}

}  // namespace

void TrialPath::add(double time, const PathPlace& place) {
  if (!std::isfinite(place.at.x) || !std::isfinite(place.at.y)) return;
  if (loose) places.pop_back(), loose = false;
  if (places.size() >= kMostPlaces) keep_every_other(*this);
  loose = time < static_cast<double>(places.size()) * interval - kOnTime;
  places.push_back(place);
}

bool jumps(const TrialPath& path, std::size_t from) {
  const PathPlace &here = path.places[from], &there = path.places[from + 1];
  const double fastest = std::max(std::fabs(here.speed), std::fabs(there.speed));
  return length(there.at - here.at) > kHop + 2 * fastest * path.interval;
}

double driven(const TrialPath& path) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < path.places.size(); ++i)
    if (!jumps(path, i)) sum += length(path.places[i + 1].at - path.places[i].at);
  return sum;
}

double top_speed(const TrialPath& path) {
  double fastest = 0;
  for (const PathPlace& place : path.places) fastest = std::max(fastest, std::fabs(place.speed));
  return fastest;
}

Json json_of(const TrialPath& path) {
  Json places = Json::array();
  for (const PathPlace& place : path.places) {
    places.add(thousandths(place.at.x));
    places.add(thousandths(place.at.y));
    places.add(thousandths(place.speed));
  }
  return Json::object()
      .set("interval_s", path.interval)
      .set("loose", path.loose)
      .set("places", std::move(places));
}

TrialPath path_from(const Json& json) {
  TrialPath path;
  if (const Json* interval = json.find("interval_s")) path.interval = interval->number();
  if (const Json* loose = json.find("loose")) path.loose = loose->truth();
  const Json* places = json.find("places");
  for (std::size_t i = 0; places != nullptr && i + 2 < places->items().size(); i += 3)
    path.places.push_back(
        {{places->items()[i].number() / 1e3, places->items()[i + 1].number() / 1e3},
         places->items()[i + 2].number() / 1e3});
  return path;
}

}  // namespace paddock
