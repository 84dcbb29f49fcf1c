// Elements without ceremony.

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

/// h('button', { class: 'x', onclick: f, 'aria-label': 'Close' }, 'text'). Functions become listeners, `true` an empty attribute.
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set_props(element, props);
  append(element, children);
  return element;
}

export function set_props(element: Element, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.replace(/^on/, ''), value as EventListener);
    else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'selected') Reflect.set(element, name, value);
    else element.setAttribute(name, value === true ? '' : String(value as string | number));
  }
}

export function append(element: Element, children: Child[]): void {
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
}

export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/// Changes text only when it differs: numbers at 60 Hz stay cheap.
export function set_text(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function number(value: string, unit: string): HTMLElement {
  return h('span', { class: 'figure' }, h('span', { class: 'digits' }, value), h('small', {}, unit));
}

/// Hands a text to the browser as a file.
export function download(name: string, kind: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000); // it is read after the click
}

// --- icons: drawn on a grid of 24, lines of 2 --------------------------------------------------------------------

const kIcons = {
  speed: 'M4 17a8 8 0 1 1 16 0M12 17l4-6',
  road: 'M8 3L4 21M16 3l4 18M12 4v3M12 10v3M12 16v4',
  laps: 'M12 8v5l3 2M9 2h6M12 5a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  minimap: 'M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14',
  lidar: 'M12 12l6-8M12 12m-2 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0M5 19a10 10 0 0 1 2-15M8 16a6 6 0 0 1 0-8M19 9a10 10 0 0 1-2 10',
  camera: 'M4 7h4l2-3h4l2 3h4v12H4zM12 13m-3.5 0a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0',
  depth: 'M3 5h18v14H3zM7 9h10v6H7zM3 5l4 4M21 5l-4 4M3 19l4-4M21 19l-4-4',
  semantic: 'M3 4h8v7H3zM14 4h7v11h-7zM3 14h8v6H3zM14 18h7',
  points: 'M4 18v.5M8 15v.5M12 13v.5M16 15v.5M20 18v.5M6 9v.5M12 7v.5M18 9v.5M12 18v.5',
  path: 'M4 19c2-8 6 0 8-6s4-4 8-8M4 19v.5M20 5v.5',
  imu: 'M3 12h4l2-7 4 14 3-10 2 3h3',
  plot: 'M4 4v16h16M7 15l4-5 3 3 5-7',
  events: 'M5 6h14M5 12h14M5 18h9',
  vehicles: 'M4 16v-4l2-5h12l2 5v4M4 16h16M7 16v2M17 16v2M5 12h14',
  parameters: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4',
  world: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  links: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  console: 'M3 5h18v14H3zM7 9l3 3-3 3M12 15h5',
  settings: 'M12 12m-3 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2',
  layout: 'M3 4h18v16H3zM3 9h18M9 9v11',
  fold: 'M6 15l6-6 6 6',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  close: 'M6 6l12 12M18 6L6 18',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4l12 8-12 8z',
  step: 'M6 5l9 7-9 7zM18 5v14',
  restart: 'M4 4v6h6M4.5 10a8 8 0 1 1-.3 5',
  record: 'M12 12m-6 0a6 6 0 1 0 12 0 6 6 0 1 0-12 0',
  split: 'M3 5h18v14H3zM12 5v14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  help: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.5',
  theme: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  dice: 'M5 5h14v14H5zM9 9v.5M15 15v.5M15 9v.5M9 15v.5',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 12m-3 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  compass: 'M12 3v4M12 21l-5-12h10z',
  waypoint: 'M6 6l12 12M18 6L6 18M3 12h2M19 12h2',
  pen: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10H9',
  bin: 'M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5M14 11v5',
  figures: 'M4 6h8M4 10h12M4 14h6M4 18h14M19 5v.5M19 9v.5',
  flag: 'M6 21V4M6 5h11l-3 3.5 3 3.5H6',
  up: 'M12 20V5M6 11l6-6 6 6',
  down: 'M12 4v15M6 13l6 6 6-6',
  wheel: 'M12 12m-8.5 0a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M12 12m-2 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 11h6M14 11h6M12 14v6',
} as const;
export type IconName = keyof typeof kIcons;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', kIcons[name]);
  svg.append(path);
  return svg;
}

/// A button that shows only an icon; its title is its name for everybody.
export function icon_button(name: IconName, title: string, onclick: (event: MouseEvent) => void, props: Props = {}): HTMLButtonElement {
  return h('button', { type: 'button', class: 'icon-button', title, 'aria-label': title, onclick, ...props }, icon(name));
}
