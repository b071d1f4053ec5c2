/**
 * Offers out of a price answer: by kind of price, mail class and rate indicator. Of the indicators a parcel may go by, the
 * cheapest counts; it goes into the label as it stands here, so that the label costs what was offered.
 */
import type { RateAnswer, RateOffer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import { addedUp, FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { toGrams } from '@scanship/domain/values/measure';
import { add, sum, type Money } from '@scanship/domain/money/money';
import type { Parcel, PriceLine, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { wantsDuties } from './price-question.ts';
import { carriesGoods, extraServices } from './extras.ts';
import { packagingCodes } from './packagings.ts';
import { servicesOfWay } from './services.ts';

const usd = (o: ObjectReader, name: string): Money => o.money(name, 'USD');

/** Categories a label takes (Labels API, processingCategory). */
const LABEL_CATEGORIES: ReadonlySet<string> = new Set([
  'LETTERS',
  'FLATS',
  'MACHINABLE',
  'IRREGULAR',
  'NON_MACHINABLE',
  'NONSTANDARD',
]);

export interface Duties {
  readonly lines: readonly PriceLine[];
  readonly byItem: ReadonlyMap<string, readonly PriceLine[]>;
}

/** Duties, taxes and the fee for paying them ahead. Undefined where the destination has no such service. */
export function dutiesOf(option: ObjectReader): Duties | undefined {
  if (!option.has('dutiesTaxesFeesQuote')) return undefined;
  const quote = option.object('dutiesTaxesFeesQuote');
  const byItem = new Map<string, readonly PriceLine[]>();
  const items = quote.strictList('itemQuotes', (item) => {
    const duty = usd(item, 'dutyPrice');
    const tax = usd(item, 'taxPrice');
    byItem.set(item.id('itemId'), [
      { kind: 'duty', code: 'DUTY', label: 'Import duty', amount: duty },
      { kind: 'tax', code: 'IMPORT-TAX', label: 'Import tax', amount: tax },
    ]);
    return { duty, tax };
  });
  const lines: PriceLine[] = [
    {
      kind: 'duty',
      code: 'DUTY',
      label: 'Import duty',
      amount: sum(
        items.map((i) => i.duty),
        'USD',
      ),
    },
    {
      kind: 'tax',
      code: 'IMPORT-TAX',
      label: 'Import tax',
      amount: sum(
        items.map((i) => i.tax),
        'USD',
      ),
    },
    { kind: 'surcharge', code: 'DUTIES-FEE', label: 'Fee for paying duties ahead', amount: usd(quote, 'packageFee') },
  ];
  return { lines, byItem };
}

interface Option {
  readonly mailClass: string;
  readonly entry: string;
  readonly indicator: string;
  readonly category: string;
  readonly lines: readonly PriceLine[];
  readonly total: Money;
  readonly extras: ReadonlyMap<string, PriceLine>;
  readonly duties: Duties | undefined;
  readonly billableGrams: number | undefined;
  readonly transitDays: number | undefined;
  readonly deliverBy: string | undefined;
}

/** What a seller's parcel enters by: a post office at home, from where those that go abroad reach an exchange office. */
const ENTRIES: ReadonlySet<string> = new Set(['NONE', 'INTERNATIONAL_SERVICE_CENTER']);

/** One rate with its fees; undefined where it is entered elsewhere, by mailers who bring pallets. */
function readOption(o: ObjectReader, mailClass: string): Option | undefined {
  const rates = o.strictList('rates', (rate) => rate);
  const [rate, ...others] = rates;
  if (!rate || others.length > 0) throw new FieldProblem(o.at('rates'), 'should be one');
  const entry = rate.string('destinationEntryFacilityType', /^[A-Z_]+$/);
  if (!ENTRIES.has(entry)) return undefined;
  const fees = rate.has('fees')
    ? rate.strictList('fees', (fee): PriceLine => {
        const label = fee.string('name');
        return {
          kind: 'surcharge',
          code: fee.maybe('SKU', (n) => fee.string(n)) ?? label,
          label,
          amount: usd(fee, 'price'),
        };
      })
    : [];
  const base: PriceLine = { kind: 'base', code: 'POSTAGE', label: 'Postage', amount: usd(rate, 'price') };
  const priced = addedUp(o.at('totalBasePrice'), [base, ...fees], usd(o, 'totalBasePrice'));
  const extras = new Map(
    o
      .list(
        'extraServices',
        (extra): PriceLine => ({
          kind: 'option',
          code: extra.id('extraService', /^\d{3}$/),
          label: extra.string('name'),
          amount: usd(extra, 'price'),
        }),
        { optional: true },
      )
      .map((line) => [line.code, line]),
  );
  const grams = rate.maybe('weight', (n) => toGrams(rate.number(n), 'lb'));
  // Ounces, zero where the weight of the scale is the greater.
  const dimensional = rate.maybe('dimWeight', (n) => toGrams(rate.number(n), 'oz'));
  const commitment = o.maybe('commitment', (n) => o.object(n));
  return {
    mailClass,
    entry,
    indicator: rate.string('rateIndicator', /^[A-Z0-9]{2}$/),
    category: rate.string('processingCategory', /^[A-Z_]+$/),
    ...priced,
    extras,
    duties: dutiesOf(o),
    billableGrams: grams === undefined || dimensional === undefined ? undefined : Math.max(grams, dimensional),
    transitDays: commitment?.maybe('name', (n) => daysIn(commitment.string(n))),
    deliverBy: commitment && deliveryDay(commitment),
  };
}

/** "2 Days", "1-Day"; words such as "NO STD" name no days. */
function daysIn(name: string): number | undefined {
  const days = /^(\d{1,2})[ -]?days?$/i.exec(name)?.[1];
  return days === undefined ? undefined : Number(days);
}

function deliveryDay(commitment: ObjectReader): string | undefined {
  const name = commitment.has('expectedDeliveryDate') ? 'expectedDeliveryDate' : 'scheduleDeliveryDate';
  return commitment.maybe(name, (n) => commitment.date(n));
}

/** Options of one kind of price, each read on its own. */
function optionsOf(pricing: ObjectReader): Option[] {
  return pricing
    .list('shippingOptions', (shipping) => {
      const mailClass = shipping.string('mailClass', /^[A-Z_-]+$/);
      return shipping.list('rateOptions', (option) => readOption(option, mailClass));
    })
    .flat()
    .filter((option) => option !== undefined);
}

/** Kinds of price in the order of the answer. Two are asked for, so the one that cannot be read is the one the other is not. */
function kindsOf(answer: ObjectReader, own: string): { readonly type: string; readonly options: readonly Option[] }[] {
  const kinds = answer.list('pricingOptions', (pricing) => ({
    type: pricing.maybe('priceType', (n) => pricing.string(n, /^(RETAIL|COMMERCIAL|CONTRACT)$/)),
    options: optionsOf(pricing),
  }));
  return kinds.flatMap(({ type, options }, index) => {
    const other = kinds.length === 2 ? kinds[1 - index]?.type : undefined;
    const found = type ?? (other === 'RETAIL' ? own : other === own ? 'RETAIL' : undefined);
    return found === undefined ? [] : [{ type: found, options }];
  });
}

export interface Asked {
  readonly shipment: ShipmentRequest;
  readonly parcel: Parcel;
  readonly priceType: string;
  readonly wanted: ReadonlySet<string> | undefined;
}

/** @throws FieldProblem when the answer holds no list of prices */
export function readPrices(json: unknown, asked: Asked): RateAnswer {
  const answer = readObject(json);
  const kinds = kindsOf(answer, asked.priceType);
  if (!kinds.some((kind) => kind.type === asked.priceType))
    answer.problems.push(`USPS answered no ${asked.priceType.toLowerCase()} prices.`);
  const of = (type: string): Option[] => kinds.filter((k) => k.type === type).flatMap((k) => k.options);
  const { indicators } = packagingCodes(asked.parcel.packaging);
  const usable = of(asked.priceType).filter((option) => indicators.includes(option.indicator));
  const retail = of('RETAIL');
  const offers: RateOffer[] = [];
  const problems: RateProblem[] = [];
  for (const [mailClass, service] of servicesOfWay(asked.shipment)) {
    if (asked.wanted?.has(service.code) === false || !carriesGoods(asked.shipment, mailClass)) continue;
    const [best] = usable
      .filter((option) => option.mailClass === mailClass)
      .toSorted((a, b) => a.total.minor - b.total.minor);
    if (!best) continue;
    const offer = offerOf(best, service, retail, asked);
    if ('message' in offer) problems.push(offer);
    else offers.push(offer);
  }
  return { offers, problems: [...problems, ...answer.problems.map((message) => ({ message }))] };
}

/** Lines of an option with the extra services the shipment wants, or which of them the service lacks. */
function withExtras(option: Option, codes: readonly number[]): { lines: PriceLine[]; total: Money } | number {
  const lines = [...option.lines];
  for (const code of codes) {
    const line = option.extras.get(String(code));
    if (!line) return code;
    lines.push(line);
  }
  return { lines, total: lines.map((l) => l.amount).reduce(add) };
}

function offerOf(
  best: Option,
  service: { readonly code: string; readonly name: string },
  retail: readonly Option[],
  { shipment, parcel }: Asked,
): RateOffer | RateProblem {
  const codes = extraServices({ ...shipment, parcels: [parcel] }, best.mailClass);
  const own = withExtras(best, codes);
  if (typeof own === 'number')
    return {
      service: service.code,
      message: `${service.name} is not offered with what was asked for (extra service ${own}).`,
    };
  const whole = best.duties?.byItem.size === shipment.customs?.items.length;
  const duties = wantsDuties(shipment) ? (whole ? best.duties : undefined) : { lines: [] };
  if (!duties)
    return {
      service: service.code,
      message: `USPS cannot take the duties of this destination ahead with ${service.name}.`,
    };
  const lines = [...own.lines, ...duties.lines];
  const same = retail.find((r) => r.mailClass === best.mailClass && r.indicator === best.indicator);
  const public_ = same && withExtras(same, codes);
  return {
    service: service.code,
    serviceName: service.name,
    lines,
    total: lines.map((l) => l.amount).reduce(add),
    retail: public_ === undefined || typeof public_ === 'number' ? undefined : public_.total,
    billableGrams: best.billableGrams,
    transitDays: best.transitDays,
    deliverBy: best.deliverBy,
    // The label is asked for by these, so that it costs what is offered here.
    token: {
      rateIndicator: best.indicator,
      ...(best.entry === 'NONE' ? {} : { entryFacility: best.entry }),
      ...(LABEL_CATEGORIES.has(best.category) ? { processingCategory: best.category } : {}),
    },
  };
}
