/**
 * What becomes of text before it is printed. Names and notes come from marketplaces and buyers, so anything may be inside:
 * control characters, right-to-left overrides, broken surrogates, scripts we have no font for.
 */
import { documentFonts } from './font-metrics.ts';

/** C0/C1 controls, line and paragraph separators. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
/** Marks that reorder or hide text without being seen: bidirectional controls, zero-width space, soft hyphen, BOM, tags. */
const INVISIBLE =
  /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\ufe0e|\ufe0f|[\u{e0000}-\u{e007f}]/gu;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const SIMPLE = /^[\u0020-\u007e]*$/;

/** Kept although no font draws them by themselves: joiners (Arabic, Devanagari, emoji families) and emoji skin tones. */
const isJoiner = (c: number): boolean => c === 0x200c || c === 0x200d || (c >= 0x1f3fb && c <= 0x1f3ff);

/**
 * One printable line: Unicode NFC, controls and line breaks as spaces, invisible marks gone, spaces collapsed, and every
 * character that no shipped font draws as U+FFFD so that a gap is seen and not guessed.
 */
export function printableLine(text: string, fontDirectory?: string): string {
  let line = text;
  if (!SIMPLE.test(line)) {
    line = line.replace(LONE_SURROGATE, '\ufffd').normalize('NFC').replace(INVISIBLE, '').replace(CONTROLS, ' ');
    const fonts = documentFonts(fontDirectory);
    line = Array.from(line, (ch) => {
      const c = ch.codePointAt(0) ?? 0;
      return c < 0x250 || isJoiner(c) || fonts.coverage(c) !== 'none' ? ch : '\ufffd';
    }).join('');
  }
  return line.replace(/\s+/g, ' ').trim();
}

/** Several lines (a gift message): breaks are kept, each line is made printable, at most `maxLines`. */
export function printableLines(text: string, maxLines: number, fontDirectory?: string): string[] {
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => printableLine(line, fontDirectory))
    .slice(0, maxLines);
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  return lines;
}

/** Characters of a text that would be printed as U+FFFD (Georgian, Bengali, Tamil, …): for a warning before printing. */
export function undrawableCharacters(text: string, fontDirectory?: string): string[] {
  if (SIMPLE.test(text)) return [];
  const fonts = documentFonts(fontDirectory);
  const clean = text.normalize('NFC').replace(INVISIBLE, '').replace(CONTROLS, ' ');
  const none = Array.from(clean).filter((ch) => {
    const c = ch.codePointAt(0) ?? 0;
    return c >= 0x250 && !isJoiner(c) && fonts.coverage(c) === 'none';
  });
  return [...new Set(none)];
}

/** Whether the large fonts (Chinese, Japanese kana, Hangul, emoji) are needed to draw a text. */
export function needsWideFonts(text: string, fontDirectory?: string): boolean {
  if (!/[\u0700-\uffff]/.test(text)) return false;
  const fonts = documentFonts(fontDirectory);
  for (const ch of new Set(text)) {
    const c = ch.codePointAt(0) ?? 0;
    if (c > 0x6ff && c !== 0xfffd && fonts.coverage(c) === 'wide') return true;
  }
  return false;
}

/** Whether the first strong character is right to left (Arabic, Hebrew): UAX 9, rule P2. */
export function isRightToLeft(text: string): boolean {
  const strong = /[\p{L}]/u.exec(text)?.[0];
  return strong !== undefined && /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(strong);
}
