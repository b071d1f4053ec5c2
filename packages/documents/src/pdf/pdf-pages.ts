/** Rearranging finished PDFs: counting, merging, extracting. Foreign files may be damaged or locked. */
import type { PDFDocument } from '@cantoo/pdf-lib';
import { DocumentError } from '../document-error.ts';
import { TEST_KEYWORD, TEST_PAGE_KEY } from '../labels/test-keyword.ts';

/** Loaded at the first use: a server that has nothing to rearrange holds 40 MB less, and starts sooner. */
const pdfLib = () => import('@cantoo/pdf-lib');

const emptyPdf = async (): Promise<PDFDocument> => (await pdfLib()).PDFDocument.create({ updateMetadata: false });

/** A page in points (1/72 inch), as it is shown: after /Rotate. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Opens a PDF. Truncated files and wrong cross-reference tables are repaired where possible; an owner password (printing
 * restrictions only) is no obstacle, a user password is.
 * @throws DocumentError `bad-file`.
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  if (!head.includes('%PDF-')) throw new DocumentError('bad-file', 'This file is not a PDF.');
  const pdf = await pdfLib();
  let document: PDFDocument;
  try {
    document = await pdf.PDFDocument.load(bytes, { updateMetadata: false, password: '' });
  } catch (cause) {
    const text = cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause);
    if (/encrypt|password/i.test(text))
      throw new DocumentError('bad-file', 'This PDF is locked with a password.', { cause });
    throw new DocumentError('bad-file', 'This PDF is damaged and could not be read.', { cause });
  }
  let pages = 0;
  try {
    pages = document.getPageCount();
  } catch (cause) {
    throw new DocumentError('bad-file', 'This PDF is damaged and could not be read.', { cause });
  }
  if (pages === 0) throw new DocumentError('bad-file', 'This PDF holds no page.');
  return document;
}

export const pageCount = async (bytes: Uint8Array): Promise<number> => (await openPdf(bytes)).getPageCount();

export async function pageSizes(bytes: Uint8Array): Promise<PageSize[]> {
  return (await openPdf(bytes)).getPages().map((page) => {
    const { width, height } = page.getSize();
    return page.getRotation().angle % 180 === 0 ? { width, height } : { width: height, height: width };
  });
}

/** Copies pages to the end of another document; what carries TEST stays marked as such. */
export async function appendPages(target: PDFDocument, source: PDFDocument, indices: readonly number[]): Promise<void> {
  const { PDFBool, PDFName } = await pdfLib();
  const marked = (source.getKeywords() ?? '').includes(TEST_KEYWORD);
  for (const page of await target.copyPages(source, [...indices])) {
    if (marked) page.node.set(PDFName.of(TEST_PAGE_KEY), PDFBool.True);
    target.addPage(page);
  }
}

/** All pages of all files, in order, as one PDF. */
export async function mergePdfs(files: readonly Uint8Array[]): Promise<Uint8Array> {
  if (files.length === 0) throw new DocumentError('bad-input', 'There is nothing to merge.');
  const target = await emptyPdf();
  for (const bytes of files) {
    const source = await openPdf(bytes);
    await appendPages(target, source, source.getPageIndices());
  }
  return target.save();
}

/** Largest number of pages in one merged file: 10,000 labels as one PDF would be 190 MB. */
export const PAGES_PER_FILE = 500;

/**
 * Merges into parts of at most `maxPages` pages, yielding each as soon as it is ready; a source file is never torn apart
 * unless it alone is longer than a part.
 */
export async function* mergeInParts(
  files: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  maxPages = PAGES_PER_FILE,
): AsyncGenerator<Uint8Array> {
  let target = await emptyPdf();
  let pages = 0;
  for await (const bytes of files) {
    const source = await openPdf(bytes);
    const indices = source.getPageIndices();
    if (pages > 0 && pages + indices.length > maxPages) {
      yield await target.save();
      target = await emptyPdf();
      pages = 0;
    }
    for (let from = 0; from < indices.length; from += maxPages) {
      const run = indices.slice(from, from + maxPages);
      await appendPages(target, source, run);
      pages += run.length;
      if (pages >= maxPages) {
        yield await target.save();
        target = await emptyPdf();
        pages = 0;
      }
    }
  }
  if (pages > 0) yield await target.save();
}

/** Some pages of a PDF (0-based), in the order asked for. */
export async function extractPages(bytes: Uint8Array, indices: readonly number[]): Promise<Uint8Array> {
  const source = await openPdf(bytes);
  const count = source.getPageCount();
  const wrong = indices.find((index) => !Number.isInteger(index) || index < 0 || index >= count);
  if (wrong !== undefined || indices.length === 0)
    throw new DocumentError('bad-input', `The PDF has ${count} pages; page ${(wrong ?? -1) + 1} does not exist.`);
  const target = await emptyPdf();
  await appendPages(target, source, indices);
  return target.save();
}
