#include "paddock/record/best_times.h"

#include <sqlite3.h>

#include <filesystem>
#include <utility>

#include "paddock/core/log.h"

namespace paddock {
namespace {

constexpr int kVersion = 1;         // of the tables
constexpr int kPatience_ms = 5000;  // while another process writes
constexpr const char* kTables =
    "CREATE TABLE IF NOT EXISTS best ("
    "  level TEXT PRIMARY KEY, user TEXT NOT NULL, total_ns INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS split ("
    "  level TEXT NOT NULL REFERENCES best(level), number INTEGER NOT NULL,"
    "  time_ns INTEGER NOT NULL, PRIMARY KEY (level, number));"
    "PRAGMA user_version = 1;";

tl::unexpected<Error> failure(sqlite3* file) {
  return fail(ErrorCode::Io, sqlite3_db_filename(file, "main"), ": ", sqlite3_errmsg(file));
}

Result<void> execute(sqlite3* file, const char* text) {
  if (sqlite3_exec(file, text, nullptr, nullptr, nullptr) != SQLITE_OK) return failure(file);
  return {};
}

/// One statement with its values.
class Query {
 public:
  Query(sqlite3* file, const char* text) : file_(file) {
    works_ = sqlite3_prepare_v2(file, text, -1, &statement_, nullptr) == SQLITE_OK;
  }
  ~Query() { sqlite3_finalize(statement_); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  Query& with(std::string_view text) {
    works_ =
        works_ && sqlite3_bind_text(statement_, ++bound_, text.data(),
                                    static_cast<int>(text.size()), SQLITE_TRANSIENT) == SQLITE_OK;
    return *this;
  }
  Query& with(std::int64_t number) {
    works_ = works_ && sqlite3_bind_int64(statement_, ++bound_, number) == SQLITE_OK;
    return *this;
  }
  /// True: a row is there to be read; false: no more.
  Result<bool> step() {
    const int result = works_ ? sqlite3_step(statement_) : SQLITE_ERROR;
    if (result != SQLITE_ROW && result != SQLITE_DONE) return failure(file_);
    return result == SQLITE_ROW;
  }
  std::string text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes == nullptr ? std::string() : std::string(bytes);
  }
  bool missing(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }

 private:
  sqlite3* file_;
  sqlite3_stmt* statement_{};
  bool works_{};
  int bound_{};
};

/// Undone unless it is committed.
class Transaction {
 public:
  explicit Transaction(sqlite3* file) : file_(file) {}
  ~Transaction() {
    if (open_) sqlite3_exec(file_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  /// At once the only one that writes.
  Result<void> begin() {
    auto begun = execute(file_, "BEGIN IMMEDIATE");
    open_ = begun.has_value();
    return begun;
  }
  Result<void> commit() {
    auto committed = execute(file_, "COMMIT");
    open_ = !committed.has_value();
    return committed;
  }

 private:
  sqlite3* file_;
  bool open_{};
};

Result<void> prepare(sqlite3* file) {
  sqlite3_busy_timeout(file, kPatience_ms);
  // a rollback journal, and every commit waits for the disk: no second file stays behind, and
  // folders on a network work too
  if (auto set = execute(file, "PRAGMA synchronous = FULL"); !set) return set;
  std::int64_t version = 0;
  {
    Query query(file, "PRAGMA user_version");
    if (auto row = query.step(); !row) return tl::unexpected(row.error());
    version = query.number(0);
  }
  if (version > kVersion)
    return fail(ErrorCode::Invalid, sqlite3_db_filename(file, "main"),
                ": best times must be of version ", kVersion, " or older, got ", version);
  if (version == kVersion) return {};
  Transaction transaction(file);
  if (auto begun = transaction.begin(); !begun) return begun;
  if (auto made = execute(file, kTables); !made) return made;
  return transaction.commit();
}

}  // namespace

Result<std::unique_ptr<BestTimes>> BestTimes::open(const std::string& path) {
  std::error_code wrong;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, wrong);
  sqlite3* file = nullptr;
  const int result =
      sqlite3_open_v2(path.c_str(), &file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  std::unique_ptr<BestTimes> times(new BestTimes(file));
  if (result != SQLITE_OK)
    return fail(ErrorCode::Io, path, ": ", file != nullptr ? sqlite3_errmsg(file) : "no memory");
  if (auto prepared = prepare(file); !prepared) return tl::unexpected(prepared.error());
  return times;
}

BestTimes::~BestTimes() { sqlite3_close(file_); }

Result<bool> BestTimes::offer(const BestTime& time) {
  const std::lock_guard lock(mutex_);
  Transaction transaction(file_);
  if (auto begun = transaction.begin(); !begun) return tl::unexpected(begun.error());
  {
    Query query(file_, "SELECT total_ns FROM best WHERE level = ?");
    const auto row = query.with(time.level).step();
    if (!row) return tl::unexpected(row.error());
    if (*row && query.number(0) <= time.total) return false;
  }
  Query old(file_, "DELETE FROM split WHERE level = ?");
  if (auto done = old.with(time.level).step(); !done) return done;
  Query run(file_, "INSERT OR REPLACE INTO best VALUES (?, ?, ?)");
  if (auto done = run.with(time.level).with(time.user).with(time.total).step(); !done) return done;
  for (std::size_t i = 0; i < time.splits.size(); ++i) {
    Query split(file_, "INSERT INTO split VALUES (?, ?, ?)");
    if (auto done =
            split.with(time.level).with(static_cast<std::int64_t>(i)).with(time.splits[i]).step();
        !done)
      return done;
  }
  if (auto committed = transaction.commit(); !committed) return tl::unexpected(committed.error());
  return true;
}

Result<std::vector<BestTime>> BestTimes::read(std::string_view level) const {
  const std::lock_guard lock(mutex_);
  // one statement sees one state of the file, whoever writes meanwhile
  Query query(file_,
              "SELECT best.level, user, total_ns, number, time_ns FROM best "
              "LEFT JOIN split ON split.level = best.level "
              "WHERE ?1 = '' OR best.level = ?1 ORDER BY best.level, number");
  query.with(level);
  std::vector<BestTime> times;
  while (true) {
    const auto row = query.step();
    if (!row) return tl::unexpected(row.error());
    if (!*row) return times;
    if (times.empty() || times.back().level != query.text(0))
      times.push_back(
          {.level = query.text(0), .user = query.text(1), .total = query.number(2), .splits = {}});
    if (!query.missing(4)) times.back().splits.push_back(query.number(4));
  }
}

Result<std::optional<BestTime>> BestTimes::best(std::string_view level) const {
  auto times = read(level);
  if (!times) return tl::unexpected(times.error());
  if (times->empty()) return std::optional<BestTime>();
  return std::optional(std::move(times->front()));
}

Result<std::vector<BestTime>> BestTimes::list() const { return read(""); }

// --- races --------------------------------------------------------------------------------------

namespace {

/// Times on the clock as intervals; -1 where a key point was left out.
std::vector<Nanos> intervals_of(const std::vector<Nanos>& times) {
  std::vector<Nanos> intervals;
  Nanos last = 0;
  for (const Nanos time : times) {
    intervals.push_back(time < 0 ? -1 : time - last);
    if (time >= 0) last = time;
  }
  return intervals;
}

}  // namespace

KeepTimes keep_best_times(const std::string& folder, std::string user) {
  // opened for each race that ends: rooms share nothing, and there is one every minute at most
  return [path = concat(folder, "/", kBestTimesFile), user = std::move(user)](
             const std::string& level, const std::vector<Nanos>& times) {
    if (times.empty()) return false;
    const auto file = BestTimes::open(path);
    const auto kept = file ? (*file)->offer({level, user, times.back(), intervals_of(times)})
                           : Result<bool>(tl::unexpected(file.error()));
    if (!kept) log(LogLevel::Warning, concat("best times: ", kept.error().message));
    return kept.value_or(false);
  };
}

}  // namespace paddock
