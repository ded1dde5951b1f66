/** Widths in pixels in which the desk serves its pictures, in addition to the full size. */
const widths = [96, 192, 384, 768];

/** Whether a picture is stored on this desk. Others are never loaded. */
export const isOwnImage = (address: string) => address.startsWith('/images/');

/** The address of a stored picture in the width for a box of this many CSS pixels on a high-density screen. */
export function imageFor(address: string, pixels: number) {
  const width = widths.find((one) => one >= pixels * 2);
  return width === undefined ? address : `${address}?w=${width}`;
}
