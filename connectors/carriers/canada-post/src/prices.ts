/** Prices of rate answers, purchases and receipts as our lines. What they leave unnamed is told as such. */
import { addedUp, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { partsPerMillion, sum, type Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';

const CURRENCY = 'CAD';

export interface Price {
  readonly lines: readonly PriceLine[];
  readonly total: Money;
}

/** Codes and names of adjustments and options where the answer gives only the code ("Messages and code tables"). */
const LABELS: Readonly<Record<string, string>> = {
  AUTDISC: 'Automation discount',
  FUELSC: 'Fuel surcharge',
  V1DISC: 'Solutions for Small Business discount',
  PROMODISC: 'Promotional discount',
  PURFEE: 'Fee for a label used before it was paid',
  DC: 'Delivery confirmation',
  SO: 'Signature',
  COV: 'Coverage',
  PA18: 'Proof of age 18',
  PA19: 'Proof of age 19',
};

const labelOf = (code: string): string => (Object.hasOwn(LABELS, code) ? LABELS[code] : undefined) ?? code;
const CODE = /^[A-Z][A-Z0-9.]{0,19}$/;

const adjustmentKind = (code: string, amount: Money): PriceLineKind =>
  code === 'FUELSC' ? 'fuel' : amount.minor < 0 ? 'discount' : 'surcharge';

const withoutZeros = (lines: readonly PriceLine[]): PriceLine[] => lines.filter((line) => line.amount.minor !== 0);

/** A tax line; its rate only where the amount really is that share of the rest. */
function taxLine(code: 'GST' | 'PST' | 'HST', amount: Money, net: Money, percent: number | undefined): PriceLine {
  const ratePpm = percent === undefined ? undefined : Math.round(percent * 10_000);
  const fits =
    ratePpm !== undefined && ratePpm > 0 && Math.abs(partsPerMillion(net, ratePpm).minor - amount.minor) <= 1;
  return { kind: 'tax', code, label: code, amount, ratePpm: fits ? ratePpm : undefined };
}

const netOf = (lines: readonly PriceLine[]): Money =>
  sum(
    lines.map((line) => line.amount),
    CURRENCY,
  );

/** `price-details` of a rate answer. @throws FieldProblem */
export function quotedPrice(p: ObjectReader): Price {
  const lines: PriceLine[] = [{ kind: 'base', code: 'BASE', label: 'Postage', amount: p.money('base', CURRENCY) }];
  if (p.has('options')) for (const line of p.object('options').strictList('option', quotedOption)) lines.push(line);
  if (p.has('adjustments'))
    for (const line of p.object('adjustments').strictList('adjustment', quotedAdjustment)) lines.push(line);
  const net = netOf(lines);
  const taxes = p.has('taxes') ? quotedTaxes(p.object('taxes'), net) : [];
  return addedUp(p.path, withoutZeros([...lines, ...taxes]), p.money('due', CURRENCY));
}

const quotedOption = (o: ObjectReader): PriceLine => ({
  kind: 'option',
  code: o.string('option-code', CODE),
  label: o.string('option-name'),
  amount: o.money('option-price', CURRENCY),
});

function quotedAdjustment(a: ObjectReader): PriceLine {
  const code = a.string('adjustment-code', CODE);
  const amount = a.money('adjustment-cost', CURRENCY);
  return { kind: adjustmentKind(code, amount), code, label: a.string('adjustment-name'), amount };
}

function quotedTaxes(taxes: ObjectReader, net: Money): PriceLine[] {
  return (['gst', 'pst', 'hst'] as const)
    .filter((name) => taxes.has(name))
    .map((name) => {
      const amount = taxes.money(name, CURRENCY);
      const percent = amount.minor === 0 ? undefined : percentOf(taxes.raw(name));
      return taxLine(name.toUpperCase() as 'GST' | 'PST' | 'HST', amount, net, percent);
    });
}

function percentOf(tax: unknown): number | undefined {
  const text = typeof tax === 'object' && tax !== null && '@percent' in tax ? tax['@percent'] : undefined;
  return typeof text === 'string' && /^\d{1,2}(\.\d{1,4})?$/.test(text) ? Number(text) : undefined;
}

const optional = (p: ObjectReader, list: string, item: string, read: (r: ObjectReader) => PriceLine): PriceLine[] => {
  if (!p.has(list)) return [];
  const inside = p.object(list);
  return inside.has(item) ? inside.strictList(item, read) : [];
};

/** Base, options and adjustments as a purchase or receipt states them, with the taxes it names. */
function chargedLines(p: ObjectReader): PriceLine[] {
  const lines: PriceLine[] = [
    { kind: 'base', code: 'BASE', label: 'Postage', amount: p.money('base-amount', CURRENCY) },
    ...optional(p, 'priced-options', 'priced-option', (o) => {
      const code = o.string('option-code', CODE);
      const amount = o.has('option-price') ? o.money('option-price', CURRENCY) : { minor: 0, currency: CURRENCY };
      return { kind: 'option', code, label: labelOf(code), amount };
    }),
    ...optional(p, 'adjustments', 'adjustment', (a) => {
      const code = a.string('adjustment-code', CODE);
      const amount = a.money('adjustment-amount', CURRENCY);
      return { kind: adjustmentKind(code, amount), code, label: labelOf(code), amount };
    }),
  ];
  const net = p.money('pre-tax-amount', CURRENCY);
  const tax = (code: 'GST' | 'PST' | 'HST'): PriceLine =>
    taxLine(code, p.money(`${code.toLowerCase()}-amount`, CURRENCY), net, undefined);
  return withoutZeros([...lines, tax('GST'), tax('PST'), tax('HST')]);
}

/** `shipment-price` of a contract purchase. @throws FieldProblem */
export const purchasePrice = (p: ObjectReader): Price =>
  addedUp(p.path, chargedLines(p), p.money('due-amount', CURRENCY));

/** Receipt of a purchase without contract: what the card was charged. @throws FieldProblem */
export function receiptPrice(p: ObjectReader): Price {
  const card = p.object('cc-receipt-details');
  card.string('currency', /^CAD$/);
  return addedUp(p.path, chargedLines(p), card.money('charge-amount', CURRENCY));
}
