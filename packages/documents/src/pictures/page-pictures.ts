/**
 * Pictures of a seller on the tracking page, drawn anew and bounded: with them the page stays below 60 kB when it is first opened.
 * Run in a thread that may be ended.
 */
import { type ColourRaster, colourPage } from '../pdf/pdf-raster.ts';
import { encodeJpeg } from './jpeg-writer.ts';
import { drawUpright } from './photo.ts';
import { encodeColourPng } from './png-writer.ts';

export const MOST_BANNER_BYTES = 34_000;
export const MOST_PAGE_LOGO_BYTES = 12_000;
const QUALITIES = [80, 70, 60, 50, 40, 30, 20, 10, 5] as const;

export interface PagePicture {
  readonly bytes: Uint8Array;
  readonly type: 'image/png' | 'image/jpeg';
}

/** Coarser until it fits; at the coarsest even noise does. */
async function fitting(drawn: ColourRaster, mostBytes: number): Promise<PagePicture> {
  for (const quality of QUALITIES) {
    const bytes = await encodeJpeg(drawn, quality);
    if (bytes.byteLength <= mostBytes) return { bytes, type: 'image/jpeg' };
  }
  return { bytes: await encodeJpeg(drawn, 1), type: 'image/jpeg' };
}

/** The middle of it, filling the given size in pixels. @throws DocumentError `bad-file` when it is damaged */
export async function drawBanner(
  bytes: Uint8Array,
  type: PagePicture['type'],
  size: { readonly width: number; readonly height: number },
): Promise<PagePicture> {
  const drawn = await drawUpright(
    bytes,
    type,
    (width, height) => {
      const scale = Math.max(size.width / width, size.height / height);
      return [Math.ceil(width * scale), Math.ceil(height * scale)];
    },
    [size.width, size.height],
  );
  return fitting(drawn, MOST_BANNER_BYTES);
}

/** @param page a PDF of the logo's size. @throws DocumentError */
export async function drawPageLogo(page: Uint8Array): Promise<PagePicture> {
  const drawn = await colourPage(page);
  const png = encodeColourPng(drawn, { filtered: true });
  return png.byteLength <= MOST_PAGE_LOGO_BYTES
    ? { bytes: png, type: 'image/png' }
    : fitting(drawn, MOST_PAGE_LOGO_BYTES);
}
