"""A controller of your own: paddock fly examples/fly_pd.py

Save a change while it flies, and the change flies. What `view` has: docs/controllers.md.
"""


def control(view):
    """The acceleration, m/s^2, from where the carrot is and how fast we are."""
    kp, kd = 3.0, 2.0
    return [kp * (there - here) - kd * speed for there, here, speed in zip(view.carrot, view.position, view.velocity)]
