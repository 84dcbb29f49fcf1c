// Hands on the picture: drag turns the camera, two fingers or the wheel zoom, a click without a drag is a click on the world.
// A click on a piece that people can change selects it; then clicks and the wheel change it. A path that is followed comes first.

import type { Edit } from '../net/messages';
import type { Session } from '../net/session';
import { acts_in_room, runs_room } from '../state/rights';
import type { Store } from '../state/store';
import type { Scene } from '../view/scene';
import { same_edit } from '../view/volumes';
import { PathHand } from './path_hand';

const kClickPx = 5;

/// A piece that only the wheel changes, alone in its level, needs no click first.
export function always_selected(edits: readonly Edit[]): string {
  const [only] = edits;
  return edits.length === 1 && only!.click === '' && only!.right_click === '' && only!.wheel !== '' ? only!.piece : '';
}

/// What a click on `hit` does while `selected` is: select it, change it, or let go.
export function click_on(hit: Edit | null, selected: Edit | null, right: boolean): 'select' | 'click' | 'right_click' | 'let_go' | 'nothing' {
  if (hit === null) return selected === null ? 'nothing' : 'let_go';
  if (selected === null || !same_edit(hit, selected)) return 'select';
  if (right) return hit.right_click === '' ? 'nothing' : 'right_click';
  return hit.click === '' ? 'nothing' : 'click';
}

export function follow_pointer(canvas: HTMLCanvasElement, scene: Scene, store: Store, session: Session): void {
  const hand = new PathHand(canvas, scene, store, session);
  const fingers = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  let spread = 0;
  const share = (event: { clientX: number; clientY: number }): [number, number] =>
    [event.clientX / canvas.clientWidth, event.clientY / canvas.clientHeight];

  /// True when the click was on a piece that people change.
  function edit_at(event: PointerEvent): boolean {
    const edits = runs_room(store.get()) ? (store.get().room?.level.rules?.edits ?? []) : [];
    if (edits.length === 0 || always_selected(edits) !== '') return false;
    const hit = scene.pick_edit(...share(event));
    const { selected } = store.get();
    const what = click_on(hit, edits.find((edit) => edit.piece === selected) ?? null, event.button === 2);
    if (what === 'select') store.update({ selected: hit!.piece });
    if (what === 'let_go') store.update({ selected: '' });
    if (what === 'click' || what === 'right_click') void session.ask({ type: 'edit', piece: hit!.piece, what });
    return hit !== null;
  }

  /// Turns of the wheel go to the selected piece, those of one moment together.
  let notches = 0;
  function edit_by_wheel(event: WheelEvent): boolean {
    const edits = store.get().room?.mode === 'live' && runs_room(store.get()) ? (store.get().room?.level.rules?.edits ?? []) : [];
    const piece = store.get().selected || always_selected(edits);
    if (piece === '' || edits.find((edit) => edit.piece === piece)?.wheel === '' || edits.length === 0) return false;
    if (notches === 0) {
      setTimeout(() => {
        const sum = Math.max(-100, Math.min(100, notches));
        notches = 0;
        if (sum !== 0) void session.ask({ type: 'edit', piece, what: 'wheel', notches: sum });
      }, 60);
    }
    notches -= Math.sign(event.deltaY); // away from the person is more
    return true;
  }

  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    travelled = 0;
    spread = 0;
    if (fingers.size === 1) hand.down(event);
    else hand.let_go();
  });
  canvas.addEventListener('pointermove', (event) => {
    const last = fingers.get(event.pointerId);
    if (last === undefined) return void hand.move(event, false);
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    travelled += Math.abs(dx) + Math.abs(dy);
    if (fingers.size === 1 && hand.move(event, travelled > kClickPx)) return;
    const rig = scene.rig_at(...share(event));
    const [a, b] = [...fingers.values()];
    if (a !== undefined && b !== undefined) {
      const now = Math.hypot(a.x - b.x, a.y - b.y);
      if (spread > 0) rig.scroll((spread - now) / 40);
      spread = now;
      rig.drag(dx / 2, dy / 2, true);
    } else if (travelled > kClickPx) {
      rig.drag(dx, dy, event.buttons === 2 || event.shiftKey);
    }
  });
  canvas.addEventListener('pointerup', (event) => {
    fingers.delete(event.pointerId);
    if (hand.holds(event) && (travelled > kClickPx || store.get().hand.tool === 'draw')) return void hand.up(event);
    if (hand.holds(event)) hand.let_go();
    if (travelled > kClickPx || store.get().place.room === '' || store.get().room?.mode !== 'live') return;
    if (hand.click(event) || edit_at(event) || !acts_in_room(store.get())) return;
    const point = scene.pick(...share(event));
    if (point !== null) void session.ask({ type: 'click', point, button: event.button, vehicle: store.get().place.watched });
  });
  canvas.addEventListener('pointercancel', (event) => {
    fingers.delete(event.pointerId);
    hand.let_go();
  });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  // else a stroke's end counts as the throw of a page, and the browser spends the next tap, wherever it lands, on stopping that
  canvas.addEventListener('touchmove', (event) => event.preventDefault(), { passive: false });
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    if (!edit_by_wheel(event)) scene.rig_at(...share(event)).scroll(Math.sign(event.deltaY));
  }, { passive: false });
}
