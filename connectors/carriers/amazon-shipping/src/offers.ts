/** Rates of an answer: what they cost with the services that were wished for, and how their label can be printed. */
import type { RateOffer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import { addedUp, FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { toGrams, type WeightUnit } from '@scanship/domain/values/measure';
import { add, type Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind, SignatureOption } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const KNOWN = new Set(manifest.services.map((s) => s.code));

/** `rateItemID` of the contract that is not plain transport or a surcharge. */
const KINDS: Readonly<Record<string, PriceLineKind>> = {
  BASE_RATE: 'base',
  FUEL_SURCHARGE: 'fuel',
  VAT: 'tax',
  IMPORT_DUTY_CHARGE: 'duty',
  INSURANCE: 'option',
  DECLARED_VALUE: 'option',
  SIGNATURE_CONFIRMATION: 'option',
  ADULT_SIGNATURE_CONFIRMATION: 'option',
  DELIVERY_CONFIRMATION: 'option',
  AMAZON_SPONSORED_DISCOUNT: 'discount',
  INTEGRATOR_SPONSORED_DISCOUNT: 'discount',
  REBATE: 'discount',
};

const UNITS: Readonly<Record<string, WeightUnit>> = {
  GRAM: 'g',
  GRAMS: 'g',
  KILOGRAM: 'kg',
  OUNCE: 'oz',
  POUND: 'lb',
};

const currencyOf = (holder: ObjectReader, name: string): Money => {
  const o = holder.object(name);
  return o.money('value', o.currency('unit'));
};

function itemLine(item: ObjectReader): PriceLine & { readonly optional: boolean; readonly included: boolean } {
  const code = item.string('rateItemID', /^\w{2,60}$/);
  const type = item.choice('rateItemType', { MANDATORY: 'mandatory', INCLUDED: 'included', OPTIONAL: 'optional' });
  return {
    kind: KINDS[code] ?? 'surcharge',
    code,
    label: code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' '),
    amount: currencyOf(item, 'rateItemCharge'),
    optional: type === 'optional',
    included: type === 'included',
  };
}

const plainLine = ({ kind, code, label, amount }: PriceLine): PriceLine => ({ kind, code, label, amount });

/**
 * Amazon counts what is "included" into the total in some countries and beside it in others: whichever makes up the total.
 * @param explained the answer has items; a rate without them is then one that cannot be read
 */
function linesOf(rate: ObjectReader, total: Money, explained: boolean): readonly PriceLine[] {
  if (!explained) return [{ kind: 'base', code: 'BASE_RATE', label: 'Transportation', amount: total }];
  const items = rate.strictList('rateItemList', itemLine).filter((item) => !item.optional);
  const sum = (list: typeof items): number => list.reduce((all, { amount }) => all + amount.minor, 0);
  const mandatory = items.filter((item) => !item.included);
  const chosen = sum(items) === total.minor ? items : mandatory;
  return addedUp(
    rate.at('rateItemList'),
    chosen.map(plainLine).filter(({ amount }) => amount.minor !== 0),
    total,
  ).lines;
}

interface Extra {
  readonly id: string;
  readonly name: string;
  readonly cost: Money;
}

const WANTED: Readonly<Record<Exclude<SignatureOption, 'none'>, RegExp>> = {
  any: /^(?!.*adult).*signature/i,
  adult: /^(?=[^]*adult)[^]*signature/i,
};

/** The services to book beside the transport: the signature that is wished for, and one of each group that demands one. */
function extrasOf(rate: ObjectReader, signature: SignatureOption): readonly Extra[] {
  const groups = rate.has('availableValueAddedServiceGroups')
    ? rate.strictList('availableValueAddedServiceGroups', (group) => ({
        required: group.boolean('isRequired'),
        services: group.has('valueAddedServices')
          ? group.strictList('valueAddedServices', (one) => ({
              id: one.string('id', /^[\w.:-]{1,100}$/),
              name: one.string('name'),
              cost: currencyOf(one, 'cost'),
            }))
          : [],
      }))
    : [];
  const chosen = groups.flatMap(({ required, services }): Extra[] => {
    const wished =
      signature === 'none' ? undefined : services.find(({ id, name }) => WANTED[signature].test(`${id} ${name}`));
    const cheapest = required ? services.toSorted((a, b) => a.cost.minor - b.cost.minor)[0] : undefined;
    const one = wished ?? cheapest;
    return one ? [one] : [];
  });
  if (signature !== 'none' && !chosen.some(({ id, name }) => WANTED[signature].test(`${id} ${name}`)))
    throw new FieldProblem(
      rate.at('availableValueAddedServiceGroups'),
      'has no signature of the kind that is asked for',
    );
  return chosen;
}

export interface ReadOffer extends RateOffer {
  readonly rateId: string;
  readonly extras: readonly string[];
}

export interface ReadRates {
  readonly requestToken: string;
  readonly offers: readonly ReadOffer[];
  readonly problems: readonly RateProblem[];
}

function offer(rate: ObjectReader, carrierId: string, signature: SignatureOption, explained: boolean): ReadOffer {
  const service = rate.string('serviceId', /^[\w.:-]{1,100}$/);
  if (rate.string('carrierId') !== carrierId)
    throw new FieldProblem(service, 'is a service of another carrier, which cannot be followed here');
  if (!KNOWN.has(service)) throw new FieldProblem(service, 'is a service that is not known here');
  if (rate.boolean('requiresAdditionalInputs'))
    throw new FieldProblem(service, 'needs facts that only Amazon’s own pages ask for');
  const charge = currencyOf(rate, 'totalCharge');
  const extras = extrasOf(rate, signature);
  const total = extras.reduce((sum, { cost }) => {
    if (cost.currency !== charge.currency) throw new FieldProblem(service, 'has prices in two currencies');
    return add(sum, cost);
  }, charge);
  const promise = rate.maybe('promise', (n) => rate.object(n));
  const window = promise?.maybe('deliveryWindow', (n) => promise.object(n));
  const deliverBy = window?.maybe('end', (n) => window.instant(n))?.slice(0, 10);
  const billableGrams = rate.maybe('billedWeight', (n) => {
    const weight = rate.object(n);
    return toGrams(weight.number('value'), weight.choice('unit', UNITS));
  });
  return {
    service,
    serviceName: rate.string('serviceName'),
    lines: [
      ...linesOf(rate, charge, explained),
      ...extras
        .filter(({ cost }) => cost.minor !== 0)
        .map(({ id, name, cost }): PriceLine => ({ kind: 'option', code: id, label: name, amount: cost })),
    ],
    total,
    billableGrams,
    deliverBy,
    rateId: rate.string('rateId', /^\S{1,2000}$/),
    extras: extras.map(({ id }) => id),
  };
}

/** What Amazon does not offer, with its words. */
function ineligible(rate: ObjectReader): RateProblem {
  const name = rate.string('serviceName');
  const [reason] = rate.list('ineligibilityReasons', (one) => ({
    code: one.string('code', /^\w{2,60}$/),
    words: one.string('message'),
  }));
  return {
    service: rate.string('serviceId', /^[\w.:-]{1,100}$/),
    message: `${name}: ${reason?.words ?? 'not offered for this parcel'}`.replace(/(?<![.\s])[.\s]*$/, '.'),
    vendorCode: reason?.code,
  };
}

/** @param wanted service codes; empty means all @param carrierId of Amazon's own network in the country */
export function readRates(
  answer: ObjectReader,
  wanted: readonly string[],
  carrierId: string,
  signature: SignatureOption,
): ReadRates {
  const requestToken = answer.string('requestToken', /^\S{1,8000}$/);
  const explained = answer
    .isolated()
    .list('rates', (rate) => rate.has('rateItemList'))
    .includes(true);
  const offers = answer.list('rates', (rate) => offer(rate, carrierId, signature, explained));
  const refused = answer.list('ineligibleRates', ineligible, { optional: true });
  const fits = (service: string | undefined): boolean =>
    wanted.length === 0 || (service !== undefined && wanted.includes(service));
  return {
    requestToken,
    offers: offers.filter((one) => fits(one.service)),
    problems: [...refused.filter((one) => fits(one.service)), ...answer.problems.map((message) => ({ message }))],
  };
}
