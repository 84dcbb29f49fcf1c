// The verbs on the command line: each of these adds flags and what happens then, which leaves its
// exit code in `code`. CLI11 stays in the .cpp files.
#pragma once

namespace CLI {
class App;
}  // namespace CLI

namespace paddock {

/// Of --set, for every verb that opens a level.
inline constexpr const char* kSetHelp = "A variable of the level, name=value; as many as you like";

/// `paddock` itself, which is the server, and `serve DOOR` for every door that can be opened alone.
void add_serve(CLI::App& app, int& code);
void add_run(CLI::App& app, int& code);
/// fly and drive: controllers of one's own.
void add_own(CLI::App& app, int& code);
void add_grade(CLI::App& app, int& code);
/// All that neither drive nor serve.
void add_other_verbs(CLI::App& app, int& code);

}  // namespace paddock
