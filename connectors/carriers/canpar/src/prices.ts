/**
 * Charges of a shipment. Each kind is an element of its own; amounts are XML floats (24 bits), so a sum can be off in the
 * sixth digit: an amount counts as so many cents when it is within a twentieth of a cent of them. Everything is in CAD.
 */
import { addedUp, FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { add, money, zero, type Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';

const CURRENCY = 'CAD';

/** Charges every answer has had since 2012; without a stated total each must be there, or the sum would be a guess. */
const OLD: readonly (readonly [string, PriceLineKind, string])[] = [
  ['freight_charge', 'base', 'Freight'],
  ['fuel_surcharge', 'fuel', 'Fuel surcharge'],
  ['ra_charge', 'surcharge', 'Residential address'],
  ['ea_charge', 'surcharge', 'Extended area'],
  ['rural_charge', 'surcharge', 'Rural address'],
  ['xc_charge', 'surcharge', 'Extra care'],
  ['dg_charge', 'option', 'Dangerous goods'],
  ['dv_charge', 'option', 'Declared value'],
  ['premium_charge', 'option', 'Saturday or timed delivery'],
  ['cod_charge', 'option', 'Cash on delivery'],
  ['cos_charge', 'option', 'Chain of signature'],
];
const NEW: typeof OLD = [
  ['collect_charge', 'surcharge', 'Collect'],
  ['lg_charge', 'surcharge', 'Large package'],
  ['over_size_charge', 'surcharge', 'Oversize'],
  ['over_weight_charge', 'surcharge', 'Overweight'],
];

/** @throws FieldProblem for what is not a whole number of cents */
export function amount(reader: ObjectReader, name: string): Money {
  const value = reader.number(name);
  const cents = Math.round(value * 100);
  if (Math.abs(value * 100 - cents) > 0.05) throw new FieldProblem(reader.at(name), 'is not a whole number of cents');
  return money(cents, CURRENCY);
}

function taxLine(s: ObjectReader, nth: 1 | 2, stated: boolean): PriceLine[] {
  const name = `tax_charge_${nth}`;
  if (stated && !s.has(name)) return [];
  const tax = amount(s, name);
  if (tax.minor === 0) return [];
  // A stated total holds a tax without a name as well; it is then told as part of the rest.
  if (stated && !s.has(`tax_code_${nth}`)) return [];
  const code = s.string(`tax_code_${nth}`, /^[A-Z]{2,8}$/);
  return [{ kind: 'tax', code, label: code.replace(/^(?!HST)([A-Z]{2})HST$/, 'HST ($1)'), amount: tax }];
}

/**
 * Lines and total of a `Shipment`. The shipper's own handling charge is not Canpar's and is left out.
 * @throws FieldProblem when a charge is missing or they are not the stated total
 */
export function price(s: ObjectReader): { readonly lines: readonly PriceLine[]; readonly total: Money } {
  const stated = s.has('total');
  const charges = [...OLD, ...NEW].flatMap(([name, kind, label], index): PriceLine[] => {
    const needed = name === 'freight_charge' || (!stated && index < OLD.length);
    if (!needed && !s.has(name)) return [];
    const charge = amount(s, name);
    return charge.minor === 0 ? [] : [{ kind, code: name.replace(/_(charge|surcharge)$/, ''), label, amount: charge }];
  });
  const lines = [...charges, ...taxLine(s, 1, stated), ...taxLine(s, 2, stated)];
  const sum = lines.reduce((total, line) => add(total, line.amount), zero(CURRENCY));
  return addedUp(s.at('total'), lines, stated ? amount(s, 'total') : sum);
}
