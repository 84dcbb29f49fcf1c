"""The gamepad, or the keys that stand for it. Every question is asked once an update."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from .link import Link
from .messages import Header, pack_byte, unpack_bool, unpack_floats


class Button(IntEnum):
    """Buttons of the gamepad."""

    A = 0
    B = 1
    X = 2
    Y = 3
    LB = 4  # left bumper
    RB = 5
    LJOY = 6  # left stick pressed down
    RJOY = 7


class Trigger(IntEnum):
    """The two triggers."""

    LEFT = 0
    RIGHT = 1


class Joystick(IntEnum):
    """The two sticks."""

    LEFT = 0
    RIGHT = 1


class Controller:
    """Buttons, triggers and sticks; `rc.controller.Button.A` names a button."""

    Button = Button
    Trigger = Trigger
    Joystick = Joystick

    def __init__(self, link: Link) -> None:
        self._link = link
        self._answers: dict[bytes, Any] = {}

    def is_down(self, button: Button) -> bool:
        """Whether the button is held."""
        return self._ask(pack_byte(Header.CONTROLLER_IS_DOWN, Button(button)), unpack_bool)

    def was_pressed(self, button: Button) -> bool:
        """Whether the button went down since the last update."""
        return self._ask(pack_byte(Header.CONTROLLER_WAS_PRESSED, Button(button)), unpack_bool)

    def was_released(self, button: Button) -> bool:
        """Whether the button was let go since the last update."""
        return self._ask(pack_byte(Header.CONTROLLER_WAS_RELEASED, Button(button)), unpack_bool)

    def get_trigger(self, trigger: Trigger) -> float:
        """0 (free) to 1 (pulled)."""
        request = pack_byte(Header.CONTROLLER_GET_TRIGGER, Trigger(trigger))
        return self._ask(request, lambda reply: unpack_floats(reply, 1)[0])

    def get_joystick(self, joystick: Joystick) -> tuple[float, float]:
        """(x, y), each -1 to 1, right and up positive."""
        request = pack_byte(Header.CONTROLLER_GET_JOYSTICK, Joystick(joystick))
        return self._ask(request, lambda reply: unpack_floats(reply, 2))

    def _ask(self, request: bytes, read: Any) -> Any:
        if request not in self._answers:
            self._answers[request] = self._link.ask(request, read)
        return self._answers[request]

    def _forget(self) -> None:
        self._answers.clear()
