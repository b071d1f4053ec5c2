/**
 * Labels of many shipments as PDFs for a stack of paper: in the given order, in parts that a printer and a browser can hold,
 * with pages between groups that say what follows. One part is in memory at a time, whatever the number of labels; it is put
 * together in the thread for papers.
 */
import { DocumentError } from '../document-error.ts';
import type { MergePiece } from './merge-pieces.ts';
import { type PageSize, PAGES_PER_FILE } from '../pdf/pdf-pages.ts';
import { isRightToLeft, printableLine } from '../text/printable-text.ts';
import { SEPARATOR_TEMPLATE } from './separator-template.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

/** What a run of documents has in common; a page in front of it says so. */
export interface MergeGroup {
  /** Documents in a row with the same key are one group. */
  readonly key: string;
  /** "Maple & Co". */
  readonly title: string;
  /** "SKU RED-MUG-11OZ", "Box S"; line by line. */
  readonly lines: readonly string[];
  /** Documents of the group, as printed on its page. */
  readonly count: number;
}

export interface MergeDocument {
  readonly bytes: Uint8Array;
  readonly format: 'pdf' | 'zpl';
  /** For messages about a file that cannot be read ("Order #1001"). */
  readonly name?: string | undefined;
  /** Needed where separators are asked for. */
  readonly group?: MergeGroup | undefined;
}

export interface MergeOptions {
  readonly renderer: TypstRenderer;
  /** Puts a page in front of each group, and at the head of a part that goes on with one. */
  readonly separators?: boolean | undefined;
  /** Most documents of one part; separators do not count. */
  readonly partSize?: number | undefined;
  readonly language?: 'en' | 'fr' | undefined;
  /** Ends the merge between two documents. */
  readonly signal?: AbortSignal | undefined;
}

export interface MergedPart {
  /** From 1. */
  readonly part: number;
  readonly bytes: Uint8Array;
  readonly documents: number;
  readonly pages: number;
  /** Page (from 0) on which each document of this part begins. */
  readonly firstPages: readonly number[];
}

const WORDS = {
  en: { continued: 'continued', one: '1 label', many: (n: number) => `${n.toLocaleString('en-CA')} labels` },
  fr: { continued: 'suite', one: '1 étiquette', many: (n: number) => `${n.toLocaleString('fr-CA')} étiquettes` },
} as const;

/** The words of an error with the name of the document it is about. */
async function named<T>(name: string, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof DocumentError) || error.code === 'closed') throw error;
    throw new DocumentError(error.code, `${name}: ${error.message}`, { cause: error });
  }
}

/** A page of the size of what follows. */
async function separator(
  group: MergeGroup,
  continued: boolean,
  size: PageSize,
  { renderer, language = 'en' }: MergeOptions,
): Promise<Uint8Array> {
  const words = WORDS[language];
  const line = (text: string) => ({ text: printableLine(text), rtl: isRightToLeft(text) });
  const data = {
    lang: language,
    width: size.width,
    height: size.height,
    title: line(group.title),
    lines: group.lines.map(line),
    count: group.count === 1 ? words.one : words.many(group.count),
    continued: continued ? words.continued : null,
  };
  return renderer.render({ source: SEPARATOR_TEMPLATE, parts: [data], tagged: false });
}

/**
 * Merges documents in the given order into parts of at most `partSize` documents, each yielded as soon as it is ready. A
 * document is never torn apart; ZPL is drawn as a 203 dpi printer would. Read lazily: the next document is asked for when the
 * last is in its part.
 * @throws DocumentError `bad-file` naming the document that cannot be read; `bad-input` for a part size below 1
 */
export async function* mergeInOrder(
  documents: Iterable<MergeDocument> | AsyncIterable<MergeDocument>,
  options: MergeOptions,
): AsyncGenerator<MergedPart> {
  const { renderer, separators = false, partSize = PAGES_PER_FILE, signal } = options;
  if (!Number.isSafeInteger(partSize) || partSize < 1)
    throw new DocumentError('bad-input', 'A part must hold at least one document.');
  let pieces: MergePiece[] = [];
  /** Places of documents among the pieces; the others are separators. */
  let places: number[] = [];
  let part = 0;
  let at = 0;
  let group: string | undefined;

  const finish = async (): Promise<MergedPart> => {
    part += 1;
    const { bytes, pages, firstPages } = await renderer.paper('merge', pieces);
    const done = {
      part,
      bytes,
      documents: places.length,
      pages,
      firstPages: places.map((place) => firstPages[place] ?? 0),
    };
    pieces = [];
    places = [];
    return done;
  };

  for await (const document of documents) {
    signal?.throwIfAborted();
    at += 1;
    if (places.length >= partSize) yield await finish();
    const name = document.name ?? `Document ${at}`;
    const bytes = document.format === 'pdf' ? document.bytes : await named(name, renderer.zplPages(document.bytes));
    if (separators && document.group) {
      const isNew = document.group.key !== group;
      if (isNew || places.length === 0) {
        const [size] = await named(name, renderer.paper('pageSizes', bytes));
        if (size) pieces.push({ bytes: await separator(document.group, !isNew, size, options) });
      }
      group = document.group.key;
    }
    places.push(pieces.length);
    pieces.push({ bytes, name });
  }
  if (places.length > 0) yield await finish();
}
