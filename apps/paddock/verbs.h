// The verbs of the command: options in, exit code out. Those of the server are in serve.h;
// commands.h has what reads the command line into options.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace paddock {

/// What scripts can rely on.
enum ExitCode : int { kOk = 0, kFailed = 1, kUsage = 2, kNotGraded = 3 };

struct LevelsOptions {
  bool json{};
};
/// What programs of the robot-car course see.
struct SensesOptions {
  bool ideal{};               // sensors without noise
  bool hide_cars{};           // in the colour camera
  std::string depth{"high"};  // or moderate, low: cells of the depth image
};
struct RunOptions {
  std::string level;
  std::string vehicle;  // empty: what the level says
  std::string driver;   // empty: path where people draw one, else route
  std::uint64_t seed{1};
  std::int64_t ticks{};  // 0: until `laps` are done
  int laps{};            // 0: not asked
  int vehicles{1};
  std::vector<std::string> set;  // name=value, variables of the level and parameters of its run
  std::string params;            // YAML file of the same; empty: none
  std::string path;              // for drivers that follow one: ready-made, or waypoints
  bool original{};               // the level as the program behaved that it is modelled on
  std::string record;            // file to write; empty: none
  bool json{};

  std::vector<std::string> programs;   // Python files of the robot-car course, one a car
  std::string library;                 // folder of their racecar_core; empty: our own
  std::string python{"python3"};       // interpreter
  std::vector<std::string> press;      // buttons, as "A@2s"
  std::vector<int> ports{5064, 5065};  // async, sync; 0: any
  std::optional<double> speed;         // times real time; 0: as fast as possible
  bool start{};                        // START is pressed when the programs are there
  bool race{};                         // against the clock
  bool watch{};                        // beside the page
  int page_port{8080};                 // of the page
  std::string user{"Default"};         // for best times
  SensesOptions senses;
};
struct FlyOptions {
  bool flies{true};  // what is driven: paddock fly, or paddock drive
  std::string file;  // the controller, in Python
  std::string level;
  std::string vehicle;  // empty: what the level says
  std::string python{"python3"};
  std::string path;              // a ready-made one, or waypoints; empty: the level's
  std::string params;            // YAML file; empty: none
  std::vector<std::string> set;  // name=value
  std::uint64_t seed{1};
  std::int64_t ticks{};         // 0: a minute, without a page
  std::optional<double> speed;  // times real time; 0: as fast as it answers
  bool headless{}, json{};
  int page_port{8080};
};
struct ScoresOptions {
  std::string output;  // folder of the tables; empty: standard output
  bool json{};
};
struct GradeOptions {
  std::string lab;
  std::vector<std::string> programs;  // files and folders
  std::string library;                // folder of their racecar_core; empty: our own
  std::string python{"python3"};      // interpreter
  std::uint64_t seed{1};
  int jobs{1};                    // programs at once
  int trial{};                    // only this one, from 1; 0: all
  double timeout{30};             // s for connecting, and for one update
  int memory{2048};               // MB, of all processes of a program
  int processes{256};             // and threads of a program
  int disk{256};                  // MB, in each place where a program may write
  std::string record;             // folder; empty: none
  std::string report;             // folder of a page on all of it; empty: none
  std::string user{"Default"};    // for the score code
  std::string isolation{"auto"};  // or bubblewrap, ports
  SensesOptions senses;
  bool json{};
};
struct SenseOptions {
  std::string level;
  std::vector<std::string> sensors;  // as "lidar@front beams=720"
  int vehicle{1};                    // that carries them, from 1
  int vehicles{};                    // that start; 0: as many as `vehicle` needs
  double rate{};                     // readings in a simulated second; 0: as each sensor has it
  double seconds{10};                // simulated
  std::string driver{"route"};
  std::uint64_t seed{1};
  std::vector<std::string> set;  // name=value, variables of the level
  bool ideal{};                  // sensors without noise
  double speed{};                // times real time; 0: as fast as possible
  std::string output;            // .npz, .csv, .png, or a folder for pictures
  bool list{};                   // of the sensors there are, and nothing else
  bool json{};
};
struct ReplayOptions {
  std::string file;
  double from{};  // s
  bool json{};
};
struct CheckOptions {
  std::vector<std::string> files;
  bool json{};
};
struct GenerateOptions {
  std::string kind;
  std::vector<std::string> settings;  // name=value
  std::uint64_t seed{1};
  std::string output;  // empty: standard output
};
struct ImportOptions {
  std::string map;
  std::string output;
};
struct BenchOptions {
  std::string name;
  bool json{};
};
struct GoldenOptions {
  bool update{};
  int threads{1};
  std::int64_t ticks{};
};
struct DoctorOptions {
  bool json{};
};
struct ShotOptions {
  std::string level;
  std::string output;
  std::string view{"top"};       // or whole, chase, driver, camera
  std::string sensor{"colour"};  // or depth, semantic
  int width{1280};
  int height{};  // 0: as the view asks
  std::uint64_t seed{1};
  std::vector<std::string> set;
  std::vector<double> region;  // x0 y0 x1 y1 of the view from above, empty: all
  std::string weather;         // a preset, or "none"; empty: the level's own
  std::vector<double> at;  // x y z yaw_deg pitch_deg of a camera anywhere, empty: as `view` says
};

struct ExportOptions {
  std::string level;
  std::string output;
  std::uint64_t seed{1};
  std::vector<std::string> set;
  bool vehicles{};   // those that wait at the starts, too
  bool opendrive{};  // the roads alone, as OpenDRIVE
};

struct TrainOptions {
  std::string task;
  std::string out{"blocks_policy.json"};
  std::uint64_t seed{1};
  int threads{};         // 0: all cores
  double minutes{60};    // at most
  std::int64_t steps{};  // 0: as many as the task needs
  std::string curve;     // CSV file; empty: none
  bool watch{};          // beside the page
  int page_port{8080};   // of the page
  bool json{};
};

int list_levels(const LevelsOptions& options);
int run_level(const RunOptions& options);
/// A controller of one's own, in Python.
int fly_controller(const FlyOptions& options);
/// Every controller on every ready-made path, and regulated against plain pursuit, as tables.
int make_scores(const ScoresOptions& options);
/// The same with programs of the robot-car course at the wheel.
int run_program(const RunOptions& options);
int grade_programs(const GradeOptions& options);
/// Writes what sensors read while a level runs.
int sense_level(const SenseOptions& options);
/// The sensors of the vehicle, and the catalogue of all kinds.
int list_sensors(const SenseOptions& options);
int replay_recording(const ReplayOptions& options);
int check_levels(const CheckOptions& options);
int generate_level(const GenerateOptions& options);
/// A map of ROS map_server.
int import_map(const ImportOptions& options);
/// Roads of OpenDRIVE.
int import_roads(const ImportOptions& options);
int run_bench(const BenchOptions& options);
int golden_runs(const GoldenOptions& options);
int examine_machine(const DoctorOptions& options);
int take_shot(const ShotOptions& options);
int export_level(const ExportOptions& options);
int train_policy(const TrainOptions& options);

}  // namespace paddock
