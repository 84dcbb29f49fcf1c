#include "paddock/rooms/door.h"

#include <algorithm>
#include <charconv>

#include "paddock/core/log.h"

namespace paddock {

std::vector<std::string> OptionValues::list(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

std::string OptionValues::text(std::string_view name, std::string_view standard) const {
  const auto found = values_.find(name);
  return found == values_.end() || found->second.empty() ? std::string(standard)
                                                         : found->second.front();
}

Result<double> OptionValues::number(std::string_view name, double standard, double low,
                                    double high) const {
  if (!has(name)) return standard;
  const std::string given = text(name, "");
  double value = 0;
  const auto [end, wrong] = std::from_chars(given.data(), given.data() + given.size(), value);
  const bool whole = wrong == std::errc{} && end == given.data() + given.size();
  if (!whole || !(value >= low && value <= high))
    return fail(ErrorCode::Invalid, "--", name, " must be a number from ", low, " to ", high,
                ", got \"", given, "\"");
  return value;
}

Result<std::string> OptionValues::one_of(std::string_view name, std::string_view standard,
                                         std::span<const std::string_view> list) const {
  const std::string given = text(name, standard);
  if (std::find(list.begin(), list.end(), given) != list.end()) return given;
  std::string names;
  for (const std::string_view each : list) names += concat(names.empty() ? "" : ", ", each);
  return fail(ErrorCode::Invalid, "--", name, " must be one of ", names, ", got \"", given, "\"");
}

std::vector<std::shared_ptr<LockStepPeer>> join_doors(std::span<const DoorKind* const> doors,
                                                      const DoorContext& context,
                                                      const JoinRequest& request,
                                                      const Session& session, EventLoop& loop) {
  std::vector<std::shared_ptr<LockStepPeer>> peers;
  for (const std::string& name : session.papers->doors) {
    const auto door = std::find_if(doors.begin(), doors.end(),
                                   [&](const DoorKind* each) { return each->name == name; });
    if (door == doors.end() || (*door)->join == nullptr) {
      log(LogLevel::Warning, concat("level ", session.world().name, " asks for the door \"", name,
                                    "\", which joins no room here"));
      continue;
    }
    if (auto peer = (*door)->join(context, request, session, loop))
      peers.push_back(std::move(peer));
  }
  return peers;
}

}  // namespace paddock
