#include "capi/source/server.h"

#include <arpa/inet.h>

#include <cerrno>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "capi/source/network.h"
#include "paddock/core/wall_clock.h"
#include "paddock/protocols/carla/wire/codec.h"

namespace paddock::capi {
namespace {

constexpr std::uint32_t kLeastPort = 1024, kMostPort = 65533;  // two more follow it

}  // namespace

Server::Server() {
  talk_.end(ECANCELED);
  thread_ = std::thread([this] { talk(); });
}

Server::~Server() {
  {
    const std::lock_guard lock(talk_.mutex);
    talk_.over = true;
  }
  loop_.wake();
  thread_.join();
}

/// The network's thread.
void Server::talk() {
  Network network(loop_, talk_);
  for (;;) {
    Nanos pause = 0;
    try {
      pause = network.serve(steady_now());
    } catch (const std::bad_alloc&) {
      network.end(ENOMEM);
    } catch (const std::exception&) {
      network.end(EIO);
    }
    {
      const std::lock_guard lock(talk_.mutex);
      if (talk_.over) return;
    }
    loop_.wait(pause);
  }
}

bool Server::wait(Lock& lock, Nanos patience, const auto& settled) {
  return talk_.changed.wait_for(lock, std::chrono::nanoseconds(patience), settled);
}

std::shared_ptr<Episode> Server::episode() {
  const Lock lock(talk_.mutex);
  return talk_.episode;
}

// --- connecting ---------------------------------------------------------------------------------

int Server::set_host(std::string host) {
  in_addr address{};
  if (inet_pton(AF_INET, host.c_str(), &address) != 1) return EINVAL;
  host_ = std::move(host);
  return 0;
}

std::uint16_t Server::world_port() {
  Lock lock(talk_.mutex);
  // it is the network's thread that finds three free ones, at once
  talk_.changed.wait(lock, [&] { return talk_.port != 0 || talk_.turn == Turn::Nothing; });
  return talk_.port;
}

int Server::connect(std::uint32_t port, Nanos limit) {
  {
    const Lock lock(talk_.mutex);
    if (talk_.turn != Turn::Nothing) return EISCONN;
    if ((port != 0 && port < kLeastPort) || port > kMostPort) {
      talk_.why = EINVAL;
      return 0;
    }
    talk_.connect = ConnectOrder{host_, static_cast<std::uint16_t>(port), limit};
    talk_.turn = Turn::Request;
  }
  loop_.wake();
  return 0;
}

int Server::await_client() {
  Lock lock(talk_.mutex);
  talk_.changed.wait(lock, [&] { return talk_.client_here || talk_.turn == Turn::Nothing; });
  return talk_.client_here ? 0 : talk_.why;
}

void Server::disconnect() {
  Lock lock(talk_.mutex);
  if (talk_.turn == Turn::Nothing) return;
  talk_.end(ECANCELED);
  talk_.hang_up = true;
  loop_.wake();
  talk_.changed.wait(lock, [&] { return !talk_.hang_up; });
}

// --- the dialogue -------------------------------------------------------------------------------

int Server::read_request(std::string_view& ini_file, Nanos patience) {
  Lock lock(talk_.mutex);
  wait(lock, patience, [&] { return talk_.turn != Turn::Request || talk_.request; });
  if (talk_.turn == Turn::Nothing) return talk_.why;
  if (!talk_.request) return EAGAIN;
  request_ = std::move(*talk_.request);
  talk_.request.reset();
  talk_.episode.reset();
  talk_.turn = Turn::Scene;
  talk_.changed.notify_all();
  ini_file = request_;
  loop_.wake();
  return 0;
}

int Server::write_scene(const carla::SceneDescription& scene, Nanos patience) {
  std::string body = carla::encode(scene);
  if (body.empty()) return EINVAL;  // clients take it for a failure
  Lock lock(talk_.mutex);
  if (talk_.turn == Turn::Nothing) return talk_.why;
  if (talk_.turn != Turn::Scene) return EINVAL;
  sensor_ids_.clear();
  for (const carla::SensorDefinition& sensor : scene.sensors) sensor_ids_.push_back(sensor.id);
  return write(lock, carla::framed(body), Turn::Start, patience);
}

int Server::read_start(std::uint32_t& spot, Nanos patience) {
  Lock lock(talk_.mutex);
  wait(lock, patience, [&] { return talk_.turn != Turn::Start || talk_.start; });
  if (talk_.turn == Turn::Nothing) return talk_.why;
  if (talk_.turn != Turn::Start) return EINVAL;
  if (!talk_.start) return EAGAIN;
  spot = *talk_.start;
  talk_.start.reset();
  talk_.turn = Turn::Ready;
  return 0;
}

int Server::write_ready(bool ready, Nanos patience) {
  Lock lock(talk_.mutex);
  if (talk_.turn == Turn::Nothing) return talk_.why;
  if (talk_.turn != Turn::Ready) return EINVAL;
  if (ready) talk_.episode = std::make_shared<Episode>(sensor_ids_);
  return write(lock, carla::framed(carla::encode(carla::EpisodeReady{ready})), Turn::Request,
               patience);
}

int Server::write(Lock& lock, std::string message, Turn next, Nanos patience) {
  talk_.unsent += message;
  talk_.unsent_gone = false;
  talk_.turn = next;
  loop_.wake();
  if (patience == 0) return 0;
  wait(lock, patience, [&] { return talk_.unsent_gone || talk_.turn == Turn::Nothing; });
  if (talk_.unsent_gone) return 0;
  return talk_.turn == Turn::Nothing ? talk_.why : ETIMEDOUT;
}

// --- an episode ---------------------------------------------------------------------------------

int Server::read_control(carla::Control& control, Nanos patience) {
  const auto running = episode();
  if (!running) return ECANCELED;
  if (!running->control_unread() && patience > 0) {
    Lock lock(talk_.mutex);
    wait(lock, patience, [&] {
      return talk_.episode != running || running->control_unread() ||
             running->control_code_untaken();
    });
    if (talk_.episode != running) return ECANCELED;
  }
  if (const carla::Control* newest = running->take_control()) {
    control = *newest;
    return 0;
  }
  const int code = running->take_control_code();
  return code != 0 ? code : EAGAIN;
}

int Server::write_sensor(std::uint32_t id, std::string_view header, std::string_view data) {
  const auto running = episode();
  if (!running) return ECANCELED;
  return running->write_sensor(id, header, data) ? 0 : EINVAL;
}

int Server::write_measurements(carla::Measurements measurements) {
  const auto running = episode();
  if (!running) return ECANCELED;
  if (const int code = running->take_stream_code(); code != 0) return code;
  running->write(std::move(measurements));
  loop_.wake();
  return 0;
}

}  // namespace paddock::capi
