// paddock bench: what bench/ measures, as a table or as one JSON object.
#include <fmt/format.h>

#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "bench/bench.h"
#include "bench/machine.h"

namespace paddock {
namespace {

Json json_of(const BenchResult& result) {
  Json json =
      Json::object().set("case", result.name).set("rate", result.rate).set("unit", result.unit);
  if (!result.reference.empty()) {
    Json reference = Json::object();
    for (const BenchReference& r : result.reference) reference.set(r.name, r.rate);
    json.set("reference", std::move(reference));
  }
  if (result.max_error) json.set("max_error", *result.max_error);
  json.set("hash", hash_text(result.hash));
  for (const auto& [name, text] : result.labels) json.set(name, text);
  for (const BenchReference& fact : result.facts) json.set(fact.name, fact.rate);
  return json;
}

std::string rate_text(double rate) {
  if (rate >= 1e6) return fmt::format("{:.2f} M", rate * 1e-6);
  if (rate >= 1e3) return fmt::format("{:.1f} k", rate * 1e-3);
  return fmt::format("{:.1f}", rate);
}

void print_results(const std::vector<BenchResult>& results) {
  std::vector<std::vector<std::string>> rows{{"CASE", "RATE", "UNIT", "HASH", "BESIDE IT"}};
  for (const BenchResult& result : results) {
    std::string beside;
    for (const BenchReference& r : result.reference)
      beside += fmt::format("{}{} {}", beside.empty() ? "" : ", ", r.name, rate_text(r.rate));
    rows.push_back(
        {result.name, rate_text(result.rate), result.unit, hash_text(result.hash), beside});
  }
  print_table(rows);
}

}  // namespace

int run_bench(const BenchOptions& options) {
  if (options.name.empty()) {
    std::vector<std::vector<std::string>> rows{{"BENCH", "MEASURES"}};
    for (const Bench& bench : benches())
      rows.push_back({std::string(bench.name), std::string(bench.about)});
    print_table(rows);
    fmt::print("\nRun one: paddock bench {}\n", benches().front().name);
    return kOk;
  }
  const Bench* bench = find_bench(options.name);
  if (bench == nullptr)
    return complain(
        fmt::format("there is no bench \"{}\"; paddock bench lists them", options.name));
  if (!options.json && machine_is_busy())
    complain("other programs keep this machine busy; the figures will be too low");
  const auto results = bench->run();
  if (!results) return complain(results.error().message);
  if (!options.json) {
    print_results(*results);
    return kOk;
  }
  Json list = Json::array();
  for (const BenchResult& result : *results) list.add(json_of(result));
  print_json(Json::object()
                 .set("bench", options.name)
                 .set("machine", machine_name())
                 .set("compiler", compiler_name())
                 .set("commit", commit_name())
                 .set("threads", 1)
                 .set("results", std::move(list)));
  return kOk;
}

}  // namespace paddock
