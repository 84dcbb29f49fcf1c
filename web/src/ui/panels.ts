// Panels: opened from the rail, moved by their title with pointer or arrow keys, closed by their mark; where they
// were is remembered. An open panel is its content alive; a closed one holds nothing, and asks the server for nothing.

import { is_course, is_duel, kPanels, panel_key, panel_place } from '../state/store';
import type { AppState, PanelId, PanelPlace, Store } from '../state/store';
import { h, icon, icon_button } from './dom';
import type { IconName } from './dom';

export interface PanelContent {
  element: HTMLElement;
  tick?(): void; // once a picture
  close(): void;
}

export interface PanelKind {
  title: string;
  icon: IconName;
  width: number | ((state: AppState) => number); // px
  useful?(state: AppState): boolean; // whether this room has anything for it; always when missing
  make(): PanelContent;
}

/// Pixels from the right that columns of panels cover: those at the edge, those beside them, and so on. One that floats
/// in the middle covers nothing of the side, and more than `most` is never given away.
export function covered_from_right(panels: readonly { left: number; right: number }[], width: number, most: number): number {
  let edge = width;
  for (const { left, right } of [...panels].sort((a, b) => b.right - a.right)) {
    if (right >= edge - 3 * kGrid && left >= width - most) edge = Math.min(edge, left);
  }
  return width - edge;
}

interface OpenPanel {
  frame: HTMLElement;
  content: PanelContent;
}

const kGrid = 8;
const kTop = 72;
const kBottom = 88;
const kRail = 72;

export class Panels {
  readonly rail = h('nav', { class: 'rail bar', 'aria-label': 'Panels' });
  readonly area = h('div', { class: 'panel-area', role: 'region', 'aria-label': 'Open panels', tabindex: '-1' });
  private open = new Map<PanelId, OpenPanel>();
  private buttons = new Map<PanelId, HTMLButtonElement>();
  private visible = true;
  private readonly sizes = new ResizeObserver(() => this.arrange());

  constructor(private readonly store: Store, private readonly kinds: Record<PanelId, PanelKind>) {
    for (const id of kPanels) {
      const kind = kinds[id];
      const button = h('button', {
        type: 'button', class: 'rail-button', title: kind.title, 'aria-pressed': 'false', 'data-panel': id, onclick: () => this.toggle(id),
      }, icon(kind.icon), h('span', {}, kind.title));
      this.buttons.set(id, button);
      this.rail.append(button);
    }
    store.watch((state) => state.choices.panels, () => this.follow());
    store.watch((state) => state.place.room !== '' && state.room !== null, () => this.follow());
    store.watch((state) => kPanels.filter((id) => kinds[id].useful?.(state) === false).join(' '), () => this.follow());
    store.watch((state) => `${is_course(state.room)} ${is_duel(state.room)}`, () => {
      for (const id of [...this.open.keys()]) this.hide(id); // they are made anew, as large as here
      this.follow();
    });
    addEventListener('resize', () => this.arrange());
  }

  tick(): void {
    for (const panel of this.open.values()) panel.content.tick?.();
  }

  /// As covered_from_right, of the panels that are open.
  covered_right(most: number): number {
    return covered_from_right([...this.open.values()].map(({ frame }) => frame.getBoundingClientRect()), this.area.clientWidth, most);
  }

  /// Where the window is free of panels at its right, between two heights: px from the left.
  free_until(top: number, bottom: number): number {
    let free = this.area.clientWidth;
    for (const { frame } of this.open.values()) {
      const box = frame.getBoundingClientRect();
      if (box.bottom > top && box.top < bottom && box.left > this.area.clientWidth / 2) free = Math.min(free, box.left);
    }
    return free;
  }

  toggle(id: PanelId): void {
    const place = panel_place(this.store.get(), id);
    this.remember(id, { ...place, open: !place.open });
  }

  private remember(id: PanelId, place: PanelPlace): void {
    const { choices, room } = this.store.get();
    this.store.choose({ panels: { ...choices.panels, [panel_key(room, id)]: place } });
  }

  /// Hides all without closing them for good; a hidden panel costs the server nothing either.
  toggle_all(): void {
    this.visible = !this.visible;
    this.follow();
  }

  private follow(): void {
    const in_room = this.store.get().place.room !== '' && this.store.get().room !== null;
    this.rail.hidden = !in_room;
    for (const id of kPanels) {
      const useful = this.kinds[id].useful?.(this.store.get()) !== false;
      const wanted = panel_place(this.store.get(), id).open;
      const button = this.buttons.get(id)!;
      button.hidden = !useful;
      button.setAttribute('aria-pressed', String(wanted && this.visible));
      const shown = wanted && useful && in_room && this.visible;
      if (shown && !this.open.has(id)) this.show(id);
      if (!shown && this.open.has(id)) this.hide(id);
    }
    this.arrange();
  }

  private show(id: PanelId): void {
    const kind = this.kinds[id];
    const content = kind.make();
    const handle = h('div', {
      class: 'panel-handle', tabindex: '0', role: 'button', 'data-keys': true, 'aria-label': `${kind.title}: move with the arrow keys`,
    }, h('h2', {}, kind.title));
    const frame = h('section', { class: 'panel', 'data-panel': id, 'aria-label': kind.title },
      h('header', {}, handle, icon_button('close', `Close ${kind.title}`, () => { this.toggle(id); this.buttons.get(id)?.focus({ preventScroll: true }); })),
      h('div', { class: 'panel-body' }, content.element));
    frame.style.setProperty('--panel-width', `${typeof kind.width === 'number' ? kind.width : kind.width(this.store.get())}px`);
    this.open.set(id, { frame, content });
    this.area.append(frame);
    this.sizes.observe(frame);
    this.make_movable(id, frame, handle);
  }

  private hide(id: PanelId): void {
    const panel = this.open.get(id);
    if (panel === undefined) return;
    panel.content.close();
    this.sizes.unobserve(panel.frame);
    panel.frame.remove();
    this.open.delete(id);
  }

  // --- places -------------------------------------------------------------------------------------------------

  /// Moved panels keep their place inside the window; the others fill columns from the right, then from the left.
  private arrange(): void {
    const width = this.area.clientWidth;
    const height = this.area.clientHeight;
    let [x, y, column] = [width - 16, kTop, 0];
    for (const [id, { frame }] of this.open) {
      const place = panel_place(this.store.get(), id);
      const [w, tall] = [frame.offsetWidth, frame.offsetHeight];
      if (place.x !== null && place.y !== null) {
        this.put(frame, Math.min(Math.max(0, place.x), width - w), Math.min(Math.max(0, place.y), Math.max(0, height - 48)));
        continue;
      }
      if (y > kTop && y + tall > height - kBottom) {
        x -= column + kGrid;
        [y, column] = [kTop, 0];
      }
      if (x - w < kRail) [x, y] = [width - 40, kTop + 24]; // no room left: over the first ones
      this.put(frame, Math.max(8, x - w), y);
      y += tall + kGrid;
      column = Math.max(column, w);
    }
  }

  private put(frame: HTMLElement, x: number, y: number): void {
    frame.style.left = `${Math.round(x)}px`;
    frame.style.top = `${Math.round(y)}px`;
  }

  private make_movable(id: PanelId, frame: HTMLElement, handle: HTMLElement): void {
    const keep = (): void => this.remember(id, { open: true, x: frame.offsetLeft, y: frame.offsetTop });
    const snap = (value: number): number => Math.round(value / kGrid) * kGrid;
    handle.addEventListener('pointerdown', (down) => {
      if (down.button !== 0 || getComputedStyle(frame).position !== 'absolute') return;
      const [from_x, from_y] = [frame.offsetLeft, frame.offsetTop];
      this.area.append(frame); // on top of the others
      handle.setPointerCapture(down.pointerId);
      const move = (event: PointerEvent): void => this.put(frame,
        snap(Math.min(this.area.clientWidth - 80, Math.max(0, from_x + event.clientX - down.clientX))),
        snap(Math.min(this.area.clientHeight - 48, Math.max(0, from_y + event.clientY - down.clientY))));
      const up = (): void => {
        handle.removeEventListener('pointermove', move);
        if (frame.offsetLeft !== from_x || frame.offsetTop !== from_y) keep();
      };
      handle.addEventListener('pointermove', move);
      handle.addEventListener('pointerup', up, { once: true });
      handle.addEventListener('pointercancel', up, { once: true });
    });
    handle.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: [-2, 0], ArrowRight: [2, 0], ArrowUp: [0, -2], ArrowDown: [0, 2] }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      this.put(frame, snap(frame.offsetLeft) + step[0]! * kGrid, snap(frame.offsetTop) + step[1]! * kGrid);
      keep();
    });
  }
}
