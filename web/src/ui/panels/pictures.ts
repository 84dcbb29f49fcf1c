// Pictures of a camera of the vehicle watched, in their true pixels, with size and rate in a corner.

import type { PictureContent, PictureFormat, PictureFrame, Subscribed } from '../../net/messages';
import type { SensorPanelId } from '../../state/sensors';
import { client_door } from '../../doors/table';
import { has_palettes, kPaletteTitles, palettes_of } from '../../state/palettes';
import type { Palettes } from '../../state/palettes';
import type { AppState } from '../../state/store';
import { title_of } from '../../state/words';
import { draw_picture, kPictureFormats, tag_color } from '../../view/picture';
import { fill, h } from '../dom';
import type { PanelContent } from '../panels';
import type { PanelWorld } from './panel_world';
import { make_sensor_choice } from './sensor_choice';

/// What sensors of a kind show, as far as it is known: the format to ask for follows from it.
const contents = new Map<string, PictureContent>();

export function make_picture(world: PanelWorld, panel: SensorPanelId): PanelContent {
  const canvas = h('canvas', { class: 'picture', height: 240, role: 'img', 'aria-label': 'Picture of the sensor chosen' });
  const legend = h('ul', { class: 'legend' });
  const ramp = h('p', { class: 'ramp', hidden: true }, 'near', h('i'), 'far');
  const palette = h('select', { class: 'palette-choice', 'aria-label': 'Palette', hidden: true, onchange: () => {
    const content = latest?.picture?.content;
    if (has_palettes(content)) world.store.choose({ palettes: { ...world.store.get().choices.palettes, [content]: palette.value } });
  } });
  let palettes = palettes_in(world.store.get());
  let busy = false;
  let latest: Subscribed | null = null;
  let asked: PictureFormat = 'raw'; // as every picture can be had
  const draw = async (frame: PictureFrame, about: Subscribed, content: PictureContent): Promise<void> => {
    if (busy) return; // a slow browser skips pictures
    busy = true;
    try {
      const seen = await draw_picture(canvas, frame, content, palettes);
      if (latest === about) draw_legend(legend, seen, about.picture?.tags ?? [], palettes.semantic);
    } finally {
      busy = false;
    }
  };
  const show_palettes = (): void => {
    const content = latest?.picture?.content;
    ramp.hidden = content !== 'depth';
    ramp.classList.toggle('grey', palettes.depth === 'logarithmic');
    palette.hidden = !has_palettes(content);
    if (has_palettes(content)) fill(palette, ...Object.entries(kPaletteTitles[content]).map(([name, title]) => h('option', { value: name, selected: name === palettes[content] }, title)));
  };
  const sensor = make_sensor_choice(world, panel, {
    wish: ({ kind }) => {
      const content = contents.get(kind);
      asked = content === undefined ? 'raw' : kPictureFormats[content];
      return { format: asked };
    },
    begin: (about) => {
      latest = about;
      show_palettes();
      draw_legend(legend, new Set(), []);
    },
    frame: (frame, about) => {
      const content = about.picture?.content;
      if (frame.kind !== 'picture' || content === undefined) return '';
      if (frame.format === kPictureFormats[content]) {
        draw(frame, about, content).catch(() => undefined); // a picture that cannot be read is skipped
      } else if (asked !== kPictureFormats[content]) {
        contents.set(about.kind, content);
        queueMicrotask(() => sensor.ask());
      }
      return `${frame.width} × ${frame.height}`;
    },
  });
  const stop = world.store.watch((state) => JSON.stringify(palettes_in(state)), () => {
    palettes = palettes_in(world.store.get());
    show_palettes();
  });
  return {
    element: h('div', { class: 'canvas-box' }, h('div', { class: 'canvas-part' }, canvas, sensor.choice, sensor.status, h('span', { class: 'palettes' }, palette, ramp)), legend),
    tick: () => sensor.tick(),
    close: () => { stop(); sensor.close(); },
  };
}

function palettes_in({ choices, room }: AppState): Palettes {
  return palettes_of(choices.palettes, client_door(room)?.client.palettes ?? null);
}

/// The colours of tags in sight; empty where there are none.
export function draw_legend(legend: HTMLElement, seen: ReadonlySet<number>, tags: readonly string[], palette: Palettes['semantic'] = 'distinct'): void {
  const sorted = [...seen].sort((a, b) => a - b);
  const key = `${palette} ${sorted.join(' ')}`;
  legend.hidden = sorted.length === 0;
  if (legend.dataset['key'] === key) return;
  legend.dataset['key'] = key;
  fill(legend, ...sorted.map((tag) => {
    const swatch = h('i');
    swatch.style.background = tag_color(tag, palette);
    return h('li', {}, swatch, title_of(tags[tag] ?? `tag ${tag}`));
  }));
}
