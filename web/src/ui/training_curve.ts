// A training that is watched: how far it is, which policy drives, and what its exams brought, one plot a channel.

import type { TrainingChannel, TrainingPoint, TrainingStatus } from '../net/messages';
import type { Store } from '../state/store';
import { h, set_text } from './dom';
import type { PanelContent } from './panels';

/// 1234567 is "1.23 M", 65536 is "65.5 k".
export function steps_words(steps: number): string {
  if (steps < 1000) return String(Math.round(steps));
  const [scale, unit] = steps < 999_500 ? [1e3, 'k'] : [1e6, 'M'];
  return `${Number((steps / scale).toPrecision(3))} ${unit}`;
}

/// As many digits as a number deserves.
export function value_words(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1);
}

/// What a plot's axis goes from and to: all of a share, else a round number around the values.
export function range_of(values: readonly number[], unit: string): [number, number] {
  if (unit === '%') return [0, 100];
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  if (high === low) return [0, 1];
  const step = 10 ** Math.floor(Math.log10(high - low));
  return [step * Math.floor(low / step), step * Math.ceil(high / step)];
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/// Points of a line in the box, x from 0 to `end` steps.
export function line_of(points: readonly TrainingPoint[], channel: number, end: number, [low, high]: readonly [number, number], box: Box): [number, number][] {
  return points.map(({ steps, values }) => [
    box.left + (box.width * steps) / Math.max(1, end),
    box.top + box.height * (1 - ((values[channel] ?? low) - low) / (high - low)),
  ]);
}

const kSize = { width: 264, height: 96 };
const kBox: Box = { left: 36, top: 6, width: 222, height: 72 };

function svg(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== '') element.textContent = text;
  return element;
}

/// One channel's plot; pointing at it reads the nearest point.
class ChannelPlot {
  private readonly value = h('span', { class: 'digits' });
  private readonly at = h('small', { class: 'digits' });
  private readonly drawing = svg('svg', { viewBox: `0 0 ${kSize.width} ${kSize.height}`, role: 'img', class: 'curve' });
  readonly element: HTMLElement;
  private last: TrainingStatus | null = null;
  private pointed: number | null = null; // steps

  constructor(private readonly channel: TrainingChannel, private readonly index: number) {
    this.element = h('figure', { class: 'training-plot' },
      h('figcaption', {}, channel.name, ' ', this.value, h('small', {}, channel.unit), this.at));
    this.element.append(this.drawing);
    this.drawing.addEventListener('pointermove', (event) => {
      const place = this.drawing.getBoundingClientRect();
      const x = (event.clientX - place.left) * (kSize.width / Math.max(1, place.width));
      this.point_at((x - kBox.left) / kBox.width);
    });
    this.drawing.addEventListener('pointerleave', () => this.point_at(null));
  }

  private point_at(part: number | null): void {
    this.pointed = part === null || this.last === null ? null : part * this.end(this.last);
    if (this.last !== null) this.draw(this.last);
  }

  private end({ of, steps }: TrainingStatus): number {
    return Math.max(of, steps, 1);
  }

  draw(training: TrainingStatus): void {
    this.last = training;
    const { points } = training;
    const end = this.end(training);
    const range = range_of(points.map(({ values }) => values[this.index] ?? 0), this.channel.unit);
    const line = line_of(points, this.index, end, range, kBox);
    const wanted = this.pointed;
    const near = wanted === null ? points.length - 1
      : points.reduce((best, { steps }, i) => (Math.abs(steps - wanted) < Math.abs((points[best]?.steps ?? 0) - wanted) ? i : best), 0);
    const point = points[near];
    set_text(this.value, point === undefined ? '–' : value_words(point.values[this.index] ?? 0));
    set_text(this.at, point === undefined || wanted === null ? '' : `after ${steps_words(point.steps)} steps`);
    const [right, bottom] = [kBox.left + kBox.width, kBox.top + kBox.height];
    this.drawing.setAttribute('aria-label', `${this.channel.name} against steps`);
    this.drawing.replaceChildren(
      svg('path', { class: 'axis', d: `M${kBox.left} ${kBox.top}V${bottom}H${right}M${kBox.left} ${kBox.top}H${right}` }),
      svg('text', { x: kBox.left - 4, y: kBox.top + 8, 'text-anchor': 'end' }, value_axis(range[1])),
      svg('text', { x: kBox.left - 4, y: bottom, 'text-anchor': 'end' }, value_axis(range[0])),
      svg('text', { x: kBox.left, y: kSize.height - 4 }, '0'),
      svg('text', { x: right, y: kSize.height - 4, 'text-anchor': 'end' }, `${steps_words(end)} steps`),
      svg('polyline', { class: 'line', points: line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ') }),
      ...(line[near] === undefined ? [] : [svg('circle', { class: 'point', cx: line[near][0].toFixed(1), cy: line[near][1].toFixed(1), r: 3 })]));
  }
}

function value_axis(value: number): string {
  return Math.abs(value) >= 1000 ? steps_words(value).replace(' ', '') : String(Number(value.toPrecision(3)));
}

export function make_training(store: Store): PanelContent {
  const [steps, rate, policy] = [h('span', { class: 'digits' }), h('span', { class: 'digits' }), h('span', { class: 'digits' })];
  const plots = h('div');
  const element = h('div', { class: 'training-panel' },
    h('p', { class: 'training-head' }, steps, h('small', {}, 'steps'), h('span', { class: 'side' }, rate, h('small', {}, 'steps/s'))),
    h('p', { class: 'training-note' }, 'At the wheel: the policy after ', policy, ' steps'), plots);
  let made: ChannelPlot[] = [];
  let names = '';
  const stop = store.watch((state) => state.room?.training ?? null, (training) => {
    if (training === null) return;
    const now = training.channels.map(({ name, unit }) => `${name} ${unit}`).join('\n');
    if (now !== names) {
      names = now;
      made = training.channels.map((channel, i) => new ChannelPlot(channel, i));
      plots.replaceChildren(...made.map((plot) => plot.element));
    }
    set_text(steps, training.of > 0 ? `${steps_words(training.steps)} of ${steps_words(training.of)}` : steps_words(training.steps));
    set_text(rate, steps_words(training.rate));
    set_text(policy, steps_words(training.policy_steps));
    for (const plot of made) plot.draw(training);
  });
  return { element, close: stop };
}
