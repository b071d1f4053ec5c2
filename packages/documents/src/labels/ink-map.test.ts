import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type GreyPage, mapInk, TILE } from './ink-map.ts';

/** A white page of 5 x 5 tiles and a bit, with one tile in the middle drawn by `grey`. */
function pageWith(width: number, at: number, grey: (x: number, y: number) => number): GreyPage {
  const height = 5 * TILE + 7;
  const data = new Uint8Array(new ArrayBuffer(width * height + at), at).fill(255);
  for (let y = 0; y < TILE; y += 1)
    for (let x = 0; x < TILE; x += 1) data[(2 * TILE + y) * width + 2 * TILE + x] = grey(x, y);
  return { width, height, data };
}
const blockedBy = (page: GreyPage): number => mapInk(page).blocked.reduce((sum, each) => sum + each, 0);

it.each([
  { name: 'bars', grey: (x: number) => (x % 4 < 2 ? 0 : 255), found: true },
  { name: 'bars that lie down', grey: (_: number, y: number) => (y % 4 < 2 ? 127 : 128), found: true },
  { name: 'a matrix', grey: (x: number, y: number) => (((x >> 2) ^ (y >> 2)) & 1) * 255, found: true },
  { name: 'black', grey: () => 0, found: true },
  { name: 'grey lighter than half', grey: () => 128, found: false },
  { name: 'a line of writing', grey: (x: number, y: number) => (y === 9 && x % 3 === 0 ? 0 : 255), found: false },
  { name: 'one edge', grey: (x: number) => (x < 16 ? 0 : 255), found: false },
])('$name, at any width and wherever the bytes begin', ({ grey, found }) => {
  fc.assert(
    fc.property(fc.integer({ min: 5 * TILE, max: 6 * TILE - 1 }), fc.nat({ max: 7 }), (width, at) => {
      // Its tile and a tile of quiet zone on each side.
      expect(blockedBy(pageWith(width, at, grey))).toBe(found ? 9 : 0);
    }),
  );
});

it('a page smaller than a tile has none', () => {
  expect(mapInk({ width: 31, height: 31, data: new Uint8Array(31 * 31) }).blocked).toHaveLength(0);
});
