#include "paddock/protocols/web/door.h"

namespace paddock::web {

// neither plan nor join: every server has its page, and people open and join rooms through it
const DoorKind kDoor{.name = "web",
                     .about = "The page",
                     .doctor = "listens on 127.0.0.1:8080 or the next free port"};

}  // namespace paddock::web
