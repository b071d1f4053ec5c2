/** Pictures as baseline JPEG files (ITU-T T.81): photos that have to be small. Colours are kept at full resolution. */
import type { ColourRaster } from '../pdf/pdf-raster.ts';

/** Places of a block's values, from the coarsest to the finest (T.81, figure A.6). */
const ZIGZAG = Array.from({ length: 64 }, (_, at) => at).toSorted((a, b) => {
  const [ay, ax, by, bx] = [a >> 3, a & 7, b >> 3, b & 7];
  const diagonal = ay + ax - (by + bx);
  return diagonal === 0 ? ((ay + ax) % 2 === 0 ? by - ay : ay - by) : diagonal;
});
/** Quantisation of brightness and colour (T.81, tables K.1 and K.2), row by row. */
const BRIGHTNESS = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];
const COLOUR = Array.from({ length: 64 }, (_, at) => {
  const known = [
    [17, 18, 24, 47],
    [18, 21, 26, 66],
    [24, 26, 56],
    [47, 66],
  ];
  return known[at >> 3]?.[at & 7] ?? 99;
});

interface Code {
  readonly counts: readonly number[];
  readonly values: readonly number[];
}
/** How many codes there are of each length, and what they stand for (T.81, tables K.3 and K.5); colour uses the same. */
const DC: Code = { counts: [0, 1, 5, 1, 1, 1, 1, 1, 1], values: Array.from({ length: 12 }, (_, at) => at) };
const AC: Code = {
  counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
  values: [
    ...Buffer.from(
      '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a',
      'hex',
    ),
    ...[0x34, 0x43, 0x53, 0x63, 0x73, 0x83, 0x92, 0xa2, 0xb2, 0xc2, 0xd2, 0xe1, 0xf1].flatMap((from) =>
      Array.from({ length: 0x0b - (from & 15) }, (_, at) => from + at),
    ),
  ],
};

/** Value to its code and length. */
const codesOf = ({ counts, values }: Code): ReadonlyMap<number, readonly [code: number, length: number]> => {
  const codes = new Map<number, readonly [number, number]>();
  let code = 0;
  let at = 0;
  for (const [index, count] of counts.entries()) {
    for (let n = 0; n < count; n += 1, at += 1, code += 1) codes.set(values[at] ?? 0, [code, index + 1]);
    code <<= 1;
  }
  return codes;
};

const COSINES = Float64Array.from({ length: 64 }, (_, at) => {
  const [frequency, place] = [at >> 3, at & 7];
  return Math.cos(((2 * place + 1) * frequency * Math.PI) / 16) * (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5;
});

/** Frequencies of 64 values, along rows and then columns. */
function frequencies(block: Float64Array): Float64Array {
  const along = (values: Float64Array, turned: boolean): Float64Array => {
    const out = new Float64Array(64);
    for (let line = 0; line < 8; line += 1)
      for (let frequency = 0; frequency < 8; frequency += 1) {
        let sum = 0;
        for (let place = 0; place < 8; place += 1)
          sum += (values[turned ? place * 8 + line : line * 8 + place] ?? 0) * (COSINES[frequency * 8 + place] ?? 0);
        out[turned ? frequency * 8 + line : line * 8 + frequency] = sum;
      }
    return out;
  };
  return along(along(block, false), true);
}

const segment = (marker: number, body: readonly number[]): Buffer => {
  const length = body.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...body]);
};
const padded = (counts: readonly number[]): readonly number[] => Array.from({ length: 16 }, (_, at) => counts[at] ?? 0);

/** @param quality 1 to 100, as other programs mean it */
export function encodeJpeg({ width, height, data }: ColourRaster, quality: number): Uint8Array {
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  const scaled = (table: readonly number[]): readonly number[] =>
    table.map((each) => Math.min(255, Math.max(1, Math.floor((each * scale + 50) / 100))));
  const tables = [scaled(BRIGHTNESS), scaled(COLOUR)] as const;
  const [dc, ac] = [codesOf(DC), codesOf(AC)];
  const out: number[] = [];
  let held = 0;
  let free = 8;
  const write = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      free -= 1;
      held |= ((value >> bit) & 1) << free;
      if (free > 0) continue;
      out.push(held);
      if (held === 0xff) out.push(0);
      held = 0;
      free = 8;
    }
  };
  const writeCoded = (codes: typeof dc, symbol: number): void => write(...(codes.get(symbol) ?? [0, 0]));
  /** How many bits a number takes; negative ones are written less one. */
  const sizeOf = (value: number): number => 32 - Math.clz32(Math.abs(value));
  const writeNumber = (value: number, size: number): void => write(value < 0 ? value + (1 << size) - 1 : value, size);

  const before = [0, 0, 0];
  const writeBlock = (component: 0 | 1 | 2, block: Float64Array): void => {
    const table = tables[component === 0 ? 0 : 1];
    const found = frequencies(block);
    const numbers = ZIGZAG.map((place) => Math.round((found[place] ?? 0) / (table[place] ?? 1)));
    const [first = 0] = numbers;
    const change = first - (before[component] ?? 0);
    before[component] = first;
    writeCoded(dc, sizeOf(change));
    writeNumber(change, sizeOf(change));
    const last = numbers.findLastIndex((each) => each !== 0);
    let zeros = 0;
    for (let at = 1; at <= last; at += 1) {
      const value = numbers[at] ?? 0;
      if (value === 0) {
        zeros += 1;
        continue;
      }
      for (; zeros > 15; zeros -= 16) writeCoded(ac, 0xf0);
      writeCoded(ac, zeros * 16 + sizeOf(value));
      writeNumber(value, sizeOf(value));
      zeros = 0;
    }
    if (last < 63) writeCoded(ac, 0);
  };

  const blocks = [new Float64Array(64), new Float64Array(64), new Float64Array(64)] as const;
  for (let top = 0; top < height; top += 8)
    for (let left = 0; left < width; left += 8) {
      for (let place = 0; place < 64; place += 1) {
        // Beyond its edge a picture goes on as it ends.
        const y = Math.min(height - 1, top + (place >> 3));
        const x = Math.min(width - 1, left + (place & 7));
        const from = (y * width + x) * 3;
        const [r = 0, g = 0, b = 0] = [data[from], data[from + 1], data[from + 2]];
        blocks[0][place] = 0.299 * r + 0.587 * g + 0.114 * b - 128;
        blocks[1][place] = -0.168736 * r - 0.331264 * g + 0.5 * b;
        blocks[2][place] = 0.5 * r - 0.418688 * g - 0.081312 * b;
      }
      writeBlock(0, blocks[0]);
      writeBlock(1, blocks[1]);
      writeBlock(2, blocks[2]);
    }
  // The rest of the last byte is ones.
  if (free < 8) write((1 << free) - 1, free);

  const [kinds, tableOf] = [[1, 2, 3], (component: number) => (component === 1 ? 0 : 1)] as const;
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0', 'latin1'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...tables.map((table, at) => segment(0xdb, [at, ...ZIGZAG.map((place) => table[place] ?? 1)])),
    segment(0xc0, [
      8,
      height >> 8,
      height & 255,
      width >> 8,
      width & 255,
      3,
      ...kinds.flatMap((component) => [component, 0x11, tableOf(component)]),
    ]),
    segment(0xc4, [0x00, ...padded(DC.counts), ...DC.values]),
    segment(0xc4, [0x10, ...padded(AC.counts), ...AC.values]),
    segment(0xda, [3, ...kinds.flatMap((component) => [component, 0]), 0, 63, 0]),
    Buffer.from(out),
    Buffer.from([0xff, 0xd9]),
  ]);
}
