// The summary of a grading: a row a trial, the total, the score code, and all of it as a file.

import type { TrialResult } from '../net/messages';
import type { Session } from '../net/session';
import { end_words, kToneSigns, points_words, score_tone } from '../state/race';
import { graded_door, results_csv, results_json, total_of } from '../state/results';
import { runs_room } from '../state/rights';
import type { Store } from '../state/store';
import { title_of } from '../state/words';
import { download, fill, h, icon, icon_button, set_text } from './dom';

/// One row a trial; trials that were not run are left blank.
function result_row(result: TrialResult, number: number): HTMLElement {
  const tone = score_tone(result);
  const { sign, words } = kToneSigns[tone];
  return h('tr', { 'data-tone': tone },
    h('td', { class: 'digits' }, String(number)),
    h('th', { scope: 'row' }, result.title || `Trial ${number}`, result.end === 'done' ? null : h('small', {}, end_words(result.end, result.why))),
    h('td', { class: 'score' }, h('span', { class: 'sign', 'aria-hidden': 'true' }, sign), h('span', { class: 'unseen' }, `${words}: `),
      h('span', { class: 'digits' }, `${points_words(result.points)} of ${points_words(result.of)}`)),
    h('td', { class: 'digits' }, `${result.time.toFixed(2)} s`));
}

export function make_summary(store: Store, session: Session): { element: HTMLElement; open: () => void } {
  const title = h('h2', { id: 'summary-title' });
  const rows = h('tbody');
  const total = h('td', { class: 'score digits' });
  const code = h('code', { class: 'score-code', tabindex: '0', 'aria-label': 'Score code' });
  const copy = h('button', { type: 'button', class: 'button small' }, 'Copy');
  const code_box = h('div', { class: 'code-box' }, h('span', { class: 'hint' }, 'Score code, to hand in'), h('div', {}, code, copy));
  const message = h('p', { class: 'about' });
  const save = (name: string, kind: string, write: typeof results_json): HTMLElement => h('button', {
    type: 'button', class: 'button small', title: `Download the results as ${name}`,
    onclick: () => { const { room } = store.get(); if (room !== null) download(`${room.level.name}-results.${name.toLowerCase()}`, kind, write(room)); },
  }, icon('download'), name);
  const again = h('button', { type: 'button', class: 'button primary', onclick: () => { dialog.close(); void session.ask({ type: 'restart', settings: { trial: 1 } }); } }, icon('restart'), 'Grade again');
  const dialog = h('dialog', { class: 'dialog summary', 'aria-labelledby': 'summary-title' },
    h('header', {}, title, icon_button('close', 'Close', () => dialog.close())),
    h('div', { class: 'dialog-body', tabindex: '0' }, message,
      h('table', { class: 'table results' },
        h('thead', {}, h('tr', {}, ...['', 'Trial', 'Score', 'Time'].map((head) => h('th', { scope: 'col' }, head || h('span', { class: 'unseen' }, 'Number'))))),
        rows, h('tfoot', {}, h('tr', {}, h('td'), h('th', { scope: 'row' }, 'Total'), total, h('td')))),
      code_box,
      h('footer', {},
        h('span', { class: 'check' }, save('JSON', 'application/json', results_json), save('CSV', 'text/csv', results_csv)),
        h('button', { type: 'button', class: 'button quiet', onclick: () => { dialog.close(); void session.to_menu(); } }, 'Menu'),
        again)));
  copy.addEventListener('click', () => void copy_text(code.textContent ?? '').then((done) => {
    set_text(copy, done ? 'Copied' : 'Select it and copy');
    setTimeout(() => set_text(copy, 'Copy'), 2000);
  }));
  let shown = '';

  function draw(): void {
    const { room } = store.get();
    const door = room === null ? null : graded_door(room);
    if (room === null || door === null) return;
    set_text(title, `Grading of ${room.level.title || title_of(room.level.name)}`);
    fill(rows, ...door.results.map((result, i) => result_row(result, i + 1)));
    const { points, of } = total_of(door.results, room.level.rules?.trials ?? []);
    set_text(total, `${points_words(points)} of ${points_words(of)}`);
    code_box.hidden = door.score_code === '';
    set_text(code, door.score_code);
    set_text(message, door.score_code === '' ? 'The grading goes on.' : door.message);
    again.hidden = !runs_room(store.get());
  }

  store.watch((state) => state.room?.doors, (doors) => {
    if (dialog.open) draw();
    const code_now = store.get().place.room === '' ? '' : (doors === undefined ? '' : (graded_door({ doors })?.score_code ?? ''));
    if (code_now === shown) return;
    shown = code_now;
    if (code_now === '') {
      if (dialog.open) dialog.close();
      return;
    }
    draw();
    if (!dialog.open) dialog.showModal();
  });
  store.watch((state) => state.place.room, () => { if (dialog.open) dialog.close(); });
  return { element: dialog, open: () => { draw(); if (!dialog.open) dialog.showModal(); } };
}

async function copy_text(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no clipboard on plain addresses of other machines
  }
}
