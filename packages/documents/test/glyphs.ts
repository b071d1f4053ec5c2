/** Glyphs a PDF really draws, read from its content: for tests that no text became empty boxes. */
import { decodePDFRawStream, PDFArray, PDFName, PDFRawStream, type PDFObject } from '@cantoo/pdf-lib';
import { openPdf } from '../src/pdf/pdf-pages.ts';

const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** Bytes of the strings that text operators show: hexadecimal and literal strings (ISO 32000-1, 7.3.4). */
function* shownStrings(content: string): Generator<number[]> {
  for (let at = 0; at < content.length; at += 1) {
    const ch = content[at];
    if (ch === '<' && content[at + 1] !== '<') {
      const end = content.indexOf('>', at);
      const hex = content.slice(at + 1, end).replaceAll(/\s/g, '');
      if (/^[0-9a-fA-F]*$/.test(hex)) yield (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
      at = end;
    } else if (ch === '<') at += 1;
    else if (ch === '(') {
      const bytes: number[] = [];
      let depth = 1;
      for (at += 1; depth > 0 && at < content.length; at += 1) {
        const c = content[at] ?? '';
        if (c === '\\') {
          at += 1;
          const next = content[at] ?? '';
          const octal = /^[0-7]{1,3}/.exec(content.slice(at, at + 3))?.[0];
          if (octal) at += octal.length - 1;
          bytes.push(octal ? Number.parseInt(octal, 8) : (ESCAPES[next] ?? next.charCodeAt(0)));
          continue;
        }
        if (c === '(') depth += 1;
        if (c === ')') depth -= 1;
        if (depth > 0) bytes.push(c.charCodeAt(0));
      }
      at -= 1;
      yield bytes;
    }
  }
}

/** Glyph numbers of all text on all pages, two bytes each as Typst writes them; 0 is `.notdef`, the empty box. */
export async function glyphsOf(pdf: Uint8Array): Promise<number[]> {
  const document = await openPdf(pdf);
  const glyphs: number[] = [];
  for (const page of document.getPages()) {
    const contents = page.node.Contents();
    const parts: PDFObject[] = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : [];
    for (const part of parts) {
      const stream = document.context.lookup(part);
      if (!(stream instanceof PDFRawStream)) continue;
      const content = new TextDecoder('latin1').decode(decodePDFRawStream(stream).decode());
      for (const block of content.matchAll(/\bBT\b([\s\S]*?)\bET\b/g))
        for (const bytes of shownStrings(block[1] ?? ''))
          for (let i = 0; i + 1 < bytes.length; i += 2) glyphs.push(((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0));
    }
  }
  return glyphs;
}

/** Names of the fonts a PDF embeds, without the prefix of the subset. */
export async function fontsOf(pdf: Uint8Array): Promise<string[]> {
  const document = await openPdf(pdf);
  const names = document.context.enumerateIndirectObjects().flatMap(([, object]) => {
    const dict = 'dict' in object ? object.dict : object;
    const name =
      typeof dict === 'object' && dict !== null && 'get' in dict && typeof dict.get === 'function'
        ? dict.get(PDFName.of('FontName'))
        : undefined;
    return name instanceof PDFName ? [name.asString().replace(/^\/(?:[A-Z]{6}\+)?/, '')] : [];
  });
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b));
}
