import { describe, expect, it } from 'vitest';
import { inflateSync } from 'node:zlib';
import { drawPhoto, PHOTO_SIDE } from './photo.ts';
import { encodeColourPng } from './png-writer.ts';

/** 32 x 16 pixels, red on the left and blue on the right, as a phone that was held upright keeps it: with its maker and how to turn it. */
const TURNED = Buffer.from(
  [
    '/9j/4QA6RXhpZgAASUkqAAgAAAACABIBAwABAAAABgAAAA8BAgAMAAAAJgAAAAAAAABTZWNyZXRQaG9uZQD/4AAQSkZJRgABAQAAAQABAAD/4g',
    'HYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAA',
    'ABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0',
    'AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAAB',
    'jaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABt',
    'bHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAAYEBQYFBAYGBQYHBwYIChAKCg',
    'kJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgo',
    'KCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAQACADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAFBABAA',
    'AAAAAAAAAAAAAAAAAAAP/EABYBAQEBAAAAAAAAAAAAAAAAAAgGB//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AM/ATDckcATI',
    '9v/Z',
  ].join(''),
  'base64',
);
const plain = (width: number, height: number): Uint8Array =>
  encodeColourPng({ width, height, data: Uint8Array.from({ length: width * height * 3 }, (_v, at) => (at * 7) % 251) });

/** Its rows, unfiltered. */
function pixels(png: Uint8Array): { readonly types: string[]; readonly at: (x: number, y: number) => number[] } {
  const view = Buffer.from(png);
  const types: string[] = [];
  let data = Buffer.alloc(0);
  for (let at = 8; at < view.length; at += 12 + view.readUInt32BE(at)) {
    const type = view.toString('latin1', at + 4, at + 8);
    types.push(type);
    if (type === 'IDAT') data = inflateSync(view.subarray(at + 8, at + 8 + view.readUInt32BE(at)));
  }
  const width = view.readUInt32BE(16);
  const row = width * 3 + 1;
  for (let y = 1; y * row < data.length; y += 1)
    if (data[y * row] === 2)
      for (let x = 1; x < row; x += 1) data[y * row + x] = (data[y * row + x] ?? 0) + (data[(y - 1) * row + x] ?? 0);
  return { types, at: (x, y) => [...data.subarray(y * row + 1 + x * 3, y * row + 4 + x * 3)] };
}

describe('a photo', () => {
  it('of a phone stands upright and keeps nothing of where and with what it was taken', async () => {
    expect(TURNED.includes('SecretPhone')).toBe(true);
    const drawn = await drawPhoto(TURNED, 'image/jpeg');
    expect([drawn.width, drawn.height]).toEqual([16, 32]);
    const { types, at } = pixels(drawn.png);
    expect(types).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect(Buffer.from(drawn.png).includes('SecretPhone')).toBe(false);
    const [top, bottom] = [at(8, 4), at(8, 28)];
    expect((top[0] ?? 0) > 180 && (top[2] ?? 0) < 70, String(top)).toBe(true);
    expect((bottom[2] ?? 0) > 180 && (bottom[0] ?? 0) < 70, String(bottom)).toBe(true);
  });

  it('larger than a screen is made smaller, a small one is left so', async () => {
    const large = await drawPhoto(plain(1_500, 500), 'image/png');
    expect([large.width, large.height]).toEqual([PHOTO_SIDE, 333]);
    const small = await drawPhoto(plain(40, 30), 'image/png');
    expect([small.width, small.height]).toEqual([40, 30]);
    expect(pixels(small.png).at(0, 0)).toEqual([0, 7, 14]);
  });

  it.each([
    ['cut off', () => TURNED.subarray(0, 150), 'image/jpeg'],
    ['no picture behind its first bytes', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]), 'image/jpeg'],
    ['a cut PNG', () => plain(40, 30).subarray(0, 60), 'image/png'],
  ] as const)('that is %s is refused in words', async (_what, bytes, type) => {
    await expect(drawPhoto(bytes(), type)).rejects.toMatchObject({ code: 'bad-file' });
  });
});
