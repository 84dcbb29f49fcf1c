// The catalogue of sensor kinds: what every row must hold, what is said of what there is not, and
// how a sensor is asked for in words.
#include "paddock/sensors/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "tests/support/worlds.h"

namespace paddock {
namespace {

const FigureKind* figure_named(const SensorKind& kind, std::string_view name) {
  const auto found = std::find_if(kind.figures.begin(), kind.figures.end(),
                                  [&](const FigureKind& figure) { return figure.name == name; });
  return found == kind.figures.end() ? nullptr : &*found;
}

bool within_bounds(const FigureKind& figure, double value) {
  const bool whole = figure.whole || figure.unit == "yes";
  return value >= figure.low && value <= figure.high && (!whole || value == std::floor(value));
}

const SensorKind& kind_named(std::string_view name) { return *find_sensor_kind(name).value(); }

/// What is wrong with a figure of a kind's first unit.
std::string complaint(std::string_view kind, const SensorFigure& figure) {
  const auto figures = figures_of(kind_named(kind), kind_named(kind).units[0], {&figure, 1}, false);
  return figures ? "" : figures.error().message;
}

std::string parse_complaint(std::string_view text) {
  const auto spec = parse_sensor(text);
  return spec ? "" : spec.error().message;
}

TEST(Catalogue, HasTheKindsThatDocumentsNameEachOnce) {
  std::set<std::string_view> names;
  for (const SensorKind* kind : sensor_kinds()) {
    EXPECT_TRUE(names.insert(kind->name).second) << kind->name;
    EXPECT_FALSE(kind->about.empty()) << kind->name;
    EXPECT_GE(kind->rate, 0) << kind->name;
    EXPECT_EQ(find_sensor_kind(kind->name).value(), kind);
  }
  for (const char* name : {"lidar", "lidar3d", "camera", "depth", "semantic", "imu", "gps",
                           "compass", "odometry", "speed", "bumper"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(Catalogue, StandardFiguresAreWithinTheirBounds) {
  for (const SensorKind* kind : sensor_kinds()) {
    std::set<std::string_view> names;
    for (const FigureKind& figure : kind->figures) {
      EXPECT_TRUE(names.insert(figure.name).second) << kind->name << ' ' << figure.name;
      EXPECT_FALSE(figure.about.empty()) << kind->name << ' ' << figure.name;
      EXPECT_TRUE(within_bounds(figure, figure.standard)) << kind->name << ' ' << figure.name;
      // ideal sensors set it to 0
      EXPECT_TRUE(!figure.noise || within_bounds(figure, 0)) << kind->name << ' ' << figure.name;
    }
  }
}

TEST(Catalogue, UnitsHaveFiguresOfTheirKindWithinBounds) {
  for (const SensorKind* kind : sensor_kinds()) {
    std::set<std::string_view> names;
    for (const SensorUnit& unit : kind->units) {
      EXPECT_TRUE(names.insert(unit.name).second) << kind->name << ' ' << unit.name;
      EXPECT_FALSE(unit.about.empty()) << kind->name << ' ' << unit.name;
      EXPECT_EQ(find_sensor_unit(*kind, unit.name).value(), &unit);
      std::set<std::string_view> given;
      for (const UnitFigure& chosen : unit.figures) {
        const FigureKind* figure = figure_named(*kind, chosen.name);
        ASSERT_NE(figure, nullptr) << kind->name << ' ' << unit.name << ' ' << chosen.name;
        EXPECT_TRUE(within_bounds(*figure, chosen.value)) << unit.name << ' ' << chosen.name;
        EXPECT_TRUE(given.insert(chosen.name).second) << unit.name << ' ' << chosen.name;
      }
    }
    ASSERT_FALSE(kind->units.empty()) << kind->name;
    EXPECT_EQ(find_sensor_unit(*kind, "").value(), kind->units.data());
  }
}

TEST(Catalogue, IdealUnitsAndIdealSensorsHaveNoNoise) {
  for (const SensorKind* kind : sensor_kinds())
    for (const SensorUnit& unit : kind->units) {
      const Figures as_sold = figures_of(*kind, unit, {}, false).value();
      const Figures ideal = figures_of(*kind, unit, {}, true).value();
      for (const FigureKind& figure : kind->figures) {
        const bool noiseless = figure.noise && (unit.name == "ideal");
        EXPECT_TRUE(!noiseless || as_sold[figure.name] == 0) << kind->name << ' ' << figure.name;
        EXPECT_EQ(ideal[figure.name], figure.noise ? 0 : as_sold[figure.name])
            << kind->name << ' ' << unit.name << ' ' << figure.name;
      }
    }
}

TEST(Catalogue, EveryUnitCanBeMadeAndHasTheShapeOfItsRow) {
  const World world = build_world(room_level(10));
  for (const SensorKind* kind : sensor_kinds())
    for (const SensorUnit& unit : kind->units) {
      const auto sensor =
          kind->make({figures_of(*kind, unit, {}, false).value(), {{0.1, 0, 0.2}, {}}, world});

      ASSERT_TRUE(sensor) << kind->name << ' ' << unit.name << ": " << sensor.error().message;
      EXPECT_EQ(shape_of((*sensor)->form()), kind->shape) << kind->name;
    }
}

TEST(Catalogue, ChannelsOfAVectorHaveNamesOfTheirOwn) {
  const World world = build_world(open_level());
  for (const SensorKind* kind : sensor_kinds()) {
    if (kind->shape != ReadingShape::Vector) continue;
    const auto sensor =
        kind->make({figures_of(*kind, kind->units[0], {}, false).value(), {}, world});
    const auto& form = std::get<VectorForm>((*sensor)->form());

    std::set<std::string> names;
    EXPECT_FALSE(form.frame.empty()) << kind->name;
    EXPECT_FALSE(form.channels.empty()) << kind->name;
    for (const Channel& channel : form.channels) {
      EXPECT_TRUE(names.insert(channel.name).second) << kind->name << ' ' << channel.name;
      EXPECT_FALSE(channel.title.empty()) << kind->name << ' ' << channel.name;
    }
  }
}

TEST(Catalogue, ChosenFiguresStandInPlaceOfTheUnits) {
  const SensorKind& imu = kind_named("imu");
  const SensorUnit& d435i = *find_sensor_unit(imu, "d435i").value();
  const SensorFigure walk{"rate_walk", 0.5};

  const Figures figures = figures_of(imu, d435i, {&walk, 1}, false).value();

  EXPECT_EQ(figures["rate_walk"], 0.5);
  EXPECT_EQ(figures["force_walk"], 6.3e-5);
  EXPECT_EQ(figures["smoothing"], 1);
  EXPECT_NEAR(degrees(figures["rate_density"]), 0.014, 1e-15);
  EXPECT_NEAR(figures["force_density"], 1.471e-3, 1e-6);  // 150 micro g
}

TEST(Catalogue, UnknownNamesAreAnsweredWithThoseThereAre) {
  const auto kind = find_sensor_kind("compas");
  const auto unit = find_sensor_unit(kind_named("imu"), "d435");

  ASSERT_FALSE(kind);
  EXPECT_EQ(kind.error().code, ErrorCode::NotFound);
  EXPECT_TRUE(kind.error().message.starts_with("there is no sensor \"compas\"; known: lidar, "))
      << kind.error().message;
  EXPECT_TRUE(kind.error().message.ends_with("; did you mean compass?")) << kind.error().message;
  ASSERT_FALSE(unit);
  EXPECT_EQ(unit.error().code, ErrorCode::NotFound);
  EXPECT_EQ(unit.error().message,
            "there is no imu \"d435\"; known: ideal, d435i, racecarsim; did you mean d435i?");
  EXPECT_EQ(complaint("gps", {"sigms", 1}),
            "gps has no figure \"sigms\"; known: offset_x, offset_y, sigma, velocity_sigma; did "
            "you mean sigma?");
}

TEST(Catalogue, FiguresOutOfTheirBoundsAreNamed) {
  EXPECT_EQ(complaint("gps", {"sigma", -1}), "gps sigma must be 0 to 1000 m, got -1");
  EXPECT_EQ(complaint("speed", {"scale", 2}), "speed scale must be -1 to 1, got 2");
  EXPECT_EQ(complaint("bumper", {"sectors", 17}), "bumper sectors must be 1 to 16, got 17");
  EXPECT_EQ(complaint("bumper", {"sectors", 2.5}),
            "bumper sectors must be a whole number, got 2.5");
  EXPECT_EQ(complaint("imu", {"smoothing", 0}), "imu smoothing must be 0.001 to 1, got 0");
  EXPECT_FALSE(complaint("odometry", {"turn_scale", NAN}).empty());
  EXPECT_FALSE(complaint("compass", {"offset", INFINITY}).empty());
  EXPECT_EQ(complaint("compass", {"offset", -1}), "");
}

TEST(ParseSensor, KindPlaceAndWordsAfterThem) {
  const SensorSpec plain = parse_sensor("imu").value();
  const SensorSpec full =
      parse_sensor("camera@roof name=top unit=d435i rate=12.5 ideal=1 width=640 height=480")
          .value();

  EXPECT_EQ(plain, (SensorSpec{.kind = "imu"}));
  EXPECT_EQ(full, (SensorSpec{.kind = "camera",
                              .name = "top",
                              .place = "roof",
                              .unit = "d435i",
                              .ideal = true,
                              .rate = 12.5,
                              .figures = {{"width", 640}, {"height", 480}}}));
  EXPECT_EQ(parse_sensor("  gps   sigma=1 ").value(),
            (SensorSpec{.kind = "gps", .figures = {{"sigma", 1}}}));
}

TEST(ParseSensor, SaysWhatIsWrongWithTheWords) {
  for (const char* text : {"", "  ", "@front", "lidar@"})
    EXPECT_TRUE(parse_complaint(text).starts_with("a sensor is a kind, or a kind and a place"))
        << text;
  EXPECT_EQ(parse_complaint("gps fast"), "\"fast\" must be name=value");
  EXPECT_EQ(parse_complaint("gps =3"), "\"=3\" must be name=value");
  EXPECT_EQ(parse_complaint("gps sigma=much"), "sigma must be a finite number, got \"much\"");
  EXPECT_EQ(parse_complaint("gps rate="), "rate must be a finite number, got \"\"");
  EXPECT_EQ(parse_complaint("gps sigma=inf"), "sigma must be a finite number, got \"inf\"");
}

}  // namespace
}  // namespace paddock
