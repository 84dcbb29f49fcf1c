// What people do with pieces of a level that has rules: change them, read their gauges.
#pragma once

#include <vector>

#include "paddock/protocols/web/codec.h"
#include "paddock/stage/session.h"

namespace paddock::web {

/// The piece of this name; an Error says that there is none.
Result<PieceId> piece_named(const World& world, std::string_view name);

/// What a person's click or turn of the wheel on a piece changes about the piece itself; nothing
/// where it moves a variable.
Result<std::optional<ChangePiece>> edited_itself(const Session& session, const EditPiece& request);

/// The level's variables after a person's click or turn of the wheel on a piece.
Result<LevelSettings> edited(const LevelPapers& papers, const EditPiece& request);

/// How the first vehicle stands to the pieces that have a gauge.
std::vector<GaugeView> gauges_of(const Session& session);
bool has_gauges(const World& world);

}  // namespace paddock::web
