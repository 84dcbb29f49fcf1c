// The referee on the page: race clock and splits, the trial and its task, what went wrong or well, the level's help.

import type { TrialAct } from '../doors/door';
import { door_for, new_best, pad_use } from '../doors/table';
import type { GameStatus, Room, RoomLink, StageEvent } from '../net/messages';
import type { Session } from '../net/session';
import { behind_words, car_title, end_words, points_words, race_time, race_words, slow_words, splits_of, task_words } from '../state/race';
import { graded_door } from '../state/results';
import { acts_in_room, runs_room } from '../state/rights';
import { for_programs, has_path, is_duel } from '../state/store';
import type { AppState, Store } from '../state/store';
import type { Timeline } from '../state/timeline';
import { ask_first } from './confirm';
import { fill, h, icon, icon_button, set_text } from './dom';
import { make_summary } from './summary';

export interface Verdict {
  kind: 'fail' | 'success';
  title: string;
  words: string;
}

/// How a race ended; null while it goes on. `record`: it was the fastest so far; `why`: the last failure's reason.
export function verdict_of(game: GameStatus | null, why: string, record: boolean, links: readonly RoomLink[] = []): Verdict | null {
  if (game === null || game.mode !== 'race' || game.cars.length === 0) return null;
  const times = game.cars.map((_, car) => race_time(game, car, 0));
  if (game.cars.every((car) => car.finished)) {
    if (game.cars.length > 1) {
      const order = times.map((time, car) => ({ time, car })).sort((a, b) => a.time - b.time);
      return { kind: 'success', title: `${car_title(links, order[0]!.car)} wins`, words: `in ${race_words(order[0]!.time)}` };
    }
    return { kind: 'success', title: record ? 'New best time' : 'Mission accomplished', words: race_words(times[0]!) };
  }
  if (game.cars.length > 1 || !game.cars[0]!.failed) return null;
  return { kind: 'fail', title: 'Failed', words: `${why === '' ? 'The run does not count.' : `${sentence(why)}.`} Restart to try again.` };
}

/// A reason as a sentence without its full stop.
function sentence(words: string): string {
  const bare = words.replace(/\.$/, '');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

export interface Game {
  bar: HTMLElement; // under the head
  messages: HTMLElement[]; // help and verdict, among the page's messages
  dialog: HTMLElement; // the summary
  tick(): void; // once a picture
}

export function make_game(store: Store, session: Session, timeline: Timeline): Game {
  const summary = make_summary(store, session);
  const bar = make_game_bar(store, session, timeline, summary.open);
  return { bar: bar.element, messages: [make_help(store), make_verdict(store, session)], dialog: summary.element, tick: bar.tick };
}

// --- clock, splits, task ------------------------------------------------------------------------------------------

function make_game_bar(store: Store, session: Session, timeline: Timeline, results: () => void): { element: HTMLElement; tick: () => void } {
  const clock = h('output', { class: 'game-clock digits', 'aria-label': 'Race clock' });
  const limit = h('small', { class: 'digits' });
  const left = h('i');
  const track = h('div', { class: 'game-track', 'aria-hidden': 'true' }, left);
  const title = h('strong', { class: 'game-title' });
  const about = h('span', { class: 'game-about' });
  const splits = h('ol', { class: 'game-splits', 'aria-label': 'Splits' });
  const penalty = h('span', { class: 'chip warn digits' });
  const slow = h('span', { class: 'chip', role: 'status' });
  const label = h('span', { class: 'hint' }, 'Checkpoints');
  const act = (words: string, key: string, run: () => void): HTMLButtonElement =>
    h('button', { type: 'button', class: 'button small', onclick: run }, words, h('kbd', { 'aria-hidden': 'true' }, key));
  const next = act('Next checkpoint', 'PgDn', () => ask_door(store, session, 'next_checkpoint'));
  const back = act('Back', 'PgUp', () => ask_door(store, session, 'last_checkpoint'));
  const skip = act('Skip trial', 'PgDn', () => void skip_trial(store, session));
  const table = h('button', { type: 'button', class: 'button small', onclick: results }, 'Results');
  const time = h('div', { class: 'game-time' }, h('p', {}, clock, limit), track);
  const task = h('div', { class: 'game-task' }, title, about);
  // what can be clicked keeps its place at the end of the bar, whatever the words before it say
  const element = h('section', { class: 'game bar', 'aria-label': 'Race', hidden: true }, time, task, splits, h('div', { class: 'game-chips' }, label, penalty, slow),
    h('div', { class: 'game-acts' }, table, next, back, skip));

  function draw(): void {
    const { room, place } = store.get();
    const game = room?.game ?? null;
    const rules = room?.level.rules ?? null;
    const trial = game?.mode === 'grade' ? (rules?.trial ?? null) : null;
    const points = rules?.zones.filter((zone) => zone.rule === 'checkpoint').length ?? 0;
    const exploring = game?.mode === 'explore' && room?.mode === 'live' && points > 0;
    const playing = game !== null && game.mode !== 'explore';
    const slowed = for_programs(room) && !has_path(room) && slow_words(room?.pace.factor ?? 1) !== '';
    element.hidden = place.room === '' || room === null || !(playing || exploring || slowed);
    if (room === null || element.hidden) return;
    time.hidden = !playing;
    limit.hidden = track.hidden = trial === null;
    if (trial !== null) set_text(limit, `of ${Number(trial.limit.toFixed(1))} s`);
    task.hidden = trial === null;
    element.dataset['mode'] = game?.mode ?? 'explore';
    if (trial !== null && game !== null) draw_trial(room, game);
    const live = room.mode === 'live';
    const offers = (name: TrialAct): boolean => acts_in_room(store.get()) && door_for(room, name) !== null;
    next.hidden = !exploring || !offers('next_checkpoint');
    back.hidden = !exploring || !offers('last_checkpoint');
    skip.hidden = !live || trial === null || !offers('skip_trial');
    skip.disabled = pad_use(room) === 'over';
    table.hidden = trial === null || room.doors.length === 0;
    table.disabled = (graded_door(room)?.results.length ?? 0) === 0;
    const lines = game?.mode === 'race' ? splits_of(game, place.watched) : [];
    splits.hidden = lines.length < 2 || is_duel(room);
    fill(splits, ...lines.map((split) => h('li', { class: split.seconds > 0 ? 'passed' : '' }, h('span', {}, split.title),
      h('b', { class: 'digits' }, split.seconds > 0 ? race_words(split.seconds) : split.left_out ? 'left out' : '–'))));
    const added = playing ? (game.cars[place.watched]?.penalty ?? 0) : 0;
    penalty.hidden = added === 0 || is_duel(room);
    set_text(penalty, `+${points_words(added)} s penalty`);
  }

  function draw_trial(room: Room, game: GameStatus): void {
    const rules = room.level.rules!;
    set_text(title, rules.trials.length > 1 ? `Trial ${rules.trial!.number} of ${rules.trials.length}: ${rules.trial!.title}` : rules.trial!.title);
    const now = rules.tasks[game.task];
    const what = game.end !== 'running' ? end_words(game.end) : now === undefined ? 'All tasks are done' : rules.tasks.length > 1 ? `Task ${game.task + 1} of ${rules.tasks.length}: ${task_words(now)}` : task_words(now);
    set_text(about, `${points_words(game.points)} of ${points_words(rules.trial!.points)} points · ${what}`);
    for (const line of [title, about]) line.title = line.textContent ?? ''; // where there is no room for all of it
  }

  store.watch((state) => state.room?.game, draw);
  store.watch((state) => state.room?.level, draw);
  store.watch((state) => state.room?.doors, draw);
  store.watch((state) => state.room?.pace, draw);
  store.watch((state) => state.room?.role, draw);
  store.watch((state) => state.place, draw);
  new ResizeObserver(() => document.body.style.setProperty('--game', `${element.offsetHeight === 0 ? 0 : element.offsetHeight + 8}px`)).observe(element);
  return {
    element,
    tick: () => {
      const { room, place } = store.get();
      const game = room?.game ?? null;
      if (element.hidden || room === null) return;
      const now = game === null ? 0 : race_time(game, is_duel(room) ? fastest(game) : place.watched, timeline.time);
      set_text(clock, race_words(now));
      clock.dataset['seconds'] = now.toFixed(2);
      const allowed = room.level.rules?.trial?.limit ?? 0;
      if (allowed > 0) left.style.width = `${100 * Math.min(1, now / allowed)}%`;
      const newest = timeline.newest;
      const words = slow_words(room.pace.factor) || (newest === null || newest.paused || newest.waiting || room.mode !== 'live' ? '' : behind_words(newest.speed, room.pace.factor));
      slow.hidden = words === '';
      label.hidden = words !== '' || room.game?.mode !== 'explore';
      set_text(slow, words);
    },
  };
}

/// Asks the door of the room that can do it, of the car that is watched.
export function ask_door(store: Store, session: Session, act: TrialAct): void {
  const { room, place } = store.get();
  const door = door_for(room, act);
  if (door !== null) void session.ask({ type: 'act', door, act, vehicle: place.watched });
}

/// It cannot be taken back: it is asked first. A trial that ends meanwhile takes the question with it.
export async function skip_trial(store: Store, session: Session): Promise<void> {
  const run_of = ({ room }: AppState): string => `${room?.room} ${room?.run}`;
  const asked = run_of(store.get());
  const trial = store.get().room?.level.rules?.trial;
  if (trial === undefined) return;
  const words = `It keeps the points it has, ${trial.required ? 'and the grading ends, for this trial is required' : 'and the next one begins'}. This cannot be taken back.`;
  const yes = await ask_first(store, {
    title: `Skip trial ${trial.number}: ${trial.title}?`, words, yes: 'Skip trial', no: 'Go on with it',
    holds: (state) => run_of(state) === asked,
  });
  if (yes) ask_door(store, session, 'skip_trial');
}

/// The clock of a race of several: of a car that has neither finished nor penalties, else of the last one home.
function fastest(game: GameStatus): number {
  const running = game.cars.findIndex((car) => !car.finished);
  return running < 0 ? game.cars.length - 1 : running;
}

// --- help and verdicts ----------------------------------------------------------------------------------------------

function make_help(store: Store): HTMLElement {
  const words = h('span');
  const element = h('div', { class: 'course-help', role: 'note', hidden: true }, icon('help'), words,
    icon_button('close', 'Dismiss the help', () => { element.hidden = true; }, { class: 'icon-button small' }));
  store.watch((state) => (state.place.room === '' ? '' : `${state.place.room}\n${state.room?.level.rules?.help ?? ''}`), (key) => {
    const help = key.slice(key.indexOf('\n') + 1);
    element.hidden = key === '' || help === '';
    set_text(words, help);
  });
  store.watch((state) => pad_use(state.room) === 'program', (running) => { if (running) element.hidden = true; });
  return element;
}

function make_verdict(store: Store, session: Session): HTMLElement {
  const title = h('strong');
  const words = h('span', { class: 'digits' });
  const again = h('button', { type: 'button', class: 'button small', onclick: () => void session.ask({ type: 'restart' }) }, icon('restart'), 'Restart');
  const element = h('div', { class: 'verdict', role: 'alert', hidden: true }, h('div', {}, title, words), again,
    icon_button('close', 'Dismiss', () => { element.hidden = true; }, { class: 'icon-button small' }));
  let shown = '';
  let run = '';
  store.watch((state) => `${state.place.room} ${state.room?.run ?? 0}`, (now) => {
    if (now === run) return;
    run = now;
    shown = '';
    element.hidden = true;
  });
  const draw = (): void => {
    const { room, place, events } = store.get();
    const verdict = place.room === '' || room === null ? null : verdict_of(room.game, reason_of(events), new_best(room), room.links);
    const now = verdict === null ? '' : `${run} ${verdict.title} ${verdict.words}`;
    if (now === shown) return;
    const first = shown === '';
    shown = now;
    if (verdict === null) {
      element.hidden = true;
      return;
    }
    element.dataset['kind'] = verdict.kind;
    set_text(title, verdict.title);
    set_text(words, verdict.words);
    again.hidden = room?.mode !== 'live' || !runs_room(store.get());
    element.hidden = false;
    if (first && verdict.kind === 'success') void session.load_best_times();
  };
  store.watch((state) => state.room?.game, draw);
  store.watch((state) => state.room?.doors, draw);
  store.watch((state) => state.events, draw);
  return element;
}

/// Why a car failed last.
function reason_of(events: readonly StageEvent[]): string {
  return events.filter((event) => event.event === 'failed').at(-1)?.message ?? '';
}
