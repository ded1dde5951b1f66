/** The brightness of `#RRGGBB` as WCAG 2 computes it, 0 to 1. */
function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours `#RRGGBB` according to WCAG 2: 1 to 21. Text needs 4.5. */
export function contrast(one: string, other: string) {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The minimum contrast of text (WCAG 2.2 AA). */
export const readable = 4.5;

/** White or black, whichever is readable on this colour: one of them always is. */
export const textOn = (colour: string) => (contrast(colour, '#ffffff') >= readable ? '#ffffff' : '#000000');
