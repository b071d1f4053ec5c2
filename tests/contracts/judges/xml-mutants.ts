/**
 * Damages an XML request one place at a time, for comparing a vendor's schema with its simulator: elements removed,
 * emptied, retyped, repeated, unknown ones added, contents lengthened and replaced by what another type would hold.
 * For messages without attributes (beside namespaces), as our builders write them.
 */
import { mutationsOf } from '@scanship/connector-kit/conformance/mutations';
import type { Mutant } from './differential.ts';

/** What leaves are replaced by: each is right for some type and wrong for others. */
const CONTENTS: readonly (readonly [string, string])[] = [
  ['a letter', 'X'],
  ['a zero', '0'],
  ['a negative number', '-1'],
  ['a large number', '99999999'],
  ['many decimals', '1.23456789'],
  ['zeros behind the point', '1.500000'],
  ['an exponent', '1e2'],
  ['a boolean', 'true'],
  ['another boolean', '0'],
  ['a day that does not exist', '2026-02-30'],
  ['a day with a zone', '2026-11-23Z'],
  ['eleven digits', '12345678901'],
  ['lower case', 'k1a0b1'],
  ['accents', 'é'.repeat(45)],
  ['mark-up', '&lt;&amp;&gt;'],
  ['fifteen characters', 'ABCDEFGHIJKLMNO'],
];

interface Leaf {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly content: string;
  /** How many of that name came before. */
  readonly nth: number;
}

function leavesOf(xml: string): Leaf[] {
  const seen = new Map<string, number>();
  return Array.from(xml.matchAll(/<([\w-]+)>([^<]*)<\/\1>/g), (match) => {
    const [whole, name = '', content = ''] = match;
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    return { name, content, nth, start: match.index, end: match.index + whole.length };
  });
}

const nameOf = (leaf: Leaf): string => (leaf.nth === 0 ? leaf.name : `${leaf.name}[${leaf.nth}]`);

function leafMutants(xml: string): Mutant<string>[] {
  const swap = (leaf: Leaf, by: string): string => xml.slice(0, leaf.start) + by + xml.slice(leaf.end);
  const element = (leaf: Leaf, content: string): string => `<${leaf.name}>${content}</${leaf.name}>`;
  return leavesOf(xml).flatMap((leaf) => {
    const longer = `${leaf.content}${'X'.repeat(60)}`;
    const digits = `${leaf.content}${'1'.repeat(20)}`;
    return [
      { what: `${nameOf(leaf)} lengthened`, request: swap(leaf, element(leaf, longer)) },
      { what: `${nameOf(leaf)} lengthened by digits`, request: swap(leaf, element(leaf, digits)) },
      { what: `${nameOf(leaf)} repeated`, request: swap(leaf, element(leaf, leaf.content).repeat(2)) },
      { what: `${nameOf(leaf)} under another name`, request: swap(leaf, `<stranger>${leaf.content}</stranger>`) },
      {
        what: `${nameOf(leaf)} with an attribute`,
        request: swap(leaf, `<${leaf.name} x="1">${leaf.content}</${leaf.name}>`),
      },
      ...CONTENTS.filter(([, content]) => content !== leaf.content).map(([how, content]) => ({
        what: `${nameOf(leaf)} is ${how}`,
        request: swap(leaf, element(leaf, content)),
      })),
    ];
  });
}

/** Opening tags of elements that hold elements: a stranger put first, an element repeated last. */
function groupMutants(xml: string): Mutant<string>[] {
  const groups = Array.from(xml.matchAll(/<([\w-]+)(?: xmlns="[^"]*")?>(?=<)/g));
  return groups.map((match, index) => ({
    what: `${match[1]}(${index}) with a stranger`,
    request: `${xml.slice(0, match.index + match[0].length)}<stranger>1</stranger>${xml.slice(match.index + match[0].length)}`,
  }));
}

function rootMutants(xml: string): Mutant<string>[] {
  return [
    { what: 'namespace of another version', request: xml.replace(/xmlns="([^"]*?)-?v?\d+"/, 'xmlns="$1-v1"') },
    { what: 'no namespace', request: xml.replace(/ xmlns="[^"]*"/, '') },
    {
      what: 'another root',
      request: xml.replace(/<([\w-]+) xmlns/, '<other xmlns').replace(/<\/[\w-]+>\s*$/, '</other>'),
    },
  ];
}

/** @param xml one document, compact */
export function xmlMutants(xml: string): Mutant<string>[] {
  const kit = mutationsOf('application/xml', Buffer.from(xml, 'utf8')).map(({ path, how, body }) => ({
    what: `${path} ${how}`,
    request: Buffer.from(body).toString('utf8'),
  }));
  return [...kit, ...leafMutants(xml), ...groupMutants(xml), ...rootMutants(xml)];
}
