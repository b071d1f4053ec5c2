/**
 * Whether an uploaded file is a picture that may be shown to everybody: told by its bytes, never by its name. SVG is text
 * that can do things, so it passes only when every element and attribute is on a list of drawing ones; it is refused, not
 * mended, because a mended picture might not be the picture.
 */
import { MOST_PICTURE_BYTES, MOST_PICTURE_PIXELS } from '@scanship/contracts/network/franchises';
import { MOST_OUTSIDE_BYTES, MOST_OUTSIDE_PIXELS } from '../../platform/outside-pictures/picture-bounds.ts';
import { readRasterHead, type RasterHead } from '@scanship/documents/pictures/raster-head';
import { type Outcome, problem } from '../../platform/problem.ts';

export interface Picture {
  readonly contentType: RasterHead['type'] | 'image/svg+xml';
  readonly width: number | null;
  readonly height: number | null;
}

const refuse = (message: string) => problem('picture_refused', { message });

/** An uploaded one. Problem: `picture_refused` with the reason. */
export const checkPicture = (bytes: Uint8Array): Outcome<Picture> =>
  checkWithin(bytes, MOST_PICTURE_BYTES, MOST_PICTURE_PIXELS);

/** One that lies elsewhere and is shown from here. */
export const checkOutsidePicture = (bytes: Uint8Array): Outcome<Picture> =>
  checkWithin(bytes, MOST_OUTSIDE_BYTES, MOST_OUTSIDE_PIXELS);

const MB = 1024 * 1024;

const checkWithin = (bytes: Uint8Array, mostBytes: number, mostPixels: number): Outcome<Picture> => {
  if (bytes.byteLength > mostBytes)
    return refuse(
      `This picture has ${(bytes.byteLength / MB).toFixed(1)} MB; at most ${mostBytes / MB} MB are allowed.`,
    );
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const raster = readRasterHead(view);
  if (raster === undefined) return checkSvg(view);
  if (raster.size === undefined) return refuse('This picture is damaged: its size cannot be read.');
  const [width, height] = raster.size;
  if (width < 1 || height < 1 || width > mostPixels || height > mostPixels)
    return refuse(`This picture is ${width} x ${height} pixels; each side must be 1 to ${mostPixels}.`);
  return { ok: true, value: { contentType: raster.type, width, height } };
};

const ELEMENTS = new Set(
  (
    'svg g defs title desc metadata symbol use path rect circle ellipse line polyline polygon text tspan textPath ' +
    'linearGradient radialGradient stop clipPath mask pattern filter feGaussianBlur feOffset feBlend feMerge feMergeNode ' +
    'feColorMatrix feComposite feFlood feDropShadow feMorphology marker'
  ).split(' '),
);
/** Names only; values are looked at for addresses as well. */
const ATTRIBUTE = /^(?:[a-z][a-zA-Z-]*|xmlns(?::[a-z]+)?|xml:space|xlink:href)$/;
const FORBIDDEN_ATTRIBUTE = /^(?:on|style$|src|action|formaction|data-)/i;
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;
const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
/** Sticky, one after the other through what TAG took for attributes: a search for the next one would be quadratic. */
const ATTRIBUTES = /\s+([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/gy;

/** A comment that is never closed stays, and is refused with the document types. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf('<!--', at);
    const close = open < 0 ? -1 : text.indexOf('-->', open + 4);
    kept.push(text.slice(at, close < 0 ? undefined : open));
    if (close < 0) return kept.join('');
    at = close + 3;
  }
}

/** Reads strictly: what is not understood is refused. */
const checkSvg = (view: Buffer): Outcome<Picture> => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(view);
  } catch {
    return refuse('This file is not a picture of a known kind (PNG, JPEG, WebP, GIF, ICO, SVG).');
  }
  let body = withoutComments(text.trimStart().replace(/^<\?xml[^>?]*\?>/, '')).trim();
  if (!/^<svg[\s/>]/.test(body) && !/^<!DOCTYPE/i.test(body))
    return refuse('This file is not a picture of a known kind (PNG, JPEG, WebP, GIF, ICO, SVG).');
  const inSvg = (what: string) =>
    refuse(`This SVG holds ${what}, which is not shown to visitors. Save it as plain SVG, or as PNG.`);
  if (/<!|<\?/.test(body)) return inSvg('a document type, entities or instructions');
  if (ENTITY.test(body)) return inSvg('an entity');
  const open: string[] = [];
  let size: RasterHead['size'];
  let at = 0;
  body = body.replaceAll('\r\n', '\n');
  while (at < body.length) {
    const next = body.indexOf('<', at);
    if (next < 0) return open.length === 0 && body.slice(at).trim() === '' ? drawn(size) : inSvg('text outside of it');
    TAG.lastIndex = next;
    const tag = TAG.exec(body);
    if (!tag) return inSvg('a tag that cannot be read');
    const [whole, closing, name = '', attributes = '', self] = tag;
    at = next + whole.length;
    if (closing) {
      if (open.pop() !== name) return inSvg('tags that do not match');
      if (open.length === 0) return body.slice(at).trim() === '' ? drawn(size) : inSvg('something after its end');
      continue;
    }
    if (!ELEMENTS.has(name)) return inSvg(`the element <${name.slice(0, 40)}>`);
    for (const [, attribute = '', double, single] of attributes.matchAll(ATTRIBUTES)) {
      const value = double ?? single ?? '';
      if (!ATTRIBUTE.test(attribute) || FORBIDDEN_ATTRIBUTE.test(attribute))
        return inSvg(`the attribute ${attribute.slice(0, 40)}`);
      // References may only point into the picture itself.
      const plain = decoded(value);
      if (/href$/i.test(attribute) && !/^#[\w.-]+$/.test(plain)) return inSvg('a reference to something outside of it');
      if (
        !attribute.startsWith('xmlns') &&
        /url\((?!['"]?#)|javascript:|data:|https?:|\/\//i.test(plain.replace(/[\s\p{Cc}]/gu, ''))
      )
        return inSvg('a reference to something outside of it');
      if (open.length === 0) size = grown(size, attribute, plain);
    }
    if (!self) open.push(name);
    else if (open.length === 0) return body.slice(at).trim() === '' ? drawn(size) : inSvg('something after its end');
    if (open.length > 100) return inSvg('more than a hundred levels');
  }
  return inSvg('tags that are never closed');
};

const drawn = (size: RasterHead['size']): Outcome<Picture> => ({
  ok: true,
  value: { contentType: 'image/svg+xml', width: size?.[0] || null, height: size?.[1] || null },
});

/** Character references undone, so that nothing hides behind them. */
const decoded = (value: string): string =>
  value
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => safeCharacter(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, digits: string) => safeCharacter(Number(digits)))
    .replace(
      /&(lt|gt|quot|apos|amp);/g,
      (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })[name] ?? '',
    );
const safeCharacter = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

const grown = (size: RasterHead['size'], attribute: string, value: string): RasterHead['size'] => {
  const pixels = Math.round(Number.parseFloat(value)) || 0;
  const [width = 0, height = 0] = size ?? [];
  return attribute === 'width' ? [pixels, height] : attribute === 'height' ? [width, pixels] : size;
};
