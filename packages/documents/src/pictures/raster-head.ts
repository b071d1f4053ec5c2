/** What a picture of pixels is and how large, told by its first bytes and never by its name. */
type Size = readonly [width: number, height: number];

export interface RasterHead {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/x-icon';
  /** Undefined where it is damaged. */
  readonly size: Size | undefined;
}

const ascii = (view: Buffer, from: number, to: number): string => view.subarray(from, to).toString('latin1');

/** Undefined for what begins like no picture of pixels. */
export const readRasterHead = (view: Buffer): RasterHead | undefined => {
  if (ascii(view, 0, 8) === '\x89PNG\r\n\x1a\n')
    return {
      type: 'image/png',
      size:
        view.length >= 33 && ascii(view, 12, 16) === 'IHDR'
          ? [view.readUInt32BE(16), view.readUInt32BE(20)]
          : undefined,
    };
  if (view[0] === 0xff && view[1] === 0xd8 && view[2] === 0xff) return { type: 'image/jpeg', size: jpegSize(view) };
  if (/^GIF8[79]a$/.test(ascii(view, 0, 6)))
    return { type: 'image/gif', size: view.length >= 13 ? [view.readUInt16LE(6), view.readUInt16LE(8)] : undefined };
  if (ascii(view, 0, 4) === 'RIFF' && ascii(view, 8, 12) === 'WEBP')
    return { type: 'image/webp', size: webpSize(view) };
  if (view.length >= 22 && view.readUInt32LE(0) === 0x0001_0000)
    return { type: 'image/x-icon', size: view.readUInt16LE(4) > 0 ? [view[6] || 256, view[7] || 256] : undefined };
  return undefined;
};

/** Start-of-frame markers carry the size; C4, C8 and CC are other things. */
const jpegSize = (view: Buffer): Size | undefined => {
  let at = 2;
  while (at + 9 < view.length) {
    if (view[at] !== 0xff) return undefined;
    const marker = view[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [view.readUInt16BE(at + 7), view.readUInt16BE(at + 5)];
    // Markers without a length: restart and the like.
    at += marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7) ? 2 : 2 + view.readUInt16BE(at + 2);
  }
  return undefined;
};

const webpSize = (view: Buffer): Size | undefined => {
  if (view.length < 30) return undefined;
  switch (ascii(view, 12, 16)) {
    case 'VP8 ':
      return [view.readUInt16LE(26) & 0x3fff, view.readUInt16LE(28) & 0x3fff];
    case 'VP8L': {
      const bits = view.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
    }
    case 'VP8X':
      return [view.readUIntLE(24, 3) + 1, view.readUIntLE(27, 3) + 1];
    default:
      return undefined;
  }
};
