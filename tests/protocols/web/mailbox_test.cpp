// What waits for a client: bounded, in order, and what is missing is counted.
#include "paddock/protocols/web/mailbox.h"

#include <gtest/gtest.h>

namespace paddock::web {
namespace {

constexpr std::uint64_t kWatch = 1;

Delivery reading_at(std::int64_t tick, std::size_t beams = 4, SubscriptionId subscription = 1) {
  const SensorInfo sensor{.mount = {}, .form = RangesForm{}, .rate = 100};
  return {.subscription = subscription,
          .measurement = std::make_shared<const Measurement>(
              Measurement{.sensor = std::make_shared<const SensorInfo>(sensor),
                          .run = 1,
                          .tick = Tick{tick},
                          .reading = RangesReading{std::vector<float>(beams)}})};
}

Delivery being_packed(std::int64_t tick) {
  Delivery reading = reading_at(tick);
  reading.packed = std::make_shared<PackedPicture>();  // nobody packs it: never ready
  return reading;
}

struct Box {
  int woken{};
  Mailbox mailbox{[this] { ++woken; }};
  explicit Box(bool every) { mailbox.watch(kWatch), mailbox.subscribe(1, every); }
  void put(const Delivery& reading) { mailbox.put(kWatch, {&reading, 1}); }
  std::optional<std::pair<std::int64_t, std::uint64_t>> take() {  // tick, left out
    const auto reading = mailbox.take_reading(1);
    if (!reading) return std::nullopt;
    return std::pair(count(reading->measurement->tick), reading->left_out);
  }
};

using Taken = std::pair<std::int64_t, std::uint64_t>;

TEST(Mailbox, KeepsEveryReadingInItsOrder) {
  Box box(true);
  for (std::int64_t tick = 1; tick <= 1000; ++tick) box.put(reading_at(tick));

  EXPECT_EQ(box.woken, 1);  // until somebody collects
  for (std::int64_t tick = 1; tick <= 1000; ++tick) EXPECT_EQ(box.take(), (Taken{tick, 0}));
  EXPECT_FALSE(box.take());
}

TEST(Mailbox, KeepsTheNewestAndCountsTheOthers) {
  Box box(false);
  Delivery late = reading_at(7);
  late.left_out = 3;
  box.put(reading_at(2)), box.put(reading_at(3)), box.put(late), box.put(reading_at(8));

  EXPECT_EQ(box.take(), (Taken{8, 6}));
  EXPECT_FALSE(box.take());
  box.put(reading_at(9));
  EXPECT_EQ(box.take(), (Taken{9, 0}));
}

TEST(Mailbox, LeavesOutAndCountsWhatIsTooMuch) {
  Box box(true);
  constexpr std::size_t kBeams = std::size_t{1} << 20;  // 4 MiB
  const Delivery large = reading_at(1, kBeams);
  for (int i = 0; i < 20; ++i) box.put(large);  // seven fit beside what readings cost themselves

  for (int i = 0; i < 7; ++i) EXPECT_EQ(box.take(), (Taken{1, 0}));
  EXPECT_FALSE(box.take());
  box.put(reading_at(21));
  EXPECT_EQ(box.take(), (Taken{21, 13}));
}

TEST(Mailbox, TakesOneReadingHoweverLarge) {
  Box box(false);

  box.put(reading_at(1, std::size_t{10} << 20));

  EXPECT_EQ(box.take(), (Taken{1, 0}));
}

TEST(Mailbox, NothingOvertakesAPictureThatIsBeingPacked) {
  Box box(true);
  box.put(reading_at(1)), box.put(being_packed(2)), box.put(reading_at(3));

  EXPECT_EQ(box.take(), (Taken{1, 0}));
  EXPECT_FALSE(box.take());
}

TEST(Mailbox, OfNewestPicturesThatAreBeingPackedTheFirstStays) {
  Box box(false);
  const Delivery first = being_packed(1);
  box.put(first);
  for (std::int64_t tick = 2; tick < 50; ++tick) box.put(being_packed(tick));

  EXPECT_FALSE(box.take());
  EXPECT_EQ(first.packed.use_count(), 2);
  box.put(reading_at(50));
  EXPECT_EQ(box.take(), (Taken{50, 49}));
  EXPECT_EQ(first.packed.use_count(), 1);
}

TEST(Mailbox, KeepsNothingThatNobodyAskedFor) {
  Box box(true);
  box.put(reading_at(1, 4, 2));
  const Delivery other = reading_at(1);
  box.mailbox.put(kWatch + 1, {&other, 1});

  EXPECT_FALSE(box.take());
  EXPECT_FALSE(box.mailbox.take_reading(2));
  box.put(reading_at(1));
  box.mailbox.unsubscribe(1);
  EXPECT_FALSE(box.take());
}

}  // namespace
}  // namespace paddock::web
