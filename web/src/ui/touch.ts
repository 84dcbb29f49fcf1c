// A stick for thumbs: left and right steer, up and down drive; a brake beside it. Shown where fingers are.

import { by_pad, has_pad } from '../state/store';
import type { Store } from '../state/store';
import type { Driving } from './driving';
import { h } from './dom';

const kReach = 52; // px

export function make_touch(store: Store, driving: Driving): HTMLElement {
  const knob = h('i');
  const stick = h('div', { class: 'stick', 'aria-hidden': 'true' }, knob);
  const brake = h('button', { type: 'button', class: 'brake', 'aria-label': 'Brake' }, 'Brake');
  const element = h('div', { class: 'touch' }, stick, brake);
  let asked = { steer: 0, drive: 0 };
  let braking = 0;

  const tell = (): void => {
    const active = braking > 0 || asked.steer !== 0 || asked.drive !== 0;
    driving.touch = active ? { ...asked, brake: braking, hand_brake: 0 } : null;
    knob.style.transform = `translate(${-asked.steer * kReach}px, ${-asked.drive * kReach}px)`;
  };
  stick.addEventListener('pointerdown', (down) => {
    stick.setPointerCapture(down.pointerId);
    const box = stick.getBoundingClientRect();
    const [cx, cy] = [box.left + box.width / 2, box.top + box.height / 2];
    const move = (event: PointerEvent): void => {
      const bound = (value: number): number => Math.max(-1, Math.min(1, value / kReach));
      asked = { steer: -bound(event.clientX - cx), drive: -bound(event.clientY - cy) };
      tell();
    };
    const up = (): void => {
      asked = { steer: 0, drive: 0 };
      stick.removeEventListener('pointermove', move);
      tell();
    };
    move(down);
    stick.addEventListener('pointermove', move);
    stick.addEventListener('pointerup', up, { once: true });
    stick.addEventListener('pointercancel', up, { once: true });
  });
  brake.addEventListener('pointerdown', () => { braking = 1; tell(); });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) brake.addEventListener(end, () => { braking = 0; tell(); });

  const fingers = matchMedia('(pointer: coarse)');
  const follow = (): void => {
    const { place, room } = store.get();
    element.hidden = !fingers.matches || place.room === '' || (place.drives.length === 0 && !has_pad(room)) || room?.mode !== 'live';
    brake.hidden = by_pad(store.get()); // a pad has none
  };
  fingers.addEventListener('change', follow);
  store.watch((state) => state.place, follow);
  store.watch((state) => state.room?.mode, follow);
  store.watch((state) => `${has_pad(state.room)} ${by_pad(state)}`, follow);
  return element;
}
