// Reads attributes of OpenDRIVE's elements, and remembers what was wrong and what nobody read.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "paddock/io/xml.h"
#include "paddock/world/level_words.h"
#include "paddock/world/opendrive/opendrive.h"

namespace paddock {

class OpenDriveReader {
 public:
  OpenDriveReader(std::string file, OpenDriveReading& reading)
      : file_(std::move(file)), reading_(reading) {}

  SourceLine where(const XmlElement& element) const { return {file_, element.line}; }

  template <class... Parts>
  void complain(const XmlElement& at, const Parts&... parts) {
    complain_at(where(at), concat('<', at.name, "> ", parts...));
  }
  void complain_at(const SourceLine& at, std::string message);

  // --- attributes

  /// A finite number from `low` to `high`; complains and gives 0 when there is none.
  double number(const XmlElement& element, std::string_view name, double low = -1e9,
                double high = 1e9);
  double number_or(const XmlElement& element, std::string_view name, double fallback,
                   double low = -1e9, double high = 1e9);
  int whole(const XmlElement& element, std::string_view name);
  /// Complains and gives an empty text when there is none.
  std::string text(const XmlElement& element, std::string_view name);
  std::string text_or(const XmlElement& element, std::string_view name,
                      std::string_view fallback = "");
  /// m/s of `name`, in the unit its element says; nothing where there is no such number.
  std::optional<double> speed(const XmlElement& element, std::string_view name,
                              std::string_view unit_otherwise = "m/s");

  /// The value of our own <userData> of that code: "stop_at" for paddock.stop_at.
  std::optional<std::string> own_data(const XmlElement& element, std::string_view code) const;

  /// Whether so many more things may be held that the file says once for several places; complains
  /// when it was enough: a small file could fill the memory.
  bool may_copy(const SourceLine& at, std::size_t things);

  // --- what is left out

  void leave_out(const SourceLine& at, const std::string& what);
  void leave_out(const XmlElement& at, const std::string& what) { leave_out(where(at), what); }
  /// Every child and every attribute with a meaning that is not named here is left out.
  void unread(const XmlElement& element, std::initializer_list<std::string_view> attributes,
              std::initializer_list<std::string_view> children = {});

 private:
  std::string file_;
  OpenDriveReading& reading_;
  std::size_t copies_{};
  std::map<std::string, std::size_t> index_;  // in reading_.left_out
};

/// A number as the whole of a text, spaces around it aside.
std::optional<double> number_in(std::string_view text);

/// Adds a span whose place is not before the last one's: of two at the same place the later counts.
template <class Span>
bool add_span(std::vector<Span>& spans, const Span& span) {
  if (!spans.empty() && span.from < spans.back().from) return false;
  if (!spans.empty() && span.from == spans.back().from) spans.pop_back();
  spans.push_back(span);
  return true;
}

}  // namespace paddock
