/**
 * Makes recorded calls fit to leave the installation: names, addresses, telephone numbers, mails and numbers of accounts, shipments
 * and orders get others of the same shape, the same everywhere. What a field holds is told by its name (JSON, XML, forms) and
 * by the one above it; what stood in such a field is replaced wherever else it stands. Prices, days, codes, units and services stay.
 * Secrets are no matter of this file: `redact.ts` has taken them out before.
 */
import { createHmac } from 'node:crypto';
import { tooMuchJson } from '../answers/answer-bounds.ts';
import { disguises } from './redact.ts';

type Kind = 'person' | 'text' | 'mail' | 'number';

/** Names that say what a value is, the first that fits. `undefined`: no matter of a person or an account. */
const KINDS: readonly (readonly [RegExp, Kind | undefined])[] = [
  [
    /^(?:.*(?:country|currency|province|state|region|language|unit|type|code(?:type)?|status|service|product|carrier|event|charge|surcharge|fee|tax|rate|option|weight|price|amount|total|message|description|date|time|zone|file|format)(?:name|code|id)?)$/,
    undefined,
  ],
  [/e-?mail/, 'mail'],
  [/(?:phone|telephone|mobile|^tel$|fax)/, 'number'],
  [/(?:zip|post(?:al)?_?code|postcode|postal)/, 'text'],
  [/(?:street|address_?(?:line)?_?\d|addressline|^address$|^line_?\d$|city|town|locality|suburb|municipality)/, 'text'],
  [
    /(?:company|organi[sz]ation|attention|contact_?name|person|first_?name|last_?name|full_?name|family_?name|given_?name|consignee|recipient|receiver|sender|shipper|signed|signer|signature|buyer|customer_?name|^name\d?$)/,
    'person',
  ],
  [/(?:latitude|longitude)/, 'number'],
  [
    /(?:account|acct|customer_?(?:number|no|id)|contract|merchant|meter|payer|vat|eori|ioss|tax_?(?:id|number)|registration|licen[cs]e)/,
    'number',
  ],
  [
    /(?:tracking|waybill|awb|barcode|^pin$|piece_?id|parcel_?(?:id|number)|shipment_?(?:id|number|identification)|label_?id|package_?id|reference|invoice_?(?:id|number|no)|order_?(?:id|number|no|name)|transaction|confirmation|^id$|uuid|guid|serial)/,
    'number',
  ],
];
/** Above a `name` or a `code` that belongs to no person. */
const NO_PERSON =
  /service|product|carrier|status|event|rate|charge|country|currency|option|item|commodit|goods|package|unit|tax|fee/;

const plainName = (name: string): string =>
  name
    .replace(/^.*:/, '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

/** Says nothing by itself: what stands above it counts. */
const GENERIC = /^(?:number|value|full|local|digits|line|content|text|extension)$/;

function kindOf(name: string, above: string): Kind | undefined {
  const own = plainName(name);
  if (GENERIC.test(own)) return above === '' ? undefined : kindOf(above, '');
  const joined = own.replaceAll('_', '');
  const found = KINDS.find(([pattern]) => pattern.test(own) || pattern.test(joined));
  // Numbers of taxes, and codes of places, are caught by words that otherwise name harmless things.
  const kind =
    found?.[1] ??
    (found &&
      KINDS.slice(1).find(
        ([pattern, one]) => one !== undefined && pattern.test(own) && /(?:_id|number|postal|zip|post)/.test(own),
      )?.[1]);
  return kind === 'person' && /^name\d?$/.test(own) && NO_PERSON.test(plainName(above)) ? undefined : kind;
}

const UPPER = 'ABCEGHJKLMNPRSTVXY';
const LOWER = UPPER.toLowerCase();
const DIGITS = '123456789';
/** Longer texts are papers or pictures: nothing of them is read by a connector. */
const LONGEST = 2_000;
/** No vendor's message is as deep. */
const DEEPEST = 100;
/** Shorter values are replaced in their own fields alone: "100" stands in many prices. */
const SHORTEST_ANYWHERE = 5;

export interface Pseudonyms {
  /** Takes note of what stands in a message; of every message before the first is written. */
  learn(text: string): void;
  /** Takes note of a value that is known from elsewhere (an account number of the credentials). */
  add(value: string): void;
  /** The message with everything that was learnt replaced. */
  write(text: string): string;
}

interface Known {
  readonly value: string;
  readonly to: string;
}
/** Letters by which a known value is looked up; none is shorter. */
const START = 3;
const isWord = (one: string | undefined): boolean => one !== undefined && /[\p{L}\d]/u.test(one);

/** @param key of one export, random: the same value gets another stand-in in the next */
export function createPseudonyms(key: Uint8Array): Pseudonyms {
  const known = new Map<string, Known>();
  let index: ReadonlyMap<string, readonly Known[]> | undefined;

  /** Letters for letters, digits for digits, everything else as it is. The same letters for any case of a value. */
  function shaped(value: string): string {
    const stream = createHmac('sha512', key).update(value.toLowerCase()).digest();
    return [...value]
      .map((one, index) => {
        const byte = (stream[index % stream.length] ?? 0) + index * 7;
        if (/[0-9]/.test(one)) return DIGITS[byte % DIGITS.length] ?? one;
        if (/\p{Lu}/u.test(one)) return UPPER[byte % UPPER.length] ?? one;
        return /\p{L}/u.test(one) ? (LOWER[byte % LOWER.length] ?? one) : one;
      })
      .join('');
  }

  function standIn(value: string, kind: Kind): string {
    if (kind === 'mail') return `${shaped(value.split('@')[0] ?? '').replaceAll(/[^\w]/g, 'x')}@example.com`;
    return shaped(value);
  }

  function note(value: string, kind: Kind): string {
    const trimmed = value.trim();
    const to = known.get(trimmed.toLowerCase())?.to ?? standIn(trimmed, kind);
    if (/[\p{L}\d]/u.test(trimmed) && !known.has(trimmed.toLowerCase())) {
      known.set(trimmed.toLowerCase(), { value: trimmed, to });
      index = undefined;
      // A signature or a greeting has one word of a name.
      if (kind === 'person')
        for (const word of trimmed.split(/[\s,.]+/))
          if (word.length >= 3 && word !== trimmed && !known.has(word.toLowerCase()))
            known.set(word.toLowerCase(), { value: word, to: shaped(word) });
    }
    return value.replace(trimmed, to);
  }

  /** Every value that a name says to be of a person or an account, as `replace` gives it back. */
  function inFields(text: string, replace: (value: string, kind: Kind) => string): string {
    const json = parsed(text);
    if (json !== undefined) return JSON.stringify(walk(json.value, '', '', replace));
    if (text.trimStart().startsWith('<')) return inXml(text, replace);
    return text.replaceAll(
      /(^|[?&;\s])([\w.[\]-]+)=([^&\s"]*)/g,
      (whole, before: string, name: string, value: string) => {
        const kind = kindOf(name, '');
        const plain = decoded(value);
        return kind === undefined || plain === ''
          ? whole
          : `${before}${name}=${encodeURIComponent(replace(plain, kind))}`;
      },
    );
  }

  /** By their first letters, the longest first, so that a text is gone through once however much is known. */
  function build(): ReadonlyMap<string, readonly Known[]> {
    const found = new Map<string, Known>();
    for (const { value, to } of known.values()) {
      if (value.length < SHORTEST_ANYWHERE && !/^\p{L}{3,}$/u.test(value)) continue;
      const others = disguises(to);
      for (const [index, one] of disguises(value).entries())
        found.set(one.toLowerCase(), { value: one.toLowerCase(), to: others[index] ?? to });
    }
    const byStart = new Map<string, Known[]>();
    for (const one of [...found.values()].toSorted((x, y) => y.value.length - x.value.length)) {
      const start = one.value.slice(0, START);
      byStart.set(start, [...(byStart.get(start) ?? []), one]);
    }
    return byStart;
  }

  function replaceKnown(text: string, byStart: ReadonlyMap<string, readonly Known[]>): string {
    // A few letters grow when they become small; then places would not fit any more.
    const lower = [...text].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join('');
    const kept: string[] = [];
    let from = 0;
    for (let at = 0; at < lower.length; at += 1) {
      if (isWord(lower[at - 1])) continue;
      const fits = byStart
        .get(lower.slice(at, at + START))
        ?.find(({ value }) => lower.startsWith(value, at) && !isWord(lower[at + value.length]));
      if (!fits) continue;
      kept.push(text.slice(from, at), fits.to);
      from = at + fits.value.length;
      at = from - 1;
    }
    return kept.join('') + text.slice(from);
  }

  return {
    learn(text) {
      inFields(text, (value, kind) => {
        note(value, kind);
        return value;
      });
      for (const [mail] of text.matchAll(MAIL)) note(mail, 'mail');
    },
    add: (value) => {
      if (value.trim().length >= SHORTEST_ANYWHERE) note(value, 'number');
    },
    write(text) {
      const inside = inFields(text, (value, kind) =>
        value.length > LONGEST ? `[${value.length} characters]` : note(value, kind),
      );
      index ??= build();
      return replaceKnown(inside, index).replaceAll(MAIL, (mail) =>
        mail.endsWith('@example.com') ? mail : note(mail, 'mail'),
      );
    },
  };
}

const MAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** The JSON in a text; absent where it is none, or holds more than an answer may. */
export function parsed(text: string): { readonly value: unknown } | undefined {
  if (!/^\s*[[{]/.test(text) || tooMuchJson(text) !== undefined) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) return value;
    throw error;
  }
}

function walk(
  value: unknown,
  name: string,
  above: string,
  replace: (value: string, kind: Kind) => string,
  depth = 0,
): unknown {
  if (depth > DEEPEST) return '[nested too deeply]';
  if (Array.isArray(value)) return value.map((one: unknown) => walk(one, name, above, replace, depth + 1));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]: [string, unknown]) => [key, walk(one, key, name, replace, depth + 1)]),
    );
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  if (typeof value === 'string' && value.length > LONGEST) return `[${value.length} characters]`;
  const kind = kindOf(name, above);
  if (kind === undefined || value === '') return value;
  const written = replace(String(value), kind);
  return typeof value === 'number' ? numberOf(written, value) : written;
}

const numberOf = (text: string, was: number): number => {
  const number = Number(text);
  return Number.isFinite(number) ? number : was;
};

/** Elements with text alone, and attributes; the element above is the one that was opened last. */
function inXml(text: string, replace: (value: string, kind: Kind) => string): string {
  const open: string[] = [];
  return text.replaceAll(
    /<(\/?)([\w.:-]+)(?![\w.:-])([^<>]*)>([^<]*)/g,
    (_whole, slash: string, name: string, rest: string, inner: string) => {
      if (slash) open.pop();
      const above = open.at(-1) ?? '';
      if (!slash && !rest.endsWith('/')) open.push(name);
      const attributes = rest.replaceAll(/(?<![\w.:-])([\w.:-]+)="([^"]*)"/g, (all, key: string, value: string) => {
        const kind = key.startsWith('xmlns') ? undefined : kindOf(key, name);
        return kind === undefined || value === '' ? all : `${key}="${replace(value, kind)}"`;
      });
      const kind = slash ? undefined : kindOf(name, above);
      const shown = inner.length > LONGEST ? `[${inner.length} characters]` : inner;
      return `<${slash}${name}${attributes}>${kind === undefined || inner.trim() === '' ? shown : replace(shown, kind)}`;
    },
  );
}
