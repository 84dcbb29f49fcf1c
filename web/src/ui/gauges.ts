// Distance and angle to pieces that have a gauge, floating beside them.

import { gauge_words } from '../state/race';
import { is_duel } from '../state/store';
import type { Store } from '../state/store';
import type { Scene } from '../view/scene';
import { h, set_text } from './dom';

const kAbove = 0.22; // m over a piece's foot

export function make_gauges(store: Store, scene: Scene | null): { element: HTMLElement; tick(): void } {
  const element = h('div', { class: 'gauges' });
  const labels = new Map<string, HTMLElement>();
  return {
    element,
    tick: () => {
      const { gauges, place, room } = store.get();
      const shown = scene === null || place.room === '' || (place.split && is_duel(room)) || (room?.level.rules?.gauges.length ?? 0) === 0 ? [] : gauges;
      for (const [piece, label] of labels) {
        if (shown.some((gauge) => gauge.piece === piece)) continue;
        label.remove();
        labels.delete(piece);
      }
      for (const { piece, at, distance, angle } of shown) {
        let label = labels.get(piece);
        if (label === undefined) {
          label = h('output', { class: 'gauge-value digits', 'data-piece': piece });
          labels.set(piece, label);
          element.append(label);
        }
        const where = scene!.project(at[0], at[1], at[2] + kAbove);
        label.hidden = where === null;
        if (where === null) continue;
        set_text(label, gauge_words(distance, angle));
        label.style.transform = `translate(${Math.round(where.x + 14)}px, ${Math.round(where.y - 12)}px)`;
      }
    },
  };
}
