import { describe, expect, test } from 'vitest';
import { client_sensors, program_title } from '../table';
import { kCarla } from './door';
import type { CarlaStatus } from './door';

const kControl = { steer: 0, throttle: 0, brake: 0, hand_brake: false, reverse: false };
const kStatus: CarlaStatus = {
  door: 'carla', message: '', grade: 0, about: 'other', message_count: 0, console: [], results: [], score_code: '',
  episode: 3, spot: 12, driving: true, frame: 12040, rate: 8.52, fps: 10, synchronous: true, quality: 'Low', weather: '', vehicles: 20, pedestrians: 50,
  seed_vehicles: -7, seed_pedestrians: 8, agents: false,
  sensors: [
    { name: 'CameraRGB', sensor: 'carla_1', shows: 'colour', width: 800, height: 600, fov: 90 },
    { name: 'Lidar32', sensor: 'carla_2', shows: 'points', channels: 32, points_per_second: 100000, range: 50 },
  ],
  asked: { ...kControl, steer: -0.25, throttle: 1, reverse: true, hand_brake: true }, autopilot: kControl,
};

describe('a CARLA client', () => {
  const client = kCarla.client!;

  test('is told in words: how far it is, what it asked for, whom it asked for', () => {
    expect(client.now(kStatus)).toBe('Episode 3 · frame 12\u202f040');
    expect([client.waits(kStatus), client.waits({ ...kStatus, driving: false })]).toEqual(['', 'Between two episodes']);
    expect(client.facts(kStatus)).toMatchObject([{ words: '8.5', unit: '/s' }]);
    expect(Object.fromEntries(client.asked(kStatus).map(({ title, words }) => [title, words]))).toMatchObject({
      Mode: 'Synchronous: time waits for it', 'Time step': '1/10 s', 'Start spot': '12', Weather: 'The town’s own', Seeds: '-7, 8', Quality: 'Low',
    });
    expect(client.traffic(kStatus)).toEqual({ vehicles: 20, people: 50 });
  });

  test('asks for controls beside the autopilot', () => {
    expect(client.controls(kStatus)).toEqual([
      { title: 'Client', steer: -0.25, throttle: 1, brake: 0, also: 'reverse, hand brake' }, { title: 'Autopilot', steer: 0, throttle: 0, brake: 0, also: '' },
    ]);
  });

  test('has sensors by the names it gave them, each in the panels of its shape', () => {
    const room = { doors: [kStatus] };
    expect(client_sensors(room, 'picture')).toEqual([{ name: 'carla_1', title: 'CameraRGB', shape: 'picture', words: 'colour, 800 × 600, 90°' }]);
    expect(client_sensors(room, 'points')?.map(({ words }) => words)).toEqual(['lidar, 32 channels, 100\u202f000 points/s, 50 m']);
    expect(client_sensors({ doors: [] }, 'picture')).toBeNull();
  });

  test('is named in lists of rooms', () => {
    expect(['carla', 'racecar', 'unknown'].map(program_title)).toEqual(['CARLA client', 'Course program', 'unknown program']);
  });
});
