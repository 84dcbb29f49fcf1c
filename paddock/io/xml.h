// XML as a tree of ours: elements with their attributes, in the order of the text; each element
// knows its line. For files that other tools write (OpenDRIVE), so only what those need: words
// between elements are dropped, document types and what they define are skipped, never expanded.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"

namespace paddock {

struct XmlAttribute {
  std::string name, value;
  bool operator==(const XmlAttribute&) const = default;
};

struct XmlElement {
  int line{};  // from 1
  std::string name;
  std::vector<XmlAttribute> attributes;
  std::vector<XmlElement> children;

  /// The value of an attribute, or nothing.
  const std::string* attribute(std::string_view wanted) const;
  /// The first child of that name, or nothing.
  const XmlElement* find(std::string_view wanted) const;
};

inline constexpr std::size_t kXmlLimit = 32u << 20;       // bytes
inline constexpr std::size_t kXmlDepth = 32;              // of nesting
inline constexpr std::size_t kXmlElements = 1'000'000;    // in a document
inline constexpr std::size_t kXmlAttributes = 4'000'000;  // of all its elements

/// The outermost element of `text`, which is UTF-8. Any bytes are safe: text that is too long,
/// nested too deep, repeats an attribute or is not XML is an Error that names the line, in its
/// problems too.
Result<XmlElement> parse_xml(std::string_view text);

/// Text of a document, indented; numbers print in their shortest exact form.
class XmlWriter {
 public:
  XmlWriter();

  XmlWriter& open(std::string_view name);
  /// Of the element opened last, before it has a child.
  XmlWriter& attribute(std::string_view name, std::string_view value);
  template <class Number>
  requires(std::integral<Number> ||
           std::floating_point<Number>) XmlWriter& attribute(std::string_view name, Number value) {
    return attribute(name, concat(value));
  }
  void close();

  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  std::vector<std::string> open_;
  bool in_tag_{};
};

}  // namespace paddock
