/**
 * Reads vendor answers (JSON, or XML as `xml.ts` parses it) into our types. Every mistake names the field in words, an item
 * of a list that cannot be read becomes a message beside the good ones, and nothing is guessed: a field is either what the
 * vendor said or absent with a message.
 */
import { divideRounded, exponentOf, money, parseMoney, type Money } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';

/** A field of the vendor's answer is missing or not what it should be. Caught per item, and once by the runner. */
export class FieldProblem extends Error {
  readonly field: string;
  constructor(field: string, what: string) {
    super(`${field} ${what}.`);
    this.name = 'FieldProblem';
    this.field = field;
  }
}

/** Code of the line that closes the gap between a vendor's named charges and its total. */
export const UNNAMED_CHARGE = 'UNNAMED';

/**
 * Price lines and their total as the vendor states them. The total is what will be billed, so a charge that the vendor does not
 * itemise costs nobody the price: what the lines leave open stands as a line of its own.
 * @throws FieldProblem for lines in another currency, and for a total that is less than half of what it is made of
 */
export function addedUp(
  field: string,
  lines: readonly PriceLine[],
  total: Money,
): { readonly lines: readonly PriceLine[]; readonly total: Money } {
  if (lines.some(({ amount }) => amount.currency !== total.currency))
    throw new FieldProblem(field, 'are in several currencies');
  const named = lines.reduce((so, { amount }) => so + amount.minor, 0);
  const rest = total.minor - named;
  if (rest === 0) return { lines, total };
  if (total.minor * 2 < named) throw new FieldProblem(field, 'do not add up to the total');
  const unnamed: PriceLine = {
    ...(rest > 0 ? { kind: 'surcharge', label: 'Other charges' } : { kind: 'discount', label: 'Other reductions' }),
    code: UNNAMED_CHARGE,
    amount: money(rest, total.currency),
  };
  return { lines: [...lines, unnamed], total };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text of an XML element that also carries attributes. */
const unwrap = (value: unknown): unknown =>
  isRecord(value) && typeof value['#text'] === 'string' ? value['#text'] : value;

function show(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value)).replace(
    /[\p{Cc}\uFFFD]/gu,
    '?',
  );
  return `"${text.length > 40 ? `${text.slice(0, 37)}...` : text}"`;
}

const DECIMAL = /^-?\d{1,15}(\.\d{1,9})?$/;
const DAMAGED = /[\uFFFD\p{Cc}]/u;
const LINE_BREAKS = /[\n\r\t]/g;

export interface ReadList<T> {
  readonly items: readonly T[];
  readonly problems: readonly string[];
}

export class ObjectReader {
  readonly #value: Readonly<Record<string, unknown>>;
  readonly path: string;
  /** Messages of optional fields and list items that could not be read; shared with the readers below. */
  readonly problems: string[];

  constructor(value: Readonly<Record<string, unknown>>, path: string, problems: string[]) {
    this.#value = value;
    this.path = path;
    this.problems = problems;
  }

  /** Path of a field for a message. */
  at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  /**
   * The same object with a list of messages of its own, for items whose messages are shown beside them.
   * @param problems that list; another object's where the two are one thing to people
   */
  isolated(problems: string[] = []): ObjectReader {
    return new ObjectReader(this.#value, this.path, problems);
  }

  raw(name: string): unknown {
    return Object.hasOwn(this.#value, name) ? this.#value[name] : undefined;
  }

  /** The whole of it as it came, for people who look for what was wrong. */
  whole(): Readonly<Record<string, unknown>> {
    return this.#value;
  }

  /** Absent, null and empty text all mean that the vendor said nothing. */
  has(name: string): boolean {
    const value = unwrap(this.raw(name));
    return value !== undefined && value !== null && value !== '';
  }

  #required(name: string): unknown {
    if (!this.has(name)) throw new FieldProblem(this.at(name), 'is missing');
    return unwrap(this.raw(name));
  }

  #wrong(name: string, expected: string): FieldProblem {
    return new FieldProblem(this.at(name), `should be ${expected} but is ${show(unwrap(this.raw(name)))}`);
  }

  /** Text; with a pattern for codes and numbers. Damaged characters are refused, so that no garbled text passes for a value. */
  string(name: string, pattern?: RegExp): string {
    const value = this.#required(name);
    if (typeof value !== 'string') throw this.#wrong(name, 'text');
    if (DAMAGED.test(value.replace(LINE_BREAKS, ' '))) throw this.#wrong(name, 'readable text');
    const text = value.trim();
    if (pattern && !pattern.test(text)) throw this.#wrong(name, 'in its usual form');
    return text;
  }

  /** An identifier that some vendors send as a number. */
  id(name: string, pattern?: RegExp): string {
    const value = this.#required(name);
    if (typeof value === 'number' && Number.isSafeInteger(value)) {
      const text = String(value);
      if (pattern && !pattern.test(text)) throw this.#wrong(name, 'in its usual form');
      return text;
    }
    return this.string(name, pattern);
  }

  /** A number, or text that is one. */
  number(name: string): number {
    const value = this.#required(name);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value === 'string' && DECIMAL.test(value.trim())) return Number(value.trim());
    throw this.#wrong(name, 'a number');
  }

  integer(name: string, least = Number.MIN_SAFE_INTEGER): number {
    const value = this.number(name);
    if (!Number.isSafeInteger(value) || value < least)
      throw this.#wrong(name, `a whole number${least > 0 ? ` from ${least}` : ''}`);
    return value;
  }

  /** `true` and `false`, also as text. */
  boolean(name: string): boolean {
    const value = this.#required(name);
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    throw this.#wrong(name, 'true or false');
  }

  /** An amount in major units ("12.30"); more decimals than the currency has are refused, not rounded. */
  money(name: string, currency: string): Money {
    const value = this.#required(name);
    const text = typeof value === 'number' ? String(value) : value;
    const amount = typeof text === 'string' && DECIMAL.test(text.trim()) ? parseMoney(text, currency) : undefined;
    if (!amount) throw this.#wrong(name, `an amount in ${currency}`);
    return amount;
  }

  /**
   * An amount in major units that a platform works out itself (a price less some percent), so that it may have more decimals
   * than the currency: rounded half away from zero.
   */
  rounded(name: string, currency: string): Money {
    const value = this.number(name);
    if (Math.abs(value) > 1e9) throw this.#wrong(name, `an amount in ${currency}`);
    const millionths = BigInt(value.toFixed(6).replace('.', ''));
    return money(Number(divideRounded(millionths * 10n ** BigInt(exponentOf(currency)), 1_000_000n)), currency);
  }

  /** An amount in minor units (1230 for 12.30). */
  minor(name: string, currency: string): Money {
    return money(this.integer(name), currency);
  }

  currency(name: string): string {
    return this.string(name, /^[A-Z]{3}$/);
  }

  /** A calendar day, YYYY-MM-DD, that exists. */
  date(name: string): string {
    const text = this.string(name, /^\d{4}-\d{2}-\d{2}$/);
    const time = Date.parse(`${text}T00:00:00Z`);
    if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text)
      throw this.#wrong(name, 'a day of the calendar');
    return text;
  }

  /** ISO 8601 date and time; `zoned` demands an offset. Returned as written. */
  instant(name: string, zoned = true): string {
    const text = this.string(name, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/);
    const offset = /(Z|[+-]\d{2}:?\d{2})$/.test(text);
    if ((zoned && !offset) || Number.isNaN(Date.parse(offset ? text : `${text}Z`)))
      throw this.#wrong(name, 'a date and time');
    return text;
  }

  /** One of the vendor's codes, translated. */
  choice<T>(name: string, choices: Readonly<Record<string, T>>): T {
    const text = this.id(name);
    const found = Object.hasOwn(choices, text) ? choices[text] : undefined;
    if (found === undefined) throw this.#wrong(name, `one of ${Object.keys(choices).join(', ')}`);
    return found;
  }

  /** Base64 text as bytes. */
  base64(name: string): Uint8Array {
    const value = this.#required(name);
    const text = typeof value === 'string' ? value.replace(/\s+/g, '') : '';
    if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
      throw this.#wrong(name, 'base64 data');
    return new Uint8Array(Buffer.from(text, 'base64'));
  }

  object(name: string): ObjectReader {
    const value = this.raw(name);
    if (value === undefined || value === null || value === '') throw new FieldProblem(this.at(name), 'is missing');
    if (!isRecord(value)) throw this.#wrong(name, 'an object');
    return new ObjectReader(value, this.at(name), this.problems);
  }

  /** Every item that can be read; the others become messages. An absent list is a `FieldProblem` unless `optional`. */
  list<T>(
    name: string,
    readItem: (item: ObjectReader, index: number) => T,
    options: { readonly optional?: boolean } = {},
  ): T[] {
    if (!this.has(name)) {
      if (options.optional === true) return [];
      throw new FieldProblem(this.at(name), 'is missing');
    }
    const list = readItems(this.raw(name), this.at(name), readItem, this.problems);
    return [...list];
  }

  /** A list that is right as a whole or not at all, such as the lines of a price. */
  strictList<T>(name: string, readItem: (item: ObjectReader, index: number) => T): T[] {
    const value = this.raw(name);
    if (value === undefined || value === null) throw new FieldProblem(this.at(name), 'is missing');
    if (!Array.isArray(value)) throw this.#wrong(name, 'a list');
    return value.map((item, index) => readItem(readObject(item, `${this.at(name)}[${index}]`, this.problems), index));
  }

  /** An optional field: undefined when the vendor said nothing; undefined with a message when it cannot be read. */
  maybe<T>(name: string, read: (name: string) => T): T | undefined {
    if (!this.has(name)) return undefined;
    try {
      return read(name);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      this.problems.push(error.message);
      return undefined;
    }
  }
}

/** @throws FieldProblem when the value is not an object. */
export function readObject(value: unknown, path = '', problems: string[] = []): ObjectReader {
  if (!isRecord(value))
    throw new FieldProblem(path === '' ? 'The answer' : path, `should be an object but is ${show(value)}`);
  return new ObjectReader(value, path, problems);
}

function readItems<T>(
  value: unknown,
  path: string,
  readItem: (item: ObjectReader, index: number) => T,
  problems: string[],
): T[] {
  if (!Array.isArray(value)) throw new FieldProblem(path, `should be a list but is ${show(value)}`);
  const items: T[] = [];
  value.forEach((item: unknown, index) => {
    try {
      items.push(readItem(readObject(item, `${path}[${index}]`, problems), index));
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems.push(error.message);
    }
  });
  return items;
}

/**
 * The items at a dotted path ("data.quotes"), each read on its own.
 * @throws FieldProblem when there is no list at the path.
 */
export function readList<T>(
  json: unknown,
  path: string,
  readItem: (item: ObjectReader, index: number) => T,
): ReadList<T> {
  const problems: string[] = [];
  const names = path.split('.');
  const last = names.pop() ?? '';
  let reader = readObject(json, '', problems);
  for (const name of names) reader = reader.object(name);
  return { items: reader.list(last, readItem), problems };
}
