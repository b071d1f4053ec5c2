/**
 * Finds the parts of a printed page where something may be drawn without hurting a barcode. Works on the ink alone (203 dpi
 * raster), because a carrier's file does not say which of its lines are bars.
 */
import type { Rect } from '../barcodes/barcode.ts';

/** Tile side in dots: 4 mm. */
export const TILE = 32;

/** Dots kept free around a mark: printers do not reach the very edge of the paper. */
const EDGE = 10;

export interface TileMap {
  readonly columns: number;
  readonly rows: number;
  readonly blocked: Uint8Array;
}

export const emptyMap = (width: number, height: number): TileMap => {
  const columns = Math.floor(width / TILE);
  const rows = Math.floor(height / TILE);
  return { columns, rows, blocked: new Uint8Array(columns * rows) };
};

/** Blocks every tile a rectangle touches, plus a quiet zone of `margin` dots. */
export function block(map: TileMap, rect: Rect, margin: number): void {
  const from = (value: number): number => Math.max(0, Math.floor((value - margin) / TILE));
  const right = Math.min(map.columns - 1, Math.floor((rect.x + rect.width + margin) / TILE));
  const bottom = Math.min(map.rows - 1, Math.floor((rect.y + rect.height + margin) / TILE));
  for (let row = from(rect.y); row <= bottom; row += 1)
    for (let column = from(rect.x); column <= right; column += 1) map.blocked[row * map.columns + column] = 1;
}

/** A page in grey: 0 black to 255 white, one byte a dot, rows from the top. Ink is what is darker than half. */
export interface GreyPage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Ink a word of 32 dots, the left one its highest bit: for each row of dots one word a column of tiles. */
function inkWords({ width, data }: GreyPage, { columns, rows }: TileMap): Int32Array {
  const words = new Int32Array(columns * rows * TILE);
  const dots = new DataView(data.buffer, data.byteOffset, data.byteLength);
  // A million dots a page, read by four: of each byte the highest bit says that there is no ink.
  for (let row = 0, word = 0; row < rows * TILE; row += 1) {
    let at = row * width;
    for (let column = 0; column < columns; column += 1, word += 1) {
      let ink = 0;
      for (const end = at + TILE; at < end; at += 4) {
        const dark = (~dots.getUint32(at, true) & 0x80808080) >>> 7;
        // Gathers the bits 0, 8, 16 and 24 in the lowest four of the highest byte.
        ink = (ink << 4) | ((Math.imul(dark, 0x08040201) >>> 24) & 15);
      }
      words[word] = ink;
    }
  }
  return words;
}

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * What a tile looks like: bars (rows all alike, several edges), a matrix or heavy black (dense both ways), or neither.
 * @param first its first row in `words`, the others of which lie `columns` apart
 */
function looksLikeCode(words: Int32Array, first: number, columns: number): boolean {
  let dark = 0;
  let edges = 0;
  let downEdges = 0;
  let above = words[first] ?? 0;
  for (let row = 0; row < TILE; row += 1) {
    const ink = words[first + row * columns] ?? 0;
    if ((ink | above) === 0) continue;
    dark += bitsIn(ink);
    // The leftmost dot has no neighbour within the tile.
    edges += bitsIn((ink ^ (ink >>> 1)) & 0x7fffffff);
    downEdges += bitsIn(ink ^ above);
    above = ink;
  }
  const density = dark / (TILE * TILE);
  const bars = edges >= 2 * TILE && downEdges <= edges / 4;
  const ladder = downEdges >= 2 * TILE && edges <= downEdges / 4;
  const matrix = density >= 0.25 && edges + downEdges >= 4 * TILE;
  return bars || ladder || matrix || density >= 0.75;
}

/** Blocks tiles that look like a barcode or a black area, with one tile of quiet zone around. */
export function mapInk(page: GreyPage): TileMap {
  const map = emptyMap(page.width, page.height);
  const words = inkWords(page, map);
  const found: Rect[] = [];
  for (let row = 0; row < map.rows; row += 1)
    for (let column = 0; column < map.columns; column += 1)
      if (looksLikeCode(words, row * TILE * map.columns + column, map.columns))
        found.push({ x: column * TILE, y: row * TILE, width: TILE - 1, height: TILE - 1 });
  for (const rect of found) block(map, rect, TILE);
  return map;
}

/** Area of readable letters in a box: TEST is about 2.4 times as wide as high at its best; slimmer boxes count less. */
const worth = (width: number, height: number): number => Math.min(width, height * 5) * Math.min(height, width * 0.7);

/**
 * The free box in which TEST would be largest, in dots, or undefined when there is none of at least 5 x 1 tiles.
 */
export function largestFree(map: TileMap): Rect | undefined {
  let best: Rect | undefined;
  let bestWorth = 0;
  const heights = Array.from({ length: map.columns }, () => 0);
  for (let row = 0; row < map.rows; row += 1) {
    for (let column = 0; column < map.columns; column += 1)
      heights[column] = map.blocked[row * map.columns + column] === 1 ? 0 : (heights[column] ?? 0) + 1;
    for (let left = 0; left < map.columns; left += 1) {
      let high = Number.POSITIVE_INFINITY;
      for (let right = left; right < map.columns; right += 1) {
        high = Math.min(high, heights[right] ?? 0);
        if (high === 0) break;
        const wide = right - left + 1;
        if (wide < 5 || worth(wide, high) <= bestWorth) continue;
        bestWorth = worth(wide, high);
        best = { x: left * TILE, y: (row - high + 1) * TILE, width: wide * TILE, height: high * TILE };
      }
    }
  }
  return best;
}

/**
 * Boxes for TEST: the best free one and, where there is room, a second on the rest of the page. On a page with no room at
 * all the margin strip at the top is used, since an unmarked test label is the worse mistake.
 */
export function markBoxes(map: TileMap): Rect[] {
  const boxes: Rect[] = [];
  const free: TileMap = { ...map, blocked: Uint8Array.from(map.blocked) };
  for (let n = 0; n < 2; n += 1) {
    const box = largestFree(free);
    const [first] = boxes;
    if (!box || (first && worth(box.width, box.height) < 0.3 * worth(first.width, first.height))) break;
    // A mark need not be higher than half its width.
    const height = Math.min(box.height, Math.round(box.width * 0.5));
    const y = box.y + Math.floor((box.height - height) / 2);
    const placed = {
      x: box.x + EDGE,
      y: y + EDGE,
      width: box.width - 2 * EDGE,
      height: Math.max(20, height - 2 * EDGE),
    };
    boxes.push(placed);
    block(free, placed, 0);
  }
  if (boxes.length === 0) boxes.push({ x: EDGE, y: 4, width: map.columns * TILE - 2 * EDGE, height: 24 });
  return boxes;
}
