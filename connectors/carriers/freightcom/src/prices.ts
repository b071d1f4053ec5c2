/** Prices as Freightcom states them: text in the smallest unit of the currency, a base, surcharges and taxes by type. */
import { addedUp, FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';

function amount(owner: ObjectReader, name: string): Money {
  const value = owner.object(name);
  return value.minor('value', value.currency('currency'));
}

/** "tax-hst-ns" is HST NS, "residential-delivery" is Residential delivery. */
export function labelOf(type: string): string {
  const tax = /^tax-(.+)$/.exec(type)?.[1];
  if (tax !== undefined) return tax.replaceAll('-', ' ').toUpperCase();
  const words = type.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const kindOf = (type: string, list: 'surcharges' | 'taxes'): PriceLineKind =>
  list === 'taxes' ? 'tax' : type === 'fuel' ? 'fuel' : /insurance|signature/.test(type) ? 'option' : 'surcharge';

/** @throws FieldProblem when the lines are not what is to be paid */
export function price(rate: ObjectReader): { readonly lines: readonly PriceLine[]; readonly total: Money } {
  const total = amount(rate, 'total');
  const more = (['surcharges', 'taxes'] as const).flatMap((list) =>
    rate.has(list)
      ? rate.strictList(list, (item): PriceLine => {
          const type = item.string('type', /^[\w+&.: /-]{1,80}$/);
          return { kind: kindOf(type, list), code: type, label: labelOf(type), amount: amount(item, 'amount') };
        })
      : [],
  );
  const lines: PriceLine[] = [
    { kind: 'base', code: 'base', label: 'Transportation', amount: amount(rate, 'base') },
    ...more,
  ];
  return addedUp(
    rate.at('total'),
    lines.filter((line) => line.amount.minor !== 0),
    total,
  );
}

/** A calendar day in parts. */
export function dayOf(owner: ObjectReader, name: string): string {
  const parts = owner.object(name);
  const two = (n: number): string => String(n).padStart(2, '0');
  const day = `${parts.integer('year', 2000)}-${two(parts.integer('month', 1))}-${two(parts.integer('day', 1))}`;
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`)) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day)
    throw new FieldProblem(parts.path, 'is no day of the calendar');
  return day;
}
