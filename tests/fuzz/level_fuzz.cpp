// Any bytes as a level: reading never crashes, and what reads without problems can be written and
// read again. Run it in a folder with the corpus: level_fuzz tests/fuzz/corpus/level
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "paddock/world/level.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  // folders that do not exist: neither include nor image finds anything to read
  const std::string file = "no_such_folder/none/fuzz.toml";
  paddock::LevelReading reading = paddock::read_level_text(text, file, 1);
  for (const paddock::Problem& problem : reading.problems) {
    if (problem.message.empty()) std::abort();
  }
  if (!reading.ok()) return 0;
  const std::string written = paddock::write_level(reading.spec);
  if (written.size() > 1u << 20) return 0;  // longer than a level may be
  // of a list of trials the chosen one is written
  if (reading.spec.papers.trial) reading.spec.papers.trials = {*reading.spec.papers.trial};
  const paddock::LevelReading again = paddock::read_level_text(written, file, 1);
  if (!again.ok() || again.spec != reading.spec) std::abort();
  return 0;
}
