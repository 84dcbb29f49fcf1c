// Panels on phones: a sheet at the bottom with one panel at a time, dragged by its grip to one of three heights.

import type { SheetHeight } from '../state/store';
import { h, set_props, set_text } from './dom';

export const kSheetHeights: readonly SheetHeight[] = ['peek', 'half', 'full'];

/// The height nearest to where the sheet was let go.
export function nearest_height(px: number, heights: Readonly<Record<SheetHeight, number>>): SheetHeight {
  const distance = (height: SheetHeight): number => Math.abs(heights[height] - px);
  return kSheetHeights.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

export class Sheet {
  readonly body = h('div', { class: 'sheet-body' });
  readonly element: HTMLElement;
  private readonly title = h('h2');
  private readonly grip: HTMLElement;
  private height: SheetHeight = 'peek';

  constructor(strip: HTMLElement, private readonly chosen: (height: SheetHeight) => void) {
    this.grip = h('div', {
      class: 'sheet-grip', role: 'slider', tabindex: '0', 'aria-label': 'Height of the panel', 'aria-orientation': 'vertical', 'aria-valuemin': '0', 'aria-valuemax': '2',
    }, h('i'), this.title);
    this.element = h('section', { class: 'sheet bar', 'aria-label': 'Panels' }, this.grip, strip, this.body);
    this.make_movable();
  }

  show(height: SheetHeight, title: string): void {
    this.height = height;
    this.element.dataset['height'] = height;
    document.body.dataset['sheet'] = height;
    set_text(this.title, height === 'peek' ? '' : title);
    set_props(this.grip, { 'aria-valuenow': String(kSheetHeights.indexOf(height)), 'aria-valuetext': height });
  }

  /// Px of each height, as the style sheet says.
  private heights(): Record<SheetHeight, number> {
    const style = getComputedStyle(this.element);
    const px = (height: SheetHeight): number => Number.parseFloat(style.getPropertyValue(`--${height}`)) * (height === 'peek' ? 1 : innerHeight / 100);
    return { peek: px('peek'), half: px('half'), full: px('full') };
  }

  private make_movable(): void {
    this.grip.addEventListener('pointerdown', (down) => {
      const from = this.element.offsetHeight;
      let moved = false;
      this.grip.setPointerCapture(down.pointerId);
      const move = (event: PointerEvent): void => {
        moved ||= Math.abs(event.clientY - down.clientY) > 4;
        const { peek, full } = this.heights();
        if (moved) this.element.style.height = `${Math.max(peek, Math.min(full, from + down.clientY - event.clientY))}px`;
      };
      const up = (event: PointerEvent): void => {
        this.grip.removeEventListener('pointermove', move);
        this.element.style.height = '';
        if (event.type === 'pointercancel') return;
        // a touch without a move goes one higher, and from the highest down again
        const next = kSheetHeights[(kSheetHeights.indexOf(this.height) + 1) % kSheetHeights.length]!;
        this.chosen(moved ? nearest_height(from + down.clientY - event.clientY, this.heights()) : next);
      };
      this.grip.addEventListener('pointermove', move);
      this.grip.addEventListener('pointerup', up, { once: true });
      this.grip.addEventListener('pointercancel', up, { once: true });
    });
    this.grip.addEventListener('keydown', (event) => {
      const step = { ArrowUp: 1, ArrowDown: -1, Home: -2, End: 2 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      this.chosen(kSheetHeights[Math.max(0, Math.min(2, kSheetHeights.indexOf(this.height) + step))]!);
    });
  }
}
