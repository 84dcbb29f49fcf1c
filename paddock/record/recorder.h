// Recorder: writes a run to a file as it goes. What was flushed is the system's, so that kill -9
// loses at most what came after the last flush.
#pragma once

#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "paddock/record/recording.h"
#include "paddock/stage/stage.h"

namespace paddock {

class Recorder {
 public:
  static constexpr double kHashSeconds = 1;  // simulated

  /// Creates the file; one that exists is refused. Where it begins is a checkpoint of the run.
  static Result<std::unique_ptr<Recorder>> begin(const std::string& path, RecordingHead head,
                                                 Session& session);
  /// Ends the recording.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void command(const Session& session, const Command& command);
  /// After every tick.
  void tick(const Session& session);
  /// Why the recording cannot go on; empty: it can.
  std::string flush();
  std::uint64_t bytes() const { return bytes_; }

 private:
  Recorder(std::ofstream file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}
  void write(std::string_view bytes);
  void write_checkpoint(const Session& session);
  void write_policies(const Session& session);

  std::ofstream file_;
  std::string path_;
  std::vector<RecordingEntry> entries_;  // not written yet
  Tick begin_{}, end_{};                 // of those
  std::set<std::string> policies_;       // that the file has
  std::uint64_t bytes_{};                // written so far
  bool broken_{};
};

/// The level file as it stands when it needs no other file, else written out in full.
Result<RecordingHead> recording_head(const std::string& level_path, const SessionSpec& spec);

/// Why a recording of so many bytes must end; empty: it may go on.
using WhyFull = std::function<std::string(std::uint64_t bytes)>;

/// A recorder as a stage wants it.
RunLog log_to(std::unique_ptr<Recorder> recorder, std::string name, WhyFull why_full = {});

}  // namespace paddock
