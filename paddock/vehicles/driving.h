// What hands and drivers ask of a vehicle, whatever its kind, and what a driver may dare with it.
#pragma once

namespace paddock {

/// A stick, two pedals, a hand brake.
struct Controls {
  double steer{};       // -1 to 1, positive to the left
  double drive{};       // -1 to 1, forward and backward
  double brake{};       // 0 to 1
  double hand_brake{};  // 0 to 1

  static void fields(auto& self, auto&& visit) {
    visit("steer", self.steer), visit("drive", self.drive);
    visit("brake", self.brake), visit("hand_brake", self.hand_brake);
  }
  bool operator==(const Controls&) const = default;
};

/// How a driver asks for motion: a curve and a speed.
struct Motion {
  double curvature{};  // 1/m, positive to the left
  double speed{};      // m/s
  double push{
      3};  // m/s^2, the most to ask of the tyres along the way, so that they can still steer
};

/// How fast a route may be driven.
struct SpeedLimits {
  double top{5};     // m/s
  double side{4};    // m/s^2, in bends
  double drive{3};   // m/s^2
  double brake{4};   // m/s^2
  double window{1};  // m of the route over which a driver rounds its corners
  double power{};    // m^2/s^3, drive times speed at most; 0: as much as drive says
  bool shared{};     // what a bend takes of the grip is not there to drive or brake
};

/// How far ahead pure pursuit looks.
struct LookaheadParams {
  double least{1.0};  // m, also the fixed lookahead when gain is 0
  double most{10.0};  // m
  double gain{0.0};   // s, of speed
};

}  // namespace paddock
