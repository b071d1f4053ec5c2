/**
 * Code 128 as Zebra printers take it in `^BC` mode N, with the subset chosen by us so that the width is known: `>;` starts
 * subset C (digit pairs), `>:` subset B, `>8` is FNC1 and `>0` a ">". Data that would gain from switching subsets inside are
 * left in one subset, since renderers and clones disagree about the switch codes; what is then too wide is sent as a bitmap.
 */
import type { LinearBarcode } from '@scanship/domain/printing/label';
import { DocumentError } from '../document-error.ts';

/** Fixed-length application identifiers: no FNC1 after them (GS1 General Specifications, figure 7.8.5-2, by prefix). */
const FIXED = new Set([
  '00',
  '01',
  '02',
  '03',
  '04',
  '11',
  '12',
  '13',
  '14',
  '15',
  '16',
  '17',
  '18',
  '19',
  '20',
  '31',
  '32',
  '33',
  '34',
  '35',
  '36',
  '41',
]);

/** FNC1 in the character stream. */
const FNC1 = '\u00f1';

/** Element string of bracketed GS1 data: "(420)78745(92)612…" with FNC1 first and after each variable-length element. */
function gs1Stream(data: string): string {
  const elements = [...data.matchAll(/\((\d{2,4})\)([^(]+)/g)].map((m) => ({ ai: m[1] ?? '', value: m[2] ?? '' }));
  if (elements.length === 0 || elements.map((e) => `(${e.ai})${e.value}`).join('') !== data)
    throw new DocumentError('bad-input', `"${data}" is not GS1 data with its identifiers in brackets.`);
  return (
    FNC1 +
    elements
      .map((e, i) => e.ai + e.value + (i < elements.length - 1 && !FIXED.has(e.ai.slice(0, 2)) ? FNC1 : ''))
      .join('')
  );
}

export interface ZplCode128 {
  readonly data: string;
  /** Width in modules: 11 a character, start and check included, 13 for stop. */
  readonly modules: number;
}

const modules = (characters: number): number => 11 * (characters + 2) + 13;

/** Field data for `^BCN,…,N,N,N,N`. */
export function zplCode128(code: LinearBarcode): ZplCode128 {
  const stream = code.symbology === 'gs1-128' ? gs1Stream(code.data) : code.data;
  if (!/^[\x20-\x7e\u00f1]+$/.test(stream))
    throw new DocumentError('bad-input', `"${code.data}" cannot be printed as Code 128.`);
  const pairs = /^(?:\u00f1|\d\d)+$/.test(stream) ? stream.match(/\u00f1|\d\d/g) : null;
  if (pairs) return { data: `>;${stream.replaceAll(FNC1, '>8')}`, modules: modules(pairs.length) };
  return { data: `>:${stream.replaceAll('>', '>0').replaceAll(FNC1, '>8')}`, modules: modules(stream.length) };
}
