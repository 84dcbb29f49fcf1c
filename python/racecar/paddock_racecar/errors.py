"""What can go wrong between a script and the simulator, by name. Bad values are ValueErrors."""


class SimulatorError(ConnectionError):
    """The simulator cannot be talked to, or said something that makes no sense."""


class SimulatorTimeoutError(SimulatorError, TimeoutError):
    """No reply in time: the level was closed, or this simulator does not know the request."""


class ReplyError(SimulatorError):
    """A reply has a size that its request cannot have."""


class RealCarError(RuntimeError):
    """This library drives cars in a simulator only."""


class OpenCvMissingError(ImportError):
    """A helper needs OpenCV, which is not installed."""


class ScriptEnd(SystemExit):
    """The script ends, and the simulator knows or need not know."""
