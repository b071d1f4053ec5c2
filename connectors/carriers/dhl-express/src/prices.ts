/**
 * Prices as DHL states them: the account's price in several currencies (BILLC the one it is billed in, PULCL the one of the
 * country's public rates, BASEC the base), each with its parts. PULCL names a currency; it is not known to be a list price, so
 * none is told. Types that this account has no price in stand there with a price of 0 and without a currency.
 */
import { addedUp, FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { add, subtract, sum, zero, type Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';

export interface Price {
  readonly lines: readonly PriceLine[];
  readonly total: Money;
}

export type CurrencyType = 'BILLC' | 'PULCL' | 'BASEC';

const isOf = (o: ObjectReader, type: CurrencyType): boolean =>
  o.has('currencyType') && o.string('currencyType') === type;

/** Charges by DHL's codes; every other one is a surcharge. */
const KINDS: Readonly<Record<string, PriceLineKind>> = {
  FF: 'fuel',
  II: 'option',
  IB: 'option',
  AA: 'option',
  SF: 'option',
  SD: 'option',
  SX: 'option',
};

/** Amounts with more decimals than the currency has are rounded by DHL itself in totals; here they are refused. */
export const priceIn = (o: ObjectReader, currency: string): Money => o.money('price', currency);

/** The total of one currency type; undefined where there is none, or nothing. @throws FieldProblem when it cannot be read */
export function totalOf(product: ObjectReader, type: CurrencyType): Money | undefined {
  const [total, ...others] = product
    .strictList('totalPrice', (o) => o)
    .filter((o) => isOf(o, type) && !(o.has('price') && o.number('price') === 0))
    .map((o) => priceIn(o, o.currency('priceCurrency')));
  if (others.length > 0) throw new FieldProblem(product.at('totalPrice'), `names ${type} twice`);
  return total;
}

interface Part {
  readonly line: PriceLine;
  readonly tax: Money;
}

function taxOf(o: ObjectReader, currency: string): Money {
  if (!o.has('priceBreakdown')) return zero(currency);
  const taxes = o.strictList('priceBreakdown', (part) =>
    part.string('priceType') === 'TAX' && part.has('price') ? priceIn(part, currency) : zero(currency),
  );
  return sum(taxes, currency);
}

/** The first charge is the transport and has no code; every other one has. @throws FieldProblem */
function named(o: ObjectReader, code: string | undefined, index: number): Pick<PriceLine, 'kind' | 'code'> {
  if (index === 0 && code === undefined) return { kind: 'base', code: 'BASE' };
  if (code === undefined) throw new FieldProblem(o.path, 'is a charge without a code');
  return { kind: KINDS[code] ?? 'surcharge', code };
}

/** A charge; undefined for a service that is only on offer, which has no price. */
function part(o: ObjectReader, index: number, currency: string): Part | undefined {
  if (!o.has('price')) return undefined;
  const label = o.string('name');
  const code = o.has('serviceCode') ? o.id('serviceCode', /^[0-9A-Z]{1,6}$/) : undefined;
  const amount = priceIn(o, currency);
  return { line: { ...named(o, code, index), label, amount }, tax: taxOf(o, currency) };
}

const TAX = { kind: 'tax', code: 'TAX', label: 'Tax' } as const;

/** Prices in the list hold their tax in some countries and stand before it in others: whichever comes nearest to the total. */
function withTax(field: string, parts: readonly Part[], total: Money): Price {
  const { currency } = total;
  const priced = parts.filter(({ line }) => line.amount.minor !== 0);
  const tax = sum(
    priced.map((one) => one.tax),
    currency,
  );
  const gross = sum(
    priced.map(({ line }) => line.amount),
    currency,
  );
  if (tax.minor === 0)
    return addedUp(
      field,
      priced.map(({ line }) => line),
      total,
    );
  const taxLine: PriceLine = { ...TAX, amount: tax };
  const holdTax = Math.abs(gross.minor - total.minor) <= Math.abs(gross.minor + tax.minor - total.minor);
  const lines = holdTax
    ? priced.map(({ line, tax: own }) => ({ ...line, amount: subtract(line.amount, own) }))
    : priced.map(({ line }) => line);
  return addedUp(field, [...lines, taxLine], total);
}

/** A total that is not itemised. */
export const summed = (total: Money): Price => ({
  lines: [{ kind: 'base', code: 'BASE', label: 'Transportation', amount: total }],
  total,
});

/** Whether a product names the parts of its prices. */
export const isItemised = (product: ObjectReader): boolean => product.has('detailedPriceBreakdown');

/** The tax of the whole price (STTXA), where it is told. @throws FieldProblem when it cannot be read */
function statedTax(product: ObjectReader, type: CurrencyType, currency: string): Money | undefined {
  if (!product.has('totalPriceBreakdown')) return undefined;
  const taxes = product.strictList('totalPriceBreakdown', (o) => {
    if (!isOf(o, type) || !o.has('priceBreakdown')) return [];
    return o.strictList('priceBreakdown', (one) =>
      one.string('typeCode') === 'STTXA' ? priceIn(one, currency) : undefined,
    );
  });
  return taxes.flat().find((tax) => tax !== undefined);
}

/** The itemised price of one currency type. @throws FieldProblem when its parts are missing or unreadable */
export function itemised(product: ObjectReader, type: CurrencyType, total: Money): Price {
  const field = product.at('detailedPriceBreakdown');
  if (!isItemised(product)) return addedUp(field, [], total);
  const [own, ...others] = product.strictList('detailedPriceBreakdown', (o) => o).filter((o) => isOf(o, type));
  if (!own || others.length > 0) throw new FieldProblem(field, `should name ${type} once`);
  if (own.currency('priceCurrency') !== total.currency)
    throw new FieldProblem(own.at('priceCurrency'), 'is not the currency of the total');
  const parts = own
    .strictList('breakdown', (o, index) => part(o, index, total.currency))
    .filter((p) => p !== undefined);
  const stated = statedTax(product, type, total.currency);
  const tax = sum(
    parts.map((one) => one.tax),
    total.currency,
  );
  // Which of the parts the tax lies in is then not known.
  if (stated !== undefined && stated.minor !== tax.minor) return addedUp(field, [{ ...TAX, amount: stated }], total);
  return withTax(own.at('breakdown'), parts, total);
}

/**
 * What a purchase says it costs (`shipmentCharges`).
 * @throws FieldProblem when its parts are missing or unreadable
 */
export function charges(o: ObjectReader): Price {
  const total = priceIn(o, o.currency('priceCurrency'));
  const lines = o
    .strictList('serviceBreakdown', (item, index): PriceLine => {
      const code = item.has('typeCode') ? item.id('typeCode') : undefined;
      const label = item.string('name');
      return { ...named(item, code, index), label, amount: priceIn(item, total.currency) };
    })
    .filter((line) => line.amount.minor !== 0);
  return addedUp(o.at('serviceBreakdown'), lines, total);
}

/** Lines of one code are one line. */
export const joined = (lines: readonly PriceLine[]): PriceLine[] => {
  const out: PriceLine[] = [];
  for (const line of lines) {
    const at = out.findIndex((l) => l.kind === line.kind && l.code === line.code);
    const before = out[at];
    if (before && before.amount.currency === line.amount.currency)
      out[at] = { ...before, amount: add(before.amount, line.amount) };
    else out.push(line);
  }
  return out;
};
