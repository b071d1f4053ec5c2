/**
 * Prices as UPS states them: base, itemised surcharges of shipment and packages, taxes, total. Inside the United States UPS
 * states base and surcharges per package and leaves those of the shipment at zero; elsewhere it is the other way round.
 */
import { addedUp, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { add, type Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';
import { currencyAmount, everyOf, single } from './reading.ts';

export interface Price {
  readonly lines: readonly PriceLine[];
  readonly total: Money;
}

/** Codes of itemised charges and what they are called (UPS developer appendix, "Accessorial codes"). */
const CHARGES: Readonly<Record<string, readonly [PriceLineKind, string]>> = {
  '100': ['surcharge', 'Additional handling'],
  '120': ['option', 'Signature'],
  '121': ['option', 'Signature'],
  '190': ['surcharge', 'Extended area'],
  '270': ['surcharge', 'Residential delivery'],
  '300': ['option', 'Saturday delivery'],
  '375': ['fuel', 'Fuel surcharge'],
  '376': ['surcharge', 'Delivery area'],
  '377': ['surcharge', 'Large package'],
  '378': ['option', 'Duties paid by the shipper'],
  '380': ['surcharge', 'Express Plus'],
  '400': ['option', 'Declared value'],
  '401': ['surcharge', 'Additional handling'],
  '407': ['surcharge', 'Extended area pickup'],
  '430': ['surcharge', 'Peak season'],
  '431': ['surcharge', 'Peak season, large package'],
  '432': ['surcharge', 'Peak season, additional handling'],
  '434': ['surcharge', 'Surge fee'],
  '440': ['surcharge', 'Large package'],
  '441': ['option', 'Carbon neutral'],
};

const BASE = 'Transportation';

function itemised(o: ObjectReader): PriceLine {
  const code = o.id('Code', /^[0-9A-Z]{1,3}$/);
  const amount = currencyAmount(o);
  const known = Object.hasOwn(CHARGES, code) ? CHARGES[code] : undefined;
  if (known) return { kind: known[0], code, label: known[1], amount };
  // "Surge_Fee_Residential"
  const kindOf = o.maybe('SubType', (n) => o.string(n).replaceAll('_', ' '));
  const said = o.maybe('Description', (n) => o.string(n)) ?? kindOf ?? 'Other surcharge';
  return { kind: 'surcharge', code, label: said, amount };
}

/** Part of a negotiated price that raises or lowers it ("Origin Modifier"). */
const modifier =
  (currency: string) =>
  (o: ObjectReader): PriceLine => {
    const amount = o.money('Amount', currency);
    return {
      kind: amount.minor < 0 ? 'discount' : 'surcharge',
      code: o.string('ModifierType', /^[0-9A-Z]{1,3}$/),
      label: o.string('ModifierDesc'),
      amount,
    };
  };

const taxLine =
  (currency: string) =>
  (o: ObjectReader): PriceLine => {
    const code = o.string('Type', /^[A-Z0-9 -]{1,9}$/i).toUpperCase();
    return { kind: 'tax', code, label: code, amount: o.money('MonetaryValue', currency) };
  };

interface Totals {
  readonly beforeTaxes: Money;
  readonly taxes: readonly PriceLine[];
  readonly total: Money;
}

/**
 * Total before taxes, taxes, and the total with them.
 * @param totalName `TotalCharges` of published, `TotalCharge` of negotiated prices
 * @throws FieldProblem
 */
function totals(o: ObjectReader, totalName: string): Totals {
  const beforeTaxes = currencyAmount(o.object(totalName));
  const taxes = everyOf(o, 'TaxCharges', taxLine(beforeTaxes.currency));
  // Zero-rated shipments name no tax and repeat no total.
  const total =
    taxes.length > 0 || o.has('TotalChargesWithTaxes')
      ? currencyAmount(o.object('TotalChargesWithTaxes'))
      : beforeTaxes;
  return { beforeTaxes, taxes, total };
}

const withAmount = (lines: readonly PriceLine[]): PriceLine[] => lines.filter((line) => line.amount.minor !== 0);

/** Charges of one kind and label are one line ("Signature" of three packages). */
function joined(lines: readonly PriceLine[]): PriceLine[] {
  const out: PriceLine[] = [];
  for (const line of lines) {
    const at = out.findIndex((l) => l.kind === line.kind && l.code === line.code && l.label === line.label);
    const before = out[at];
    if (before && before.amount.currency === line.amount.currency)
      out[at] = { ...before, amount: add(before.amount, line.amount) };
    else out.push(line);
  }
  return out;
}

const bases = (holders: readonly ObjectReader[]): PriceLine[] =>
  holders.flatMap((holder) => {
    const amount = single(holder, 'BaseServiceCharge', currencyAmount);
    return amount && amount.minor !== 0 ? [{ kind: 'base', code: 'BASE', label: BASE, amount }] : [];
  });

const items = (holders: readonly ObjectReader[], currency: string): PriceLine[] =>
  holders.flatMap((holder) => [
    ...everyOf(holder, 'ItemizedCharges', itemised),
    ...everyOf(holder, 'RateModifier', modifier(currency)),
  ]);

const gapTo = (total: Money, lines: readonly PriceLine[]): number =>
  Math.abs(total.minor - lines.reduce((sum, { amount }) => sum + amount.minor, 0));

/**
 * The itemised price of one service.
 * @param o holder of base, items, taxes and totals @param packages holders of the packages' own items
 * @throws FieldProblem when a part is unreadable
 */
export function itemisedPrice(o: ObjectReader, packages: readonly ObjectReader[], totalName: string): Price {
  const { beforeTaxes, taxes, total } = totals(o, totalName);
  const [own, theirs] = [bases([o]), bases(packages)];
  // The shipment's base is that of all its packages; only where it states none do theirs count.
  const base = own.length > 0 ? own : theirs;
  // Its items stand beside those of its packages, or are the sum of them.
  const [lines = []] = [[o, ...packages], [o], packages]
    .map((holders) => joined([...base, ...withAmount(items(holders, beforeTaxes.currency))]))
    .toSorted((a, b) => gapTo(beforeTaxes, a) - gapTo(beforeTaxes, b));
  // Not itemised at all: UPS states one sum.
  if (lines.length === 0) return summedPrice(o, totalName);
  return addedUp(o.at('ItemizedCharges'), [...lines, ...withAmount(taxes)], total);
}

/** The price as one sum and its taxes: what a purchase states. @throws FieldProblem */
export function summedPrice(o: ObjectReader, totalName: string): Price {
  const { beforeTaxes, taxes, total } = totals(o, totalName);
  const base: PriceLine = { kind: 'base', code: 'BASE', label: BASE, amount: beforeTaxes };
  return addedUp(o.at(totalName), [base, ...withAmount(taxes)], total);
}

/** The published total, taxes included where they are stated. @throws FieldProblem */
export const publishedTotal = (o: ObjectReader): Money => totals(o, 'TotalCharges').total;
