// What the server says of sensors: the catalogue, and what a client reads.
#include <array>

#include "paddock/protocols/web/codec.h"
#include "paddock/protocols/web/wire_units.h"
#include "paddock/sensors/catalogue.h"

namespace paddock::web {
namespace {

constexpr std::array<std::string_view, 3> kPictureContents{"colour", "depth", "semantic"};
constexpr std::array<std::string_view, 3> kPictureFormats{"raw", "png", "jpeg"};

/// Names of the numbers in a semantic picture.
Json tags_json() {
  Json list = Json::array();
  for (std::uint8_t tag = 0; tag <= static_cast<std::uint8_t>(SemanticTag::TrafficSign); ++tag)
    list.add(name_of(static_cast<SemanticTag>(tag)));
  return list;
}

Json form_json(const RangesForm& form) {
  return Json::object()
      .set("beams", form.beams)
      .set("start", form.start)
      .set("span", form.span)
      .set("min_range", form.min_range)
      .set("max_range", form.max_range);
}

Json form_json(const PointsForm& form) {
  return Json::object()
      .set("channels", form.channels)
      .set("max_range", form.max_range)
      .set("tags", tags_json());
}

Json form_json(const PictureForm& form, PictureFormat format) {
  const CameraSpec& spec = form.camera.spec;
  const bool depth = form.content == PictureContent::Depth;
  Json json = Json::object()
                  .set("content", kPictureContents[static_cast<std::size_t>(form.content)])
                  .set("format", kPictureFormats[static_cast<std::size_t>(format)])
                  .set("width", spec.width)
                  .set("height", spec.height)
                  .set("fx", form.camera.fx)
                  .set("fy", form.camera.fy)
                  .set("cx", form.camera.cx)
                  .set("cy", form.camera.cy)
                  .set("far", depth ? depth_limit(spec) : 0.0);
  if (form.content == PictureContent::Semantic) json.set("tags", tags_json());
  return json;
}

Json form_json(const VectorForm& form) {
  Json channels = Json::array();
  for (const Channel& channel : form.channels)
    channels.add(Json::object()
                     .set("name", channel.name)
                     .set("unit", channel.unit)
                     .set("title", channel.title));
  return Json::object().set("frame", form.frame).set("channels", std::move(channels));
}

Json kind_json(const SensorKind& kind) {
  Json figures = Json::array(), units = Json::array();
  for (const FigureKind& figure : kind.figures)
    figures.add(Json::object()
                    .set("name", figure.name)
                    .set("unit", figure.unit)
                    .set("about", figure.about)
                    .set("standard", figure.standard)
                    .set("low", figure.low)
                    .set("high", figure.high));
  for (const SensorUnit& unit : kind.units)
    units.add(Json::object().set("name", unit.name).set("about", unit.about));
  return Json::object()
      .set("name", kind.name)
      .set("about", kind.about)
      .set("shape", name_of(kind.shape))
      .set("rate", kind.rate)
      .set("figures", std::move(figures))
      .set("units", std::move(units));
}

}  // namespace

Json sensors_json() {
  Json list = Json::array();
  for (const SensorKind* kind : sensor_kinds()) list.add(kind_json(*kind));
  return list;
}

std::string encode_subscribed(RequestId id, SubscriptionId subscription, const SensorInfo& sensor,
                              PictureFormat format) {
  const SensorSpec& spec = sensor.mount.spec;
  const Pose3 mount = spec.body_from_sensor.value_or(Pose3{});
  const Vec3 at = mount.at;
  const Quat turn = mount.turn;
  Json json = Json::object().set("type", "subscribed");
  if (id) json.set("id", *id);
  json.set("subscription", subscription)
      .set("vehicle", static_cast<std::uint32_t>(sensor.mount.vehicle));
  json.set("sensor", name_of(spec)).set("kind", spec.kind).set("unit", spec.unit);
  json.set("rate", sensor.rate).set("mounted", sensor.mounted);
  json.set("at", Json::array().add(at.x).add(at.y).add(at.z));
  json.set("turn", Json::array().add(turn.x).add(turn.y).add(turn.z).add(turn.w));
  const std::string_view shape = name_of(shape_of(sensor.form));
  json.set("shape", shape);
  if (const auto* picture = std::get_if<PictureForm>(&sensor.form))
    json.set(shape, form_json(*picture, format));
  else if (const auto* ranges = std::get_if<RangesForm>(&sensor.form))
    json.set(shape, form_json(*ranges));
  else if (const auto* points = std::get_if<PointsForm>(&sensor.form))
    json.set(shape, form_json(*points));
  else
    json.set(shape, form_json(std::get<VectorForm>(sensor.form)));
  return to_text(json, 0);
}

}  // namespace paddock::web
