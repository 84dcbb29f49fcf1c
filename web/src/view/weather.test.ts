import { describe, expect, it } from 'vitest';
import type { Parameter } from '../net/messages';
import { air_of, weather_of } from './weather';

function parameters(figures: Record<string, number>): Parameter[] {
  return Object.entries(figures).map(([name, value]) =>
    ({ name, group: 'race', title: name, kind: 'number', unit: '', section: 'Weather', help: '', value, low: 0, high: 90, standard: 0 }));
}

const kNoon = { 'weather': 2, 'weather.elevation': 45, 'weather.sun': 1, 'weather.sky': 1, 'weather.clouds': 0.1, 'weather.fog': 0, 'weather.rain': 0, 'weather.wetness': 0 };

describe('weather', () => {
  it('is none where a level offers none, and where none is chosen', () => {
    expect(weather_of([])).toBeNull();
    expect(weather_of(parameters({ weather: 0 }))).toBeNull();
  });

  it('reads its figures, degrees as radians', () => {
    expect(weather_of(parameters({ ...kNoon, 'weather.fog': 80 }))).toMatchObject({ fog: 80, sun: 1, elevation: Math.PI / 4 });
  });

  it('is as bright as ever on a clear day, without a sun under a closed cover, red at sunset', () => {
    const clear = air_of(weather_of(parameters(kNoon))!);
    expect(clear.sun.g).toBeCloseTo(1, 1);
    expect(clear.fog).toBe(0);
    const closed = air_of(weather_of(parameters({ ...kNoon, 'weather.clouds': 1 }))!);
    expect(closed.sun.g).toBe(0);
    const low = air_of(weather_of(parameters({ ...kNoon, 'weather.elevation': 4 }))!);
    expect(low.horizon.r).toBeGreaterThan(low.horizon.b + 0.2);
    expect(clear.horizon.b).toBeGreaterThan(clear.horizon.r);
  });

  it('lights windows and lamps while the sun is low, and all of them when it is down', () => {
    const dusk = (elevation: number): number => air_of(weather_of(parameters({ ...kNoon, 'weather.elevation': elevation }))!).dusk;
    expect([45, 12, 0, -10].map((elevation) => Number(dusk(elevation).toFixed(6)))).toEqual([0, 0, 1, 1]);
    expect(dusk(4)).toBeCloseTo(0.74, 2);
  });

  it('halves colours at the distance of its fog', () => {
    const { fog } = air_of(weather_of(parameters({ ...kNoon, 'weather.fog': 50 }))!);
    expect(Math.exp(-50 * fog)).toBeCloseTo(0.5);
  });
});
