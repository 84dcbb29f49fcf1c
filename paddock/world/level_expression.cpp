// A recursive descent over sum, product and factor; the first mistake stops it.
#include "paddock/world/level_expression.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "paddock/world/level_words.h"

namespace paddock {
namespace {

constexpr std::size_t kLongest = 200;  // characters; also bounds how deep factors can nest
constexpr int kDeepest = 32;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Evaluator {
 public:
  Evaluator(std::string_view text, const Variables& variables)
      : text_(text), rest_(text), variables_(variables) {}

  Result<double> run() {
    const double value = sum(0);
    if (problem_.empty() && !next().empty()) expect("end after a whole sum");
    if (problem_.empty() && !std::isfinite(value)) {
      problem_ = concat("must have a finite value, got ", quote(text_), " = ", figure(value));
    }
    if (!problem_.empty()) return fail(ErrorCode::Invalid, problem_);
    return value;
  }

 private:
  double sum(int depth) {
    double value = product(depth);
    while (problem_.empty()) {
      if (accept('+'))
        value += product(depth);
      else if (accept('-'))
        value -= product(depth);
      else
        break;
    }
    return value;
  }

  double product(int depth) {
    double value = factor(depth);
    while (problem_.empty()) {
      if (accept('*'))
        value *= factor(depth);
      else if (accept('/'))
        value /= factor(depth);
      else
        break;
    }
    return value;
  }

  double factor(int depth) {
    if (depth > kDeepest) return expect(concat("nest at most ", kDeepest, " deep"));
    if (accept('-')) return -factor(depth + 1);
    if (accept('(')) {
      const double value = sum(depth + 1);
      if (problem_.empty() && !accept(')')) return expect("close every parenthesis");
      return value;
    }
    if (accept('$')) return variable();
    return number();
  }

  double variable() {
    std::size_t length = 0;
    while (length < rest_.size() && (is_letter(rest_[length]) || is_digit(rest_[length]))) ++length;
    const std::string_view name = rest_.substr(0, length);
    rest_.remove_prefix(length);
    if (const auto found = variables_.find(name); found != variables_.end()) return found->second;
    if (problem_.empty()) problem_ = unknown(concat('$', name));
    return 0;
  }

  std::string unknown(const std::string& name) const {
    std::vector<std::string> written;
    for (const auto& [known, value] : variables_) written.push_back(concat('$', known));
    const std::vector<std::string_view> views(written.begin(), written.end());
    return concat("must use variables of [variables], got ", quote(name),
                  did_you_mean(name, views));
  }

  double number() {
    const std::string_view digits = next();
    double value = 0;
    // from_chars also takes "inf" and "nan", which no level should say
    const bool starts = !digits.empty() && (is_digit(digits[0]) || digits[0] == '.');
    const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (!starts || wrong != std::errc()) return expect("have a number or $variable on every side");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  std::string_view next() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
    return rest_;
  }

  bool accept(char c) {
    if (next().empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  double expect(std::string_view what) {
    if (problem_.empty()) problem_ = concat("must ", what, ", got ", quote(text_));
    return 0;
  }

  std::string_view text_, rest_;
  const Variables& variables_;
  std::string problem_;
};

}  // namespace

Result<double> evaluate(std::string_view text, const Variables& variables) {
  if (text.size() > kLongest) {
    return fail(ErrorCode::Limit, "must be a sum of at most ", kLongest, " characters, got ",
                text.size());
  }
  return Evaluator(text, variables).run();
}

bool is_variable_name(std::string_view name) {
  if (name.empty() || is_digit(name[0])) return false;
  for (const char c : name) {
    if (!is_letter(c) && !is_digit(c)) return false;
  }
  return true;
}

}  // namespace paddock
