/**
 * XML in and out. Parsed leaves are text (numbers stay as written), attributes are `@name`, text beside attributes is
 * `#text`, namespace prefixes are dropped. Document types are refused, so there are no entities to expand.
 */
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { MOST_LEVELS, tooMuchXml } from '../answers/answer-bounds.ts';
import { fail } from '../errors.ts';
import { excerpt } from '../http/http-response.ts';

export type XmlValue = string | number | boolean | undefined | XmlTree | readonly XmlValue[];
export interface XmlTree {
  readonly [name: string]: XmlValue;
}

export interface ParseXmlOptions {
  /** Name for messages. */
  readonly vendor: string;
  /** Dotted paths, without prefixes, that are lists even with one element ("quotes.quote"). `*.` in front: at any depth. */
  readonly arrays?: readonly string[] | undefined;
  /** Characters; 5,000,000 when absent. */
  readonly maxLength?: number | undefined;
  /** So many times as many elements as an answer may have, for files that are read in threads of their own. */
  readonly times?: number | undefined;
}

const MAX_LENGTH = 5_000_000;

const parsers = new Map<string, XMLParser>();

function parserFor(arrays: readonly string[]): XMLParser {
  const key = arrays.join('|');
  const known = parsers.get(key);
  if (known) return known;
  const exact = new Set(arrays.filter((p) => !p.startsWith('*.')));
  const anywhere = arrays.filter((p) => p.startsWith('*.')).map((p) => p.slice(1));
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    ignoreDeclaration: true,
    ignorePiTags: true,
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: true,
    // Only the five built-in entities and character references: a document type is refused before parsing.
    htmlEntities: true,
    maxNestedTags: MOST_LEVELS,
    isArray: (_name, jPath) => {
      const at = String(jPath);
      return exact.has(at) || anywhere.some((p) => at.endsWith(p) || at === p.slice(1));
    },
  });
  parsers.set(key, parser);
  return parser;
}

/**
 * The document as nested objects, its root element as the only key.
 * @throws ConnectorError `vendor-broken` when it is not well-formed XML, too long, or carries a document type.
 */
export function parseXml(text: string, options: ParseXmlOptions): Readonly<Record<string, unknown>> {
  const broken = (what: string): Error =>
    fail('vendor-broken', `${options.vendor} sent an answer that ${what}.`, {
      vendorMessage: excerpt(text.slice(0, 4000), 120),
    });
  if (text.length > (options.maxLength ?? MAX_LENGTH)) throw broken('is longer than it may be');
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw broken('carries a document type, which is not accepted');
  const wrong = tooMuchXml(text, options.times);
  if (wrong) throw broken(wrong);
  if (XMLValidator.validate(text) !== true) throw broken('is not well-formed XML');
  let tree: Readonly<Record<string, unknown>>;
  try {
    tree = parserFor(options.arrays ?? []).parse(text) as Readonly<Record<string, unknown>>;
  } catch (error) {
    // The parser throws plain errors for what it deems dangerous (reserved names, depth); they carry no type of their own.
    throw Object.assign(broken('is XML that cannot be taken apart'), { cause: error });
  }
  const roots = Object.values(tree);
  if (roots.length !== 1 || Array.isArray(roots[0])) throw broken('does not have exactly one root element');
  return tree;
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
  processEntities: true,
});

/** Control characters XML 1.0 cannot carry at all. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function clean(value: XmlValue): XmlValue {
  if (typeof value === 'string') return value.replace(FORBIDDEN, ' ');
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} cannot be written as XML`);
  if (Array.isArray(value)) return value.map((v: XmlValue) => clean(v));
  if (typeof value === 'object') {
    const tree = value as XmlTree;
    return Object.fromEntries(
      Object.entries(tree)
        .filter(([, v]) => v !== undefined)
        .map(([k, v]) => [k, clean(v)]),
    );
  }
  return value;
}

/** A document with its declaration. Undefined members are left out, lists repeat their element, text is escaped. */
export function buildXml(tree: XmlTree): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(clean(tree))}`;
}
