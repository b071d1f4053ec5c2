/** Damages answers one field at a time: removed, emptied, of another type, garbled. For JSON and XML. */
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { UNNAMED_CHARGE } from '../answers/json-reader.ts';

export interface Mutation {
  readonly how: 'removed' | 'nulled' | 'retyped' | 'garbled';
  /** "quotes[1].total" */
  readonly path: string;
  /** The field lies inside an item of a list, so the other items must survive. */
  readonly insideItem: boolean;
  readonly body: Uint8Array;
}

const GARBAGE = '\u0000\uFFFD#';
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf8'));

type Json = null | boolean | number | string | Json[] | { [k: string]: Json };
type Path = readonly (string | number)[];

/**
 * Of a long list the first two items and the last one are damaged, and each between them that has a field, or a kind of value in one,
 * that none before it had: the others are read by the same code and damaged in the same way. `npm run verify` damages every one.
 */
const EVERY_ITEM = process.env['VERIFY'] === '1';
function isDamaged(parts: readonly (readonly string[])[]): readonly boolean[] {
  const seen = new Set<string>();
  return parts.map((own, at) => {
    const known = own.every((part) => seen.has(part));
    for (const part of own) seen.add(part);
    return EVERY_ITEM || !known || at < 2 || at === parts.length - 1;
  });
}

/** "price.amount number": the fields of a value and what kind of value each has, whatever it says. */
function partsOf(value: Json, at = ''): string[] {
  if (Array.isArray(value)) return [`${at} list`, ...value.flatMap((v) => partsOf(v, `${at}[]`))];
  if (typeof value === 'object' && value !== null)
    return [`${at} object`, ...Object.entries(value).flatMap(([k, v]) => partsOf(v, `${at}.${k}`))];
  return [`${at} ${value === null ? 'null' : typeof value}`];
}

function allPaths(value: Json, at: Path = []): Path[] {
  const here = at.length === 0 ? [] : [at];
  if (Array.isArray(value)) {
    const damaged = isDamaged(value.map((v) => partsOf(v)));
    return [...here, ...value.flatMap((v, i) => (damaged[i] === true ? allPaths(v, [...at, i]) : []))];
  }
  if (typeof value === 'object' && value !== null)
    return [...here, ...Object.entries(value).flatMap(([k, v]) => allPaths(v, [...at, k]))];
  return here;
}

const REMOVE = Symbol('remove');

function changed(value: Json, path: Path, change: (old: Json) => Json | typeof REMOVE): Json {
  const [first, ...rest] = path;
  if (Array.isArray(value))
    return value.flatMap((v, i) => {
      if (i !== first) return [v];
      const next = rest.length === 0 ? change(v) : changed(v, rest, change);
      return next === REMOVE ? [] : [next];
    });
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([k, v]) => {
      if (k !== first) return [[k, v]];
      const next = rest.length === 0 ? change(v) : changed(v, rest, change);
      return next === REMOVE ? [] : [[k, next]];
    }),
  );
}

const retyped = (old: Json): Json =>
  Array.isArray(old)
    ? { x: 1 }
    : typeof old === 'object'
      ? 'text'
      : typeof old === 'string'
        ? { x: 1 }
        : typeof old === 'number'
          ? ['seven']
          : 'maybe';
const garbled = (old: Json): Json =>
  typeof old === 'string' ? `${old.slice(0, 40)}${GARBAGE}` : typeof old === 'number' ? `${old}..x` : GARBAGE;

const pathText = (path: Path): string =>
  path
    .map((p) => (typeof p === 'number' ? `[${p}]` : `.${p}`))
    .join('')
    .replace(/^\./, '');

const at = (value: Json, path: Path): Json | undefined =>
  path.reduce<Json | undefined>(
    (v, p) => (typeof v === 'object' && v !== null ? (v as Record<string | number, Json>)[p] : undefined),
    value,
  );

function mutateJson(text: string): Mutation[] {
  const json = JSON.parse(text) as Json;
  return allPaths(json).flatMap((path) => {
    const isList = Array.isArray(at(json, path));
    const insideItem = path.some((p) => typeof p === 'number') && !isList;
    const one = (how: Mutation['how'], change: (old: Json) => Json | typeof REMOVE): Mutation => ({
      how,
      path: pathText(path),
      insideItem,
      body: bytes(JSON.stringify(changed(json, path, change))),
    });
    return [one('removed', () => REMOVE), one('nulled', () => null), one('retyped', retyped), one('garbled', garbled)];
  });
}

type XmlNode = { [name: string]: XmlNode[] | string | number | Record<string, string> };
const ORDERED = {
  ignoreAttributes: false,
  preserveOrder: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
} as const;

const tagOf = (node: XmlNode): string => Object.keys(node).find((k) => k !== ':@') ?? '';
const childrenOf = (node: XmlNode): XmlNode[] => {
  const children = node[tagOf(node)];
  return Array.isArray(children) ? children : [];
};
const elements = (nodes: readonly XmlNode[]): XmlNode[] =>
  nodes.filter((n) => tagOf(n) !== '#text' && !tagOf(n).startsWith('?'));

const xmlPartsOf = (node: XmlNode, at = ''): string[] => [
  at,
  ...Object.keys(node[':@'] ?? {}).map((name) => `${at}@${name}`),
  ...childrenOf(node).flatMap((child) => xmlPartsOf(child, `${at}.${tagOf(child)}`)),
];

/** Every element below the root with a readable path. */
function allElements(
  nodes: XmlNode[],
  path: string,
  inside: boolean,
  found: { node: XmlNode; parent: XmlNode[]; path: string; inside: boolean }[],
): void {
  const byTag = new Map<string, { same: XmlNode[]; damaged: readonly boolean[] }>();
  for (const tag of new Set(elements(nodes).map(tagOf))) {
    const same = elements(nodes).filter((n) => tagOf(n) === tag);
    byTag.set(tag, { same, damaged: isDamaged(same.map((n) => xmlPartsOf(n))) });
  }
  for (const node of elements(nodes)) {
    const { same = [], damaged = [] } = byTag.get(tagOf(node)) ?? {};
    const nth = same.indexOf(node);
    if (damaged[nth] !== true) continue;
    const index = same.length > 1 ? `[${nth}]` : '';
    const here = `${path}.${tagOf(node)}${index}`.replace(/^\./, '');
    const within = inside || index !== '';
    const kids = elements(childrenOf(node)).map(tagOf);
    const holdsList = kids.some((k, i) => kids.indexOf(k) !== i);
    if (path !== '') found.push({ node, parent: nodes, path: here, inside: within && !holdsList });
    allElements(childrenOf(node), here, within, found);
  }
}

/** Damages one element where it stands; answers what mends it again, or undefined where this damage cannot be done to it. */
function damage(
  { node, parent }: { node: XmlNode; parent: XmlNode[] },
  how: Mutation['how'],
): (() => void) | undefined {
  const tag = tagOf(node);
  const place = parent.indexOf(node);
  if (how === 'removed') {
    parent.splice(place, 1);
    return () => parent.splice(place, 0, node);
  }
  const children = node[tag] ?? [];
  const attributes = node[':@'];
  const mend = (): void => {
    node[tag] = children;
    if (attributes !== undefined) node[':@'] = attributes;
  };
  const below = childrenOf(node);
  if (how === 'nulled') node[tag] = [];
  else if (how === 'retyped')
    node[tag] = elements(below).length > 0 ? [{ '#text': 'text' }] : [{ x: [{ '#text': '1' }] }];
  else if (below.every((n) => tagOf(n) === '#text')) {
    const old = below.map((n) => (typeof n['#text'] === 'string' ? n['#text'] : '')).join('');
    node[tag] = [{ '#text': `${old.slice(0, 40)}\uFFFD#` }];
    if (typeof attributes === 'object' && !Array.isArray(attributes))
      node[':@'] = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, `${value}\uFFFD`]));
  } else return undefined;
  return mend;
}

/** One tree for all damages: parsing it anew for each costs more than all the reading that is tested. */
function* mutateXml(text: string): Generator<Mutation> {
  const tree = new XMLParser(ORDERED).parse(text) as XmlNode[];
  const builder = new XMLBuilder({ ignoreAttributes: false, preserveOrder: true });
  const found: { node: XmlNode; parent: XmlNode[]; path: string; inside: boolean }[] = [];
  allElements(tree, '', false, found);
  for (const target of found)
    for (const how of ['removed', 'nulled', 'retyped', 'garbled'] as const) {
      const mend = damage(target, how);
      if (!mend) continue;
      const body = bytes(builder.build(tree));
      mend();
      yield { how, path: target.path, insideItem: target.inside, body };
    }
}

/** All damages of one answer; none for bodies that are neither JSON nor XML (a label's bytes). */
export function mutationsOf(contentType: string, body: Uint8Array): Mutation[] {
  const text = Buffer.from(body).toString('utf8');
  if (/json/i.test(contentType)) return mutateJson(text);
  if (/xml/i.test(contentType)) return [...mutateXml(text)];
  return [];
}

export interface Survival {
  /** Values that are there and differ: never allowed. */
  readonly wrong: string[];
  /** List items that are gone, by list. */
  readonly lostItems: Readonly<Record<string, number>>;
  /** Fields that are gone. */
  readonly lostFields: number;
}

const isPlain = (v: unknown): v is Record<string, unknown> =>
  typeof v === 'object' && v !== null && !Array.isArray(v) && !(v instanceof Uint8Array) && !(v instanceof Date);

/** Charges of which some are not named ("Other charges"): their total counts, which stands beside them. */
const isPartlyNamed = (value: readonly unknown[]): boolean =>
  value.some((line) => isPlain(line) && line['code'] === UNNAMED_CHARGE);

/** Holds what was read from a damaged answer against what was read from the whole one. `problems` are not compared. */
export function survival(whole: unknown, got: unknown): Survival {
  const wrong: string[] = [];
  const lostItems: Record<string, number> = {};
  let lostFields = 0;
  const walk = (base: unknown, value: unknown, path: string): void => {
    if (base === undefined && value === undefined) return;
    if (value === undefined) {
      lostFields += 1;
      return;
    }
    if (Array.isArray(base) && Array.isArray(value)) {
      if (isPartlyNamed(value)) return;
      const left: unknown[] = [...base];
      value.forEach((item: unknown, i) => {
        const fit = left.findIndex((candidate) => survival(candidate, item).wrong.length === 0);
        if (fit < 0) wrong.push(`${path}[${i}]`);
        else walk(left.splice(fit, 1)[0], item, `${path}[${i}]`);
      });
      if (left.length > 0) lostItems[path] = (lostItems[path] ?? 0) + left.length;
      return;
    }
    if (isPlain(base) && isPlain(value)) {
      for (const key of new Set([...Object.keys(base), ...Object.keys(value)]))
        if (key !== 'problems') walk(base[key], value[key], `${path}.${key}`);
      return;
    }
    const same =
      base instanceof Uint8Array && value instanceof Uint8Array
        ? Buffer.from(base).equals(Buffer.from(value))
        : base instanceof Date && value instanceof Date
          ? base.getTime() === value.getTime()
          : Object.is(base, value);
    if (!same) wrong.push(path);
  };
  walk(whole, got, '');
  return { wrong, lostItems, lostFields };
}
