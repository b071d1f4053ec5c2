/** How a tenant's documents look: data only, never template source. */
import { contrast, inkOn } from '@scanship/domain/values/contrast';
import { type Barcode, barsPath, barcode, DOT } from '../barcodes/barcode.ts';
import { DocumentError } from '../document-error.ts';
import { printableLine } from '../text/printable-text.ts';

export type PaperSize = 'letter' | 'a4' | '4x6';

export interface DocumentBranding {
  /** Shown where there is no logo, and in the footer. */
  readonly issuerName: string;
  /** PNG, JPEG, GIF, WebP or SVG. A file that is none of these is left out and the name stands in its place. */
  readonly logo?: Uint8Array | undefined;
  /** "#24618f": headings, rules and the table's head. */
  readonly primaryColor?: string | undefined;
  /** "#ffffff": ground of the page's head. */
  readonly backgroundColor?: string | undefined;
  /** Pale text across the page. */
  readonly watermark?: string | undefined;
  /** A line at the foot: return policy, web address. */
  readonly footer?: string | undefined;
}

const DEFAULT_PRIMARY = '#24618f';

/** File name by content (the template chooses the decoder by its end), or undefined for no image we draw. */
export function imageFileName(stem: string, bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 256));
  if (head.startsWith('\u0089PNG\r\n\u001a\n') || head.startsWith('\x89PNG')) return `${stem}.png`;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return `${stem}.jpg`;
  if (head.startsWith('GIF8')) return `${stem}.gif`;
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return `${stem}.webp`;
  // Only what begins with mark-up; a declaration and comments may stand in front.
  if (/^\s*<(?:svg|\?xml|!--)/i.test(head) && /<svg[\s>]/i.test(head)) return `${stem}.svg`;
  return undefined;
}

function colour(value: string | undefined, fallback: string): string {
  const text = value?.trim() ?? '';
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase();
  if (/^#[0-9a-f]{3}$/i.test(text)) return text.replace(/[0-9a-f]/gi, '$&$&').toLowerCase();
  return fallback;
}

/** Black or white, whichever reads better on a ground. */
const inkOf = (ground: string): string => inkOn(ground, '#111111');

export interface TemplateBranding {
  readonly issuer: string;
  readonly logo: string | null;
  readonly primary: string;
  readonly onPrimary: string;
  /** The primary colour where it is text on the page: black when too pale to read (contrast below 4.5). */
  readonly heading: string;
  readonly ground: string | null;
  readonly watermark: string | null;
  readonly footer: string;
}

export function templateBranding(branding: DocumentBranding): {
  data: TemplateBranding;
  files: Record<string, Uint8Array>;
} {
  const logo = branding.logo && branding.logo.length > 0 ? imageFileName('logo', branding.logo) : undefined;
  const primary = colour(branding.primaryColor, DEFAULT_PRIMARY);
  const ground = colour(branding.backgroundColor, '#ffffff');
  const files: Record<string, Uint8Array> = logo && branding.logo ? { [logo]: branding.logo } : {};
  const data: TemplateBranding = {
    issuer: printableLine(branding.issuerName),
    logo: logo ?? null,
    primary,
    onPrimary: inkOf(primary),
    heading: contrast(primary, ground) >= 4.5 ? primary : inkOf(ground),
    ground: ground === '#ffffff' ? null : ground,
    watermark: printableLine(branding.watermark ?? '') || null,
    footer: printableLine(branding.footer ?? ''),
  };
  return { data, files };
}

/** A barcode as an SVG picture with its size in points. */
export interface CodePicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/**
 * The number of an order as a symbol a hand scanner reads: Code 128 with X = 2 dots where it fits `maxWidth` points, else QR.
 * Undefined when there is nothing to encode.
 */
export function codePicture(text: string, maxWidth: number, height: number): CodePicture | undefined {
  const data = printableLine(text);
  if (data === '') return undefined;
  try {
    const tall = Math.round(height / DOT);
    const linear = /^[\x20-\x7e]+$/.test(data) ? barcode('code128', data, 2, tall) : undefined;
    return pictureOf(linear && linear.width * DOT <= maxWidth ? linear : barcode('qr', data, 3));
  } catch (error) {
    // A number too long for any symbol is still printed as text.
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

/** An address as a QR code that a telephone reads: modules of 3 dots, 0.38 mm. @throws DocumentError for one too long for a symbol */
export const qrPicture = (address: string): CodePicture => pictureOf(barcode('qr', address, 3));

function pictureOf({ width, height, rects }: Barcode): CodePicture {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path d="${barsPath(rects)}"/></svg>`;
  return { svg, width: width * DOT, height: height * DOT };
}

/** Long words get invisible break points, so that no column overflows. */
export function breakable(text: string): string {
  return text.replace(/[^\s]{18,}/gu, (word) => word.replace(/(\P{M}\p{M}*){12}(?=\P{M})/gu, '$&\u200b'));
}
