// Panels: opened from the rail, docked around the view and tabbed (ui/dock.ts), or one at a time in a sheet on phones
// (ui/sheet.ts). A panel that is seen is its content alive; one that is closed or behind another holds nothing, and asks
// the server for nothing.

import { arrange, brought_forward, first_layout, kept_layout, layout_kind, panels_of } from '../state/layout';
import type { Layout, Part } from '../state/layout';
import { kPanels } from '../state/store';
import type { AppState, PanelId, SheetHeight, Store } from '../state/store';
import { Dock } from './dock';
import { h, icon } from './dom';
import type { IconName } from './dom';
import { Sheet, kSheetHeights } from './sheet';

export interface PanelContent {
  element: HTMLElement;
  tick?(): void; // once a picture
  close(): void;
}

export interface PanelKind {
  title: string;
  icon: IconName;
  useful?(state: AppState): boolean; // whether this room has anything for it; always when missing
  make(): PanelContent;
}

/// Where bars and panels have no room side by side.
export const kPhone = '(width <= 860px), (height <= 500px)';

const kEdge = 12; // px around bars and panels
const kTight = 880; // px between panels, where bars leave out what panels show too

export class Panels {
  readonly rail = h('nav', { class: 'rail bar', 'aria-label': 'Panels' });
  readonly dock: Dock;
  readonly sheet: Sheet;
  private readonly buttons = new Map<PanelId, HTMLButtonElement>();
  private readonly frames = new Map<PanelId, HTMLElement>();
  private readonly contents = new Map<PanelId, PanelContent>();
  private readonly reset: HTMLButtonElement;
  private readonly phone = matchMedia(kPhone);
  private hidden = false;

  constructor(private readonly store: Store, private readonly kinds: Record<PanelId, PanelKind>) {
    for (const id of kPanels) this.buttons.set(id, this.rail_button(kinds[id].title, kinds[id].icon, () => this.press(id), { 'data-panel': id, 'aria-pressed': 'false' }));
    this.reset = this.rail_button('Reset the layout', 'layout', () => this.remember(first_layout(layout_kind(store.get().room))), { class: 'rail-button reset' });
    this.rail.append(...this.buttons.values(), this.reset);
    this.dock = new Dock({
      title: (id) => kinds[id].title,
      frame: (id) => this.frame(id),
      changed: (root) => this.keep(root),
      close: (id) => { this.close(id); this.buttons.get(id)?.focus({ preventScroll: true }); },
    });
    const strip = h('div', { class: 'sheet-strip' });
    this.sheet = new Sheet(strip, (height) => this.choose_sheet({ height }));
    const follow = (): void => this.follow();
    store.watch((state) => state.choices.layouts, follow);
    store.watch((state) => state.choices.sheet, follow);
    store.watch((state) => state.place.room !== '' && state.room !== null, follow);
    store.watch((state) => kPanels.filter((id) => kinds[id].useful?.(state) === false).join(' '), follow);
    store.watch((state) => layout_kind(state.room), () => {
      this.fill([]); // contents are made anew, as this kind of room has them
      this.follow();
    });
    const place_rail = (): void => {
      if (this.phone.matches) strip.append(this.rail);
      else this.dock.element.before(this.rail);
      this.follow();
    };
    this.phone.addEventListener('change', place_rail);
    queueMicrotask(place_rail); // once all stand in the page
    new ResizeObserver(follow).observe(this.dock.element);
    new ResizeObserver(() => this.publish()).observe(this.sheet.element);
  }

  tick(): void {
    for (const content of this.contents.values()) content.tick?.();
  }

  /// What panels and rail leave of the window.
  free(): { left: number; right: number; top: number; bottom: number } {
    if (!this.dock.element.hidden) return this.dock.free();
    const bottom = this.sheet.element.hidden ? innerHeight - kEdge : this.sheet.element.getBoundingClientRect().top;
    return { left: 0, right: innerWidth, top: 0, bottom };
  }

  /// Hides all without closing them for good; a hidden panel costs the server nothing either.
  toggle_all(): void {
    this.hidden = !this.hidden;
    this.follow();
  }

  // --- what is chosen --------------------------------------------------------------------------------------------------

  private layout(): Layout {
    const { choices, room } = this.store.get();
    return kept_layout(choices.layouts, layout_kind(room));
  }

  private remember(layout: Layout): void {
    const { choices, room } = this.store.get();
    this.hidden = false;
    this.store.choose({ layouts: { ...choices.layouts, [layout_kind(room)]: layout } });
  }

  /// The arrangement as a person left it; a panel that was closed there is closed.
  private keep(root: Part): void {
    const layout = this.layout();
    const here = panels_of(root);
    this.remember({ ...layout, open: layout.open.filter((id) => here.includes(id) || !this.useful(id)), root });
  }

  private press(id: PanelId): void {
    if (this.phone.matches) {
      const { panel, height } = this.sheet_choice();
      if (panel === id && height !== 'peek') this.choose_sheet({ height: 'peek' });
      else this.choose_sheet({ panel: id, height: height === 'peek' ? 'half' : height });
      return;
    }
    if (this.contents.has(id)) this.close(id);
    else this.open(id);
  }

  private open(id: PanelId): void {
    const { open, ...layout } = this.layout();
    const ids = open.includes(id) ? open : [...open, id];
    const root = arrange(layout.root, ids.filter((each) => this.useful(each)), this.dock.area);
    this.remember({ ...layout, open: ids, root: brought_forward(root, id) });
  }

  private close(id: PanelId): void {
    const layout = this.layout();
    this.remember({ ...layout, open: layout.open.filter((each) => each !== id) });
  }

  private sheet_choice(): { panel: PanelId | undefined; height: SheetHeight } {
    const { panel, height } = this.store.get().choices.sheet;
    const useful = kPanels.filter((id) => this.useful(id));
    return { panel: useful.includes(panel) ? panel : useful[0], height: kSheetHeights.includes(height) ? height : 'peek' };
  }

  private choose_sheet(choice: Partial<AppState['choices']['sheet']>): void {
    this.hidden = false;
    this.store.choose({ sheet: { ...this.store.get().choices.sheet, ...choice } });
  }

  private useful(id: PanelId): boolean {
    return this.kinds[id].useful?.(this.store.get()) !== false;
  }

  // --- what is shown ---------------------------------------------------------------------------------------------------

  private follow(): void {
    const in_room = this.store.get().place.room !== '' && this.store.get().room !== null;
    const phone = this.phone.matches;
    this.rail.hidden = !in_room;
    this.reset.hidden = phone;
    this.dock.element.hidden = !in_room || phone || this.hidden;
    this.sheet.element.hidden = !in_room || !phone;
    document.body.toggleAttribute('data-phone', in_room && phone);
    if (phone) this.fill_sheet(in_room && !this.hidden);
    else this.fill_dock(in_room && !this.hidden);
    const open = this.layout().open;
    for (const [id, button] of this.buttons) {
      button.hidden = !this.useful(id);
      button.setAttribute('aria-pressed', String(this.contents.has(id)));
      button.toggleAttribute('data-open', !phone && open.includes(id));
    }
    this.publish();
  }

  private fill_dock(shown: boolean): void {
    const { open, root } = this.layout();
    const { width, height } = this.dock.area;
    if (shown && (width === 0 || height === 0)) return; // not laid out yet
    if (shown) this.dock.show(arrange(root, open.filter((id) => this.useful(id)), { width, height }));
    this.fill(shown ? this.dock.visible() : []);
  }

  private fill_sheet(shown: boolean): void {
    const { panel, height } = this.sheet_choice();
    const seen = shown && height !== 'peek' && panel !== undefined ? panel : null;
    this.sheet.show(seen === null ? 'peek' : height, seen === null ? '' : this.kinds[seen].title);
    this.sheet.body.replaceChildren(...(seen === null ? [] : [this.frame(seen)]));
    this.fill(seen === null ? [] : [seen]);
  }

  /// Contents live in exactly these panels.
  private fill(ids: readonly PanelId[]): void {
    for (const [id, content] of this.contents) {
      if (ids.includes(id)) continue;
      content.close();
      this.contents.delete(id);
      content.element.remove();
    }
    for (const id of ids) {
      if (this.contents.has(id)) continue;
      const content = this.kinds[id].make();
      this.contents.set(id, content);
      this.frame(id).firstElementChild!.append(content.element);
    }
  }

  private frame(id: PanelId): HTMLElement {
    let frame = this.frames.get(id);
    if (frame === undefined) {
      frame = h('section', { class: 'panel', 'data-panel': id, 'aria-label': this.kinds[id].title }, h('div', { class: 'panel-body', tabindex: '0' }));
      this.frames.set(id, frame);
    }
    return frame;
  }

  /// Bars stand in what is free of the window.
  private publish(): void {
    const { left, right, bottom } = this.free();
    const set = (name: string, px: number): void => document.body.style.setProperty(name, `${Math.round(px)}px`);
    set('--free-left', left);
    set('--free-right', right);
    set('--free-bottom', innerHeight - bottom);
    document.body.toggleAttribute('data-tight', right - left < kTight);
  }

  private rail_button(title: string, name: IconName, press: () => void, props: Record<string, string>): HTMLButtonElement {
    return h('button', { type: 'button', class: 'rail-button', title, onclick: press, ...props }, icon(name), h('span', {}, title));
  }
}
