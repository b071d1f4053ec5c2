import { afterAll, describe, expect, test } from 'vitest';
import { computed, leastSliceOf } from '../../../domain/test/slices.ts';
import { codesOf } from '../../test/pixels.ts';
import { LABEL } from '../../test/samples.ts';
import { labelPdf } from './label-pdf.ts';
import { labelZpl } from './label-zpl.ts';
import { type MergeDocument, mergeInOrder, type MergeOptions, type MergedPart } from './merge-in-order.ts';
import { pageSizes } from '../pdf/pdf-pages.ts';
import { pageTexts, rasterPage } from '../pdf/pdf-raster.ts';
import { createTypstRenderer } from '../typst/typst-renderer.ts';

const renderer = createTypstRenderer();
afterAll(() => renderer.close());

const PAGE = '#set page(width: 288pt, height: 432pt)\n#set text(font: "Noto Sans")\n#json(bytes(sys.inputs.data)).text';
const page = (text: string, pages = 1): Promise<Uint8Array> =>
  renderer.render({
    source: PAGE.replace('.text', `.text${' #pagebreak() more'.repeat(pages - 1)}`),
    parts: [{ text }],
    tagged: false,
  });
const documents = async (names: readonly string[], group?: (name: string) => MergeDocument['group']) => {
  const made: MergeDocument[] = [];
  for (const name of names) made.push({ bytes: await page(name), format: 'pdf', name, group: group?.(name) });
  return made;
};
/** Milliseconds that this thread computes. */
const costOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = computed();
  await work();
  return computed() - before;
};
/** The same pages put together on this thread. */
const mergedHere = async (bytes: Uint8Array, count: number): Promise<Uint8Array> => {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const into = await PDFDocument.create();
  for (let n = 0; n < count; n += 1) {
    const [copied] = await into.copyPages(await PDFDocument.load(bytes), [0]);
    if (copied) into.addPage(copied);
  }
  return into.save();
};
const all = async (
  of: Iterable<MergeDocument> | AsyncIterable<MergeDocument>,
  options: Partial<MergeOptions> = {},
): Promise<{ parts: MergedPart[]; texts: string[][] }> => {
  const parts: MergedPart[] = [];
  for await (const part of mergeInOrder(of, { renderer, ...options })) parts.push(part);
  return { parts, texts: await Promise.all(parts.map(({ bytes }) => pageTexts(bytes))) };
};

describe('merging in order', () => {
  test('parts hold so many documents, in the order given, each whole', async () => {
    const seven = await documents(['a', 'b', 'c', 'd', 'e', 'f']);
    seven.splice(3, 0, { bytes: await page('long', 3), format: 'pdf' });
    const { parts, texts } = await all(seven, { partSize: 3 });
    expect(texts).toEqual([['a', 'b', 'c'], ['long', 'more', 'more', 'd', 'e'], ['f']]);
    expect(parts.map(({ part, documents: n, pages, firstPages }) => ({ part, n, pages, firstPages }))).toEqual([
      { part: 1, n: 3, pages: 3, firstPages: [0, 1, 2] },
      { part: 2, n: 3, pages: 5, firstPages: [0, 3, 4] },
      { part: 3, n: 1, pages: 1, firstPages: [0] },
    ]);
  });

  test('a page of the same size stands before each group and says what follows; a torn group is continued', async () => {
    const group = (name: string): MergeDocument['group'] => ({
      key: name.slice(0, 1),
      title: name.startsWith('a') ? 'Maple & Co' : 'متجر القيقب',
      lines: [`SKU ${name.slice(0, 1)}`],
      count: name.startsWith('a') ? 3 : 1,
    });
    const { parts, texts } = await all(await documents(['a1', 'a2', 'a3', 'b1'], group), {
      separators: true,
      partSize: 2,
    });
    expect(texts.map((part) => part.map((text) => text.replaceAll(/\s+/g, ' ')))).toEqual([
      ['Maple & Co SKU a 3 labels', 'a1', 'a2'],
      ['Maple & Co SKU a 3 labels (continued)', 'a3', expect.stringContaining('SKU b 1 label'), 'b1'],
    ]);
    expect(parts.map(({ firstPages }) => firstPages)).toEqual([
      [1, 2],
      [1, 3],
    ]);
    for (const { bytes } of parts)
      for (const size of await pageSizes(bytes)) expect(size).toEqual({ width: 288, height: 432 });
    const french = await all(await documents(['a1'], group), { separators: true, language: 'fr' });
    expect(french.texts[0]?.[0]).toContain('3 étiquettes');
  });

  test('labels bought as ZPL are drawn among the others, and their barcodes read', async () => {
    const zpl = new TextEncoder().encode(
      await labelZpl({ ...LABEL, trackingNumber: 'MS9876543210CA', trackingText: undefined }, renderer),
    );
    const { parts } = await all([
      { bytes: await labelPdf([LABEL], renderer), format: 'pdf' },
      { bytes: zpl, format: 'zpl' },
    ]);
    const [part] = parts;
    if (!part) throw new Error('no part');
    expect(await pageSizes(part.bytes)).toEqual([
      { width: 288, height: 432 },
      { width: 288, height: 432 },
    ]);
    const codes = await codesOf(await rasterPage(part.bytes, 1, 203));
    expect(codes.map(({ text }) => text)).toContain('MS9876543210CA');
  });

  test('several labels in one ZPL file are several pages of one document', async () => {
    const two = new TextEncoder().encode('^XA^FO50,50^A0N,60^FDfirst^FS^XZ^XA^FO50,50^A0N,60^FDsecond^FS^XZ');
    const { parts } = await all([{ bytes: two, format: 'zpl' }]);
    expect(parts.map(({ documents: n, pages }) => [n, pages])).toEqual([[1, 2]]);
  });

  test('a file that cannot be read is named, whatever its kind', async () => {
    const [good] = await documents(['good']);
    if (!good) throw new Error('no document');
    const bad = { bytes: new TextEncoder().encode('no pdf'), name: 'Order #1002' };
    await expect(all([good, { ...bad, format: 'pdf' }])).rejects.toMatchObject({
      code: 'bad-file',
      message: 'Order #1002: This file is not a PDF.',
    });
    await expect(all([good, { ...bad, format: 'zpl' }])).rejects.toMatchObject({
      code: 'bad-file',
      message: 'Order #1002: This file is not ZPL.',
    });
  });

  test('three hundred labels cost the thread that asked next to nothing', async () => {
    const bytes = await labelPdf([LABEL], renderer);
    const labels = Array.from({ length: 300 }, (): MergeDocument => ({ bytes, format: 'pdf' }));
    const merge = async () => {
      for await (const { pages } of mergeInOrder(labels, { renderer })) expect(pages).toBe(300);
    };
    // The first time starts the thread.
    await merge();
    expect(await leastSliceOf(merge, 50)).toBeLessThan(50);
    // Not watched, which costs more than the merging on a busy machine; and as slow as the machine is just now.
    const there = await costOf(merge);
    const here = await costOf(() => mergedHere(bytes, labels.length));
    expect(there).toBeLessThan(here / 5);
  });

  test('reads one document at a time and stops when told to', async () => {
    const stop = new AbortController();
    let given = 0;
    async function* endless(): AsyncGenerator<MergeDocument> {
      const bytes = await page('x');
      for (;;) {
        given += 1;
        if (given === 4) stop.abort(new Error('gone'));
        yield { bytes, format: 'pdf' };
      }
    }
    await expect(all(endless(), { signal: stop.signal })).rejects.toThrow('gone');
    expect(given).toBe(4);
    expect(await all([])).toEqual({ parts: [], texts: [] });
  });
});
