// The time line of a recording: shows where it is, and seeks, by pointer and by keys.

import type { Session } from '../net/session';
import { play_requests, seek_by_key } from '../state/playback';
import type { Store } from '../state/store';
import type { Timeline } from '../state/timeline';
import { clock_words } from '../state/words';
import { h, set_text } from './dom';

/// Goes on or stands; a recording at its end starts over.
export function toggle_pause(store: Store, session: Session, timeline: Timeline): void {
  const { room } = store.get();
  if (room !== null) for (const request of play_requests(room, timeline.time)) void session.ask(request);
}

export function make_time_line(store: Store, session: Session, timeline: Timeline): { element: HTMLElement; slider: HTMLInputElement; tick: () => void } {
  const slider = h('input', { type: 'range', min: 0, step: 0.05, 'aria-label': 'Time in the recording', title: 'Space plays, arrow keys go a second on or back', class: 'time-slider' });
  const length = h('span', { class: 'digits' });
  let start = Infinity; // a recording made in the middle of a run begins there; it opens at its start
  let held = false;
  let under_way = 0; // requests; until they are answered the slider stays where it was put
  store.watch((state) => state.room?.room, () => { start = Infinity; });

  const seek = (time: number): void => {
    slider.value = String(time);
    ++under_way;
    void session.ask({ type: 'seek', time }).then(() => { --under_way; });
  };
  const let_go = (): void => { held = false; };
  slider.addEventListener('pointerdown', () => { held = true; });
  for (const kind of ['pointerup', 'pointercancel', 'blur']) slider.addEventListener(kind, let_go);
  slider.addEventListener('input', () => seek(Number(slider.value)));
  slider.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = seek_by_key(event.key, Number(slider.value), Number(slider.min), Number(slider.max));
    if (to !== null) seek(to);
    else if (event.code === 'Space' || event.code === 'KeyP') { if (!event.repeat) toggle_pause(store, session, timeline); }
    else return;
    event.preventDefault();
  });
  return {
    element: h('div', { class: 'time-line' }, slider, length),
    slider,
    tick: () => {
      const duration = store.get().room?.duration ?? 0;
      if (timeline.newest?.replay === true) start = Math.min(start, timeline.time);
      if (Number(slider.max) !== duration) slider.max = String(duration);
      if (Number.isFinite(start) && Number(slider.min) !== start) slider.min = String(start);
      if (!held && under_way === 0) slider.value = String(timeline.time);
      slider.setAttribute('aria-valuetext', `${clock_words(timeline.time)} of ${clock_words(duration)}`);
      set_text(length, clock_words(duration));
    },
  };
}
