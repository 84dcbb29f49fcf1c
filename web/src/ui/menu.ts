// The menu over a live room: levels as cards by collection, rooms, recordings.

import { program_title } from '../doors/table';
import type { Api } from '../net/api';
import type { BestTime, LevelInfo, RecordingInfo, RoomInfo } from '../net/messages';
import { kShowroom } from '../net/session';
import type { Session } from '../net/session';
import { recent_levels } from '../state/recent';
import { kOnlyWatching } from '../state/rights';
import type { AppState, Store } from '../state/store';
import { race_words } from '../state/race';
import { nearest } from '../state/suggest';
import { bytes_words, clock_words, count_words, title_of } from '../state/words';
import { fill, h, icon, icon_button, set_text } from './dom';
import { open_start_dialog, program_spec } from './start_dialog';

type Tab = 'levels' | 'rooms' | 'recordings' | 'best';
const kTabs: readonly { tab: Tab; title: string }[] = [
  { tab: 'levels', title: 'Levels' }, { tab: 'rooms', title: 'Rooms' }, { tab: 'recordings', title: 'Recordings' },
  { tab: 'best', title: 'Best times' },
];
const kCollectionOrder = ['tracks', 'playground', 'stunts', 'training', 'eespees', 'indoor', 'town'];

export function next_theme(store: Store): void {
  const themes = ['system', 'light', 'dark'] as const;
  store.choose({ theme: themes[(themes.indexOf(store.get().choices.theme) + 1) % 3]! });
}

export function make_menu(store: Store, session: Session, api: Api, help: () => void): HTMLElement {
  let tab: Tab = 'levels';
  let wanted = '';
  const search = h('input', {
    type: 'search', class: 'search', placeholder: 'Search levels', 'aria-label': 'Search levels',
    oninput: () => { wanted = search.value; tab = 'levels'; draw(); },
  });
  const tagline = h('p', { class: 'tagline' });
  const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Menu' });
  const content = h('div', { class: 'menu-content', role: 'tabpanel', tabindex: '0' });
  const menu = h('main', { class: 'menu', id: 'menu' },
    h('div', { class: 'menu-head' },
      h('div', { class: 'brand-line' }, h('h1', { class: 'brand' }, brand_mark(), 'Paddock'),
        h('span', {}, icon_button('theme', 'Theme', () => next_theme(store)), icon_button('help', 'Keys and picture', help))),
      tagline,
      h('div', { class: 'menu-tools' }, tabs, search)),
    content);

  const search_for = (words: string): void => { search.value = wanted = words; draw(); search.focus(); };
  const watching_only = (): boolean => store.get().connection.access === 'view';

  function draw_tabs(): void {
    const counts = { levels: '', rooms: room_list(store.get().rooms).length, recordings: store.get().recordings?.length ?? '', best: '' };
    const tabs_now = kTabs.filter(({ tab: each }) => (each !== 'best' || raceable(store.get().levels ?? []).length > 0)
      && (!watching_only() || each === 'rooms' || each === 'recordings'));
    fill(tabs, ...tabs_now.map(({ tab: each, title }) => h('button', {
      type: 'button', role: 'tab', class: 'tab', id: `tab-${each}`, 'aria-selected': each === tab ? 'true' : 'false',
      onclick: () => {
        tab = each;
        if (each === 'recordings') void session.ask({ type: 'recordings' });
        if (each === 'best') void session.load_best_times();
        draw();
        document.getElementById(`tab-${each}`)?.focus();
      },
    }, title, counts[each] ? h('span', { class: 'badge' }, String(counts[each])) : null)));
    content.setAttribute('aria-labelledby', `tab-${tab}`);
  }

  function draw(): void {
    if (store.get().place.room !== '') return; // out of sight
    if (watching_only() && tab !== 'recordings') tab = 'rooms';
    search.hidden = watching_only();
    set_text(tagline, watching_only() ? `Join a room and watch. ${kOnlyWatching}.` : 'Pick a level, drive it, watch what its sensors see.');
    draw_tabs();
    drop_pictures(content);
    const state = store.get();
    if (tab === 'levels') draw_levels(content, state, wanted, (level) => open_start_dialog(level, store, session, api), search_for, api);
    else if (tab === 'rooms') draw_rooms(content, room_list(state.rooms), session);
    else if (tab === 'recordings') draw_recordings(content, state.recordings, watching_only(), session, api);
    else draw_best_times(content, raceable(state.levels ?? []), state.best_times, (level) => {
      void session.open(program_spec(level, { ...store.get().choices.programs, mode: 'race', cars: 1 }, store.get().choices.doors, 1, false), level.title || title_of(level.name));
    });
  }

  store.watch((state) => state.place.room === '', (shown) => {
    menu.hidden = !shown;
    drop_pictures(content);
    draw();
    content.scrollTop = 0; // what was used last is there
  });
  store.watch((state) => state.connection.access, draw);
  store.watch((state) => state.levels, draw);
  store.watch((state) => state.levels_problem, draw);
  store.watch((state) => state.rooms, () => (tab === 'rooms' ? draw() : draw_tabs()));
  store.watch((state) => state.best_times, () => { if (tab === 'best') draw(); });
  store.watch((state) => state.recordings, () => (tab === 'recordings' ? draw() : draw_tabs()));
  return menu;
}

/// Pictures still on their way would hold up the level that is chosen: a browser opens few connections.
function drop_pictures(host: HTMLElement): void {
  for (const picture of host.querySelectorAll('img')) if (!picture.complete) picture.removeAttribute('src');
}

/// Two kerb stones: ours.
export function brand_mark(): HTMLElement {
  return h('span', { class: 'mark', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));
}

function room_list(rooms: RoomInfo[]): RoomInfo[] {
  return rooms.filter((room) => room.room !== kShowroom);
}

// --- levels -----------------------------------------------------------------------------------------------------

export function matches(level: LevelInfo, wanted: string): boolean {
  const text = `${level.title} ${level.name} ${level.collection} ${level.description} ${level.vehicle}`.toLowerCase();
  return wanted.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

export function by_collection(levels: readonly LevelInfo[]): [string, LevelInfo[]][] {
  const groups = new Map<string, LevelInfo[]>();
  for (const level of levels) groups.set(level.collection, [...(groups.get(level.collection) ?? []), level]);
  const rank = (name: string): number => (kCollectionOrder.includes(name) ? kCollectionOrder.indexOf(name) : kCollectionOrder.length);
  return [...groups].sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b));
}

/// Levels that were probably meant by words that none has: by name, title, or a word of the title.
export function meant_levels(levels: readonly LevelInfo[], wanted: string): LevelInfo[] {
  return nearest(wanted, levels, ({ name, title }) => [name, title, ...title.split(' ').filter((word) => word.length > 3)]);
}

function draw_levels(
  host: HTMLElement, { levels, levels_problem, choices }: Pick<AppState, 'levels' | 'levels_problem' | 'choices'>, wanted: string,
  choose: (level: LevelInfo) => void, search_for: (words: string) => void, api: Api,
): void {
  if (levels === null) {
    fill(host, h('p', { class: 'empty' }, levels_problem === '' ? 'Waiting for the list of levels.' : levels_problem));
    return;
  }
  const found = levels.filter((level) => matches(level, wanted));
  if (found.length === 0) {
    const meant = meant_levels(levels, wanted);
    fill(host, h('p', { class: 'empty', role: 'status' }, wanted === '' ? 'This server has no levels.' : `No level has “${wanted}” in its name or description.`),
      meant.length === 0 ? null : h('p', { class: 'meant' }, 'Did you mean',
        ...meant.map(({ name, title }) => h('button', { type: 'button', class: 'button small', onclick: () => search_for(title || name) }, title || title_of(name)))));
    return;
  }
  const recent = wanted === '' ? recent_levels(choices.recent, levels) : [];
  fill(host,
    recent.length === 0 ? null : h('section', { class: 'collection' }, h('h2', {}, 'Recent'),
      h('div', { class: 'recent' }, ...recent.map((level) => recent_card(level, choose, api)))),
    ...by_collection(found).map(([collection, group]) => h('section', { class: 'collection' },
      h('h2', {}, title_of(collection), h('span', { class: 'count' }, count_words(group.length, 'level'))),
      h('div', { class: 'cards' }, ...group.map((level) => card(level, choose, api))))));
}

/// A level that was used lately: its picture and its name.
function recent_card(level: LevelInfo, choose: (level: LevelInfo) => void, api: Api): HTMLElement {
  return h('button', { type: 'button', class: 'recent-card', 'data-recent': level.name, onclick: () => choose(level) },
    h('img', { src: api.picture(level.picture, 640), alt: '', decoding: 'async', width: 96, height: 54 }), h('span', {}, level.title || title_of(level.name)));
}

function card(level: LevelInfo, choose: (level: LevelInfo) => void, api: Api): HTMLElement {
  const failed = level.problem !== undefined;
  const picture = failed
    ? h('div', { class: 'card-picture none' }, 'No picture')
    : h('img', { class: 'card-picture', src: api.picture(level.picture, 640), alt: '', loading: 'lazy', decoding: 'async', width: 640, height: 360 });
  return h('button', { type: 'button', class: failed ? 'card failed' : 'card', 'data-level': level.name, onclick: () => choose(level) },
    picture,
    h('span', { class: 'card-title' }, level.title || title_of(level.name)),
    h('span', { class: 'card-about' }, failed ? 'Cannot be opened. Choose it to see why.' : level.description),
    h('span', { class: 'card-facts' }, failed ? 'Has a mistake' : `${title_of(level.vehicle)} · ${count_words(level.starts, 'start')}${level.gates > 0 ? ` · ${count_words(level.gates, 'gate')}` : ''}${level.race ? ' · race' : ''}${level.grade ? ' · grading' : ''}`));
}

// --- best times -------------------------------------------------------------------------------------------------

function raceable(levels: readonly LevelInfo[]): LevelInfo[] {
  return levels.filter((level) => level.race && level.problem === undefined);
}

/// "Start to 1", "1 to 2", "2 to finish": what a split is between.
export function split_title(index: number, count: number): string {
  const point = (i: number): string => (i === 0 ? 'Start' : i === count ? 'finish' : String(i));
  return `${point(index)} to ${point(index + 1)}`;
}

function draw_best_times(host: HTMLElement, levels: LevelInfo[], times: BestTime[] | null, begin: (level: LevelInfo) => void): void {
  fill(host, h('ul', { class: 'rows best-times' }, ...levels.map((level) => {
    const best = times?.find((each) => each.level === level.name);
    const splits = best === undefined || best.splits.length < 2 ? null : h('ol', { class: 'best-splits' }, ...best.splits.map((split, i) =>
      h('li', {}, h('span', {}, split_title(i, best.splits.length)), h('b', { class: 'digits' }, split > 0 ? race_words(split) : 'left out'))));
    return h('li', { class: 'row', 'data-best': level.name },
      h('div', { class: 'row-main' },
        h('strong', {}, level.title || title_of(level.name)),
        h('span', {}, best === undefined ? 'Nobody has reached the finish yet.' : `by ${best.user}`), splits),
      h('b', { class: 'best-time digits' }, best === undefined ? '–' : race_words(best.overall)),
      h('button', { type: 'button', class: 'button', onclick: () => begin(level), 'aria-label': `Begin a race on ${level.title || title_of(level.name)}` }, icon('play'), 'Begin'));
  })));
}

// --- rooms and recordings -------------------------------------------------------------------------------------------

function draw_rooms(host: HTMLElement, rooms: RoomInfo[], session: Session): void {
  if (rooms.length === 0) {
    fill(host, h('p', { class: 'empty' }, 'No room is open. Start a level, and others can join it here.'));
    return;
  }
  fill(host, h('ul', { class: 'rows' }, ...rooms.map((room) => h('li', { class: 'row' },
    h('div', { class: 'row-main' },
      h('strong', {}, room.title || room.level),
      h('span', {}, `Room ${room.room} · ${count_words(room.vehicles, 'vehicle')} · ${room.viewers} watching · ${room.paused ? 'paused' : 'running'}${room.mode === 'replay' ? ' · recording' : ''}`),
      room.programs.length === 0 ? null : h('span', { class: 'row-programs' }, icon('code'), room.programs.map(program_title).join(', '))),
    h('button', { type: 'button', class: 'button', onclick: () => void session.join(room.room, room.title) }, 'Join'),
    room.may_close === false ? null : h('button', { type: 'button', class: 'button quiet', onclick: () => void session.ask({ type: 'close', room: room.room }) }, 'Close')))));
}

function draw_recordings(host: HTMLElement, recordings: RecordingInfo[] | null, watching_only: boolean, session: Session, api: Api): void {
  if (recordings === null || recordings.length === 0) {
    fill(host, h('p', { class: 'empty' }, recordings === null ? 'Waiting for the list of recordings.' : 'There is no recording yet. Press Record in a room to make one.'));
    return;
  }
  fill(host, h('ul', { class: 'rows' }, ...recordings.map((recording) => h('li', { class: 'row' },
    h('div', { class: 'row-main' },
      h('strong', {}, recording.title || recording.level),
      h('span', {}, `${recording.name} · ${clock_words(recording.duration)} · ${count_words(recording.vehicles, 'vehicle')} · seed ${recording.seed} · ${bytes_words(recording.bytes)}${recording.complete ? '' : ' · not ended properly'}`)),
    watching_only ? null : h('button', { type: 'button', class: 'button', onclick: () => void session.open({ recording: recording.name }, recording.title || recording.name) }, icon('play'), 'Watch'),
    watching_only ? null : h('a', { class: 'button quiet', href: api.url(`/recordings/${recording.name}`), download: recording.name }, 'Download')))));
}
