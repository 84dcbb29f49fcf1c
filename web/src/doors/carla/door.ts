// The CARLA door: each client has a town for itself, with its sedan, and asks for traffic, weather and sensors.

import type { CarlaControl, CarlaSensor, DoorStatus, ReadingShape } from '../../net/messages';
import { figure, thousands } from '../../state/words';
import type { AskedControl, ClientSensor, DoorKind } from '../door';

export type CarlaStatus = Extract<DoorStatus, { door: 'carla' }>;

const kShapes: Readonly<Record<CarlaSensor['shows'], ReadingShape>> = { colour: 'picture', depth: 'picture', labels: 'picture', points: 'points' };
const kShows: Readonly<Record<CarlaSensor['shows'], string>> = { colour: 'colour', depth: 'depth', labels: 'labels', points: 'lidar' };

function sensor_words({ shows, width, height, fov, channels, points_per_second, range }: CarlaSensor): string {
  if (shows === 'points') return `lidar, ${channels} channels, ${thousands(points_per_second ?? 0)} points/s, ${figure(range, 0)} m`;
  return `${kShows[shows]}, ${width} × ${height}, ${figure(fov, 0)}°`;
}

function sensor_of(sensor: CarlaSensor): ClientSensor {
  return { name: sensor.sensor, title: sensor.name, shape: kShapes[sensor.shows], words: sensor_words(sensor) };
}

function asked_of(title: string, { steer, throttle, brake, hand_brake, reverse }: CarlaControl): AskedControl {
  return { title, steer, throttle, brake, also: [reverse ? 'reverse' : '', hand_brake ? 'hand brake' : ''].filter((word) => word !== '').join(', ') };
}

export const kCarla: DoorKind<CarlaStatus> = {
  title: 'CARLA',
  client: {
    title: 'CARLA client',
    now: ({ episode, frame, driving }) => `Episode ${episode}${driving && frame > 0 ? ` · frame ${thousands(frame)}` : ''}`,
    waits: ({ driving }) => (driving ? '' : 'Between two episodes'),
    facts: ({ rate }) => [{ id: 'client-rate', title: 'Frames', words: figure(rate, rate < 9.95 ? 1 : 0), unit: '/s', hint: 'Frames that the client is shown in a second of real time' }],
    controls: ({ asked, autopilot }) => [asked_of('Client', asked), asked_of('Autopilot', autopilot)],
    asked: ({ spot, synchronous, fps, quality, weather, seed_vehicles, seed_pedestrians, agents }) => [
      { title: 'Mode', words: synchronous ? 'Synchronous: time waits for it' : 'Asynchronous: in real time' },
      { title: 'Time step', words: `1/${fps} s` },
      { title: 'Start spot', words: String(spot) },
      { title: 'Weather', words: weather === '' ? 'The town’s own' : weather },
      { title: 'Seeds', words: `${seed_vehicles}, ${seed_pedestrians}` },
      { title: 'Others told', words: agents ? 'Yes' : 'No' },
      { title: 'Quality', words: quality },
    ],
    traffic: ({ vehicles, pedestrians }) => ({ vehicles, people: pedestrians }),
    sensors: ({ sensors }) => sensors.map(sensor_of),
    palettes: { depth: 'logarithmic', semantic: 'cityscapes' },
  },
};
