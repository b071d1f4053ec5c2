/**
 * Prices as UPS states them: base, itemised surcharges of shipment and packages, taxes, total. A price whose parts do not add
 * up to its totals is no price; nothing is made up to close a gap.
 */
import { addedUp, FieldProblem, type ObjectReader } from '@scanship/connector-kit/json-reader';
import { add, type Money } from '@scanship/domain/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipment';
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
  '434': ['surcharge', 'Surge fee'],
};

const BASE = 'Transportation';

function itemised(o: ObjectReader): PriceLine {
  const code = o.id('Code', /^[0-9A-Z]{1,3}$/);
  const amount = currencyAmount(o);
  const known = Object.hasOwn(CHARGES, code) ? CHARGES[code] : undefined;
  if (known) return { kind: known[0], code, label: known[1], amount };
  const said = o.has('Description') ? o.string('Description') : `Charge ${code}`;
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
 * Total before taxes, taxes, and the total with them; the three must agree.
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
  addedUp(o.at('TaxCharges'), [{ amount: beforeTaxes }, ...taxes.map(({ amount }) => ({ amount }))], total);
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

/**
 * The itemised price of one service.
 * @param o holder of base, items, taxes and totals @param packages holders of the packages' own items
 * @throws FieldProblem when a part is missing, unreadable, or the parts do not add up
 */
export function itemisedPrice(o: ObjectReader, packages: readonly ObjectReader[], totalName: string): Price {
  const { beforeTaxes, taxes, total } = totals(o, totalName);
  const modifiers = modifier(beforeTaxes.currency);
  const amount = single(o, 'BaseServiceCharge', currencyAmount);
  const own = [...everyOf(o, 'ItemizedCharges', itemised), ...everyOf(o, 'RateModifier', modifiers)];
  // Not itemised at all: UPS states one sum.
  if (amount === undefined && own.length === 0) return summedPrice(o, totalName);
  if (amount === undefined) throw new FieldProblem(o.at('BaseServiceCharge'), 'is missing');
  const base: PriceLine = { kind: 'base', code: 'BASE', label: BASE, amount };
  const theirs = packages.flatMap((p) => [
    ...everyOf(p, 'ItemizedCharges', itemised),
    ...everyOf(p, 'RateModifier', modifiers),
  ]);
  const lines = joined([base, ...withAmount([...own, ...theirs])]);
  addedUp(o.at('ItemizedCharges'), lines, beforeTaxes);
  return { lines: [...lines, ...withAmount(taxes)], total };
}

/** The price as one sum and its taxes: what a purchase states. @throws FieldProblem */
export function summedPrice(o: ObjectReader, totalName: string): Price {
  const { beforeTaxes, taxes, total } = totals(o, totalName);
  const base: PriceLine = { kind: 'base', code: 'BASE', label: BASE, amount: beforeTaxes };
  return { lines: [base, ...withAmount(taxes)], total };
}

/** The published total, taxes included where they are stated. @throws FieldProblem */
export const publishedTotal = (o: ObjectReader): Money => totals(o, 'TotalCharges').total;
