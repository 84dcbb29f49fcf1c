// A heading as a needle over a dial, north up.

import { h } from '../dom';

const kMarks: readonly [string, number, number][] = [['N', 40, 13], ['E', 71, 44], ['S', 40, 75], ['W', 9, 44]];

export interface Needle {
  element: HTMLElement;
  show(heading: number | null): void; // rad, counter-clockwise from east; null: none is known
}

export function make_needle(): Needle {
  const make = (tag: string, props: Record<string, string | number>, text = ''): SVGElement => {
    const shape = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(props)) shape.setAttribute(name, String(value));
    shape.textContent = text;
    return shape;
  };
  const dial = make('svg', { viewBox: '0 0 80 80', 'aria-hidden': 'true' });
  const needle = make('path', { d: 'M66 40L34 45.5L38 40L34 34.5Z', class: 'needle', visibility: 'hidden' });
  dial.append(make('circle', { cx: 40, cy: 40, r: 39, class: 'rim' }), ...kMarks.map(([mark, x, y]) => make('text', { x, y }, mark)), needle);
  const element = h('div', { class: 'dial', title: 'Heading, north up' });
  element.append(dial);
  return {
    element,
    show: (heading) => {
      needle.setAttribute('visibility', heading === null ? 'hidden' : 'visible');
      if (heading !== null) needle.setAttribute('transform', `rotate(${((-heading * 180) / Math.PI).toFixed(1)} 40 40)`);
    },
  };
}
