// A GLB is well formed by the letter of glTF 2.0: lengths, offsets, limits, references.
#include "paddock/world/glb.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

#include "paddock/core/text.h"
#include "paddock/geom/look_build.h"
#include "paddock/geom/texture.h"
#include "paddock/io/json.h"
#include "paddock/io/png.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

std::uint32_t word_at(const std::string& bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;) word = word << 8 | static_cast<unsigned char>(bytes[at + i]);
  return word;
}

float float_at(const std::string& bytes, std::size_t at) {
  const std::uint32_t word = word_at(bytes, at);
  float number = 0;
  std::memcpy(&number, &word, 4);
  return number;
}

std::int64_t whole(const Json& json, std::string_view key, std::int64_t missing = -1) {
  const Json* found = json.find(key);
  return found != nullptr ? found->integer() : missing;
}

std::span<const Json> list(const Json& json, std::string_view key) {
  const Json* found = json.find(key);
  return found != nullptr ? found->items() : std::span<const Json>{};
}

struct Glb {
  Json json;
  std::string bin;
};

Glb open(const std::string& bytes) {
  Glb glb;
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_EQ(word_at(bytes, 4), 2u);
  EXPECT_EQ(word_at(bytes, 8), bytes.size());
  const std::size_t text = word_at(bytes, 12);
  EXPECT_EQ(text % 4, 0u);
  EXPECT_EQ(bytes.substr(16, 4), "JSON");
  glb.json = parse_json(bytes.substr(20, text)).value();
  if (20 + text == bytes.size()) return glb;
  const std::size_t bin = word_at(bytes, 20 + text);
  EXPECT_EQ(bytes.substr(24 + text, 4), std::string("BIN\0", 4));
  EXPECT_EQ(28 + text + bin, bytes.size());
  glb.bin = bytes.substr(28 + text);
  return glb;
}

/// Bytes of one element of an accessor.
std::size_t element_size(const Json& accessor) {
  const std::string type = accessor.find("type")->text();
  return type == "VEC3" ? 12 : type == "VEC2" ? 8 : 4;
}

std::size_t offset_of(const Glb& glb, std::int64_t accessor) {
  const Json& a = list(glb.json, "accessors")[static_cast<std::size_t>(accessor)];
  const Json& view =
      list(glb.json, "bufferViews")[static_cast<std::size_t>(whole(a, "bufferView"))];
  return static_cast<std::size_t>(whole(view, "byteOffset"));
}

void check_buffers(const Glb& glb) {
  EXPECT_EQ(whole(list(glb.json, "buffers")[0], "byteLength"),
            static_cast<std::int64_t>(glb.bin.size()));
  for (const Json& view : list(glb.json, "bufferViews")) {
    EXPECT_EQ(whole(view, "byteOffset") % 4, 0);
    EXPECT_LE(whole(view, "byteOffset") + whole(view, "byteLength"),
              static_cast<std::int64_t>(glb.bin.size()));
  }
  for (const Json& accessor : list(glb.json, "accessors")) {
    const Json& view =
        list(glb.json, "bufferViews")[static_cast<std::size_t>(whole(accessor, "bufferView"))];
    EXPECT_EQ(whole(accessor, "count") * static_cast<std::int64_t>(element_size(accessor)),
              whole(view, "byteLength"));
  }
}

void check_primitive(const Glb& glb, const Json& primitive) {
  const Json& attributes = *primitive.find("attributes");
  const auto accessor = [&](std::int64_t index) -> const Json& {
    return list(glb.json, "accessors")[static_cast<std::size_t>(index)];
  };
  const std::int64_t position = whole(attributes, "POSITION"), normal = whole(attributes, "NORMAL");
  const std::int64_t points = whole(accessor(position), "count");
  EXPECT_EQ(whole(accessor(normal), "count"), points);
  // positions within their stated limits, normals of length one
  const std::size_t at = offset_of(glb, position), n = offset_of(glb, normal);
  const auto lows = list(accessor(position), "min"), highs = list(accessor(position), "max");
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(points); ++i) {
    double square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double p = float_at(glb.bin, at + 12 * i + 4 * k);
      const double m = float_at(glb.bin, n + 12 * i + 4 * k);
      wrong += !(p >= lows[k].number() && p <= highs[k].number());
      square += m * m;
    }
    wrong += !(std::fabs(square - 1) < 1e-5);
  }
  const Json& indices = accessor(whole(primitive, "indices"));
  EXPECT_EQ(whole(indices, "count") % 3, 0);
  const std::size_t first = offset_of(glb, whole(primitive, "indices"));
  for (std::size_t i = 0; i < static_cast<std::size_t>(whole(indices, "count")); ++i) {
    wrong += word_at(glb.bin, first + 4 * i) >= static_cast<std::uint32_t>(points);
  }
  EXPECT_EQ(wrong, 0u);
  const Json& material =
      list(glb.json, "materials")[static_cast<std::size_t>(whole(primitive, "material"))];
  const bool textured = material.find("pbrMetallicRoughness")->find("baseColorTexture") != nullptr;
  EXPECT_EQ(textured, attributes.find("TEXCOORD_0") != nullptr);
}

/// Everything the Khronos validator would call an error, as far as this writer could make it.
void check_glb(const Glb& glb) {
  check_buffers(glb);
  for (const Json& mesh : list(glb.json, "meshes")) {
    for (const Json& primitive : list(mesh, "primitives")) check_primitive(glb, primitive);
  }
  const auto nodes = list(glb.json, "nodes");
  std::set<std::string> names;
  for (const Json& node : nodes) {
    EXPECT_TRUE(names.insert(node.find("name")->text()).second);
    EXPECT_LT(whole(node, "mesh", -1), static_cast<std::int64_t>(list(glb.json, "meshes").size()));
    if (const Json* turn = node.find("rotation")) {
      double square = 0;
      for (const Json& q : turn->items()) square += q.number() * q.number();
      EXPECT_NEAR(square, 1, 1e-6);
    }
  }
  EXPECT_EQ(list(nodes[0], "children").size(), nodes.size() - 1);
  for (const Json& image : list(glb.json, "images")) {
    const Json& view =
        list(glb.json, "bufferViews")[static_cast<std::size_t>(whole(image, "bufferView"))];
    EXPECT_TRUE(
        read_png_bytes(glb.bin.substr(static_cast<std::size_t>(whole(view, "byteOffset")),
                                      static_cast<std::size_t>(whole(view, "byteLength")))));
  }
}

// tools/check_glb.mjs has the Khronos validator judge all of them
TEST(Glb, LevelsAreWellFormed) {
  for (const char* name : {"indoor/office_loop", "town/old_town", "tracks/hairpins"}) {
    const auto world = load_world(concat(PADDOCK_SOURCE_DIR "/levels/", name, ".toml"), 1);
    ASSERT_TRUE(world) << name;
    const std::vector<LookPart> parts = looks_of(*world);
    const auto bytes = write_glb(parts);
    ASSERT_TRUE(bytes) << name;
    const Glb glb = open(*bytes);
    check_glb(glb);
    EXPECT_EQ(list(glb.json, "nodes").size(), parts.size() + 1) << name;
  }
}

LookPart box_part(std::string name, double x, const Finish& finish) {
  LookPart part{
      .name = std::move(name), .look = {}, .scene_from_part = {{x, 0, 0}, {}}, .seen_by = {}};
  dress(part.look, make_box({1, 1, 1}), {}, {finish});
  return part;
}

TEST(Glb, EqualLooksShareAMeshAndEqualPicturesAnImage) {
  Finishes finishes;
  const Finish brick = finishes.of(*find_material("brick")),
               wood = finishes.of(*find_material("wood"));
  const std::vector<LookPart> parts{box_part("a", 0, brick), box_part("b", 2, brick),
                                    box_part("c", 4, wood), box_part("d", 6, paint({9, 9, 9}))};

  const Glb glb = open(write_glb(parts).value());

  check_glb(glb);
  EXPECT_EQ(list(glb.json, "meshes").size(), 3u);
  EXPECT_EQ(list(glb.json, "images").size(), 2u);
  EXPECT_EQ(list(glb.json, "materials").size(), 3u);
  EXPECT_EQ(list(glb.json, "nodes")[2].find("name")->text(), "b");
}

TEST(Glb, UnlitMaterialsSayItByTheExtension) {
  Finish flat = paint({255, 0, 0});
  flat.lit = false;

  const Glb glb = open(write_glb(std::vector{box_part("a", 0, flat)}).value());

  EXPECT_EQ(list(glb.json, "extensionsUsed")[0].text(), "KHR_materials_unlit");
  const Json& material = list(glb.json, "materials")[0];
  EXPECT_TRUE(material.find("extensions")->find("KHR_materials_unlit"));
  EXPECT_EQ(material.find("pbrMetallicRoughness")->find("baseColorFactor")->items()[0].number(), 1);
}

TEST(Glb, SamePartsGiveTheSameBytes) {
  const auto bytes = [] {
    Finishes finishes;
    return write_glb(std::vector{box_part("a", 0, finishes.of(*find_material("grass")))}).value();
  };

  EXPECT_EQ(bytes(), bytes());
}

TEST(Glb, NothingAtAllIsStillAFile) {
  const Glb glb = open(write_glb({}).value());

  EXPECT_EQ(list(glb.json, "nodes").size(), 1u);
  EXPECT_TRUE(glb.bin.empty());
}

}  // namespace
}  // namespace paddock
