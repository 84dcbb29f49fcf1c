// What covers the page while a level is on its way: its own picture and name, and how far it is.

import type { Api } from '../net/api';
import type { Session } from '../net/session';
import type { Loading, Store } from '../state/store';
import { h, set_text } from './dom';

/// What is being done, in words.
export function loading_words({ step, share }: Loading): string {
  if (step === 'opening') return 'Opening the room';
  return step === 'world' ? `Loading the world, ${Math.round(100 * share)} %` : 'Drawing the first picture';
}

/// How much of all is done, 0 to 1: the server's part is not told, so that the bar begins with a tenth.
export function loading_share({ step, share }: Loading): number {
  return step === 'opening' ? 0.1 : step === 'world' ? 0.1 + 0.8 * share : 0.95;
}

export function make_loading(store: Store, session: Session, api: Api): HTMLElement {
  const picture = h('img', { class: 'loading-picture', alt: '' });
  const title = h('h2', { class: 'loading-title' });
  const words = h('p', { class: 'loading-words digits' });
  const bar = h('div', { class: 'loading-bar', role: 'progressbar', 'aria-label': 'Loading', 'aria-valuemin': '0', 'aria-valuemax': '100' }, h('i'));
  const element = h('section', { class: 'loading-screen', id: 'loading', 'aria-labelledby': 'loading-title' },
    picture,
    h('div', { class: 'loading-card' }, title, bar, words,
      h('button', { type: 'button', class: 'button quiet', onclick: () => void session.to_menu() }, 'Back to the menu')));
  title.id = 'loading-title';
  title.setAttribute('role', 'status');
  picture.addEventListener('error', () => { picture.hidden = true; });
  store.watch((state) => state.loading, (loading) => {
    element.hidden = loading === null;
    document.body.toggleAttribute('data-loading', loading !== null);
    if (loading === null) return;
    set_text(title, loading.title);
    set_text(words, loading_words(loading));
    const share = loading_share(loading);
    bar.style.setProperty('--share', String(share));
    bar.setAttribute('aria-valuenow', String(Math.round(100 * share)));
    const address = loading.picture === '' ? '' : api.picture(loading.picture, 640);
    if (address === picture.getAttribute('src')) return;
    picture.hidden = address === '';
    if (address === '') picture.removeAttribute('src');
    else picture.setAttribute('src', address);
  });
  return element;
}
