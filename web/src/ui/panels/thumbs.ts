// Where programs drive by a pad, their sensors stand in one column.

const kThumbRoom = 72 + 12 + 3 * 45; // px above, below and on three pictures in one column

/// Px across of a picture where three of them stand in one column, as where programs drive by a pad.
export function thumb_width(height: number): number {
  return Math.max(176, Math.min(320, 8 * Math.floor((height - kThumbRoom) / 18)));
}
