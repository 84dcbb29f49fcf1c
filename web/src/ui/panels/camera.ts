// Pictures of a camera of the vehicle watched, in their true pixels, with size and rate in a corner.

import type { PictureFrame, Subscribed } from '../../net/messages';
import { RateMeter } from '../../state/rate';
import { has_pad } from '../../state/store';
import { figure, title_of } from '../../state/words';
import { draw_picture, tag_color } from '../../view/picture';
import { fill, h, set_text } from '../dom';
import type { PanelContent } from '../panels';
import { follow_sensor } from './panel_world';
import type { PanelWorld } from './panel_world';
import { thumb_width } from './thumbs';

const kProgramsAcross = 0.957; // rad, of the cameras that programs see by

export function make_camera(world: PanelWorld, picture: 'colour' | 'depth' | 'semantic'): PanelContent {
  const canvas = h('canvas', { class: 'picture', height: 240, role: 'img', 'aria-label': `Picture of the ${picture} camera`, id: `${picture}-canvas` });
  const words = h('p', { class: 'corner', title: 'Pixels; pictures in a second of real time, mean of the last 2 s' }, 'Waiting for the first picture');
  const legend = h('ul', { class: 'legend' });
  const meter = new RateMeter();
  let size_words = '';
  let busy = false;
  const show = async (frame: PictureFrame, about: Subscribed): Promise<void> => {
    meter.add(performance.now() / 1000);
    if (busy) return; // a slow browser skips pictures
    busy = true;
    try {
      const seen = await draw_picture(canvas, frame);
      size_words = `${frame.width} × ${frame.height}`;
      if (picture === 'semantic') draw_legend(legend, seen, about.tags ?? []);
    } catch {
      size_words = '';
      set_text(words, 'A picture could not be read');
    } finally {
      busy = false;
    }
  };
  const thumb = has_pad(world.store.get().room);
  const width = thumb ? thumb_width(innerHeight) : 320;
  const size = { width, height: (3 * width) / 4, ...(thumb ? { fov: kProgramsAcross } : {}) };
  const end = follow_sensor(world, { sensor: 'camera', picture, rate: 12, ...size }, (frame, about) => {
    if (frame.kind === 'picture') void show(frame, about);
  }, (reason) => { size_words = ''; set_text(words, reason); });
  return {
    element: h('div', { class: 'canvas-box' }, canvas, words, picture === 'semantic' ? legend : null, picture === 'depth' && !thumb ? h('p', { class: 'ramp' }, 'near', h('i'), 'far') : null),
    tick: () => { if (size_words !== '') set_text(words, `${size_words} · ${figure(meter.rate(performance.now() / 1000), 0)} Hz`); },
    close: end,
  };
}

function draw_legend(legend: HTMLElement, seen: Set<number>, tags: string[]): void {
  const key = [...seen].sort((a, b) => a - b).join(' ');
  if (legend.dataset['key'] === key) return;
  legend.dataset['key'] = key;
  fill(legend, ...[...seen].sort((a, b) => a - b).map((tag) => {
    const swatch = h('i');
    swatch.style.background = tag_color(tag);
    return h('li', {}, swatch, title_of(tags[tag] ?? `tag ${tag}`));
  }));
}
