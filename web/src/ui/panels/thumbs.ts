// Sensors of the course stand in one column.

const kThumbHead = 37; // px above a picture
const kThumbRoom = 72 + 88 + 2 * 8; // px above, below and between three of them

/// In rooms of the course three sensors stand in one column, as large as the window lets them.
export function thumb_width(height: number): number {
  const tall = (height - kThumbRoom) / 3 - kThumbHead;
  return Math.max(176, Math.min(344, 8 * Math.floor(tall / 6)));
}
