/** Prices as Teleship states them: charges by name that sum to the price. */
import { addedUp, FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';

const KINDS: readonly (readonly [RegExp, PriceLineKind])[] = [
  [/^base$|freight|transport|shipping/i, 'base'],
  [/fuel/i, 'fuel'],
  [/dut(y|ies)|tariff/i, 'duty'],
  [/vat|gst|hst|pst|tax/i, 'tax'],
  [/signature|warranty|pudo/i, 'option'],
  [/discount/i, 'discount'],
];
const kindOf = (name: string): PriceLineKind => KINDS.find(([form]) => form.test(name))?.[1] ?? 'surcharge';
const label = (name: string): string =>
  name === 'base' ? 'Transportation' : name.charAt(0).toUpperCase() + name.slice(1);

/** A charge in a currency; undefined where Teleship names it without an amount. */
export function charge(c: ObjectReader, currency: string): PriceLine | undefined {
  const name = c.string('name', /^[\p{L}\p{N}][\p{L}\p{N} .,&'()/_-]{0,80}$/u);
  if (c.has('currency') && c.currency('currency') !== currency)
    throw new FieldProblem(c.at('currency'), `should be ${currency}`);
  if (!c.has('amount')) return undefined;
  return { kind: kindOf(name), code: name, label: label(name), amount: c.money('amount', currency) };
}

/** Charges of one name, of which there may be several. */
const joined = (lines: readonly PriceLine[]): PriceLine[] => {
  const byCode = new Map<string, PriceLine>();
  for (const line of lines) {
    const before = byCode.get(line.code);
    byCode.set(
      line.code,
      before ? { ...before, amount: { ...before.amount, minor: before.amount.minor + line.amount.minor } } : line,
    );
  }
  return [...byCode.values()].filter((line) => line.amount.minor !== 0);
};

/** @throws FieldProblem when a charge or the price cannot be read */
export function price(o: ObjectReader): { readonly lines: readonly PriceLine[]; readonly total: Money } {
  const currency = o.currency('currency');
  const total = o.money('price', currency);
  const lines = o.strictList('charges', (c) => charge(c, currency)).filter((one) => one !== undefined);
  return addedUp(o.at('charges'), joined(lines), total);
}
