// Programs that mean harm, or know no better: whatever they send, the second car of the room and
// another room go on to the bit as if they were quiet.
#include <gtest/gtest.h>

#include "paddock/core/random.h"
#include "tests/protocols/racecar/course.h"

namespace paddock::racecar {
namespace {

constexpr int kUpdates = 40;  // of the good program
constexpr Nanos kStep = 10'000'000;

/// Two cars: the first program is the attacker's, the second drives a bend.
CourseSpec two_cars() {
  CourseSpec spec;
  spec.level = [](const LevelSettings&) { return bare_course(); };
  spec.cars = 2;
  return spec;
}

std::string random_bytes(std::uint32_t number) {
  DrawSequence draws({.seed = 11, .stream = Stream::TaskAction, .entity = 0, .tick = number});
  std::string bytes(static_cast<std::size_t>(draws.between(0, 24)), '\0');
  for (char& byte : bytes) byte = static_cast<char>(draws.between(0, 256));
  return bytes;
}

struct Attack {
  std::string name;
  /// The attacker's turn in round `i`.
  std::function<void(Course&, int i)> turn = [](Course& course, int) { course.say(Finished{}); };
  /// While the good program is served.
  std::function<void(Course&, int i)> meanwhile = [](Course&, int) {};
};

struct Outcome {
  std::uint64_t hash{};
  Nanos took{};
  std::size_t most_said{};  // datagrams to the attacker in one round
};

/// Works until this script has got something; the attacker's mail is thrown away meanwhile.
std::string wait_for(Course& course, std::size_t script, const Attack& attack, int round,
                     Outcome& outcome) {
  std::string bytes;
  std::size_t said = 0;
  for (int i = 0; i < 1200; ++i) {
    if (course.scripts[script].receive(bytes, 50'000)) return bytes;
    course.work(1, kStep);
    std::string waste;
    while (course.scripts[0].receive(waste, 50'000)) {
      ++said;
      // told to go on: it is its turn
      if (waste == encode_simulator(RunUpdate{}) || waste == encode_simulator(RunStart{}))
        attack.turn(course, round);
    }
  }
  outcome.most_said = std::max(outcome.most_said, said);
  return "";
}

Outcome suffer(const Attack& attack) {
  Outcome outcome;
  Course course(two_cars());
  course.connect(0);
  course.connect(1);
  const Nanos began = course.now;
  course.press(Button::Start);
  for (int i = 0; i < kUpdates; ++i) {
    const std::string told = wait_for(course, 1, attack, i, outcome);
    EXPECT_EQ(told, encode_simulator(i == 0 ? SimulatorMessage(RunStart{}) : RunUpdate{}))
        << attack.name << ", round " << i;
    if (told.empty()) break;
    attack.meanwhile(course, i);
    course.work(1, kStep);
    course.say(SetSpeedAngle{1, 0.3f}, false, 1);
    EXPECT_EQ(course.ask(Get{Quantity::LidarSamples}, false, 1).size(), 2'880u) << attack.name;
    course.say(Finished{}, false, 1);
  }
  course.work(1, kStep);
  outcome.hash = hash_of(course.session());
  outcome.took = course.now - began;
  return outcome;
}

std::vector<Attack> attacks() {
  std::vector<Attack> all;
  const auto quietly = [](Course& course, int) { course.say(Finished{}); };
  all.push_back({.name = "random bytes in its turn", .turn = [](Course& course, int i) {
                   course.scripts[0].send({kLoopback, course.door->sync_port()},
                                          "\xfe" + random_bytes(static_cast<std::uint32_t>(i)));
                 }});
  all.push_back({.name = "wrong sizes", .turn = [](Course& course, int) {
                   std::string bytes = encode(SetSpeedAngle{1, 1});
                   bytes.pop_back();
                   course.scripts[0].send({kLoopback, course.door->sync_port()}, bytes);
                 }});
  all.push_back({.name = "wrong order", .turn = [](Course& course, int) {
                   for (int i = 0; i < 40; ++i) course.say(SendNext{});
                   course.say(Connect{1}, true);
                   course.say(Get{Quantity::ColorImage});
                   course.say(Get{Quantity::DeltaTime});
                   for (int i = 0; i < 3; ++i) course.say(Finished{});
                 }});
  all.push_back({.name = "acknowledgements that never come",
                 .turn = [](Course& course, int) { course.say(Get{Quantity::ColorImage}); }});
  all.push_back({.name = "silence", .turn = [](Course&, int) {}});
  all.push_back({.name = "out of turn", .turn = quietly, .meanwhile = [](Course& course, int) {
                   for (int i = 0; i < 50; ++i) {
                     course.say(SetSpeedAngle{1, 1});
                     course.say(SetMaxSpeed{1});
                     course.say(Get{Quantity::ColorImage});
                     course.say(SendNext{});
                     course.say(Finished{});
                   }
                 }});
  all.push_back(
      {.name = "a flood of knocks and noise",
       .turn = quietly,
       .meanwhile = [](Course& course, int round) {
         for (int i = 0; i < 60; ++i) {
           auto stranger = course.new_socket();
           const auto number = static_cast<std::uint32_t>(60 * round + i);
           for (const std::uint16_t port : {course.door->async_port(), course.door->sync_port()}) {
             stranger.send({kLoopback, port}, encode(Connect{1}));
             stranger.send({kLoopback, port}, random_bytes(number));
             stranger.send({kLoopback, port}, encode(SendNext{}));
             stranger.send({kLoopback, port}, encode(SetSpeedAngle{1, 1}));
             stranger.send({kLoopback, port}, std::string("\0", 1));
           }
         }
       }});
  all.push_back(
      {.name = "notebooks that vanish", .turn = quietly, .meanwhile = [](Course& course, int) {
         for (int i = 0; i < 4; ++i) {
           auto notebook = course.new_socket();
           notebook.send({kLoopback, course.door->async_port()}, encode(Get{Quantity::ColorImage}));
         }
       }});
  return all;
}

TEST(RacecarHostile, NothingThatOneProgramSendsTouchesTheOtherCar) {
  const Outcome calm = suffer({.name = "quiet"});
  for (const Attack& attack : attacks()) {
    const Outcome outcome = suffer(attack);
    EXPECT_EQ(outcome.hash, calm.hash) << attack.name;
    // one time-out at most, and what a crowd costs
    EXPECT_LT(outcome.took, calm.took + 7'000'000'000) << attack.name;
  }
}

TEST(RacecarHostile, AnotherRoomGoesOnToTheBit) {
  const auto drive = [](Course& course) {
    course.say(SetSpeedAngle{1, -0.5f});
    course.next();
  };
  CourseSpec spec = two_cars();
  spec.cars = 1;
  Course alone(spec), beside(spec), attacked(spec);
  alone.begin();
  beside.begin();
  attacked.begin();
  for (std::uint32_t i = 0; i < 60; ++i) {
    drive(alone);
    for (std::uint32_t k = 0; k < 10; ++k)
      attacked.scripts[0].send({kLoopback, attacked.door->sync_port()}, random_bytes(10 * i + k));
    attacked.work(1, 100'000'000);
    drive(beside);
  }
  EXPECT_EQ(hash_of(beside.session()), hash_of(alone.session()));
  EXPECT_GT(alone.speed(), 0.3);
}

TEST(RacecarHostile, NewsOfStrangersAreFew) {
  CourseSpec spec = two_cars();
  spec.cars = 1;
  Course course(spec);
  course.connect();
  const std::uint32_t told = course.door->status().notice.count;
  for (int i = 0; i < 300; ++i) {
    auto stranger = course.new_socket();
    stranger.send({kLoopback, course.door->async_port()}, encode(Connect{1}));
    stranger.send({kLoopback, course.door->async_port()}, encode(Connect{9}));
    course.work(1, kStep);
  }
  EXPECT_LE(course.door->status().notice.count - told, 4u) << "in three seconds";
}

}  // namespace
}  // namespace paddock::racecar
