// What the page has to say: the connection, what is loading, what failed, short notices.

import type { Room, StageEvent } from '../net/messages';
import type { Session } from '../net/session';
import { kPageKeys, source_title } from '../state/bindings';
import { ended_recording } from '../state/playback';
import { add_notice, drop_notice, has_pad } from '../state/store';
import type { Notice, Store } from '../state/store';
import { event_words } from '../state/words';
import { fill, h, icon, icon_button, set_text } from './dom';

const kNoticeMs = 7000;
const kLinkMs = 15_000; // of a notice that leads somewhere

export function make_messages(store: Store, session: Session, ...more: HTMLElement[]): HTMLElement {
  tell_upsets(store);
  tell_recordings(store, session);
  return h('div', { class: 'messages' }, make_connection(store, session), ...more, make_notices(store, session), make_failure(store, session));
}

function make_connection(store: Store, session: Session): HTMLElement {
  const words = h('span');
  const retry = h('button', { type: 'button', class: 'button small', onclick: () => session.connection.connect() }, 'Try now');
  const element = h('div', { class: 'banner', role: 'status', id: 'connection' }, h('span', { class: 'dot' }), words, retry);
  let timer: ReturnType<typeof setInterval> | undefined;
  store.watch((state) => state.connection, ({ phase, retry_at }) => {
    clearInterval(timer);
    element.hidden = phase === 'open';
    element.dataset['phase'] = phase;
    retry.hidden = phase !== 'lost';
    const say = (): void => {
      const seconds = Math.max(0, Math.ceil((retry_at - Date.now()) / 1000));
      set_text(words, phase === 'connecting' ? 'Connecting to the server.' : `No connection to the server. ${seconds > 0 ? `Trying again in ${seconds} s.` : 'Trying again.'}`);
    };
    say();
    if (phase === 'lost') timer = setInterval(say, 500);
  });
  return element;
}

/// Whoever drives a vehicle that rolled over or fell off is told, and how to go on; everybody when a recording ends by itself.
function tell_upsets(store: Store): void {
  let last: StageEvent | undefined;
  store.watch((state) => state.events, (events) => {
    const news = events.slice(last === undefined ? 0 : events.lastIndexOf(last) + 1);
    last = events.at(-1);
    const { place: { drives }, room } = store.get();
    for (const event of news) {
      if (event.event === 'recording_ended') add_notice(store, 'error', `${event_words(event)}.`);
      if (event.event !== 'flipped' && event.event !== 'fell') continue;
      if (!has_pad(room) && !drives.includes(event.vehicle)) continue;
      const hint = event.reset ? '' : ` ${source_title(kPageKeys.put_back.code)} puts it back.`;
      add_notice(store, 'info', `${event_words(event)}.${hint}`);
    }
  });
}

/// Who ends a recording sees that it is kept, and can watch it.
function tell_recordings(store: Store, session: Session): void {
  let before: Room | null = null;
  store.watch((state) => state.room, (room) => {
    const name = ended_recording(before, room);
    before = room;
    if (name === '') return;
    add_notice(store, 'info', `Recording ${name} is kept.`, store.get().connection.access === 'view' ? '' : name); // who only watches opens nothing
    session.connection.tell({ type: 'recordings' });
  });
}

function make_notices(store: Store, session: Session): HTMLElement {
  const element = h('div', { class: 'notices', 'aria-live': 'polite' });
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const watch = ({ id, recording }: Notice): HTMLElement => h('button', {
    type: 'button', class: 'button small', onclick: () => { drop_notice(store, id); void session.open({ recording }, recording); },
  }, icon('play'), 'Watch it');
  store.watch((state) => state.notices, (notices) => {
    fill(element, ...notices.map((notice) => h('div', { class: `notice ${notice.kind}`, role: notice.kind === 'error' ? 'alert' : 'status' },
      h('span', {}, notice.words), notice.recording === '' ? null : watch(notice), icon_button('close', 'Dismiss', () => drop_notice(store, notice.id), { class: 'icon-button small' }))));
    for (const { id, recording } of notices) {
      if (!timers.has(id)) timers.set(id, setTimeout(() => { timers.delete(id); drop_notice(store, id); }, recording === '' ? kNoticeMs : kLinkMs));
    }
  });
  return element;
}

/// A level that could not be opened says why, and waits to be read. From there it goes to the menu.
function make_failure(store: Store, session: Session): HTMLElement {
  const title = h('h2', { id: 'failure-title' });
  const words = h('pre', { class: 'reason', tabindex: '0' });
  const dialog = h('dialog', { class: 'dialog failure', 'aria-labelledby': 'failure-title', onclose: leave },
    h('header', {}, title, icon_button('close', 'Close', () => dialog.close())),
    h('div', { class: 'dialog-body' }, words, h('footer', {}, h('button', { type: 'button', class: 'button primary', onclick: () => dialog.close() }, 'Back to the menu'))));
  function leave(): void {
    store.update({ failure: null });
    if (store.get().loading !== null) void session.to_menu(); // there is nothing to go back to
  }
  store.watch((state) => state.failure, (failure) => {
    if (failure === null) {
      if (dialog.open) dialog.close();
      return;
    }
    set_text(title, `${failure.title} cannot be opened`);
    set_text(words, failure.words);
    if (!dialog.open) dialog.showModal();
  });
  return dialog;
}
