import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawLogoTile, LOGO_TILE_SIDE } from './logo-tile.ts';
import { encodeColourPng, PNG_SIGNATURE } from './png-writer.ts';

const chunk = (type: string, body: Uint8Array): Buffer => {
  const data = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const out = Buffer.alloc(data.length + 8);
  out.writeUInt32BE(body.length, 0);
  data.copy(out, 4);
  out.writeUInt32BE(crc32(data), data.length + 4);
  return out;
};
const plain = (width: number, height: number, [r, g, b]: readonly [number, number, number]) =>
  Buffer.from(
    encodeColourPng({
      width,
      height,
      data: Uint8Array.from({ length: width * height * 3 }, (_v, at) => [r, g, b][at % 3] ?? 0),
    }),
  );
/** Put in behind the head, where ancillary chunks may stand. */
const withExtra = (png: Buffer, extra: Buffer) => Buffer.concat([png.subarray(0, 33), extra, png.subarray(33)]);
const chunksOf = (png: Uint8Array): string[] => {
  const view = Buffer.from(png);
  const types: string[] = [];
  for (let at = 8; at < view.length; at += 12 + view.readUInt32BE(at))
    types.push(view.toString('latin1', at + 4, at + 8));
  return types;
};
/** Our own writer filters no row. */
const pixel = (png: Uint8Array, x: number, y: number): number[] => {
  const view = Buffer.from(png);
  const at = view.indexOf('IDAT');
  const rows = inflateSync(view.subarray(at + 4, at + 4 + view.readUInt32BE(at - 4)));
  const from = y * (LOGO_TILE_SIDE * 3 + 1) + 1 + x * 3;
  return [...rows.subarray(from, from + 3)];
};

describe('a logo', () => {
  it('is drawn anew: square, its colours kept, white around it', async () => {
    const tile = await drawLogoTile(plain(200, 100, [220, 30, 10]), 'image/png');
    expect(Buffer.from(tile).readUInt32BE(16)).toBe(LOGO_TILE_SIDE);
    expect(Buffer.from(tile).readUInt32BE(20)).toBe(LOGO_TILE_SIDE);
    expect(pixel(tile, 54, 54)).toEqual([220, 30, 10]);
    // Twice as wide as high: white above and below.
    expect(pixel(tile, 54, 10)).toEqual([255, 255, 255]);
    expect(pixel(tile, 1, 54)).toEqual([255, 255, 255]);
  });

  it('keeps nothing that is not seen: texts, profiles, and what hangs behind the end', async () => {
    const secret = withExtra(
      plain(20, 20, [0, 0, 200]),
      chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
    );
    const tile = await drawLogoTile(Buffer.concat([secret, Buffer.from('PK\x03\x04 and more')]), 'image/png');
    expect(chunksOf(tile)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect(Buffer.from(tile).includes('script')).toBe(false);
  });

  it.each([
    ['its pixels are cut', () => plain(20, 20, [0, 0, 0]).subarray(0, 60), 'image/png'],
    [
      'it unpacks to far more than it has pixels',
      () => {
        const head = plain(4, 4, [0, 0, 0]).subarray(8, 33);
        return Buffer.concat([
          PNG_SIGNATURE,
          head,
          chunk('IDAT', deflateSync(Buffer.alloc(50_000_000))),
          chunk('IEND', Buffer.alloc(0)),
        ]);
      },
      'image/png',
    ],
    ['it is no JPEG inside', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 1, 2, 3]), 'image/jpeg'],
  ] as const)('is refused when %s', async (_why, bytes, type) => {
    await expect(drawLogoTile(bytes(), type)).rejects.toMatchObject({ code: 'bad-file' });
  });

  it('is refused when nothing of it would be seen', async () => {
    await expect(drawLogoTile(plain(20, 20, [255, 255, 255]), 'image/png')).rejects.toMatchObject({
      code: 'bad-input',
    });
  });
});
