// In which colours pictures of depth and of tags are shown: as a person chose, else as the door of the room looks at them. Pure.

import type { PictureContent } from '../net/messages';

export const kDepthPalettes = { near: 'Warm near', logarithmic: 'Logarithmic' } as const;
export const kTagPalettes = { distinct: 'Distinct', cityscapes: 'Cityscapes' } as const;

export interface Palettes {
  depth: keyof typeof kDepthPalettes;
  semantic: keyof typeof kTagPalettes;
}
export type PaletteContent = keyof Palettes;

export const kPaletteTitles: Readonly<Record<PaletteContent, Readonly<Record<string, string>>>> = { depth: kDepthPalettes, semantic: kTagPalettes };
const kStandard: Palettes = { depth: 'near', semantic: 'distinct' };

export function has_palettes(content: PictureContent | undefined): content is PaletteContent {
  return content === 'depth' || content === 'semantic';
}

/// What was chosen, where it can be; `of_door`: of the room's door, if it has any.
export function palettes_of(chosen: Readonly<Record<string, string>>, of_door: Palettes | null): Palettes {
  const standard = of_door ?? kStandard;
  const pick = <Content extends PaletteContent>(content: Content): Palettes[Content] =>
    (chosen[content] !== undefined && chosen[content] in kPaletteTitles[content] ? chosen[content] as Palettes[Content] : standard[content]);
  return { depth: pick('depth'), semantic: pick('semantic') };
}
