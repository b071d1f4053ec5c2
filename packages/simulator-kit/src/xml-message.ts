/** XML for simulators: reading what a client sent and writing answers, independent of the connectors' own reader. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { SimRefusal } from './simulator.ts';

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  removeNSPrefix: true,
  parseTagValue: false,
  htmlEntities: true,
});

/** The document as nested objects; a repeated element is a list. @throws SimRefusal 400 for what is not XML */
export function readXml(text: string): Readonly<Record<string, unknown>> {
  if (/<!DOCTYPE/i.test(text) || XMLValidator.validate(text) !== true)
    throw new SimRefusal(400, 'MALFORMED', 'The body is not well-formed XML.');
  return parser.parse(text) as Readonly<Record<string, unknown>>;
}

/** One or many as a list. */
export const many = (value: unknown): unknown[] =>
  value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value];

/** A child of a node that may not be one. */
export const child = (node: unknown, name: string): unknown =>
  typeof node === 'object' && node !== null && Object.hasOwn(node, name)
    ? (node as Record<string, unknown>)[name]
    : undefined;

/** Text of a child; empty for none. */
export const textOf = (node: unknown, name: string): string => {
  const value = child(node, name);
  return typeof value === 'string' ? value.trim() : '';
};

/** Whether a child says yes, as XML schemas write it. */
export const flagOf = (node: unknown, name: string): boolean => ['true', '1'].includes(textOf(node, name));

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })[c] ?? c);

type Content = string | number | readonly string[];

/** `<name>content</name>`; text is escaped, ready-made elements (a list) are not. */
export const element = (name: string, content: Content, attributes: Readonly<Record<string, string>> = {}): string => {
  const attrs = Object.entries(attributes)
    .map(([k, v]) => ` ${k}="${escapeXml(v)}"`)
    .join('');
  return `<${name}${attrs}>${typeof content === 'object' ? content.join('') : escapeXml(String(content))}</${name}>`;
};
