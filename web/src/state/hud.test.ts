import { expect, test } from 'vitest';
import { hud_lines } from './hud';
import type { HudMoment } from './hud';
import { Units } from './units';

const kWindow = { per_metre: 100, left: -3.2, top: 2.4, bottom: -2.4 };
const kNow: HudMoment = {
  fps: 59.97, position: [0.5, -1], velocity: [3, -4], wind: [0.01, 0], air: [0, 0], drag: [-0.0002, 0.3], position_error: [1.3, 1],
  outer: { kp: 1.5, kd: -0.05, error: [1.3, 1], rate: [-3, 4], output: [2.1, 1.3] },
  inner: { kp: 2, kd: -0.005, error: [-0.9, 5.3], rate: [0, 0], output: [-1.8, 10.6] },
  velocity_command: [2.1, 1.3], accel_command: [-1.8, 10.6],
};

test('in pixels with y down the lines are the original\'s', () => {
  expect(hud_lines(kNow, new Units({ length: 'px', y: 'down' }, kWindow))).toEqual([
    '60.0 fps',
    'current position: (370.00, 340.00) px',
    'current velocity 500 px/s: (300.00, 400.00)',
    'wind: (1.00, 0.00) px/s²',
    'drag: (−0.02, −30.00) px/s²',
    'x error: 130.00, y error: −100.00, norm: 164.01 px',
    'kp_p: 1.50 * (130.00, −100.00) + kd_p: −0.05 * (−300.00, −400.00) = (210.00, −130.00) px/s',
    'kp_v: 2.00 * (−90.00, −530.00) + kd_v: −0.01 * (0.00, 0.00) = (−180.00, −1060.00) px/s²',
  ]);
});

test('in metres with y up they tell the world, and nothing of wind is lost', () => {
  const lines = hud_lines(kNow, new Units({ length: 'm', y: 'up' }, kWindow));
  expect(lines[1]).toBe('current position: (0.50, −1.00) m');
  expect(lines[2]).toBe('current velocity 5.00 m/s: (3.00, −4.00)');
  expect(lines[3]).toBe('wind: (0.01, 0.00) m/s²');
  expect(lines[5]).toBe('x error: 1.30, y error: 1.00, norm: 1.64 m');
});

test('air that moves is told beside the wind', () => {
  expect(hud_lines({ ...kNow, air: [6, -1] }, new Units({ length: 'm', y: 'down' }))[3]).toBe('wind: (0.01, 0.00) m/s², air: (6.00, 1.00) m/s');
});

test('a controller without loops tells its commands', () => {
  const lines = hud_lines({ ...kNow, outer: null, inner: null }, new Units({ length: 'm', y: 'up' }, kWindow));
  expect(lines.length).toBe(8);
  expect(lines[6]).toBe('velocity command: (2.10, 1.30) m/s');
  expect(lines[7]).toBe('acceleration command: (−1.80, 10.60) m/s²');
});

test('what is not known is a dash', () => {
  expect(hud_lines({ ...kNow, fps: NaN }, new Units({ length: 'm', y: 'up' }, kWindow))[0]).toBe('– fps');
});
