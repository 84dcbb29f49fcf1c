// pugixml's document, walked into our tree without recursion. pugixml keeps no lines but where in
// the text a name stood; both go upward together, so lines are counted along the way.
#include "paddock/io/xml.h"

#include <algorithm>
#include <pugixml.hpp>
#include <utility>

namespace paddock {
namespace {

/// Lines of places in a text that are asked for in ascending order.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}

  int line_at(std::ptrdiff_t offset) {
    const auto to = std::clamp<std::ptrdiff_t>(offset, at_, std::ssize(text_));
    line_ += static_cast<int>(std::count(text_.begin() + at_, text_.begin() + to, '\n'));
    at_ = to;
    return line_;
  }

 private:
  std::string_view text_;
  std::ptrdiff_t at_{};
  int line_{1};
};

/// What is wrong in a line: said in words, and as a problem of the text.
template <class... Parts>
tl::unexpected<Error> refuse(ErrorCode code, int line, const Parts&... parts) {
  const std::string message = concat(parts...);
  return tl::unexpected(
      Error{code, concat("line ", line, ": ", message), {{{.file = {}, .line = line}, message}}});
}

/// Whether all of it is UTF-8 without surrogates: pugixml lets any byte pass, and &#xd800; too.
bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned lead = byte(i++);
    if (lead < 0x80) continue;
    const int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (lead < 0xc2 || lead > 0xf4) return false;
    unsigned point = lead & (0x3fu >> static_cast<unsigned>(more));
    for (int k = 0; k < more; ++k) {
      if (i == text.size() || (byte(i) & 0xc0u) != 0x80) return false;
      point = point << 6u | (byte(i++) & 0x3fu);
    }
    constexpr unsigned kShortest[]{0, 0x80, 0x800, 0x10000};
    if (point < kShortest[more] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
      return false;
  }
  return true;
}

/// Takes elements in the order of the text and keeps the rules about them.
class XmlTreeBuilder {
 public:
  explicit XmlTreeBuilder(std::string_view text) : lines_(text) {}

  Result<void> open(pugi::xml_node node) {
    XmlElement element{lines_.line_at(node.offset_debug()), node.name(), {}, {}};
    if (open_.size() >= kXmlDepth) {
      return refuse(ErrorCode::Limit, element.line, "may be nested at most ", kXmlDepth, " deep");
    }
    if (++elements_ > kXmlElements) {
      return refuse(ErrorCode::Limit, element.line, "XML may have at most ", kXmlElements,
                    " elements");
    }
    if (!is_utf8(element.name))
      return refuse(ErrorCode::Invalid, element.line, "the name of an element must be UTF-8");
    for (const pugi::xml_attribute each : node.attributes()) {
      if (!is_utf8(each.name()) || !is_utf8(each.value()))
        return refuse(ErrorCode::Invalid, element.line, "attributes of <", element.name,
                      "> must be UTF-8");
      if (element.attribute(each.name()) != nullptr) {
        return refuse(ErrorCode::Invalid, element.line, "an attribute may stand once in <",
                      element.name, ">, got \"", each.name(), "\" again");
      }
      element.attributes.push_back({each.name(), each.value()});
      // so many of one element that looking for repetitions would take long
      if (++attributes_ > kXmlAttributes || element.attributes.size() > 64) {
        return refuse(ErrorCode::Limit, element.line, "<", element.name,
                      "> has too many attributes");
      }
    }
    open_.push_back(std::move(element));
    return {};
  }

  void close() {
    XmlElement done = std::move(open_.back());
    open_.pop_back();
    if (open_.empty())
      root_ = std::move(done);
    else
      open_.back().children.push_back(std::move(done));
  }

  XmlElement take() { return std::move(root_); }

 private:
  LineCounter lines_;
  std::vector<XmlElement> open_;  // from the outermost in
  XmlElement root_;
  std::size_t elements_{}, attributes_{};
};

pugi::xml_node next_element(pugi::xml_node node) {
  while (node && node.type() != pugi::node_element) node = node.next_sibling();
  return node;
}

Result<XmlElement> tree_of(pugi::xml_node root, std::string_view text) {
  XmlTreeBuilder tree(text);
  pugi::xml_node at = root;
  for (;;) {
    const auto opened = tree.open(at);
    if (!opened) return tl::unexpected(opened.error());
    if (const pugi::xml_node child = next_element(at.first_child())) {
      at = child;
      continue;
    }
    // up to the nearest that has another beside it
    for (;;) {
      tree.close();
      if (at == root) return tree.take();
      if (const pugi::xml_node beside = next_element(at.next_sibling())) {
        at = beside;
        break;
      }
      at = at.parent();
    }
  }
}

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      // as they are they would read back as spaces
      case '\n':
        out += "&#10;";
        break;
      case '\r':
        out += "&#13;";
        break;
      case '\t':
        out += "&#9;";
        break;
      default:
        out += c;
    }
  }
}

}  // namespace

const std::string* XmlElement::attribute(std::string_view wanted) const {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const XmlAttribute& a) { return a.name == wanted; });
  return found != attributes.end() ? &found->value : nullptr;
}

const XmlElement* XmlElement::find(std::string_view wanted) const {
  const auto found = std::find_if(children.begin(), children.end(),
                                  [&](const XmlElement& e) { return e.name == wanted; });
  return found != children.end() ? &*found : nullptr;
}

Result<XmlElement> parse_xml(std::string_view text) {
  if (text.size() > kXmlLimit) {
    return fail(ErrorCode::Limit, "XML may have at most ", kXmlLimit, " bytes, got ", text.size());
  }
  pugi::xml_document document;
  // other encodings would be turned into UTF-8 first, and places in the text be lost
  const pugi::xml_parse_result parsed =
      document.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!parsed) {
    return refuse(ErrorCode::Invalid, LineCounter(text).line_at(parsed.offset),
                  parsed.description());
  }
  const pugi::xml_node root = document.document_element();
  if (const pugi::xml_node second = next_element(root.next_sibling())) {
    return refuse(ErrorCode::Invalid, LineCounter(text).line_at(second.offset_debug()),
                  "XML must have one outermost element, got <", second.name(), "> beside <",
                  root.name(), ">");
  }
  return tree_of(root, text);
}

XmlWriter::XmlWriter() : out_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") {}

XmlWriter& XmlWriter::open(std::string_view name) {
  if (in_tag_) out_ += ">\n";
  out_.append(2 * open_.size(), ' ');
  out_ += concat('<', name);
  open_.emplace_back(name);
  in_tag_ = true;
  return *this;
}

XmlWriter& XmlWriter::attribute(std::string_view name, std::string_view value) {
  out_ += concat(' ', name, "=\"");
  append_escaped(out_, value);
  out_ += '"';
  return *this;
}

void XmlWriter::close() {
  const std::string name = std::move(open_.back());
  open_.pop_back();
  if (std::exchange(in_tag_, false)) {
    out_ += "/>\n";
    return;
  }
  out_.append(2 * open_.size(), ' ');
  out_ += concat("</", name, ">\n");
}

}  // namespace paddock
