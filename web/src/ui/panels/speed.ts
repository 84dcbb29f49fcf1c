// Speed, steering and pedals of the vehicle watched.

import { figure } from '../../state/words';
import { h, set_text } from '../dom';
import type { PanelContent } from '../panels';
import type { PanelWorld } from './panel_world';

const kFullSteer = 0.6; // rad, at the end of the gauge

export function make_speed({ store, timeline }: PanelWorld): PanelContent {
  const speed = h('span', { class: 'big digits' });
  const kmh = h('span', { class: 'digits' });
  const wheel = h('span', { class: 'digits' });
  const needle = h('i');
  const drive = h('i');
  const brake = h('i');
  const element = h('div', { class: 'speed-panel' },
    h('p', { class: 'speed-main' }, speed, h('small', {}, 'm/s'), h('span', { class: 'side' }, kmh, h('small', {}, 'km/h'))),
    h('div', { class: 'gauge steering', 'aria-hidden': 'true' }, needle),
    h('p', { class: 'gauge-label' }, h('span', {}, 'Steering'), h('span', {}, wheel, h('small', {}, '°'))),
    h('div', { class: 'gauge drive', 'aria-hidden': 'true' }, drive, brake),
    h('p', { class: 'gauge-label' }, h('span', {}, 'Drive'), h('span', {}, 'Brake')));
  return {
    element,
    tick: () => {
      const state = timeline.sample()[store.get().place.watched];
      set_text(speed, figure(state?.speed, 1));
      set_text(kmh, figure(state === undefined ? undefined : state.speed * 3.6, 0));
      set_text(wheel, steer_words(state?.steer));
      needle.style.left = `${50 - Math.max(-1, Math.min(1, (state?.steer ?? 0) / kFullSteer)) * 50}%`;
      drive.style.width = `${Math.abs(state?.drive ?? 0) * 50}%`;
      drive.className = (state?.drive ?? 0) < 0 ? 'back' : '';
      brake.style.width = `${(state?.brake ?? 0) * 50}%`;
    },
    close: () => undefined,
  };
}

/// "left 12"; a wheel that is straight has no side.
function steer_words(steer: number | undefined): string {
  if (steer === undefined) return figure(undefined, 0);
  const degrees = figure(Math.abs((steer * 180) / Math.PI), 0);
  return degrees === '0' ? degrees : `${steer > 0 ? 'left' : 'right'} ${degrees}`;
}
