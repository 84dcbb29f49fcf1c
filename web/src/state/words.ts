// Numbers and events in words, the same everywhere on the page.

import { slot_of } from '../net/messages';
import type { Problem, StageEvent } from '../net/messages';
import { is_traffic } from './store';

/// 83.456 -> "1:23.46"; 0 or less is a dash.
export function lap_words(seconds: number): string {
  if (!(seconds > 0)) return '–';
  const hundredths = Math.round(seconds * 100);
  const minutes = Math.floor(hundredths / 6000);
  const rest = ((hundredths % 6000) / 100).toFixed(2);
  return minutes > 0 ? `${minutes}:${rest.padStart(5, '0')}` : rest;
}

/// So many digits, with a minus sign only where something is left of the number; a dash where there is none.
export function figure(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/// Whole, with thousands apart: "13 500".
export function thousands(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/// 83.4 -> "1:23.4"; hours when there are any.
export function clock_words(seconds: number): string {
  const tenths = Math.max(0, Math.floor(seconds * 10 + 1e-6));
  const hours = Math.floor(tenths / 36000);
  const minutes = Math.floor(tenths / 600) % 60;
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

export function bytes_words(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export function count_words(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/// Words of names that are written as their owners write them.
const kProperWords: Readonly<Record<string, string>> = {
  eespees: 'EES-PEES', racecarsim: 'RacecarSim', imu: 'IMU', gps: 'GPS', lidar3d: '3D lidar',
};

export function title_of(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim().split(' ').map((word) => kProperWords[word] ?? word).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const kChoiceTitles: Readonly<Record<string, string>> = {
  pd: 'PD cascade', pid: 'PID cascade', pursuit: 'Pure pursuit', regulated: 'Regulated pursuit', lqr: 'LQR', mpc: 'MPC', own: 'Your own',
};

/// One of a parameter's choices as people read it, as a controller.
export function choice_title(choice: string): string {
  return kChoiceTitles[choice] ?? title_of(choice);
}

export function driver_words(driver: string, client: number, mine: number): string {
  if (driver === 'person') {
    if (client === 0) return 'Nobody at the wheel';
    return client === mine ? 'You' : 'Another person';
  }
  return driver_title(driver);
}

/// As a recording tells it: nobody holds a wheel now, and somebody did.
export function who_drove(driver: string): string {
  return driver === 'person' ? 'A person' : driver_title(driver);
}

export function driver_title(driver: string): string {
  if (is_traffic(driver)) return 'Traffic';
  const [kind, route] = driver.split(':', 2);
  if (kind === 'route' && route !== undefined) return `Route driver, ${title_of(route)}`;
  return driver === 'idle' ? 'Parked' : driver === 'program' ? 'A program' : `${title_of(driver)} driver`;
}

/// "oval.toml:12: track.width must be positive, got -1.5".
export function problem_words({ file, line, message }: Problem): string {
  return `${file}${line > 0 ? `:${line}` : ''}: ${message}`;
}

/// By its id: those of one slot, one after the other, have its number.
function vehicle_words(id: number | undefined): string {
  return id === undefined || id < 0 ? 'World' : `Vehicle ${slot_of(id) + 1}`;
}

export function event_words(event: StageEvent): string {
  const who = vehicle_words('vehicle' in event ? event.vehicle : undefined);
  switch (event.event) {
    case 'gate': return `${who} passed gate ${event.gate + 1}${event.in_order ? '' : ', out of order'}`;
    case 'lap': return `${who} finished lap ${event.lap} in ${lap_words(event.duration)} s`;
    case 'finish': return `${who} finished, place ${event.place}`;
    case 'collision': {
      const what = event.other >= 0 ? vehicle_words(event.other).toLowerCase() : event.piece || 'the world';
      return `${who} touched ${what}, ${event.impulse.toPrecision(2)} N s`;
    }
    case 'trigger': return `${who} ${event.entered ? 'entered' : 'left'} ${event.trigger}`;
    case 'froze': return `${who} stopped: its numbers left their range`;
    case 'flipped': return `${who} rolled over${event.reset ? ' and is back at its start' : ''}`;
    case 'fell': return `${who} fell off${event.reset ? ' and is back at its start' : ''}`;
    case 'lost': return `${event.piece ? title_of(event.piece) : 'A piece'} left the level`;
    case 'placed': return `${who} was put at ${point_words(event.point)} m`;
    case 'driver': return `${who}: ${event.driver === 'person' ? 'a person drives' : driver_title(event.driver)}`;
    case 'click': return `Click at ${point_words(event.point)} m`;
    case 'parameter': return `${event.name} is now ${Number(event.value.toPrecision(4))}`;
    case 'key_point': return `${who} ${event.finish ? 'reached the finish' : `passed checkpoint ${event.number + 1}`} at ${lap_words(event.duration)} s`;
    case 'failed': return `${who} failed: ${event.message}`;
    case 'penalty': return `${who}: ${lap_words(event.duration)} s penalty, ${event.message}`;
    case 'reset': return `${who} is back at its last key point${event.message ? `: ${event.message}` : ''}`;
    case 'task': return `Task ${event.number + 1} done, ${Number(event.value.toFixed(2))} points`;
    case 'trial': return `The trial is over (${event.end.replace(/_/g, ' ')}), ${Number(event.value.toFixed(2))} points in ${lap_words(event.duration)} s`;
    case 'diverged': return event.message;
    case 'recording_ended': return event.message;
    case 'spawned': return `${who} came: ${title_of(event.kind)} at ${point_words(event.point)} m`;
    case 'despawned': return `${who} left: ${title_of(event.kind)}`;
    case 'end': return 'The recording has come to its end';
  }
}

function point_words([x, y]: readonly [number, number]): string {
  return `${x.toFixed(1)}, ${y.toFixed(1)}`;
}
