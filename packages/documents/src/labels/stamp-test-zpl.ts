/**
 * TEST on foreign ZPL. The commands are read just far enough to know where barcodes, bitmaps and black boxes stand; the mark
 * is one more bitmap field in a free place of each label format.
 */
import { inflateSync } from 'node:zlib';
import type { Rect } from '../barcodes/barcode.ts';
import { block, emptyMap, mapInk, markBoxes, TILE, type TileMap } from './ink-map.ts';
import { TEST_COMMENT } from './test-keyword.ts';
import { testMark } from './test-mark.ts';
import { graphicField, rectBitmap } from '../zpl/zpl-writer.ts';

interface State {
  homeX: number;
  homeY: number;
  x: number;
  y: number;
  /** `^FT` gives the foot of the field. */
  fromFoot: boolean;
  module: number;
  height: number;
}

const numbers = (text: string): number[] => text.split(',').map((part) => Number.parseFloat(part));
const or = (value: number | undefined, fallback: number): number =>
  value === undefined || Number.isNaN(value) ? fallback : value;

const square = (side: number): { length: number; across: number } => ({ length: side, across: side });

/** Upper bounds of a symbol's size in dots: too large only keeps TEST further away. */
function barcodeRect(command: string, parameters: string, data: string, s: State): Rect {
  const p = parameters.split(',');
  const turned = /^[RB]/.test(p[0] ?? '');
  const characters = Math.max(1, data.replace(/_[0-9A-Fa-f]{2}|>./g, '.').length);
  const size = ((): { length: number; across: number } => {
    if (command === 'BX')
      return square(or(Number.parseInt(p[1] ?? '', 10), 4) * Math.min(144, 14 + Math.ceil(Math.sqrt(characters) * 4)));
    if (command === 'BQ')
      return square(
        or(Number.parseInt(p[2] ?? '', 10), 4) * Math.min(177, 25 + Math.ceil(Math.sqrt(characters) * 5)) + 10,
      );
    if (command === 'BO' || command === 'B0')
      return square(or(Number.parseInt(p[1] ?? '', 10), 4) * (20 + Math.ceil(Math.sqrt(characters) * 4)));
    if (command === 'BD') return square(260);
    if (command === 'B7' || command === 'BF') return { length: 600, across: 320 };
    // Linear: 11 modules a character is Code 128; Code 39 and others take up to 16.
    const perCharacter = command === 'BC' ? 11 : 16;
    return {
      length: (characters + 4) * perCharacter * s.module,
      across: or(Number.parseInt(p[1] ?? '', 10), s.height),
    };
  })();
  const width = turned ? size.across : size.length;
  const height = turned ? size.length : size.across;
  return { x: s.homeX + s.x, y: s.homeY + s.y - (s.fromFoot ? height : 0), width, height };
}

/** Bits of a `^GF`; undefined when the coding is not known. */
function graphicBits(
  parameters: string,
): { width: number; height: number; ink: (x: number, y: number) => boolean } | undefined {
  const match = /^([ABC]),(\d*),(\d*),(\d+),([\s\S]*)$/.exec(parameters);
  if (!match) return undefined;
  const bytesPerRow = Number(match[4]);
  const rows = Math.ceil(Number(match[3] || match[2]) / Math.max(1, bytesPerRow));
  if (!(bytesPerRow > 0 && bytesPerRow < 2_000 && rows > 0 && rows < 20_000)) return undefined;
  const body = (match[5] ?? '').trim();
  let bits: Uint8Array | undefined;
  try {
    const coded = /^:(Z64|B64):([^:]*):/.exec(body);
    if (coded) {
      const raw = Buffer.from(coded[2] ?? '', 'base64');
      bits = coded[1] === 'Z64' ? inflateSync(raw, { maxOutputLength: 16_000_000 }) : raw;
    } else if (match[1] === 'A') bits = decodeAcs(body, bytesPerRow, rows);
  } catch {
    return undefined;
  }
  if (!bits) return undefined;
  const data = bits;
  return {
    width: bytesPerRow * 8,
    height: rows,
    ink: (x, y) => ((data[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0,
  };
}

/** Rows of hexadecimal digits; see `graphicField` for the coding. */
function decodeAcs(body: string, bytesPerRow: number, rows: number): Uint8Array {
  const digits = bytesPerRow * 2;
  const lines: string[] = [];
  let row = '';
  let count = 0;
  for (const ch of body.replace(/\s/g, '')) {
    if (lines.length >= rows) break;
    if (ch === ',' || ch === '!') {
      lines.push(row.padEnd(digits, ch === ',' ? '0' : 'F'));
      row = '';
    } else if (ch === ':') lines.push(lines.at(-1) ?? '0'.repeat(digits));
    else if (ch >= 'G' && ch <= 'Y') count += ch.charCodeAt(0) - 0x46;
    else if (ch >= 'g' && ch <= 'z') count += (ch.charCodeAt(0) - 0x66) * 20;
    else if (/[0-9A-Fa-f]/.test(ch)) {
      row += ch.repeat(Math.min(count || 1, digits * (rows - lines.length)));
      count = 0;
      const whole = Math.floor(row.length / digits);
      for (let n = 0; n < whole; n += 1) lines.push(row.slice(n * digits, (n + 1) * digits));
      row = row.slice(whole * digits);
    }
  }
  return Buffer.concat([Buffer.from(lines.slice(0, rows).join(''), 'hex'), Buffer.alloc(bytesPerRow * rows)]).subarray(
    0,
    bytesPerRow * rows,
  );
}

/** Where one label format has codes and black areas. */
function occupied(format: string): TileMap {
  const width = or(Number.parseInt(/\^PW(\d+)/.exec(format)?.[1] ?? '', 10), 812);
  const length = or(Number.parseInt(/\^LL(\d+)/.exec(format)?.[1] ?? '', 10), 1218);
  const map = emptyMap(Math.min(width, 2_500), Math.min(length, 7_500));
  const s: State = { homeX: 0, homeY: 0, x: 0, y: 0, fromFoot: false, module: 2, height: 10 };
  let pending: { command: string; parameters: string } | undefined;
  for (const [, command = '', parameters = ''] of format.matchAll(/\^([A-Za-z0-9@]{2})([^^]*)/g)) {
    const name = command.toUpperCase();
    const [a, b, c] = numbers(parameters);
    if (name === 'LH') [s.homeX, s.homeY] = [or(a, 0), or(b, 0)];
    else if (name === 'FO' || name === 'FT') [s.x, s.y, s.fromFoot] = [or(a, 0), or(b, 0), name === 'FT'];
    else if (name === 'BY') [s.module, s.height] = [or(a, s.module), or(c, s.height)];
    else if (name === 'GB') {
      const [w, h, t] = [or(a, 1), or(b, 1), or(c, 1)];
      if (t * 2 >= Math.min(w, h) && Math.min(w, h) > 20)
        block(map, { x: s.homeX + s.x, y: s.homeY + s.y, width: w, height: h }, 0);
    } else if (name === 'GF') blockGraphic(map, parameters, s);
    else if (/^B[0-9A-Z]$/.test(name)) pending = { command: name, parameters };
    else if (name === 'FD' && pending) {
      block(map, barcodeRect(pending.command, pending.parameters, parameters, s), 30);
      pending = undefined;
    } else if (name === 'FS') pending = undefined;
  }
  return map;
}

function blockGraphic(map: TileMap, parameters: string, s: State): void {
  const x = s.homeX + s.x;
  const graphic = graphicBits(parameters);
  if (!graphic) {
    block(map, { x, y: s.homeY + s.y, width: 400, height: 400 }, 0);
    return;
  }
  const y = s.homeY + s.y - (s.fromFoot ? graphic.height : 0);
  // Tiles are those of the label, so the graphic is put where it stands on it; what lies beyond is not looked at.
  const [left, top] = [Math.round(x), Math.round(y)];
  const width = Math.max(0, Math.min(graphic.width + left, map.columns * TILE));
  const height = Math.max(0, Math.min(graphic.height + top, map.rows * TILE));
  const data = new Uint8Array(width * height).fill(255);
  for (let py = Math.max(0, top); py < height; py += 1)
    for (let px = Math.max(0, left); px < width; px += 1)
      if (graphic.ink(px - left, py - top)) data[py * width + px] = 0;
  const own = mapInk({ width, height, data });
  for (let row = 0; row < Math.min(own.rows, map.rows); row += 1)
    for (let column = 0; column < Math.min(own.columns, map.columns); column += 1)
      if (own.blocked[row * own.columns + column] === 1) map.blocked[row * map.columns + column] = 1;
}

/** TEST in every `^XA…^XZ` that prints something and has none yet. */
export const stampTestZpl = (zpl: string): string =>
  zpl
    .split(/(?<=\^XZ)/i)
    .map((part) => {
      const start = part.search(/\^XA/i);
      return start >= 0 && /\^XZ$/i.test(part) ? part.slice(0, start) + stamped(part.slice(start)) : part;
    })
    .join('');

/** @param format from `^XA` to `^XZ` */
function stamped(format: string): string {
  const prints = /\^(FD|GF|GB|GC|GD|GE|XG|IM)/i.test(format);
  if (!prints || format.includes(TEST_COMMENT)) return format;
  const home = numbers(/\^LH([\d.,]*)/.exec(format)?.[1] ?? '0,0');
  const fields = markBoxes(occupied(format)).map((box) => {
    const mark = testMark(box.width, box.height);
    const at = `^FO${Math.max(0, box.x - or(home[0], 0))},${Math.max(0, box.y - or(home[1], 0))}`;
    return at + graphicField(rectBitmap(mark.width, mark.height, mark.rects));
  });
  return format.replace(/\^XZ$/i, `${TEST_COMMENT}\n${fields.join('\n')}\n^XZ`);
}
