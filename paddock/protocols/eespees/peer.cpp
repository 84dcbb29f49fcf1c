#include "paddock/protocols/eespees/peer.h"

#include <cmath>
#include <utility>

namespace paddock::eespees {
namespace {

constexpr std::int32_t kMostCells = 100;               // as the level's generator has it
constexpr float kLeastScale = 0.25f, kMostScale = 20;  // m; the least is the original's

}  // namespace

// --- ControllerPeer -----------------------------------------------------------------------------

std::string ControllerPeer::tell(const SensorPacket& packet) {
  surplus_ += pending_.size();
  pending_.clear();
  answer_.reset();
  asked_ = true;
  ++packets_.out;
  return encode(packet, wire_);
}

void ControllerPeer::receive(std::string_view bytes) {
  if (!asked_) {
    surplus_ += bytes.size();
    return;
  }
  pending_ += bytes;
  if (pending_.size() < kDriveSize) return;
  const auto command = decode_drive(std::string_view(pending_).substr(0, kDriveSize), wire_);
  surplus_ += pending_.size() - kDriveSize;
  pending_.clear();
  asked_ = false;
  answer_ = *command;
  ++packets_.in;
  if (!std::isfinite(command->heading) || !std::isfinite(command->speed)) ++nonsense_;
}

std::optional<DriveCommand> ControllerPeer::take_answer() {
  return std::exchange(answer_, std::nullopt);
}

// --- BackendPeer --------------------------------------------------------------------------------

std::optional<WorldCommand> BackendPeer::take_command() {
  std::optional<WorldCommand> wanted;
  std::size_t read = 0;  // bytes; taken out at once, since there may be many that ask for nothing
  for (; !wanted && pending_.size() - read >= kWorldCommandSize; read += kWorldCommandSize) {
    const auto command =
        decode_world_command(std::string_view(pending_).substr(read, kWorldCommandSize));
    ++packets_.in;
    const Function function = command->function;
    const bool known =
        function == Function::Start || function == Function::Reset || function == Function::Close;
    if (known && (started_ || function == Function::Start)) {
      started_ = true;
      wanted = *command;
    } else {
      ++ignored_;
    }
  }
  pending_.erase(0, read);
  return wanted;
}

std::string BackendPeer::reply(const WorldReply& reply) {
  ++packets_.out;
  return encode(reply);
}

Result<LevelSettings> settings_of(const WorldCommand& start) {
  if (start.cells < 1 || start.cells > kMostCells)
    return fail(ErrorCode::Invalid, "world_size must be 1 to ", kMostCells, " cells, got ",
                start.cells);
  if (!(start.scale >= kLeastScale && start.scale <= kMostScale))
    return fail(ErrorCode::Invalid, "scale must be ", kLeastScale, " to ", kMostScale, " m, got ",
                start.scale);
  const std::int32_t most = start.cells * start.cells - 1;
  if (start.obstacles < 0 || start.obstacles > most)
    return fail(ErrorCode::Invalid, "num_obstacles must leave start and target free, got ",
                start.obstacles, " in ", start.cells * start.cells, " cells");
  if (start.mode < Mode::Normal || start.mode > Mode::LockStep)
    return fail(ErrorCode::Invalid,
                "mode must be 0 (normal), 1 (run), 2 (fast) or 3 (lock-step), got ",
                static_cast<std::int32_t>(start.mode));
  return LevelSettings{{"cells", static_cast<double>(start.cells)},
                       {"scale", static_cast<double>(start.scale)},
                       {"blocks", static_cast<double>(start.obstacles)}};
}

}  // namespace paddock::eespees
