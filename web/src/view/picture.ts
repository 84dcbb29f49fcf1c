// Camera pictures with their true pixels. Colour is shown as it comes; depth as a ramp from near (bright) to far
// (dark); semantic tags in colours of their own, with their names.

import type { PictureContent, PictureFormat, PictureFrame } from '../net/messages';
import type { Palettes } from '../state/palettes';

/// As pictures are asked for: colour small, tags exact and small; a browser reads no 16 bits of a PNG, so depth plain.
export const kPictureFormats: Readonly<Record<PictureContent, PictureFormat>> = { colour: 'jpeg', depth: 'raw', semantic: 'png' };

/// Colours of tags: neighbours in the list differ in value as well as in hue.
const kTagColors = [
  '#14171a', '#9aa4ad', '#d7263d', '#f5b700', '#2a9d4a', '#3d8bfd', '#f2f0ea', '#8a5a2b', '#c084fc', '#1ea096', '#f08028',
  '#5c6b78', '#a3c644', '#e58fb0', '#3b4a8c', '#7fd1e8', '#7a1f2b', '#c9b37a', '#0f5132', '#bfc5ca',
];

/// As CARLA 0.8's client paints labels, by their numbers.
const kCityscapes = [
  '#000000', '#464646', '#be9999', '#48005a', '#dc143c', '#999999', '#9dea32', '#804080', '#f423e8', '#6b8e23', '#0000ff', '#66669c', '#dcdc00',
];
const kTagPalettes: Readonly<Record<Palettes['semantic'], readonly string[]>> = { distinct: kTagColors, cityscapes: kCityscapes };

export function tag_color(tag: number, palette: Palettes['semantic'] = 'distinct'): string {
  const colors = kTagPalettes[palette];
  return colors[tag % colors.length]!;
}

function channels(hex: string): [number, number, number] {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as [number, number, number];
}

/// Draws a picture in the format of its content into the canvas, which takes its size. Returns the tags that were seen.
export async function draw_picture(canvas: HTMLCanvasElement, frame: PictureFrame, content: PictureContent, palettes: Palettes): Promise<Set<number>> {
  const seen = new Set<number>();
  const bitmap = content === 'depth' ? null : await createImageBitmap(new Blob([frame.content as BlobPart], { type: `image/${frame.format}` }));
  if (canvas.width !== frame.width || canvas.height !== frame.height) {
    canvas.width = frame.width;
    canvas.height = frame.height;
  }
  const context = canvas.getContext('2d', { willReadFrequently: content === 'semantic' })!;
  if (bitmap === null) {
    context.putImageData(depth_image(frame, palettes.depth), 0, 0);
    return seen;
  }
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  if (content === 'semantic') {
    const image = context.getImageData(0, 0, frame.width, frame.height);
    const palette = Array.from({ length: 256 }, (_, tag) => channels(tag_color(tag, palettes.semantic)));
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

/// From bright at 0 to dark at 1, as red, green and blue of 255.
export function ramp_color(share: number): number[] {
  const [from, to, part] = share < 0.5 ? [kNear, kMiddle, share * 2] : [kMiddle, kFar, share * 2 - 1];
  return from.map((value, i) => value + (to[i]! - value) * part);
}

const kRampSteps = 1024;
const kRamp = Uint8ClampedArray.from(Array.from({ length: kRampSteps + 1 }, (_, i) => ramp_color(i / kRampSteps)).flat());
const kNothing = 16; // dark grey
const kNothingMet = 65535; // as stored

/// Grey from 0, near, to 1, as CARLA 0.8's client shows depth: the logarithm of its share of 1000 m.
export function logarithmic_grey(metres: number): number {
  return metres <= 0 ? 0 : Math.min(1, Math.max(0, 1 + Math.log(metres / 1000) / 5.70378));
}

/// Half of the ramp is spent on the first three metres, where depth matters most.
function ramp_of(metres: number, nothing: boolean): readonly [number, number, number] {
  if (nothing) return [kNothing, kNothing, kNothing];
  const at = 3 * Math.round((1 - 3 / (3 + metres)) * kRampSteps);
  return [kRamp[at]!, kRamp[at + 1]!, kRamp[at + 2]!];
}

function grey_of(metres: number, nothing: boolean): readonly [number, number, number] {
  const grey = nothing ? 255 : Math.round(255 * logarithmic_grey(metres));
  return [grey, grey, grey];
}

function depth_image(frame: PictureFrame, palette: Palettes['depth']): ImageData {
  const image = new ImageData(frame.width, frame.height);
  const view = new DataView(frame.content.buffer, frame.content.byteOffset, frame.content.byteLength);
  const color_of = palette === 'logarithmic' ? grey_of : ramp_of;
  for (let i = 0; i < frame.width * frame.height; ++i) {
    const stored = view.getUint16(2 * i, true);
    const color = color_of(stored * frame.scale, stored === kNothingMet);
    for (let c = 0; c < 3; ++c) image.data[4 * i + c] = color[c]!;
    image.data[4 * i + 3] = 255;
  }
  return image;
}
