/** Where a drawn page has ink. */
import type { GreyRaster } from './pdf-raster.ts';

/** Pixels from the top left; right and bottom are the first without ink. */
export interface InkBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Grey values below this print. */
const INK = 200;

/** Undefined for a blank page. */
export function inkBox({ width, height, data }: GreyRaster): InkBox | undefined {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((data[y * width + x] ?? 255) < INK) {
        left = Math.min(left, x);
        right = Math.max(right, x + 1);
        top = Math.min(top, y);
        bottom = y + 1;
      }
  return right === 0 ? undefined : { left, top, right, bottom };
}
