// Sensors by name: the catalogue, what a sensor is, and its readings as NumPy arrays that are the
// caller's own.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "paddock/batch/batch.h"
#include "paddock/sensors/catalogue.h"
#include "python/bindings/raise.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace paddock {
namespace {

nb::str text(std::string_view words) { return nb::str(words.data(), words.size()); }

// --- the catalogue ------------------------------------------------------------------------------

nb::dict dict_of(const FigureKind& figure) {
  nb::dict dict;
  dict["name"] = text(figure.name), dict["unit"] = text(figure.unit);
  dict["about"] = text(figure.about);
  dict["standard"] = figure.standard, dict["low"] = figure.low, dict["high"] = figure.high;
  dict["noise"] = figure.noise;
  return dict;
}

nb::list kinds_list() {
  nb::list list;
  for (const SensorKind* kind : sensor_kinds()) {
    nb::list figures;
    for (const FigureKind& figure : kind->figures) figures.append(dict_of(figure));
    nb::dict units;
    for (const SensorUnit& unit : kind->units) units[text(unit.name)] = text(unit.about);
    nb::dict dict;
    dict["name"] = text(kind->name), dict["about"] = text(kind->about);
    dict["shape"] = text(name_of(kind->shape)), dict["rate"] = kind->rate;
    dict["figures"] = figures, dict["units"] = units;
    list.append(dict);
  }
  return list;
}

// --- what a sensor is ---------------------------------------------------------------------------

/// One number of an array's last axis: name, unit, what it is.
nb::tuple channel(std::string_view name, std::string_view unit, std::string_view title) {
  return nb::make_tuple(text(name), text(unit), text(title));
}

void describe_form(const RangesForm& form, nb::dict& dict) {
  dict["array"] = nb::make_tuple(form.beams), dict["dtype"] = "float32", dict["frame"] = "sensor";
  dict["channels"] = nb::make_tuple(channel("range", "m", "distance along the beam"));
  nb::dict more;
  more["start"] = form.start, more["span"] = form.span;
  more["min_range"] = form.min_range, more["max_range"] = form.max_range;
  more["near_value"] = form.near_value, more["far_value"] = form.far_value;
  dict["form"] = more;
}

void describe_form(const PointsForm& form, nb::dict& dict) {
  dict["array"] = nb::make_tuple(nb::none(), 6), dict["dtype"] = "float32";
  dict["frame"] = "sensor";
  dict["channels"] =
      nb::make_tuple(channel("x", "m", "ahead"), channel("y", "m", "to the left"),
                     channel("z", "m", "up"), channel("intensity", "", "what is left of the pulse"),
                     channel("channel", "", "number of the channel, 0 the uppermost"),
                     channel("tag", "", "what was met, in CARLA's numbers"));
  nb::dict more;
  more["channels"] = form.channels, more["max_range"] = form.max_range;
  dict["form"] = more;
}

void describe_form(const PictureForm& form, nb::dict& dict) {
  const CameraParams& camera = form.camera;
  const int width = camera.spec.width, height = camera.spec.height;
  dict["frame"] = "sensor";
  nb::dict more;
  switch (form.content) {
    case PictureContent::Colour:
      dict["array"] = nb::make_tuple(height, width, 3), dict["dtype"] = "uint8";
      dict["channels"] =
          nb::make_tuple(channel("red", "", ""), channel("green", "", ""), channel("blue", "", ""));
      more["content"] = "colour";
      break;
    case PictureContent::Depth:
      dict["array"] = nb::make_tuple(height, width), dict["dtype"] = "float32";
      dict["channels"] = nb::make_tuple(channel("depth", "m", "distance of what is seen"));
      more["content"] = "depth";
      more["min"] = camera.spec.depth.min, more["max"] = camera.spec.depth.max;
      break;
    case PictureContent::Semantic:
      dict["array"] = nb::make_tuple(height, width), dict["dtype"] = "uint8";
      dict["channels"] = nb::make_tuple(channel("tag", "", "what is seen, in CARLA's numbers"));
      more["content"] = "semantic";
      break;
  }
  more["fx"] = camera.fx, more["fy"] = camera.fy, more["cx"] = camera.cx, more["cy"] = camera.cy;
  dict["form"] = more;
}

void describe_form(const VectorForm& form, nb::dict& dict) {
  dict["array"] = nb::make_tuple(form.channels.size()), dict["dtype"] = "float64";
  dict["frame"] = form.frame;
  nb::list channels;
  for (const Channel& one : form.channels) channels.append(channel(one.name, one.unit, one.title));
  dict["channels"] = nb::tuple(channels);
  dict["form"] = nb::dict();
}

nb::dict info_dict(const BatchSensor& sensor) {
  const SensorSpec& spec = sensor.mount.spec;
  const Pose3 mount = spec.body_from_sensor.value_or(Pose3{});
  nb::dict dict, figures;
  for (const SensorFigure& figure : spec.figures) figures[text(figure.name)] = figure.value;
  dict["name"] = spec.name, dict["kind"] = spec.kind;
  dict["shape"] = text(name_of(shape_of(sensor.form)));
  dict["unit"] = spec.unit, dict["rate"] = spec.rate, dict["ideal"] = spec.ideal.value_or(false);
  dict["position"] = nb::make_tuple(mount.at.x, mount.at.y, mount.at.z);
  dict["turn"] = nb::make_tuple(mount.turn.w, mount.turn.x, mount.turn.y, mount.turn.z);
  dict["figures"] = figures;
  std::visit([&](const auto& form) { describe_form(form, dict); }, sensor.form);
  return dict;
}

// --- readings -----------------------------------------------------------------------------------

template <class T>
nb::object array_of(const std::vector<T>& values, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<T>(values);
  kept->reserve(1);  // an empty array has an address too
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), shape.size(), shape.begin(), owner));
}

nb::object array_of_reading(const ReadingForm&, const RangesReading& reading) {
  return array_of(reading.ranges, {reading.ranges.size()});
}

nb::object array_of_reading(const ReadingForm&, const VectorReading& reading) {
  return array_of(reading.values, {reading.values.size()});
}

nb::object array_of_reading(const ReadingForm&, const Lidar3dReading& reading) {
  std::vector<float> numbers;
  numbers.reserve(6 * reading.points.size());
  for (const Lidar3dPoint& p : reading.points)
    numbers.insert(numbers.end(), {p.x, p.y, p.z, p.intensity, static_cast<float>(p.channel),
                                   static_cast<float>(p.tag)});
  return array_of(numbers, {reading.points.size(), 6});
}

nb::object array_of_reading(const ReadingForm& form, const CameraReading& picture) {
  if (picture.width == 0)
    raise({ErrorCode::Invalid, "there is no picture: this machine cannot look through rays"});
  const auto height = static_cast<std::size_t>(picture.height);
  const auto width = static_cast<std::size_t>(picture.width);
  switch (std::get<PictureForm>(form).content) {
    case PictureContent::Depth:
      return array_of(picture.depth, {height, width});
    case PictureContent::Semantic:
      return array_of(picture.tags, {height, width});
    case PictureContent::Colour:
      break;
  }
  return array_of(picture.color.pixels,
                  {height, width, static_cast<std::size_t>(picture.color.channels)});
}

// --- a batch's ----------------------------------------------------------------------------------

void check_place(const Batch& batch, int world, int agent) {
  const auto check = [](const char* what, int number, int count) {
    if (number < 0 || number >= count)
      raise({ErrorCode::Invalid, concat(what, " must be 0 to ", count - 1, ", got ", number)});
  };
  check("world", world, batch.worlds());
  check("agent", agent, batch.shape().agents);
}

std::vector<std::string> sensor_names(Batch& batch, int world, int agent) {
  check_place(batch, world, agent);
  return batch.sensor_names(world, agent);
}

nb::dict sensor_info(Batch& batch, int world, int agent, const std::string& sensor) {
  check_place(batch, world, agent);
  return info_dict(value_or_raise(batch.sensor_info(world, agent, sensor)));
}

nb::object read_batch_sensor(Batch& batch, int world, int agent, const std::string& sensor) {
  check_place(batch, world, agent);
  const auto read = [&] {
    const nb::gil_scoped_release others_may_run;
    return batch.read_sensor(world, agent, sensor);
  };
  const BatchReading now = value_or_raise(read());
  return std::visit([&](const auto& reading) { return array_of_reading(*now.form, reading); },
                    *now.reading);
}

}  // namespace

void bind_sensors(nb::module_& m, nb::class_<Batch>& batch) {
  m.def("sensor_kinds", kinds_list, "The catalogue of sensor kinds, a dictionary each.");
  batch
      .def("sensor_names", sensor_names, "world"_a, "agent"_a,
           "Names of the sensors that a vehicle can be asked for.")
      .def("sensor_info", sensor_info, "world"_a, "agent"_a, "sensor"_a,
           "Mount, figures and form of a sensor. Raises ValueError saying what is wrong.")
      .def("read_sensor", read_batch_sensor, "world"_a, "agent"_a, "sensor"_a,
           "What it tells now, as an array of the caller's own.");
}

}  // namespace paddock
