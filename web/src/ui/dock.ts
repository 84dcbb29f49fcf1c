// Docked panels over the picture, with dockview, which is known in this file alone: a layout in, what people make of it
// out. In the middle stands a group without header or content that lets the pointer through to the picture.

import { Orientation, createDockview } from 'dockview-core';
import type { DockviewApi, DockviewGroupPanel, IHeaderActionsRenderer, SerializedDockview } from 'dockview-core';
import { kLeastView } from '../state/layout';
import type { Area, Part } from '../state/layout';
import type { PanelId } from '../state/store';
import { h, icon_button, set_props } from './dom';

export interface DockHost {
  title(id: PanelId): string;
  frame(id: PanelId): HTMLElement;
  changed(root: Part): void; // by hand: moved, resized, brought forward, closed
  close(id: PanelId): void;
}

type Grid = SerializedDockview['grid'];
type GridNode = Grid['root'];

const kView = 'view';
const kGap = 8; // px between groups

export class Dock {
  readonly element = h('div', { class: 'dock', role: 'region', 'aria-label': 'Open panels' });
  private readonly api: DockviewApi;
  private shown: Part | null = null; // null while groups are being made

  constructor(private readonly host: DockHost) {
    this.api = createDockview(this.element, {
      theme: { name: 'paddock', className: 'dock-theme', gap: kGap, dndOverlayMounting: 'absolute', dndPanelOverlay: 'group' },
      createComponent: ({ id }) => ({ element: id === kView ? h('div') : host.frame(id as PanelId), init: () => undefined }),
      createTabComponent: ({ id }) => ({ element: h('span', {}, id === kView ? '' : host.title(id as PanelId)), init: () => undefined }),
      createRightHeaderActionComponent: (group) => this.make_close(group),
      defaultTabComponent: 'tab',
      dndStrategy: 'pointer',
      disableAutoResizing: true,
      disableFloatingGroups: true,
      disableTabsOverflowList: true,
      scrollbars: 'native',
      announcements: false,
    });
    this.api.onDidLayoutChange(() => this.follow());
    this.api.onDidActivePanelChange(() => this.follow());
    // the view takes drops while something is dragged, and lets everything else through to the picture
    for (const drag of [this.api.onWillDragPanel, this.api.onWillDragGroup]) drag(() => this.element.classList.add('dragging'));
    for (const end of ['pointerup', 'pointercancel', 'dragend']) addEventListener(end, () => setTimeout(() => this.element.classList.remove('dragging')));
    // a tab pressed with the pointer gives the keys back to the picture
    this.element.addEventListener('click', (event) => {
      if (event.detail > 0 && event.target instanceof Element && event.target.closest('.dv-tab') !== null) (document.activeElement as HTMLElement | null)?.blur();
    });
  }

  get area(): Area {
    return { width: this.element.clientWidth, height: this.element.clientHeight };
  }

  /// Groups as the layout has them; panels that stay keep their elements.
  show(root: Part): void {
    const { width, height } = this.area;
    if (this.shown !== null && alike(this.shown, root) && this.api.width === width && this.api.height === height) return;
    this.shown = null;
    this.api.layout(width, height);
    this.api.fromJSON(this.serialized(root), { reuseExistingPanels: true });
    this.api.getPanel(kView)?.group.api.setConstraints({ minimumWidth: kLeastView.width, minimumHeight: kLeastView.height });
    this.shown = this.read();
  }

  /// Panels that are not behind others.
  visible(): PanelId[] {
    return this.api.groups.flatMap(({ activePanel }) => (activePanel === undefined || activePanel.id === kView ? [] : [activePanel.id as PanelId]));
  }

  /// What the groups leave of the window.
  free(): DOMRect {
    return (this.api.getPanel(kView)?.group.element ?? this.element).getBoundingClientRect();
  }

  private follow(): void {
    if (this.shown === null || this.api.getPanel(kView) === undefined) return;
    const now = this.read();
    if (alike(this.shown, now)) return;
    this.shown = now;
    this.host.changed(now);
  }

  /// One mark closes the panel in front.
  private make_close(group: DockviewGroupPanel): IHeaderActionsRenderer {
    const front = (): PanelId | undefined => group.activePanel?.id as PanelId | undefined;
    const button = icon_button('close', 'Close', () => { const id = front(); if (id !== undefined) this.host.close(id); }, { class: 'icon-button small' });
    const name = (): void => {
      const id = front();
      if (id === undefined || (id as string) === kView) return;
      const words = `Close ${this.host.title(id)}`;
      set_props(button, { title: words, 'aria-label': words });
    };
    const stop = group.api.onDidActivePanelChange(name);
    return { element: button, init: name, dispose: () => stop.dispose() };
  }

  // --- between our trees and dockview's ------------------------------------------------------------------------------

  private serialized(root: Part): SerializedDockview {
    const { width, height } = this.area;
    const panels: SerializedDockview['panels'] = {};
    let groups = 0;
    const nodes = (parts: Part[]): GridNode[] => parts.map((each) => node(each, each.size - gap_share(parts.length)));
    const node = (part: Part, size: number): GridNode => {
      if ('parts' in part) return { type: 'branch', size, data: nodes(part.parts) };
      const views = 'view' in part ? [kView] : part.tabs;
      for (const id of views) panels[id] = { id, contentComponent: id, title: id === kView ? '' : this.host.title(id as PanelId) };
      const data = { id: `group-${++groups}`, views, activeView: 'view' in part ? kView : part.active, ...('view' in part ? { hideHeader: true, locked: true } : {}) };
      return { type: 'leaf', size, data };
    };
    const along = 'parts' in root ? root.along : 'x';
    const children = 'parts' in root ? root.parts : [{ ...root, size: width }];
    return {
      grid: {
        root: { type: 'branch', size: along === 'x' ? height : width, data: nodes(children) },
        width, height, orientation: along === 'x' ? Orientation.HORIZONTAL : Orientation.VERTICAL,
      },
      panels,
    };
  }

  private read(): Part {
    const { grid } = this.api.toJSON();
    const part = (node: GridNode, along: 'x' | 'y', siblings = 1): Part => {
      const size = Math.round((node.size ?? 0) + gap_share(siblings));
      if (Array.isArray(node.data)) {
        const { length } = node.data;
        return { along, parts: node.data.map((each) => part(each, along === 'x' ? 'y' : 'x', length)), size };
      }
      const { views, activeView } = node.data;
      return views.includes(kView) ? { view: true, size } : { tabs: views as PanelId[], active: (activeView ?? views[0]) as PanelId, size };
    };
    return part(grid.root, grid.orientation === Orientation.HORIZONTAL ? 'x' : 'y');
  }
}

/// Dockview's sizes are without the gaps between groups, ours with an equal share of them.
function gap_share(siblings: number): number {
  return (kGap * (siblings - 1)) / siblings;
}

const kSame = 2; // px that rounding may move

/// The same groups in the same places.
function alike(a: Part, b: Part, root = true): boolean {
  if (root && 'parts' in a && a.parts.length === 1) return alike(a.parts[0]!, b);
  if (root && 'parts' in b && b.parts.length === 1) return alike(a, b.parts[0]!);
  if (!root && Math.abs(a.size - b.size) > kSame) return false;
  if ('parts' in a) return 'parts' in b && a.along === b.along && a.parts.length === b.parts.length && a.parts.every((each, i) => alike(each, b.parts[i]!, false));
  if ('tabs' in a) return 'tabs' in b && a.active === b.active && a.tabs.join() === b.tabs.join();
  return 'view' in b;
}
