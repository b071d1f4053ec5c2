/**
 * Prices as FedEx states them: base, discounts, itemised surcharges and taxes, and the net charge, which is what
 * will be billed.
 */
import { addedUp, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { negate, type Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';
import { isoCurrency } from './currencies.ts';

export interface Price {
  readonly lines: readonly PriceLine[];
  readonly total: Money;
}

/** Kinds of surcharge that say more than "surcharge" (developer.fedex.com, "Surcharges"). */
const KINDS: Readonly<Record<string, PriceLineKind>> = {
  FUEL: 'fuel',
  SIGNATURE_OPTION: 'option',
  INSURED_VALUE: 'option',
  SATURDAY_DELIVERY: 'option',
  DRY_ICE: 'option',
  RETURN_LABEL: 'option',
};

const CODE = /^[A-Z0-9_ -]{1,60}$/i;

/** "RESIDENTIAL_DELIVERY" as "Residential delivery": FedEx's own descriptions are optional and differ by country. */
const inWords = (code: string): string => {
  const words = code.replace(/[_\s]+/g, ' ').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

export const currencyOf = (o: ObjectReader, name: string): string => isoCurrency(o.currency(name));

/** Net charges of the whole shipment (Rate: `surCharges`; Ship: `surcharges`). */
export interface Names {
  readonly type: string;
  readonly surcharges: string;
  readonly discount: string;
}

const withAmount = (lines: readonly PriceLine[]): PriceLine[] => lines.filter((line) => line.amount.minor !== 0);

const surcharge =
  (currency: string, type: string) =>
  (o: ObjectReader): PriceLine => {
    const code = o.string(type, CODE).toUpperCase();
    return {
      kind: (Object.hasOwn(KINDS, code) ? KINDS[code] : undefined) ?? 'surcharge',
      code,
      label: inWords(code),
      amount: o.money('amount', currency),
    };
  };

const tax =
  (currency: string) =>
  (o: ObjectReader): PriceLine => {
    const code = o.string('type', CODE).toUpperCase();
    return {
      kind: 'tax',
      code,
      label: code,
      amount: o.money('amount', currency),
    };
  };

const listed = <T>(o: ObjectReader, name: string, read: (item: ObjectReader) => T): T[] =>
  o.has(name) ? o.strictList(name, read) : [];

/**
 * @param totals holder of `totalBaseCharge` and `totalNetCharge` @param parts holder of surcharges, discount and taxes
 * @throws FieldProblem when a part is missing or unreadable
 */
export function itemisedPrice(totals: ObjectReader, parts: ObjectReader, currency: string, names: Names): Price {
  const base = totals.money('totalBaseCharge', currency);
  const discount = parts.has(names.discount) ? parts.money(names.discount, currency) : undefined;
  const lines: PriceLine[] = [
    { kind: 'base', code: 'BASE', label: 'Transportation', amount: base },
    ...withAmount([
      ...(discount
        ? [{ kind: 'discount' as const, code: 'DISCOUNT', label: 'Account discount', amount: negate(discount) }]
        : []),
      ...listed(parts, names.surcharges, surcharge(currency, names.type)),
      ...listed(parts, 'taxes', tax(currency)),
    ]),
  ];
  return addedUp(totals.at('totalNetCharge'), lines, totals.money('totalNetCharge', currency));
}
