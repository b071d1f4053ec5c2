/** Prices: one question, every service of both networks in one answer, account and list prices beside each other. */
import type { RateAnswer, RateInput, RateOffer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { toDecimal } from '@scanship/domain/money/money';
import { toGrams } from '@scanship/domain/values/measure';
import { currencyOf, itemisedPrice, type Price } from './charges.ts';
import { accountNumber, call, pickupType, localeOf } from './client.ts';
import { rateMessage } from './messages.ts';
import { sentence } from './problems.ts';
import { isSold } from './services.ts';

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const { from, language } = input.shipment;
  const response = await call(env, {
    method: 'POST',
    path: '/rate/v1/rates/quotes',
    name: 'rates',
    readOnly: true,
    locale: localeOf(language, from.countryCode),
    json: rateMessage(input.shipment, { account: accountNumber(env), pickup: pickupType(env) }, input.services),
  });
  const wanted = input.services?.length ? new Set(input.services) : undefined;
  return readRates(response.json(), wanted, input.shipment.options.saturdayDelivery === true);
}

/**
 * @param saturday delivery on a Saturday was asked for, so every price holds it
 * @throws FieldProblem when the answer holds no list of prices
 */
export function readRates(json: unknown, wanted?: ReadonlySet<string>, saturday = false): RateAnswer {
  const output = readObject(json).object('output');
  const alerts = output.list('alerts', alert, { optional: true }).flatMap((one) => (one ? [one] : []));
  const services = output.list('rateReplyDetails', (detail) => service(detail, wanted, saturday));
  return {
    offers: services.flatMap((one) => (one.offer ? [one.offer] : [])),
    problems: [
      ...alerts,
      ...services.flatMap((one) => one.problems),
      ...output.problems.map((message) => ({ message })),
    ],
  };
}

/** Notes are how FedEx speaks with every answer; a warning is for somebody. */
function alert(o: ObjectReader): RateProblem | undefined {
  const type = o.maybe('alertType', (n) => o.string(n));
  const found = { vendorCode: o.id('code'), message: sentence(o.string('message')) };
  return type === 'WARNING' ? found : undefined;
}

function service(
  detail: ObjectReader,
  wanted: ReadonlySet<string> | undefined,
  saturday: boolean,
): { readonly offer?: RateOffer; readonly problems: readonly RateProblem[] } {
  const code = detail.string('serviceType', /^[A-Z0-9_]{3,60}$/);
  if (wanted && !wanted.has(code)) return { problems: [] };
  const serviceName = detail.string('serviceName');
  if (!isSold(code))
    return { problems: [{ service: code, message: `FedEx also offers ${serviceName}, which is not sold here.` }] };
  const prices = detail.list('ratedShipmentDetails', priced);
  const own = prices.find((one) => one.type === 'ACCOUNT');
  if (!own) throw new FieldProblem(detail.at('ratedShipmentDetails'), `hold no account price for ${serviceName}`);
  const list = prices.find((one) => one.type === 'LIST');
  return {
    problems: own.atBorder.map((fee) => ({
      service: code,
      message: `Whoever pays the duties of ${serviceName} also pays FedEx ${fee}; it is not in this price.`,
    })),
    offer: {
      service: code,
      serviceName,
      ...own.price,
      retail: list?.price.total.currency === own.price.total.currency ? list.price.total : undefined,
      billableGrams: own.billableGrams,
      zone: own.zone,
      saturdayDelivery: saturday || onSaturday(detail, own.price) || undefined,
      ...transit(detail),
    },
  };
}

/** One service stands twice where it can be had with Saturday delivery and without. */
function onSaturday(detail: ObjectReader, { lines }: Price): boolean {
  const commit = detail.maybe('commit', (n) => detail.object(n));
  return (
    commit?.maybe('saturdayDelivery', (n) => commit.boolean(n)) === true ||
    lines.some(({ code }) => code === 'SATURDAY_DELIVERY')
  );
}

const RATE_NAMES = { type: 'type', surcharges: 'surCharges', discount: 'totalFreightDiscount' };
const UNITS = { KG: 'kg', LB: 'lb' } as const;

interface Priced {
  readonly type: string;
  readonly price: Price;
  readonly billableGrams: number | undefined;
  readonly zone: string | undefined;
  /** "Clearance Entry Fee 23.87 CAD": what comes with the duties and is in no total of ours. */
  readonly atBorder: readonly string[];
}

function priced(o: ObjectReader): Priced {
  const type = o.string('rateType', /^[A-Z_]{3,40}$/);
  const parts = o.object('shipmentRateDetail');
  const currency = currencyOf(parts, 'currency');
  const price = itemisedPrice(o, parts, currency, RATE_NAMES);
  const billableGrams = parts.maybe('totalBillingWeight', (n) => {
    const weight = parts.object(n);
    return toGrams(weight.number('value'), weight.choice('units', UNITS));
  });
  const atBorder = o.list(
    'ancillaryFeesAndTaxes',
    (fee) => `${fee.string('description')} ${toDecimal(fee.money('amount', currency))} ${currency}`,
    { optional: true },
  );
  const zone = parts.maybe('rateZone', (n) => parts.id(n));
  return { type, price, billableGrams, zone, atBorder };
}

const DAYS = [
  'ONE_DAY',
  'TWO_DAYS',
  'THREE_DAYS',
  'FOUR_DAYS',
  'FIVE_DAYS',
  'SIX_DAYS',
  'SEVEN_DAYS',
  'EIGHT_DAYS',
  'NINE_DAYS',
  'TEN_DAYS',
  'ELEVEN_DAYS',
  'TWELVE_DAYS',
  'THIRTEEN_DAYS',
  'FOURTEEN_DAYS',
  'FIFTEEN_DAYS',
  'SIXTEEN_DAYS',
  'SEVENTEEN_DAYS',
  'EIGHTEEN_DAYS',
  'NINETEEN_DAYS',
  'TWENTY_DAYS',
] as const;
const DAY_NUMBERS: Readonly<Record<string, number | null>> = {
  ...Object.fromEntries(DAYS.map((name, index) => [name, index + 1])),
  // Said where no promise is made.
  UNKNOWN: null,
  SMARTPOST_TRANSIT_DAYS: null,
};

const days = (o: ObjectReader, name: string): number | undefined =>
  o.maybe(name, (n) => o.choice(n, DAY_NUMBERS)) ?? undefined;

/** A day out of "2026-11-27T10:30:00". */
const dayOf = (o: ObjectReader, name: string): string | undefined =>
  o.maybe(name, (n) => (/^\d{4}-\d{2}-\d{2}$/.test(o.string(n)) ? o.date(n) : o.instant(n, false).slice(0, 10)));

/** Express promises a moment in `commit`; Ground says its days in the operational part. */
function transit(detail: ObjectReader): Pick<RateOffer, 'transitDays' | 'deliverBy'> {
  const commit = detail.maybe('commit', (n) => detail.object(n));
  const operational = detail.maybe('operationalDetail', (n) => detail.object(n));
  const promised = commit?.maybe('dateDetail', (n) => commit.object(n));
  const span = commit?.maybe('transitDays', (n) => commit.object(n));
  return {
    transitDays:
      (operational && days(operational, 'transitTime')) ??
      (commit && days(commit, 'daysInTransit')) ??
      (span && days(span, 'minimumTransitTime')),
    deliverBy:
      (promised && dayOf(promised, 'dayFormat')) ??
      (operational && (dayOf(operational, 'deliveryDate') ?? dayOf(operational, 'commitDate'))),
  };
}
