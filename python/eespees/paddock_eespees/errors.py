"""What can go wrong between us and the simulator, by name. Bad values are plain ValueErrors."""


class LinkError(ConnectionError):
    """There is no simulator to talk to, or there is none any more: start_env() begins anew."""


class LinkTimeoutError(LinkError):
    """The simulator did not do its part in time; the connections were dropped."""


class SimulatorMissingError(LinkError):
    """The `paddock` command could not be found or started."""


class EngineMissingError(ImportError):
    """A LocalSimulator was asked for and Paddock's engine is not installed."""


class WorldRefusedError(ValueError):
    """The simulator answered with return code 1; what was there before goes on."""
