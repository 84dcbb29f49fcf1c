// Camera pictures with their true pixels. Colour is shown as it comes; depth as a ramp from near (bright) to far
// (dark); semantic tags in colours of their own, with their names.

import type { PictureFrame } from '../net/messages';

/// Colours of tags: neighbours in the list differ in value as well as in hue.
const kTagColors = [
  '#14171a', '#9aa4ad', '#d7263d', '#f5b700', '#2a9d4a', '#3d8bfd', '#f2f0ea', '#8a5a2b', '#c084fc', '#1ea096', '#f08028',
  '#5c6b78', '#a3c644', '#e58fb0', '#3b4a8c', '#7fd1e8', '#7a1f2b', '#c9b37a', '#0f5132', '#bfc5ca',
];

export function tag_color(tag: number): string {
  return kTagColors[tag % kTagColors.length]!;
}

function channels(hex: string): [number, number, number] {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as [number, number, number];
}

/// Draws into the canvas, which takes the picture's size. Returns the tags that were seen, for the legend.
export async function draw_picture(canvas: HTMLCanvasElement, frame: PictureFrame): Promise<Set<number>> {
  const seen = new Set<number>();
  const bitmap = frame.picture === 'depth' ? null : await createImageBitmap(new Blob([frame.content as BlobPart], { type: 'image/png' }));
  if (canvas.width !== frame.width || canvas.height !== frame.height) {
    canvas.width = frame.width;
    canvas.height = frame.height;
  }
  const context = canvas.getContext('2d', { willReadFrequently: frame.picture === 'semantic' })!;
  if (bitmap === null) {
    context.putImageData(depth_image(frame), 0, 0);
    return seen;
  }
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  if (frame.picture === 'semantic') {
    const image = context.getImageData(0, 0, frame.width, frame.height);
    const palette = Array.from({ length: 256 }, (_, tag) => channels(tag_color(tag)));
    for (let i = 0; i < image.data.length; i += 4) {
      const tag = image.data[i]!;
      seen.add(tag);
      image.data.set(palette[tag]!, i);
    }
    context.putImageData(image, 0, 0);
  }
  return seen;
}

const kNear = channels('#fff3c4');
const kMiddle = channels('#e0703a');
const kFar = channels('#2b1b4d');

/// Half of the ramp is spent on the first three metres, where depth matters most.
function depth_image(frame: PictureFrame): ImageData {
  const image = new ImageData(frame.width, frame.height);
  const view = new DataView(frame.content.buffer, frame.content.byteOffset, frame.content.byteLength);
  for (let i = 0; i < frame.width * frame.height; ++i) {
    const stored = view.getUint16(2 * i, true);
    const share = 1 - 3 / (3 + stored * frame.scale);
    const [from, to, part] = share < 0.5 ? [kNear, kMiddle, share * 2] : [kMiddle, kFar, share * 2 - 1];
    for (let c = 0; c < 3; ++c) {
      image.data[4 * i + c] = stored === 65535 ? 16 : from[c]! + (to[c]! - from[c]!) * part;
    }
    image.data[4 * i + 3] = 255;
  }
  return image;
}
