// The weather of the room, as near to what cameras see as the page draws it: sun, sky and fog by their colours, wet
// ground that gleams, rain before the picture. It is told by parameters, `weather` and `weather.*`.

import * as THREE from 'three';
import type { Parameter } from '../net/messages';
import { kAir, kSun } from './surface';

export interface Weather {
  elevation: number; // rad
  sun: number;
  sky: number;
  clouds: number;
  fog: number; // m
  rain: number;
  wetness: number;
}

/// What it makes of light and air; colours are sRGB.
export interface Air {
  sun: THREE.Color;
  sky: THREE.Color;
  zenith: THREE.Color;
  horizon: THREE.Color;
  fog: number; // 1 / m
  dusk: number; // share of windows' and lamps' own light, 0 to 1
  elevation: number; // of the light, rad
}

/// Null: none, and the level looks as ever.
export function weather_of(parameters: readonly Parameter[]): Weather | null {
  const value = (name: string): number => parameters.find((each) => each.name === `weather${name}`)?.value ?? 0;
  if (value('') === 0) return null;
  return {
    elevation: (value('.elevation') * Math.PI) / 180, sun: value('.sun'), sky: value('.sky'), clouds: value('.clouds'),
    fog: value('.fog'), rain: value('.rain'), wetness: value('.wetness'),
  };
}

function step(low: number, high: number, x: number): number {
  return THREE.MathUtils.smoothstep(x, low, high);
}

function srgb(text: string): THREE.Color {
  return new THREE.Color(text).convertLinearToSRGB();
}

/// As sensors/weather_light.cpp has it, a little coarser.
export function air_of(weather: Weather): Air {
  const degree = Math.PI / 180;
  const day = step(0, 22 * degree, weather.elevation);
  const night = step(0, 10 * degree, -weather.elevation);
  const closed = step(0.4, 0.95, weather.clouds);
  const direct = weather.sun * (1 - closed) * step(-degree, 3 * degree, weather.elevation);
  const sky = weather.sky * (1 - 0.93 * night);
  const bright = Math.min(1, 0.45 + 0.55 * weather.sky) * (1 - 0.35 * weather.rain);
  const air = (clear: string, dusk: string, dark: string, grey: string): THREE.Color =>
    srgb(dusk).lerp(srgb(clear), day).lerp(srgb(dark), night).lerp(srgb(grey).multiplyScalar(bright).lerp(srgb(dark), night), closed);
  return {
    // stored colours are multiplied, not light: the root of its share is near enough
    sun: srgb('#ffc98f').lerp(srgb('#ffffff'), day).multiplyScalar(Math.sqrt(Math.min(2, direct))),
    sky: srgb('#f2eeff').lerp(srgb('#ffffff'), Math.max(day, closed)).multiplyScalar(Math.sqrt(sky)),
    zenith: air('#5c92d6', '#576b99', '#0d1221', '#a8b0ba'),
    horizon: air('#dbe6ee', '#eda870', '#1f2433', day > 0.5 ? '#c2c7cc' : '#b8a8a8'),
    fog: weather.fog > 0 ? Math.LN2 / weather.fog : 0,
    dusk: step(0, 12 * degree, 12 * degree - weather.elevation),
    elevation: Math.max(6 * degree, weather.elevation),
  };
}

/// Streaks, once: a tile that goes over the picture.
function streaks(): string {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 256;
  const draw = tile.getContext('2d');
  if (draw === null) return '';
  let seed = 7;
  const next = (): number => { seed = (seed * 16807) % 2147483647; return seed / 2147483647; };
  for (let i = 0; i < 60; ++i) {
    const [x, y, long] = [next() * 256, next() * 256, 18 + 40 * next()];
    draw.strokeStyle = `rgb(235 240 245 / ${0.15 + 0.25 * next()})`;
    for (const up of [0, -256]) { // across the tile's rim
      draw.beginPath();
      draw.moveTo(x, y + up);
      draw.lineTo(x - 0.05 * long, y + up + long);
      draw.stroke();
    }
  }
  return `url(${tile.toDataURL()})`;
}

/// Shows one weather after another on a canvas and in the materials of what stands on it.
export class WeatherShow {
  private rain: HTMLElement | null = null;
  private told = 'null';

  constructor(private readonly canvas: HTMLCanvasElement) {}

  /// Whether what is drawn changes with it.
  show(weather: Weather | null): boolean {
    const told = JSON.stringify(weather);
    if (told === this.told) return false;
    this.told = told;
    const air = weather === null ? null : air_of(weather);
    const css = (name: string, color: THREE.Color | undefined): void => {
      if (color === undefined) this.canvas.style.removeProperty(name);
      else this.canvas.style.setProperty(name, `rgb(${[color.r, color.g, color.b].map((c) => Math.round(255 * Math.min(1, c))).join(' ')})`);
    };
    css('--sky-high', air?.zenith);
    css('--sky-middle', air?.zenith.clone().lerp(air.horizon, 0.6));
    css('--sky-low', air?.horizon);
    const elevation = air?.elevation ?? kSun.elevation;
    kAir.sun_direction.value.set(Math.cos(kSun.azimuth) * Math.cos(elevation), Math.sin(kSun.azimuth) * Math.cos(elevation), Math.sin(elevation));
    if (weather !== null && air !== null) {
      kAir.sun.value.copy(air.sun);
      kAir.sky.value.copy(air.sky);
      kAir.horizon.value.copy(air.horizon);
      kAir.fog.value = air.fog;
      kAir.dusk.value = air.dusk;
      kAir.wetness.value = weather.wetness;
    }
    this.let_fall(weather?.rain ?? 0);
    return true;
  }

  private let_fall(rain: number): void {
    if (rain > 0 && this.rain === null) {
      this.rain = document.createElement('div');
      this.rain.className = 'rain';
      this.rain.setAttribute('aria-hidden', 'true');
      this.rain.style.backgroundImage = streaks();
      this.canvas.after(this.rain);
    }
    if (this.rain === null) return;
    this.rain.hidden = rain === 0;
    this.rain.style.opacity = String(Math.min(1, 0.25 + rain));
  }
}
