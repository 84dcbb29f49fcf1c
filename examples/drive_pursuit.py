"""A controller of your own for a car: paddock drive examples/drive_pursuit.py --level oval

Pure pursuit: steer on the circle that meets the carrot, `ahead` and `left` of us.
"""


def control(view):
    """How far to steer, -1 right to 1 left, and to drive, -1 back to 1 on."""
    curvature = 2 * view.left / (view.ahead**2 + view.left**2 + 1e-6)
    wanted = 3.0 if abs(curvature) < 0.3 else 1.5
    return 0.9 * curvature, 0.5 * (wanted - view.speed)
