// What all flat drawings share: a canvas that is as sharp as the screen, and the colours of the theme.

export interface Pen {
  context: CanvasRenderingContext2D;
  width: number; // CSS px
  height: number;
}

/// The canvas cleared and scaled to its CSS size; null while it has none.
export function begin(canvas: HTMLCanvasElement): Pen | null {
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (width === 0 || height === 0) return null;
  const ratio = Math.min(2, devicePixelRatio);
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

const cached = new Map<string, string>();

/// A colour of the style sheet, by the name of its variable.
export function color(name: string): string {
  let value = cached.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    cached.set(name, value);
  }
  return value;
}

/// After a change of theme.
export function forget_colors(): void {
  cached.clear();
}

export const kFont = '11px system-ui, sans-serif';
