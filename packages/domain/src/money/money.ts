/**
 * Money is an integer count of minor units (cents) with its ISO 4217 currency. No floating point ever holds an amount:
 * parsing and percentages go through integers, and rounding is half away from zero, stated here and nowhere else.
 */
export interface Money {
  /** Integer minor units (cents for CAD and USD, yen for JPY). May be negative (refunds, postings). */
  readonly minor: number;
  /** ISO 4217 code in upper case. */
  readonly currency: string;
}

/** Currencies whose minor unit is not 1/100, ISO 4217 (2018-08-29 amendment 167 list). */
const EXPONENTS: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
};

/** Number of decimals of a currency's minor unit. */
export const exponentOf = (currency: string): number => EXPONENTS[currency] ?? 2;

/** @throws RangeError when `minor` is not a safe integer or the currency is not three capital letters. */
export function money(minor: number, currency: string): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`amount ${minor} is not a safe integer of minor units`);
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`currency "${currency}" is not an ISO 4217 code`);
  return { minor: minor === 0 ? 0 : minor, currency };
}

export const zero = (currency: string): Money => money(0, currency);

function sameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new RangeError(`cannot combine ${a.currency} with ${b.currency}`);
}

export function add(a: Money, b: Money): Money {
  sameCurrency(a, b);
  return money(a.minor + b.minor, a.currency);
}

export function subtract(a: Money, b: Money): Money {
  sameCurrency(a, b);
  return money(a.minor - b.minor, a.currency);
}

export const negate = (a: Money): Money => money(-a.minor, a.currency);

/** Sum of amounts of one currency; an empty list is zero of `currency`. */
export const sum = (amounts: readonly Money[], currency: string): Money => amounts.reduce(add, zero(currency));

/** Compares two amounts of one currency: negative, zero or positive as `Array.sort` wants it. */
export function compare(a: Money, b: Money): number {
  sameCurrency(a, b);
  return a.minor - b.minor;
}

/** Integer division rounded half away from zero; exact for any safe integers because it runs on BigInt. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('division by zero');
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * n + d) / (2n * d);
  return negative ? -rounded : rounded;
}

/** Price of one unit where only that of all is named; nothing for no units. Rounded half away from zero. */
export const perUnit = (all: Money, quantity: number): Money =>
  quantity === 0
    ? money(0, all.currency)
    : money(Number(divideRounded(BigInt(all.minor), BigInt(quantity))), all.currency);

/** `basisPoints` of an amount: 250 is 2.5 %. Rounded half away from zero to one minor unit. */
export function percentage(amount: Money, basisPoints: number): Money {
  if (!Number.isSafeInteger(basisPoints)) throw new RangeError(`basis points ${basisPoints} are not an integer`);
  return money(Number(divideRounded(BigInt(amount.minor) * BigInt(basisPoints), 10_000n)), amount.currency);
}

/** Rate in parts per million: 99_750 is 9.975 % (tax rates have more decimals than basis points). Rounded half away from zero. */
export function partsPerMillion(amount: Money, ppm: number): Money {
  if (!Number.isSafeInteger(ppm)) throw new RangeError(`parts per million ${ppm} are not an integer`);
  return money(Number(divideRounded(BigInt(amount.minor) * BigInt(ppm), 1_000_000n)), amount.currency);
}

/** Whole multiple of an amount (quantity times unit price). */
export function times(amount: Money, quantity: number): Money {
  if (!Number.isSafeInteger(quantity)) throw new RangeError(`quantity ${quantity} is not an integer`);
  return money(Number(BigInt(amount.minor) * BigInt(quantity)), amount.currency);
}

/**
 * Splits an amount by integer weights with the largest-remainder method: parts differ from the exact share by less than
 * one minor unit and always sum to the amount. Ties go to the earlier part, so the split is reproducible.
 */
export function allocate(amount: Money, weights: readonly number[]): Money[] {
  if (weights.some((w) => !Number.isSafeInteger(w) || w < 0) || weights.every((w) => w === 0))
    throw new RangeError('weights must be non-negative integers with a positive sum');
  const total = weights.reduce((t, w) => t + BigInt(w), 0n);
  const sign = amount.minor < 0 ? -1 : 1;
  const whole = BigInt(Math.abs(amount.minor));
  const shares = weights.map((w, index) => {
    const product = whole * BigInt(w);
    return { index, floor: product / total, remainder: product % total };
  });
  const left = Number(whole - shares.reduce((t, s) => t + s.floor, 0n));
  const extra = new Set(
    shares
      .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
      .slice(0, left)
      .map((s) => s.index),
  );
  return shares.map((s) => money(sign * (Number(s.floor) + (extra.has(s.index) ? 1 : 0)), amount.currency));
}

/**
 * Reads a decimal text ("1,234.50", "12", "-3.5") as money. A comma is a thousands mark; a lone decimal comma ("12,50")
 * is accepted because French Canadian files use it. More decimals than the currency has are refused, not rounded:
 * a file that says 1.005 dollars is a mistake to show, not to hide.
 * @returns undefined when the text is not an amount of that currency.
 */
export function parseMoney(text: string, currency: string): Money | undefined {
  // Somebody may still be typing it.
  if (!/^[A-Z]{3}$/.test(currency)) return undefined;
  const digits = exponentOf(currency);
  let t = text
    .trim()
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/^(-?)(?:CA\$|US\$|\$|€|£)/, '$1')
    .replace(/\$$/, '');
  if (/^-?\d+,\d{1,2}$/.test(t) || /^-?\d{1,3}(\.\d{3})+,\d{1,2}$/.test(t)) t = t.replaceAll('.', '').replace(',', '.');
  else if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(t)) t = t.replaceAll(',', '');
  const match = /^(-?)(\d{1,13})(?:\.(\d+))?$/.exec(t);
  if (!match) return undefined;
  const fraction = (match[3] ?? '').replace(/(?<!0)0+$/, '');
  if (fraction.length > digits) return undefined;
  const minor = Number(BigInt(match[2] ?? '0') * 10n ** BigInt(digits)) + Number(fraction.padEnd(digits, '0') || '0');
  if (!Number.isSafeInteger(minor)) return undefined;
  return money(match[1] === '-' ? -minor : minor, currency);
}

/** Plain decimal text without currency or grouping ("1234.50"), for files and vendor messages. */
export function toDecimal(amount: Money): string {
  const digits = exponentOf(amount.currency);
  const sign = amount.minor < 0 ? '-' : '';
  const text = String(Math.abs(amount.minor)).padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
