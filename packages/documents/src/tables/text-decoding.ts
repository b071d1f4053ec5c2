/** Bytes of a text file to a string, by byte order mark, then by content. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
}

/** Bytes 80 to 9F of Windows-1252 (WHATWG Encoding, index windows-1252). Node 20's own decoder reads them as Latin-1. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const windows1252 = (bytes: Uint8Array): string =>
  new TextDecoder('latin1').decode(bytes).replace(/[\u0080-\u009f]/g, (ch) => HIGH[ch.charCodeAt(0) - 0x80] ?? ch);

/**
 * UTF-8 and UTF-16 by their mark; UTF-16 without mark by its zero bytes; else UTF-8 when the bytes are valid UTF-8, and
 * Windows-1252 (what Excel writes as "CSV" on a western Windows) when they are not. Undefined for binary files.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const decode = (encoding: DecodedText['encoding']): DecodedText => ({
    text: new TextDecoder(encoding).decode(bytes),
    encoding,
  });
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return decode('utf-8');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be');
  const sample = bytes.subarray(0, 4096);
  const zeros = [0, 1].map((parity) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length);
  const half = sample.length / 2;
  if ((zeros[1] ?? 0) > half * 0.4 && (zeros[0] ?? 0) < half * 0.05) return decode('utf-16le');
  if ((zeros[0] ?? 0) > half * 0.4 && (zeros[1] ?? 0) < half * 0.05) return decode('utf-16be');
  if (bytes.includes(0)) return undefined;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: windows1252(bytes), encoding: 'windows-1252' };
  }
}
