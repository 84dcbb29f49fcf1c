// Hands on a path that is followed: a click adds a waypoint, one that is pressed and moved takes it along, the other button or
// a finger that stays deletes it, and with the pen a whole path is drawn. Where there is no path, hands do what they did.

import type { PathAct, RoomPath } from '../net/messages';
import type { Session } from '../net/session';
import type { Point } from '../state/path';
import { act_of, waypoint_at } from '../state/path_edit';
import { acts_in_room } from '../state/rights';
import { kNoHand, path_of } from '../state/store';
import type { Store } from '../state/store';
import { path_of_stroke } from '../state/strokes';
import type { Scene } from '../view/scene';

const kReachPx = 14;
const kReachFingerPx = 24;
const kStayMs = 550;
const kMoveGapMs = 50; // between two words about a waypoint that is dragged
const kStrokePx = 3; // how far a path may be from the line that was drawn
const kSame = 1e-6; // m
const kMostPoints = 512; // of a path; as the server has it

export class PathHand {
  private grabbed: { pointer: number; index: number; moved: boolean } | null = null;
  private drawing: { pointer: number; path: Point[] } | null = null;
  private stay: ReturnType<typeof setTimeout> | undefined;
  private last_move = 0;
  private spent = -1; // a finger that has deleted and is still down
  private over = ''; // what the cursor shows

  constructor(private readonly canvas: HTMLCanvasElement, private readonly scene: Scene, private readonly store: Store, private readonly session: Session) {
    // a waypoint stays in the hand until the room has it where it was left
    store.watch((state) => state.room?.paths, () => {
      const { dragged } = store.get().hand;
      if (dragged === null || this.grabbed !== null) return;
      const now = path_of(store.get().room, dragged.vehicle)?.points[dragged.index];
      if (now === undefined || Math.hypot(now[0] - dragged.point[0], now[1] - dragged.point[1]) < kSame) this.set({ dragged: null });
    });
  }

  /// True when the press is about the path and nothing else may follow it.
  down(event: PointerEvent): boolean {
    const path = this.path();
    if (path === null || !event.isPrimary || event.button !== 0) return false;
    if (this.store.get().hand.tool === 'draw') {
      const at = this.point(event);
      if (at === null) return false;
      this.drawing = { pointer: event.pointerId, path: [at] };
      return true;
    }
    const index = this.on(event, path);
    if (index < 0) return false;
    this.grabbed = { pointer: event.pointerId, index, moved: false };
    if (event.pointerType !== 'mouse') {
      this.stay = setTimeout(() => {
        if (this.grabbed === null || this.grabbed.moved) return;
        this.grabbed = null;
        this.spent = event.pointerId;
        void this.tell({ act: 'delete', index });
      }, kStayMs);
    }
    return true;
  }

  /// True while it moves a waypoint or draws; `far`: further than a click may.
  move(event: PointerEvent, far: boolean): boolean {
    const at = this.point(event);
    if (this.drawing?.pointer === event.pointerId) {
      if (at !== null) this.drawing.path.push(at);
      this.set({ stroke: [...this.drawing.path] });
      return true;
    }
    if (this.grabbed?.pointer !== event.pointerId) {
      this.show_cursor(event);
      return false;
    }
    if (!far && !this.grabbed.moved) return true;
    clearTimeout(this.stay);
    this.grabbed.moved = true;
    if (at === null) return true;
    this.set({ dragged: { vehicle: this.store.get().place.watched, index: this.grabbed.index, point: at } });
    if (event.timeStamp - this.last_move >= kMoveGapMs) {
      this.last_move = event.timeStamp;
      void this.tell({ act: 'move', index: this.grabbed.index, point: [at[0], at[1]] });
    }
    return true;
  }

  /// Ends what this pointer did to the path.
  async up(event: PointerEvent): Promise<void> {
    clearTimeout(this.stay);
    if (this.drawing?.pointer === event.pointerId) {
      const { path } = this.drawing;
      this.drawing = null;
      const points = path_of_stroke(path, this.tolerance(path), kMostPoints);
      if (points.length > 1) await this.tell({ act: 'set', points: points.map(([x, y]) => [x, y]), closed: false });
      this.set({ stroke: [] });
      return;
    }
    if (this.grabbed?.pointer !== event.pointerId) return;
    const { index, moved } = this.grabbed;
    this.grabbed = null;
    const point = this.store.get().hand.dragged?.point;
    const taken = moved && point !== undefined && (await this.tell({ act: 'move', index, point: [point[0], point[1]] }));
    if (!taken && this.grabbed === null) this.set({ dragged: null });
  }

  holds(event: PointerEvent): boolean {
    return this.drawing?.pointer === event.pointerId || this.grabbed?.pointer === event.pointerId;
  }

  /// Lets go without a change; another finger came.
  let_go(): void {
    clearTimeout(this.stay);
    if (this.drawing === null && this.grabbed === null) return;
    this.drawing = this.grabbed = null;
    this.set({ dragged: null, stroke: [] });
  }

  /// A press that did not move; true where a path is edited.
  click(event: PointerEvent): boolean {
    const path = this.path();
    const at = this.point(event);
    const spent = this.spent === event.pointerId;
    this.spent = -1;
    if (path === null) return false;
    if (at === null || spent || (this.store.get().hand.tool === 'draw' && event.button === 0)) return true;
    const act = act_of(this.on(event, path), { right: event.button === 2, shift: event.shiftKey }, path.points, path.closed, at);
    if (act.act === 'add') void this.tell({ act: 'add', point: [at[0], at[1]] });
    if (act.act === 'insert') void this.tell({ act: 'insert', index: act.at, point: [at[0], at[1]] });
    if (act.act === 'delete') void this.tell({ act: 'delete', index: act.at });
    return true;
  }

  /// The path that hands may edit now.
  private path(): RoomPath | null {
    const state = this.store.get();
    return state.place.room === '' || state.room?.mode !== 'live' || !acts_in_room(state) ? null : path_of(state.room, state.place.watched);
  }

  private on(event: PointerEvent, path: RoomPath): number {
    return waypoint_at(this.scene.project_at_height(path.points), event.clientX, event.clientY, event.pointerType === 'mouse' ? kReachPx : kReachFingerPx);
  }

  private point(event: PointerEvent): Point | null {
    return this.scene.pick_at_height(event.clientX / this.canvas.clientWidth, event.clientY / this.canvas.clientHeight);
  }

  /// Metres of a few pixels where the line was drawn.
  private tolerance(path: readonly Point[]): number {
    const [a, b] = this.scene.project_at_height([path[0]!, [path[0]![0] + 1, path[0]![1]]]);
    return a === null || b === null || a === undefined || b === undefined ? 0.02 : kStrokePx / Math.max(1, Math.hypot(b.x - a.x, b.y - a.y));
  }

  private show_cursor(event: PointerEvent): void {
    const path = event.pointerType === 'mouse' ? this.path() : null;
    const over = path === null ? '' : this.store.get().hand.tool === 'draw' ? 'crosshair' : this.on(event, path) >= 0 ? 'grab' : 'copy';
    if (over !== this.over) this.canvas.style.cursor = this.over = over;
  }

  private set(patch: Partial<typeof kNoHand>): void {
    this.store.update({ hand: { ...this.store.get().hand, ...patch } });
  }

  private tell(act: { act: PathAct; index?: number; point?: [number, number]; points?: [number, number][]; closed?: boolean }): Promise<boolean> {
    return this.session.ask({ type: 'path', vehicle: this.store.get().place.watched, ...act });
  }
}
