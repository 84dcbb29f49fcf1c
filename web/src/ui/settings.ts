// Settings of the robot-car course: what its programs see, who drives, and the colours of the cars. Remembered in this
// browser, and told to the room that is on screen.

import type { DepthDetail } from '../net/messages';
import type { Session } from '../net/session';
import { is_course, kCourseStandard, kMostCars } from '../state/store';
import type { CourseChoices, Store } from '../state/store';
import { h } from './dom';
import type { PanelContent } from './panels';

export const kDepths: readonly { detail: DepthDetail; title: string }[] = [
  { detail: 'low', title: 'Low, 20 × 15' }, { detail: 'moderate', title: 'Moderate, 40 × 30' }, { detail: 'high', title: 'High, 80 × 60' },
];

/// A name as it is kept: without blanks around it, and never empty.
export function user_name(typed: string): string {
  const name = typed.trim().slice(0, 64);
  return name === '' ? kCourseStandard.user : name;
}

export function make_settings(store: Store, session: Session): PanelContent {
  const realism = h('input', { type: 'checkbox', id: 'settings-realism' });
  const hide = h('input', { type: 'checkbox', id: 'settings-hide' });
  const depth = h('select', { id: 'settings-depth' }, ...kDepths.map(({ detail, title }) => h('option', { value: detail }, title)));
  const user = h('input', { type: 'text', id: 'settings-user', maxlength: 64, autocomplete: 'off', spellcheck: 'false' });
  const colors = Array.from({ length: kMostCars }, (_, i) => ({
    front: h('input', { type: 'color', 'aria-label': `Front of car ${i + 1}`, 'data-keys': true }),
    back: h('input', { type: 'color', 'aria-label': `Back of car ${i + 1}`, 'data-keys': true }),
  }));

  const in_room = (): boolean => store.get().place.room !== '' && is_course(store.get().room);
  const choose = (patch: Partial<CourseChoices>): void => store.choose({ course: { ...store.get().choices.course, ...patch } });
  const tell_senses = (): void => {
    const { course } = store.get().choices;
    if (in_room()) void session.ask({ type: 'senses', realism: course.realism ? 'real' : 'ideal', hide_cars: course.hide_cars, depth: course.depth });
  };
  const tell_colors = (): void => {
    if (in_room()) void session.ask({ type: 'colors', colors: store.get().choices.course.colors });
  };

  realism.addEventListener('change', () => { choose({ realism: realism.checked }); tell_senses(); });
  hide.addEventListener('change', () => { choose({ hide_cars: hide.checked }); tell_senses(); });
  depth.addEventListener('change', () => { choose({ depth: depth.value as DepthDetail }); tell_senses(); });
  user.addEventListener('change', () => choose({ user: user_name(user.value) }));
  for (const [i, car] of colors.entries()) {
    for (const side of ['front', 'back'] as const) {
      car[side].addEventListener('change', () => {
        choose({ colors: store.get().choices.course.colors.map((each, k) => (k === i ? { ...each, [side]: car[side].value } : each)) });
        tell_colors();
      });
    }
  }
  const standard = h('button', {
    type: 'button', class: 'button small quiet',
    onclick: () => {
      const { mode, cars } = store.get().choices.course;
      choose({ ...kCourseStandard, mode, cars });
      tell_senses();
      tell_colors();
    },
  }, 'Restore defaults');

  const stop = store.watch((state) => state.choices.course, (course) => {
    realism.checked = course.realism;
    hide.checked = course.hide_cars;
    depth.value = course.depth;
    if (document.activeElement !== user) user.value = course.user;
    for (const [i, car] of colors.entries()) {
      const now = course.colors[i] ?? kCourseStandard.colors[i]!;
      car.front.value = now.front;
      car.back.value = now.back;
    }
  });
  const element = h('div', { class: 'settings' },
    h('label', { class: 'settings-row' }, h('span', {}, 'Realism', h('small', {}, 'sensors have noise')), realism),
    h('label', { class: 'settings-row' }, h('span', {}, 'Hide cars', h('small', {}, 'in the colour camera')), hide),
    h('label', { class: 'settings-row' }, h('span', {}, 'Depth image'), depth),
    h('label', { class: 'settings-row' }, h('span', {}, 'User name', h('small', {}, 'from the next start')), user),
    h('fieldset', { class: 'settings-colors' }, h('legend', {}, 'Colours of cars: front, back'),
      ...colors.map(({ front, back }, i) => h('div', { class: 'settings-row' }, h('span', {}, `Car ${i + 1}`), h('span', { class: 'settings-pair' }, front, back)))),
    h('footer', {}, standard));
  return { element, close: stop };
}
