// What cannot be taken back is asked first.

import type { AppState, Store } from '../state/store';
import { h } from './dom';

export interface Question {
  title: string;
  words: string;
  yes: string;
  no: string;
  holds: (state: AppState) => boolean; // whether it still makes sense to ask
}

/// True when the person says so. The harmless answer has the focus; the question goes when it makes no sense any more.
export function ask_first(store: Store, { title, words, yes, no, holds }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = h('dialog', { class: 'dialog confirm', 'aria-labelledby': 'confirm-title' },
      h('header', {}, h('h2', { id: 'confirm-title' }, title)),
      h('div', { class: 'dialog-body' }, h('p', {}, words),
        h('footer', {},
          h('button', { type: 'button', class: 'button', autofocus: true, onclick: () => dialog.close() }, no),
          h('button', { type: 'button', class: 'button danger', onclick: () => dialog.close('yes') }, yes))));
    const stop = store.watch(holds, (still) => { if (!still) dialog.close(); });
    dialog.addEventListener('close', () => {
      stop();
      dialog.remove();
      document.querySelector<HTMLElement>('#view')?.focus({ preventScroll: true }); // keys drive again, and ask nothing anew
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
