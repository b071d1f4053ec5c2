/** Shipping options as Sendcloud lists them, and whether one of them can carry a shipment. Pure. */
import { addedUp, FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { passesCustoms } from '@scanship/domain/addresses/european-union';
import type { Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { CODE } from './manifest-services.ts';

export interface Price {
  readonly lines: readonly PriceLine[];
  readonly total: Money;
}

export interface ShippingOption {
  readonly code: string;
  readonly name: string;
  readonly carrierCode: string;
  readonly carrierName: string;
  /** The account's contract with the carrier that pays. */
  readonly contract: number;
  /** Takes a parcel to somebody's door or letter box, with a label. */
  readonly isDelivery: boolean;
  /** The same back to the seller. */
  readonly isReturn: boolean;
  readonly hasSignature: boolean;
  /** Years. */
  readonly ageCheck: number | undefined;
  readonly onSaturdays: boolean;
  readonly incoterm: string | undefined;
  readonly wantsPapers: boolean;
  /** What the purchase wants beside the usual: to_email, to_telephone, length, width, height. */
  readonly needs: readonly string[];
  /** Absent where the account has no price for it. */
  readonly price: Price | undefined;
  readonly days: number | undefined;
}

const KINDS: Readonly<Record<string, PriceLineKind>> = {
  price_without_insurance: 'base',
  insurance_price: 'option',
  fuel: 'fuel',
  internal_correction: 'adjustment',
};

function priceLine(part: ObjectReader): PriceLine {
  const code = part.string('type', /^[a-z_]{2,40}$/);
  const price = part.object('price');
  const amount = price.money('value', price.currency('currency'));
  return { kind: KINDS[code] ?? 'surcharge', code, label: part.string('label'), amount };
}

function priceOf(quote: ObjectReader): Price | undefined {
  const price = quote.object('price');
  const stated = price.object('total');
  const total = stated.money('value', stated.currency('currency'));
  const lines = price.strictList('breakdown', priceLine);
  const sum = addedUp(price.at('breakdown'), lines, total);
  // A contract of the seller's own without a price list costs "0.00".
  return total.minor > 0 ? { total, lines: sum.lines.filter(({ amount }) => amount.minor !== 0) } : undefined;
}

/** One quote for each parcel asked about, and we ask about one. */
function quoteOf(o: ObjectReader): { readonly price: Price | undefined; readonly days: number | undefined } {
  if (!o.has('quotes')) return { price: undefined, days: undefined };
  const quotes = o.strictList('quotes', (quote) => ({
    price: priceOf(quote),
    hours: quote.maybe('lead_time', (n) => quote.integer(n, 0)),
  }));
  const [quote] = quotes;
  if (quotes.length > 1) throw new FieldProblem(o.at('quotes'), 'has several prices for one parcel');
  return { price: quote?.price, days: quote?.hours === undefined ? undefined : Math.ceil(quote.hours / 24) };
}

function needsOf(requirements: ObjectReader): readonly string[] {
  const fields = requirements.raw('fields');
  if (!Array.isArray(fields)) throw new FieldProblem(requirements.at('fields'), 'is no list');
  return fields.map((field: unknown) => {
    if (typeof field !== 'string' || !/^[a-z_]+$/.test(field))
      throw new FieldProblem(requirements.at('fields'), 'names something that cannot be read');
    return field;
  });
}

/** Terms of delivery, also written in the code ("dhl_express:worldwide/incoterm=dap"). */
const incotermOf = (code: string, f: ObjectReader): string | undefined =>
  /incoterm=([a-z_]+)/.exec(code)?.[1] ?? f.maybe('incoterm', (n) => f.string(n, /^[a-z_]+$/));

/** @throws FieldProblem for an option whose conditions cannot be read: it is not guessed at */
export function readOption(o: ObjectReader): ShippingOption {
  const f = o.object('functionalities');
  const requirements = o.object('requirements');
  const carrier = o.object('carrier');
  const code = o.string('code', CODE);
  const lastMile = f.string('last_mile', /^[a-z_]+$/);
  const isReturn = f.boolean('returns');
  const isToADoor =
    (lastMile === 'home_delivery' || lastMile === 'mailbox') &&
    !requirements.boolean('is_service_point_required') &&
    !f.boolean('labelless');
  return {
    code,
    name: o.string('name'),
    carrierCode: carrier.string('code', /^[a-z0-9_]+$/),
    carrierName: carrier.string('name'),
    contract: o.object('contract').integer('id', 1),
    isDelivery: isToADoor && !isReturn,
    isReturn: isToADoor && isReturn,
    hasSignature: f.boolean('signature'),
    ageCheck: f.maybe('age_check', (n) => f.integer(n, 0)),
    onSaturdays: /^(saturday|weekends)$/.test(f.maybe('weekend_delivery', (n) => f.string(n)) ?? ''),
    incoterm: incotermOf(code, f),
    wantsPapers: requirements.boolean('export_documents'),
    needs: needsOf(requirements),
    ...quoteOf(o),
  };
}

/** Whether sender or receiver pays what customs asks; options without terms leave it to the receiver. */
const senderPays = ({ incoterm }: ShippingOption): boolean => incoterm === 'ddp' || incoterm === 'dap_dp';

/** Whether an option is what was asked for; others are left out without a word. */
export function isWished(option: ShippingOption, s: ShipmentRequest): boolean {
  const { signature = 'none', saturdayDelivery } = s.options;
  if (s.return ? !option.isReturn : !option.isDelivery) return false;
  if (signature === 'any' && !option.hasSignature) return false;
  if (signature === 'adult' && (option.ageCheck ?? 0) < 18) return false;
  if (saturdayDelivery === true && !option.onSaturdays) return false;
  const isAbroad = passesCustoms(s.from.countryCode, s.to.countryCode);
  return !isAbroad || senderPays(option) === (s.customs?.dutiesPaidBy === 'Shipper');
}

const DIMENSIONS: ReadonlySet<string> = new Set(['length', 'width', 'height']);

/** Why the purchase of a wished option would be refused, or undefined. */
export function lackOf(option: ShippingOption, s: ShipmentRequest): string | undefined {
  if (option.needs.includes('to_email') && !s.to.email?.trim()) return 'It needs the receiver’s e-mail address.';
  if (option.needs.includes('to_telephone') && !s.to.phone?.trim()) return 'It needs the receiver’s telephone number.';
  if (option.needs.some((need) => DIMENSIONS.has(need)) && !s.parcels[0]?.dimensions)
    return 'It needs the size of the parcel.';
  if (option.wantsPapers && !passesCustoms(s.from.countryCode, s.to.countryCode))
    return 'It wants customs papers for this place, which is inside the customs area; buy it in Sendcloud’s own screens.';
  return option.price ? undefined : 'The account has no price for it; enter the prices of the contract at Sendcloud.';
}
