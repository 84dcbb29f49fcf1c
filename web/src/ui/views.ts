// Labels on the views of a split screen: which car, how it stands in the race, and whether its program is there.

import type { GameStatus, Room } from '../net/messages';
import { car_title, race_time, race_words } from '../state/race';
import { colors_of_car, is_duel } from '../state/store';
import type { Store } from '../state/store';
import type { Timeline } from '../state/timeline';
import type { Scene, View } from '../view/scene';
import { h, set_text } from './dom';

/// How a car stands: "waiting for its program", "checkpoint 2", "finished".
export function car_words(game: GameStatus | null, car: number, connected: boolean): string {
  const entry = game?.cars[car];
  if (entry?.finished === true) return 'finished';
  if (!connected) return 'waiting for its program';
  if (entry === undefined || game?.running !== true) return 'ready';
  return entry.key_point < 0 ? 'on its way' : `checkpoint ${entry.key_point + 1}`;
}

/// Its place among those that have finished; 0 before.
export function place_of(game: GameStatus, car: number): number {
  const home = (i: number): number => (game.cars[i]?.finished === true ? race_time(game, i, 0) : Infinity);
  if (home(car) === Infinity) return 0;
  return 1 + game.cars.filter((_, i) => i !== car && home(i) < home(car)).length;
}

interface Label {
  element: HTMLElement;
  swatch: HTMLElement;
  name: HTMLElement;
  words: HTMLElement;
  clock: HTMLElement;
}

export function make_views(store: Store, timeline: Timeline, scene: Scene | null): { element: HTMLElement; tick(): void } {
  const element = h('div', { class: 'views', 'aria-label': 'Views', role: 'group', hidden: true });
  const labels: Label[] = [];

  function label(i: number): Label {
    let found = labels[i];
    if (found === undefined) {
      const [swatch, name, words, clock] = [h('span', { class: 'swatch', 'aria-hidden': 'true' }), h('strong'), h('span', { class: 'view-words' }), h('span', { class: 'view-clock digits' })];
      found = { element: h('div', { class: 'view' }, h('p', { class: 'view-label' }, swatch, name, words, clock)), swatch, name, words, clock };
      labels[i] = found;
      element.append(found.element);
    }
    return found;
  }

  function show(view: View, room: Room, { element: box, swatch, name, words, clock }: Label): void {
    Object.assign(box.style, {
      left: `${100 * view.x}%`, top: `${100 * (1 - view.y - view.height)}%`, width: `${100 * view.width}%`, height: `${100 * view.height}%`,
    });
    box.classList.toggle('upper', view.y + view.height > 0.99);
    box.classList.toggle('right', view.x > 0);
    const vehicle = room.vehicles[view.vehicle];
    swatch.hidden = vehicle === undefined;
    if (vehicle === undefined) {
      set_text(name, view.fixed?.name || `Camera ${store.get().place.fixed + 1}`);
      set_text(words, '');
      set_text(clock, '');
      box.classList.remove('waiting');
      return;
    }
    const connected = room.links.length === 0 || room.links[view.vehicle]?.connected === true;
    swatch.style.background = colors_of_car(vehicle).front;
    set_text(name, car_title(room.links, view.vehicle));
    const { game } = room;
    set_text(words, car_words(game, view.vehicle, connected));
    const place = game === null ? 0 : place_of(game, view.vehicle);
    const time = game === null ? 0 : race_time(game, view.vehicle, timeline.time);
    set_text(clock, time > 0 ? `${race_words(time)}${place > 0 ? ` · place ${place}` : ''}` : '');
    box.classList.toggle('waiting', !connected && game?.cars[view.vehicle]?.finished !== true && room.mode === 'live');
  }

  return {
    element,
    tick: () => {
      const { room, place } = store.get();
      const views = scene !== null && place.room !== '' && room !== null && is_duel(room) ? scene.views() : [];
      element.hidden = views.length < 2;
      if (room === null || element.hidden) return;
      views.forEach((view, i) => show(view, room, label(i)));
      labels.forEach(({ element: box }, i) => { box.hidden = i >= views.length; });
    },
  };
}
