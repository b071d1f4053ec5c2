/** Offers of an answer: what each costs, whose service it is, and how its label can be printed. */
import { carriedBy, carriedName, type Way } from '@scanship/connector-kit/rates/carried-by';
import type { RateOffer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import { addedUp, FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { money, sum, type Money } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';

const SERVICE = /^[\w.:-]{2,100}$/;
/** USPS flat-rate envelopes and boxes, regional boxes, FedEx One Rate: good in the carrier's own packaging alone. */
const OWN_PACKAGING = /_(?:[LP]?FRE|[SML]FRB|R[AB]|ONE_R(?:ATE)?)(?:_|$)/;

const amount = (holder: ObjectReader, name: string): Money => {
  const o = holder.object(name);
  return o.money('Amount', o.currency('CurrencyCode'));
};

/** Where Amazon tells no rate with adjustments, it is the rate and the adjustments. @throws FieldProblem where they are not what is charged */
export function price(service: ObjectReader): { readonly lines: readonly PriceLine[]; readonly total: Money } {
  const credits = service.has('AdjustmentItemList')
    ? service.strictList('AdjustmentItemList', (item): PriceLine => {
        const code = item.string('RateItemID', /^\w{2,60}$/);
        const credit = amount(item, 'RateItemCharge');
        return {
          kind: 'discount',
          code,
          label: code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' '),
          amount: money(-credit.minor, credit.currency),
        };
      })
    : [];
  const base: PriceLine = { kind: 'base', code: 'RATE', label: 'Transportation', amount: amount(service, 'Rate') };
  const lines = [base, ...credits];
  const total = service.has('RateWithAdjustments')
    ? amount(service, 'RateWithAdjustments')
    : sum(
        lines.map((line) => line.amount),
        base.amount.currency,
      );
  return addedUp(
    service.at('RateWithAdjustments'),
    lines.filter((line) => line.amount.minor !== 0),
    total,
  );
}

const isFormat = (value: unknown): value is string => typeof value === 'string' && /^\w{2,40}$/.test(value);

function formatsOf(service: ObjectReader): readonly string[] {
  if (!service.has('AvailableLabelFormats')) return [];
  const raw = service.raw('AvailableLabelFormats');
  if (!Array.isArray(raw) || !raw.every(isFormat))
    throw new FieldProblem(service.at('AvailableLabelFormats'), 'cannot be read');
  return raw;
}

export interface ReadOffer extends RateOffer {
  readonly offerId: string;
  /** Amazon's words for them; empty where it does not say. */
  readonly formats: readonly string[];
}

/** Undefined for a service of the carrier's own packaging. */
function offer(s: ObjectReader, way: Way): ReadOffer | undefined {
  const service = s.string('ShippingServiceId', SERVICE);
  if (OWN_PACKAGING.test(service)) return undefined;
  if (s.has('RequiresAdditionalSellerInputs') && s.boolean('RequiresAdditionalSellerInputs'))
    throw new FieldProblem(service, 'needs facts that only Seller Central asks for');
  const by = carriedBy(
    { carrier: s.string('CarrierName').replace(/[®™]/g, ''), service, serviceName: s.string('ShippingServiceName') },
    way,
  );
  const deliverBy = s.maybe('LatestEstimatedDeliveryDate', (n) => s.instant(n).slice(0, 10));
  return {
    service,
    serviceName: carriedName(by),
    ...price(s),
    deliverBy,
    carriedBy: by,
    offerId: s.string('ShippingServiceOfferId', /^\S{1,4000}$/),
    formats: formatsOf(s),
  };
}

const sentence = (text: string): string =>
  text
    .replace(/[<>{}]/g, ' ')
    .slice(0, 300)
    .trim()
    .replace(/(?<![.\s])[.\s]*$/, '.');

const rejected = (r: ObjectReader): RateProblem => {
  const code = r.string('RejectionReasonCode', /^\w{2,100}$/);
  const why = r.maybe('RejectionReasonMessage', (n) => r.string(n)) ?? code.replaceAll('_', ' ').toLowerCase();
  return {
    service: r.string('ShippingServiceId', SERVICE),
    message: sentence(`${r.string('ShippingServiceName')}: ${why}`),
    vendorCode: code,
  };
};

export interface ReadOffers {
  readonly offers: readonly ReadOffer[];
  readonly problems: readonly RateProblem[];
}

/** @param wanted service codes; empty means all */
export function readOffers(answer: ObjectReader, wanted: readonly string[], way: Way): ReadOffers {
  const read = answer.list('ShippingServiceList', (s) => offer(s, way) ?? null);
  const ownPackaging = read.filter((one) => one === null).length;
  const fits = (service: string | undefined): boolean =>
    wanted.length === 0 || (service !== undefined && wanted.includes(service));
  // The same service may stand there twice, with and without something; the cheaper one counts.
  const offers = new Map<string, ReadOffer>();
  for (const one of read) {
    if (one === null || !fits(one.service)) continue;
    const before = offers.get(one.service);
    if (!before || one.total.minor < before.total.minor) offers.set(one.service, one);
  }
  const carriers = (list: string, why: string): RateProblem[] =>
    answer.list(list, (c) => ({ message: sentence(`${c.string('CarrierName')}: ${why}`) }), { optional: true });
  return {
    offers: [...offers.values()],
    problems: [
      ...answer.list('RejectedShippingServiceList', rejected, { optional: true }).filter((p) => fits(p.service)),
      ...carriers('TemporarilyUnavailableCarrierList', 'not available at the moment'),
      ...carriers('TermsAndConditionsNotAcceptedCarrierList', 'its terms have to be accepted in Seller Central first'),
      ...(ownPackaging === 0
        ? []
        : [{ message: `Left out were services for carriers’ own flat-rate packaging: ${ownPackaging}.` }]),
      ...answer.problems.map((message) => ({ message })),
    ],
  };
}
