// Wires the page: network to store, store to picture and panels, hands to messages. Nothing is computed here.

import './style/all.css';
import { Api, read_token } from './net/api';
import type { PlayMode } from './net/messages';
import { Session } from './net/session';
import { PressedTwice, kProgramKeys, kPageKeys, source_title } from './state/bindings';
import type { ProgramKey, PageKey } from './state/bindings';
import { Feeds } from './state/feeds';
import { keep, load_kept } from './state/persistence';
import { slow_motion } from './state/race';
import { keep_recent } from './state/recent';
import { Store, add_notice, camera_of, cameras_of, choose_camera, has_pad, next_watched } from './state/store';
import { Timeline } from './state/timeline';
import { make_bars, next_camera, next_follow_camera, put_back, step_frame } from './ui/bars';
import { Driving } from './ui/driving';
import { ask_door, make_game, skip_trial } from './ui/game';
import { make_gauges } from './ui/gauges';
import { open_help } from './ui/help';
import { follow_history } from './ui/history';
import { make_loading } from './ui/loading';
import { make_key_hint } from './ui/key_hint';
import { make_menu } from './ui/menu';
import { make_messages } from './ui/messages';
import { panel_kinds } from './ui/panel_kinds';
import { Panels } from './ui/panels';
import { make_path_bar } from './ui/path_bar';
import { follow_pointer } from './ui/pointer';
import { make_programs } from './ui/programs';
import { open_start_dialog } from './ui/start_dialog';
import { toggle_pause } from './ui/time_line';
import { make_touch } from './ui/touch';
import { make_views } from './ui/views';
import { forget_colors } from './view/canvas';
import type { Covered } from './view/cameras';
import { Scene } from './view/scene';

const store = new Store();
load_kept(store);
keep(store);
keep_recent(store);
follow_theme();

const api = new Api(read_token());
const timeline = new Timeline();
const session = new Session(store, timeline, api);
const feeds = new Feeds({
  subscribe: (spec) => session.subscribe(spec),
  unsubscribe: (subscription) => session.connection.tell({ type: 'unsubscribe', subscription }),
});
session.feeds = feeds;

const canvas = document.querySelector<HTMLCanvasElement>('#view')!;
const scene = make_scene();
const bars = make_bars(store, session, timeline, () => open_help(store, scene));
const panels = new Panels(store, panel_kinds({ store, session, timeline, feeds, scene }));
const driving = new Driving(store, session, timeline, press, press_program);
const programs = make_programs(store, timeline, driving, feeds);
const game = make_game(store, session, timeline);
const views = make_views(store, timeline, scene);
const gauges = make_gauges(store, scene);
const path_bar = make_path_bar(store, session);
const key_hint = make_key_hint(store, timeline, driving, () => open_help(store, scene));
const messages = make_messages(store, session, ...game.messages, programs.message, key_hint.element);
document.body.append(
  views.element, gauges.element, make_menu(store, session, api, () => open_help(store, scene)), bars.head, game.bar, path_bar, panels.rail, panels.dock.element, make_touch(store, driving),
  programs.element, bars.time, bars.fold, panels.sheet.element, make_loading(store, session, api), messages, game.dialog);
if (scene !== null) follow_pointer(canvas, scene, store, session);
follow_focus();
follow_history(store, session, (level) => open_start_dialog(level, store, session, api));
if (scene === null) store.watch((state) => state.entered, (entered) => session.on_screen(entered));
session.start();
requestAnimationFrame(picture);
setInterval(tick, 100);

function picture(now_ms: number): void {
  requestAnimationFrame(picture);
  driving.update(now_ms);
  move_free_camera();
  if (scene !== null) scene.draw(now_ms / 1000);
  else timeline.advance(now_ms / 1000);
  panels.tick();
  programs.tick();
  game.tick();
  gauges.tick();
}

function tick(): void {
  bars.tick();
  views.tick();
  key_hint.tick();
  if (scene !== null) scene.covered = covered();
  // for tests and for people who look: pictures a second, canvas pixels for each of the screen's, bodies pushed about
  if (scene !== null) {
    canvas.dataset['fps'] = scene.quality.fps.toFixed(1);
    canvas.dataset['ratio'] = scene.quality.drawn.toFixed(2);
    canvas.dataset['still'] = String(scene.quality.still);
    canvas.dataset['moved'] = String(scene.bodies_moved);
  }
}

/// What bars and panels cover of the window's sides, as shares of it.
function covered(): Covered {
  const [width, height] = [Math.max(1, innerWidth), Math.max(1, innerHeight)];
  const free = panels.free();
  let { top, bottom } = free;
  for (const bar of [bars.head, game.bar, path_bar, programs.element, bars.time]) {
    const box = bar.getBoundingClientRect();
    if (box.height === 0) continue;
    if (box.top + box.bottom < height) top = Math.max(top, box.bottom + 8);
    else bottom = Math.min(bottom, box.top - 8);
  }
  return { left: free.left / width, right: 1 - free.right / width, top: top / height, bottom: 1 - bottom / height };
}

function make_scene(): Scene | null {
  try {
    return new Scene(canvas, store, timeline, session.pursuits, {
      url: (path) => api.url(path),
      shape_of: (kind) => store.get().kinds.find((each) => each.kind === kind) ?? { length: 0.58, width: 0.31 },
      progress: (share) => {
        const { loading } = store.get();
        if (loading !== null) store.update({ loading: { ...loading, step: share < 1 ? 'world' : 'drawing', share } });
      },
      shown: (entered) => {
        const { level } = store.get().room!;
        Object.assign(document.body.dataset, { level: level.title, drawn: level.glb });
        session.on_screen(entered);
      },
      failed: (title, words) => store.update({ failure: { title, words } }),
    });
  } catch (error) {
    store.update({ failure: { title: 'The picture', words: error instanceof Error ? error.message : String(error) } });
    return null;
  }
}

function press(key: PageKey): void {
  if (store.get().loading !== null && key !== 'menu') return; // nothing is pressed that is not seen
  switch (key) {
    case 'camera': choose_camera(store, next_camera(camera_of(store.get()), cameras_of(store.get().room))); break;
    case 'vehicle': {
      const { room, place } = store.get();
      store.go({ watched: next_watched(room, place.watched) });
      break;
    }
    case 'split': store.go({ split: !store.get().place.split }); break;
    case 'pause': toggle_pause(store, session, timeline); break;
    case 'step': step_frame(store, session); break;
    case 'put_back': put_back(store, session, timeline); break;
    case 'restart': if (store.get().room?.mode === 'live') void session.ask({ type: 'restart' }); break;
    case 'panels': panels.toggle_all(); break;
    case 'menu': void session.to_menu(); break;
    default: break; // the free camera reads held keys
  }
}

let asked_factor: number | null = null; // until the room says so: keys are faster than the server
store.watch((state) => state.room?.pace, () => { asked_factor = null; });

const twice = new PressedTwice();

/// Puts the car at a checkpoint at the second press, or asks whether to skip a trial.
function move_on(key: 'next' | 'back', mode: PlayMode): void {
  if (mode === 'race') return add_notice(store, 'info', 'Nobody is put at a checkpoint in a race.');
  if (mode === 'grade' && key === 'back') return add_notice(store, 'info', 'Nobody is put back in a grading.');
  if (mode === 'grade') return void skip_trial(store, session);
  const [act, words] = key === 'next' ? ['next_checkpoint', 'at the next checkpoint'] as const : ['last_checkpoint', 'back at the last checkpoint'] as const;
  if (twice.press(act, performance.now())) ask_door(store, session, act);
  else add_notice(store, 'info', `${source_title(kProgramKeys[key].codes[0])} again puts the car ${words}.`);
}

/// Keys of levels for programs.
function press_program(key: ProgramKey): void {
  const { room } = store.get();
  if (room === null) return;
  switch (key) {
    case 'follow': choose_camera(store, next_follow_camera(camera_of(store.get()))); break;
    case 'slower':
    case 'faster':
      asked_factor = slow_motion(asked_factor ?? room.pace.factor, key === 'faster');
      void session.ask({ type: 'speed', factor: asked_factor });
      break;
    case 'next':
    case 'back':
      if (room.mode === 'live') move_on(key, room.game?.mode ?? 'explore');
      break;
  }
}

function move_free_camera(): void {
  if (scene === null || camera_of(store.get()) !== 'free') return;
  const held = (key: PageKey): number => (driving.keys.has(kPageKeys[key].code) ? 1 : 0);
  const rig = scene.rig_at(0.25, 0.25);
  const step = rig.pace / 60;
  rig.move((held('move_forward') - held('move_backward')) * step, (held('move_right') - held('move_left')) * step);
}

/// A button pressed with the mouse gives the keys back to the picture, and so does a dialog that closes; `?` opens the
/// keys from anywhere.
function follow_focus(): void {
  const to_picture = (): void => {
    const { place, loading } = store.get();
    if (place.room !== '' && loading === null && document.querySelector('dialog[open]') === null) canvas.focus({ preventScroll: true });
  };
  document.addEventListener('close', to_picture, true); // of dialogs; does not bubble
  store.watch((state) => state.loading === null, to_picture);
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (event.detail > 0 && button !== null && button.closest('dialog, .menu') === null) canvas.focus({ preventScroll: true });
  });
  addEventListener('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.closest('input:not([type=range], [type=checkbox], [type=radio]), textarea') !== null;
    const bound = store.get().place.room !== '' && has_pad(store.get().room) && driving.is_bound(event.code); // Shift and / are of the pad
    if (event.key !== '?' || bound || typing || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    open_help(store, scene);
  });
}

function follow_theme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const set = (): void => {
    const { theme } = store.get().choices;
    document.documentElement.dataset['theme'] = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
    forget_colors();
  };
  dark.addEventListener('change', set);
  store.watch((state) => state.choices.theme, set);
}
