// Our own letters, drawn as strokes with round ends; coverage comes from the distance to the
// nearest stroke, so any size is clean.
#include "paddock/geom/lettering.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace paddock {
namespace {

// A glyph is pairs of digits: x in half units, y from the descender (0) over the baseline (2) and
// the height of small letters (6) to that of capitals (8). A slash lifts the pen.
constexpr char kFirstGlyph = '!';
// clang-format off
constexpr std::array<std::string_view, 94> kGlyphs{
    "0804/0202", "0806/2826", "2228/6268/0484/0686", "", "0268/0717/5363", "8207284703125284",
    "0806", "28060422", "08262402", "3337/0466/0664", "0565/3337", "1201", "0444", "0202",
    "0268", "220307284867634222", "072822/0242", "07284867660262", "0728486766456463422203/2545",
    "42480464", "680805456463422203", "674828070322426364452504", "086822",
    "25060728486766452504032242636445", "032242636748280706254566", "0202/0505", "1201/1515",
    "660462", "0464/0666", "066402", "072848676634/3232", "6446261514234364738577583806042262",
    "0206488682/0484", "02086887866584836202/0565", "8768280703226283", "02084886844202",
    "68080262/0545", "680802/0545", "87682807032262838545", "0208/8288/0585", "0208",
    "0322426368", "0208/680562", "080262", "0208458882", "02088288", "220307286887836222",
    "02084867664505", "220307286887836222/4482", "02084867664505/2562",
    "032242636445250607284867", "0888/4842", "080322628388", "084288", "0822466288", "0288/0882",
    "084588/4542", "08680262", "28080222", "", "08282202", "", "0181", "", "66260503224263/6662",
    "08024263654606", "662605032262", "68622203052666", "046465462605032262", "48280702/0646",
    "66614020/662605032262", "0802/0526466562", "0206/0808", "262100/2828", "0802/460442",
    "080322", "0206264542/45668582", "0206/0526466562", "220305264665634222", "00064665634202",
    "60662605032262", "0206/0446", "6626052444634202", "08032242/0646", "0603224263/6662",
    "063266", "0622456286", "0662/0266", "0632/6620", "06660262", "", "", "", "",
};
// clang-format on

constexpr double kBaseline = 2, kCapital = 6;  // units
constexpr double kGap = 1.5, kSpace = 2.2;     // between letters and between words
constexpr double kStroke = 0.42;               // half its width

std::string_view glyph_of(char c) {
  const int index = c - kFirstGlyph;
  return index >= 0 && index < static_cast<int>(kGlyphs.size())
             ? kGlyphs[static_cast<std::size_t>(index)]
             : std::string_view{};
}

double glyph_width(std::string_view glyph) {
  double width = 0;
  for (std::size_t i = 0; i + 1 < glyph.size(); i += glyph[i] == '/' ? 1 : 2) {
    if (glyph[i] != '/') width = std::max(width, (glyph[i] - '0') * 0.5);
  }
  return width;
}

double advance_of(char c) {
  // the bytes after the first of a longer character take no room
  if ((static_cast<unsigned char>(c) & 0xc0) == 0x80) return 0;
  const std::string_view glyph = glyph_of(c);
  return glyph.empty() ? kSpace : glyph_width(glyph) + kGap;
}

double distance_to(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double square = dot(along, along);
  const double t = square > 0 ? std::clamp(dot(p - a, along) / square, 0.0, 1.0) : 0;
  return distance(p, lerp(a, b, t));
}

/// Distance from `p` to the nearest stroke, in units of the glyph.
double distance_to_glyph(std::string_view glyph, Vec2 p) {
  double least = 1e300;
  Vec2 pen;
  bool down = false;
  for (std::size_t i = 0; i < glyph.size();) {
    if (glyph[i] == '/') {
      down = false;
      ++i;
      continue;
    }
    const Vec2 to{(glyph[i] - '0') * 0.5, static_cast<double>(glyph[i + 1] - '0')};
    least = std::min(least, distance_to(p, down ? pen : to, to));
    pen = to;
    down = true;
    i += 2;
  }
  return least;
}

void draw_glyph(Image& image, Vec2 origin, double unit, std::string_view glyph, Color color) {
  const int left = static_cast<int>(std::floor(origin.x - unit)),
            top = static_cast<int>(origin.y - 9 * unit);
  const int right = static_cast<int>(origin.x + (glyph_width(glyph) + 1) * unit);
  const int bottom = static_cast<int>(origin.y + unit);
  for (int y = std::max(top, 0); y <= std::min(bottom, image.height - 1); ++y) {
    for (int x = std::max(left, 0); x <= std::min(right, image.width - 1); ++x) {
      const Vec2 p{(x + 0.5 - origin.x) / unit, (origin.y - y - 0.5) / unit};
      cover_pixel(image, x, y, color, (kStroke - distance_to_glyph(glyph, p)) * unit + 0.5);
    }
  }
}

}  // namespace

void cover_pixel(Image& image, int x, int y, Color color, double cover) {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height || cover <= 0) return;
  const double c = std::min(cover, 1.0);
  std::uint8_t* at = image.at(x, y);
  const std::array<std::uint8_t, 3> over{color.r, color.g, color.b};
  for (std::size_t i = 0; i < 3; ++i) {
    at[i] = static_cast<std::uint8_t>(at[i] + (over[i] - at[i]) * c + 0.5);
  }
}

void draw_stroke(Image& image, Vec2 from, Vec2 to, double width, Color color) {
  const double r = width / 2 + 1;
  for (int y = static_cast<int>(std::min(from.y, to.y) - r);
       y <= static_cast<int>(std::max(from.y, to.y) + r); ++y) {
    for (int x = static_cast<int>(std::min(from.x, to.x) - r);
         x <= static_cast<int>(std::max(from.x, to.x) + r); ++x) {
      cover_pixel(image, x, y, color, width / 2 + 0.5 - distance_to({x + 0.5, y + 0.5}, from, to));
    }
  }
}

double text_width(std::string_view text, double capital) {
  double units = 0;
  for (const char c : text) units += advance_of(c);
  return text.empty() ? 0 : (units - kGap) * capital / kCapital;
}

void draw_text(Image& image, Vec2 baseline, double capital, std::string_view text, Color color) {
  const double unit = capital / kCapital;
  double x = baseline.x;
  for (const char c : text) {
    const std::string_view glyph = glyph_of(c);
    if (!glyph.empty()) draw_glyph(image, {x, baseline.y + kBaseline * unit}, unit, glyph, color);
    x += advance_of(c) * unit;
  }
}

}  // namespace paddock
