#include "paddock/protocols/carla/wire/framing.h"

#include <gtest/gtest.h>

#include <vector>

namespace paddock::carla {
namespace {

std::vector<std::string> all_of(MessageReader& reader) {
  std::vector<std::string> messages;
  while (auto message = reader.next()) messages.push_back(std::move(*message));
  return messages;
}

TEST(CarlaFraming, MessagesComeOutHoweverTheyAreCut) {
  const std::string stream = framed("first") + framed("") + framed(std::string(300, 'x'));
  for (std::size_t piece = 1; piece <= stream.size(); ++piece) {
    MessageReader reader(1000);
    std::vector<std::string> messages;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
      reader.receive(std::string_view(stream).substr(at, piece));
      for (auto& message : all_of(reader)) messages.push_back(std::move(message));
    }

    EXPECT_EQ(messages, (std::vector<std::string>{"first", "", std::string(300, 'x')}));
    EXPECT_EQ(reader.unread(), 0U);
  }
}

TEST(CarlaFraming, LengthZeroIsAMessage) {
  MessageReader reader(10);
  reader.receive(std::string(8, '\0'));

  EXPECT_EQ(all_of(reader), (std::vector<std::string>{"", ""}));
}

TEST(CarlaFraming, HalfAMessageWaits) {
  MessageReader reader(10);
  reader.receive(std::string_view(framed("abc")).substr(0, 6));

  EXPECT_FALSE(reader.next());
  EXPECT_EQ(reader.unread(), 6U);
  EXPECT_FALSE(reader.too_long());
}

TEST(CarlaFraming, LengthsBeyondTheLimitAreNotBelieved) {
  MessageReader reader(256);
  reader.receive(framed("good") + std::string("\xff\xff\xff\x7f", 4) + framed("never read"));

  EXPECT_EQ(all_of(reader), std::vector<std::string>{"good"});
  EXPECT_EQ(reader.too_long(), 0x7fffffffU);
  reader.receive(framed("nor this"));
  EXPECT_FALSE(reader.next());
}

TEST(CarlaFraming, TheLimitItselfIsBelieved) {
  MessageReader reader(4);
  reader.receive(framed("1234"));

  EXPECT_EQ(reader.next(), "1234");
}

}  // namespace
}  // namespace paddock::carla
