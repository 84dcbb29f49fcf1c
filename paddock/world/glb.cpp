// A GLB is a header, a chunk of JSON and a chunk of bytes that the JSON points into.
#include "paddock/world/glb.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <vector>

#include "paddock/core/det_math.h"
#include "paddock/core/hash.h"
#include "paddock/core/text.h"
#include "paddock/io/json.h"
#include "paddock/io/png.h"

namespace paddock {
namespace {

// numbers of the glTF 2.0 specification
constexpr int kFloat = 5126, kUint32 = 5125, kVertices = 34962, kIndices = 34963;
constexpr int kLinear = 9729, kLinearMips = 9987, kClamp = 33071, kRepeat = 10497;
constexpr std::uint32_t kMagic = 0x46546c67, kJsonChunk = 0x4e4f534a, kBinChunk = 0x004e4942;

void put_word(std::string& bytes, std::uint32_t word) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    bytes += static_cast<char>(static_cast<unsigned char>(word >> shift & 0xffu));
  }
}
void put_float(std::string& bytes, double number) {
  put_word(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(number) + 0.0f));
}

/// sRGB to light.
double light_of(std::uint8_t stored) {
  const double s = stored / 255.0;
  return s <= 0.04045 ? s / 12.92 : det::exp(2.4 * det::log((s + 0.055) / 1.055));
}

Json vec_json(std::span<const double> numbers) {
  Json json = Json::array();
  for (const double n : numbers) json.add(n);
  return json;
}

std::uint64_t hash_of(const Look& look) {
  Hasher hasher;
  for (const Vec3 p : look.points) hasher.add(p.x), hasher.add(p.y), hasher.add(p.z);
  for (const auto& t : look.triangles) hasher.add(t[0]), hasher.add(t[1]), hasher.add(t[2]);
  for (const Finish& finish : look.finishes) hasher.add(std::string_view(finish.name));
  return hasher.value();
}

bool same_finish(const Finish& a, const Finish& b) {
  const bool same_texture =
      a.texture == b.texture || (a.texture && b.texture && a.texture->name == b.texture->name);
  return a.name == b.name && a.color == b.color && same_texture && a.lit == b.lit &&
         a.gloss == b.gloss && a.lamp == b.lamp;
}

bool same_look(const Look& a, const Look& b) {
  return a.points == b.points && a.normals == b.normals && a.uvs == b.uvs &&
         a.triangles == b.triangles && a.finish_of == b.finish_of &&
         std::equal(a.finishes.begin(), a.finishes.end(), b.finishes.begin(), b.finishes.end(),
                    same_finish);
}

class GlbWriter {
 public:
  explicit GlbWriter(const PackTexture& pack) : pack_(pack) {}

  Result<std::string> write(std::span<const LookPart> parts) {
    Json children = Json::array();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto node = node_of(parts[i]);
      if (!node) return fail(node.error().code, node.error().message);
      nodes_.add(*node);
      children.add(i + 1);
    }
    return pack(document(std::move(children)));
  }

 private:
  // --- bytes --------------------------------------------------------------------------------

  /// Everything since `start` becomes a buffer view; the next one begins on a word.
  std::size_t close_view(std::size_t start, int target) {
    Json view;
    view.set("buffer", 0).set("byteOffset", start).set("byteLength", bytes_.size() - start);
    if (target != 0) view.set("target", target);
    views_.add(std::move(view));
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    return views_.items().size() - 1;
  }

  std::size_t accessor(std::size_t view, int component, std::string_view type, std::size_t count,
                       Json limits = {}) {
    Json json;
    json.set("bufferView", view).set("componentType", component).set("count", count);
    json.set("type", type);
    if (!limits.is(JsonKind::Null)) {
      json.set("min", limits.items()[0]).set("max", limits.items()[1]);
    }
    accessors_.add(std::move(json));
    return accessors_.items().size() - 1;
  }

  std::size_t add_positions(const Look& look) {
    const std::size_t start = bytes_.size();
    std::array<double, 3> low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
    for (const Vec3 p : look.points) {
      const std::array<double, 3> at{p.x, p.y, p.z};
      for (std::size_t k = 0; k < 3; ++k) {
        const double stored = static_cast<float>(at[k]);
        low[k] = std::min(low[k], stored), high[k] = std::max(high[k], stored);
        put_float(bytes_, at[k]);
      }
    }
    Json limits = Json::array();
    limits.add(vec_json(low)).add(vec_json(high));
    return accessor(close_view(start, kVertices), kFloat, "VEC3", look.points.size(),
                    std::move(limits));
  }

  std::size_t add_normals(const Look& look) {
    const std::size_t start = bytes_.size();
    for (const Vec3 n : look.normals) {
      put_float(bytes_, n.x), put_float(bytes_, n.y), put_float(bytes_, n.z);
    }
    return accessor(close_view(start, kVertices), kFloat, "VEC3", look.normals.size());
  }

  std::size_t add_uvs(const Look& look) {
    const std::size_t start = bytes_.size();
    for (const Vec2 uv : look.uvs) put_float(bytes_, uv.x), put_float(bytes_, 1 - uv.y);
    return accessor(close_view(start, kVertices), kFloat, "VEC2", look.uvs.size());
  }

  /// The triangles of one finish; nothing when there are none.
  std::optional<std::size_t> add_triangles(const Look& look, std::size_t finish) {
    const std::size_t start = bytes_.size();
    std::size_t count = 0;
    for (std::size_t i = 0; i < look.triangles.size(); ++i) {
      if (look.finish_of[i] != finish) continue;
      for (const std::uint32_t point : look.triangles[i]) put_word(bytes_, point), ++count;
    }
    if (count == 0) return std::nullopt;
    return accessor(close_view(start, kIndices), kUint32, "SCALAR", count);
  }

  // --- things ---------------------------------------------------------------------------------

  std::size_t sampler_of(bool repeats) {
    const int wrap = repeats ? kRepeat : kClamp;
    for (std::size_t i = 0; i < wraps_.size(); ++i) {
      if (wraps_[i] == wrap) return i;
    }
    Json sampler;
    sampler.set("magFilter", kLinear).set("minFilter", kLinearMips);
    samplers_.add(std::move(sampler.set("wrapS", wrap).set("wrapT", wrap)));
    wraps_.push_back(wrap);
    return wraps_.size() - 1;
  }

  Result<std::size_t> texture_of(const Texture& texture) {
    const auto [entry, fresh] = textures_by_name_.try_emplace(texture.name, 0);
    if (!fresh) return entry->second;
    const auto png = pack_(texture);
    if (!png) return fail(png.error().code, png.error().message);
    const std::size_t start = bytes_.size();
    bytes_ += *png;
    Json image, json;
    image.set("name", texture.name).set("mimeType", "image/png");
    image.set("bufferView", close_view(start, 0));
    images_.add(std::move(image));
    json.set("sampler", sampler_of(texture.repeats)).set("source", images_.items().size() - 1);
    textures_.add(std::move(json));
    return entry->second = textures_.items().size() - 1;
  }

  Result<std::size_t> material_of(const Finish& finish) {
    const auto found = std::find_if(finishes_.begin(), finishes_.end(),
                                    [&](const Finish& f) { return same_finish(f, finish); });
    if (found != finishes_.end()) return static_cast<std::size_t>(found - finishes_.begin());
    Json surface;
    const std::array<double, 4> color{light_of(finish.color.r), light_of(finish.color.g),
                                      light_of(finish.color.b), 1};
    surface.set("baseColorFactor", vec_json(color));
    if (finish.texture) {
      const auto texture = texture_of(*finish.texture);
      if (!texture) return fail(texture.error().code, texture.error().message);
      Json use;
      use.set("index", *texture);
      surface.set("baseColorTexture", std::move(use));
    }
    surface.set("metallicFactor", 0).set("roughnessFactor", 1 - 0.8 * finish.gloss);
    Json material;
    material.set("name", finish.name).set("pbrMetallicRoughness", std::move(surface));
    if (!finish.lit) {
      Json unlit;
      unlit.set("KHR_materials_unlit", Json::object());
      material.set("extensions", std::move(unlit));
      any_unlit_ = true;
    }
    materials_.add(std::move(material));
    finishes_.push_back(finish);
    return finishes_.size() - 1;
  }

  Result<std::size_t> mesh_of(const LookPart& part) {
    const Look& look = part.look;
    std::vector<Made>& made = meshes_by_hash_[hash_of(look)];
    for (const Made& mesh : made) {
      if (same_look(*mesh.look, look)) return mesh.index;
    }
    Json attributes;
    attributes.set("POSITION", add_positions(look)).set("NORMAL", add_normals(look));
    Json textured = attributes;
    const auto shows_texture = [](const Finish& f) { return f.texture != nullptr; };
    if (std::any_of(look.finishes.begin(), look.finishes.end(), shows_texture)) {
      textured.set("TEXCOORD_0", add_uvs(look));
    }
    Json primitives = Json::array();
    for (std::size_t i = 0; i < look.finishes.size(); ++i) {
      const auto triangles = add_triangles(look, i);
      if (!triangles) continue;
      const auto material = material_of(look.finishes[i]);
      if (!material) return fail(material.error().code, material.error().message);
      Json primitive;
      primitive.set("attributes", look.finishes[i].texture ? textured : attributes);
      primitive.set("indices", *triangles);
      primitive.set("material", *material);
      primitives.add(std::move(primitive));
    }
    Json mesh;
    mesh.set("name", part.name).set("primitives", std::move(primitives));
    meshes_.add(std::move(mesh));
    made.push_back({&look, meshes_.items().size() - 1});
    return made.back().index;
  }

  Result<Json> node_of(const LookPart& part) {
    const Pose3& pose = part.scene_from_part;
    Json node, extras;
    node.set("name", part.name);
    if (!part.look.triangles.empty()) {
      const auto mesh = mesh_of(part);
      if (!mesh) return fail(mesh.error().code, mesh.error().message);
      node.set("mesh", *mesh);
    }
    const std::array<double, 3> at{pose.at.x, pose.at.y, pose.at.z};
    const std::array<double, 4> turn{pose.turn.x, pose.turn.y, pose.turn.z, pose.turn.w};
    if (pose.at != Vec3{}) node.set("translation", vec_json(at));
    if (pose.turn != Quat{}) node.set("rotation", vec_json(turn));
    extras.set("instance", part.instance).set("tag", name_of(part.tag)).set("moves", part.moves);
    node.set("extras", std::move(extras));
    return node;
  }

  // --- the document ---------------------------------------------------------------------------

  Json document(Json children) {
    Json root, nodes = Json::array();
    const double half = 0.70710678118654752;  // a quarter turn about x
    root.set("name", "scene").set("rotation", vec_json(std::array{-half, 0.0, 0.0, half}));
    if (!children.items().empty()) root.set("children", std::move(children));
    nodes.add(std::move(root));
    for (const Json& node : nodes_.items()) nodes.add(node);

    Json json, asset, scene, scene_nodes = Json::array();
    asset.set("version", "2.0").set("generator", "Paddock");
    json.set("asset", std::move(asset)).set("scene", 0);
    scene_nodes.add(0);
    scene.set("nodes", std::move(scene_nodes));
    json.set("scenes", Json::array().add(std::move(scene))).set("nodes", std::move(nodes));
    const auto set_list = [&](std::string_view key, Json& list) {
      if (!list.items().empty()) json.set(key, std::move(list));
    };
    set_list("meshes", meshes_), set_list("materials", materials_);
    set_list("samplers", samplers_), set_list("textures", textures_), set_list("images", images_);
    set_list("accessors", accessors_), set_list("bufferViews", views_);
    if (!bytes_.empty()) {
      Json buffer;
      buffer.set("byteLength", bytes_.size());
      json.set("buffers", Json::array().add(std::move(buffer)));
    }
    if (any_unlit_) json.set("extensionsUsed", Json::array().add("KHR_materials_unlit"));
    return json;
  }

  std::string pack(const Json& json) const {
    std::string text = to_text(json, 0);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const std::size_t bin = bytes_.empty() ? 0 : 8 + bytes_.size();
    std::string glb;
    glb.reserve(20 + text.size() + bin);
    put_word(glb, kMagic), put_word(glb, 2);
    put_word(glb, static_cast<std::uint32_t>(20 + text.size() + bin));
    put_word(glb, static_cast<std::uint32_t>(text.size())), put_word(glb, kJsonChunk);
    glb += text;
    if (bin == 0) return glb;
    put_word(glb, static_cast<std::uint32_t>(bytes_.size())), put_word(glb, kBinChunk);
    glb += bytes_;
    return glb;
  }

  struct Made {
    const Look* look{};  // of the caller's parts
    std::size_t index{};
  };

  const PackTexture& pack_;
  std::string bytes_;
  Json nodes_ = Json::array(), views_ = Json::array(), accessors_ = Json::array(),
       meshes_ = Json::array(), materials_ = Json::array(), textures_ = Json::array(),
       images_ = Json::array(), samplers_ = Json::array();
  std::vector<int> wraps_;  // of the samplers
  std::map<std::string, std::size_t> textures_by_name_;
  std::map<std::uint64_t, std::vector<Made>> meshes_by_hash_;
  std::vector<Finish> finishes_;
  bool any_unlit_{};
};

}  // namespace

Result<std::string> pack_texture(const Texture& texture) { return write_png_bytes(texture.image); }

Result<std::string> write_glb(std::span<const LookPart> parts, const PackTexture& pack) {
  return GlbWriter(pack).write(parts);
}

}  // namespace paddock
