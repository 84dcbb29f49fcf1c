import { describe, expect, test } from 'vitest';
import type { RoomVehicle, SensorName } from '../net/messages';
import { LeftOut, frame_words, kSensorPanels, rate_words, sensor_title, sensors_for, shown_of_client, shown_sensor } from './sensors';
import { kPanels } from './store';

const sensor = (name: string, shape: SensorName['shape'], mounted = false): SensorName => ({ name, kind: name, shape, mounted });
const vehicle = (...sensors: SensorName[]): RoomVehicle => ({ sensors }) as unknown as RoomVehicle;

describe('the sensor of a panel', () => {
  const car = vehicle(sensor('lidar', 'ranges'), sensor('camera', 'picture'), sensor('depth', 'picture'), sensor('front', 'picture', true), sensor('imu', 'vector'));

  test('is one of the shape that the panel shows, the run\'s own first', () => {
    expect(sensors_for('picture', car).map(({ name }) => name)).toEqual(['front', 'camera', 'depth']);
    expect(sensors_for('points', car)).toEqual([]);
    expect(sensors_for('plots', undefined)).toEqual([]);
  });

  test('is the one chosen, else the one it begins with, else the first', () => {
    const pictures = sensors_for('picture', car);
    expect(shown_sensor('picture', pictures, 'depth')?.name).toBe('depth');
    expect(shown_sensor('picture', pictures, undefined)?.name).toBe('camera');
    expect(shown_sensor('picture', pictures, 'gone')?.name).toBe('camera');
    expect(shown_sensor('picture_3', pictures, undefined)?.name).toBe('front');
    expect(shown_sensor('points', [], 'lidar3d')).toBeNull();
  });

  test('of a client is its first, second and third; what looks on beside them is chosen', () => {
    const sensors = [sensor('carla_1', 'picture', true), sensor('carla_3', 'picture', true), sensor('camera', 'picture'), sensor('depth', 'picture')];
    const own = [{ name: 'carla_1' }, { name: 'carla_3' }];
    expect((['picture', 'picture_2', 'picture_3'] as const).map((panel) => shown_of_client(panel, sensors, undefined, own)?.name)).toEqual(['carla_1', 'carla_3', undefined]);
    expect(shown_of_client('picture_3', sensors, 'camera', own)?.name).toBe('camera');
    expect(shown_of_client('picture', sensors, 'lost', own)?.name).toBe('carla_1');
  });

  test('all panels of sensors are panels', () => {
    for (const panel of Object.keys(kSensorPanels)) expect(kPanels).toContain(panel);
  });
});

test('names in words', () => {
  expect(['imu', 'lidar@front', 'lidar3d', 'racecarsim_imu', 'front_camera'].map(sensor_title)).toEqual(['IMU', 'Lidar, front', '3D lidar', 'RacecarSim IMU', 'Front camera']);
  expect([rate_words(20, 0), rate_words(100 / 3, 4)]).toEqual(['20 Hz simulated', '33.3 Hz simulated, 4 left out']);
  expect([frame_words('start'), frame_words('right, up, forward')]).toEqual(['axes of its start', 'right, up, forward']);
});

test('what was left out is counted for two seconds', () => {
  const missed = new LeftOut();
  missed.add(10, 3);
  missed.add(11, 0);
  missed.add(11.5, 4);

  expect([missed.count(11.5), missed.count(12.5), missed.count(20)]).toEqual([7, 4, 0]);
});
