#include "paddock/protocols/racecar/grading.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "paddock/core/text.h"

namespace paddock::racecar {
namespace {

constexpr std::string_view kTrial = "trial";  // the variable

bool passed(const TrialResult& result) {
  return result.end == TrialEnd::Done && result.points >= result.of;
}

std::string reason_of(const Session& session, const std::string& why) {
  switch (session.referee.end) {
    case TrialEnd::Failed:
    case TrialEnd::ProgramFailed:
      return why;
    case TrialEnd::TimeUp:
      return concat("the time of ", session.world().trial->limit, " s was up");
    case TrialEnd::Skipped:
      return "it was skipped";
    case TrialEnd::Running:
    case TrialEnd::Done:
      break;
  }
  return "";
}

}  // namespace

std::size_t trial_of(const LevelSettings& settings) {
  for (const LevelVariable& variable : settings)
    if (variable.name == kTrial)
      return static_cast<std::size_t>(std::lround(std::clamp(variable.value, 1.0, 1e6)));
  return 1;
}

LevelSettings with_trial(LevelSettings settings, std::size_t trial) {
  std::erase_if(settings, [](const LevelVariable& v) { return v.name == kTrial; });
  settings.push_back({std::string(kTrial), static_cast<double>(trial)});
  return settings;
}

TrialResult result_of(const Session& session, VehicleId car, const std::string& why) {
  const RefereeState& referee = session.referee;
  return {.title = session.papers->trial->title,
          .points = score_of(session.world(), referee),
          .of = session.papers->trial->extra ? 0 : full_points(session.world()),
          .time = referee.ended + referee.cars[index_of(car)].penalty,
          .end = referee.end,
          .why = reason_of(session, why),
          .hash = hash_of(session)};
}

bool goes_on(const Session& session, const TrialResult& last) {
  const LevelPapers& papers = *session.papers;
  if (last.end == TrialEnd::ProgramFailed || (papers.trial->required && !passed(last)))
    return false;
  return trial_of(session.spec.settings) < papers.trials.size();
}

double points_of(const std::vector<TrialResult>& results) {
  double points = 0;
  for (const TrialResult& result : results) points += result.points;
  return points;
}

double most_points(const LevelPapers& papers) {
  double points = 0;
  for (const TrialSpec& trial : papers.trials)
    if (!trial.extra) points += trial.points;
  return points;
}

std::string summary_of(const LevelPapers& papers, const std::vector<TrialResult>& results) {
  std::string text = concat("Graded: ", points_of(results), " of ", most_points(papers), " points");
  if (results.empty()) return text;
  const TrialResult& last = results.back();
  if (last.end == TrialEnd::ProgramFailed)
    return concat(text, "; it ended in trial \"", last.title, "\": ", last.why);
  if (papers.trial->required && !passed(last))
    return concat(text, "; it ended with trial \"", last.title,
                  "\", which must be passed with all its points");
  return text;
}

}  // namespace paddock::racecar
