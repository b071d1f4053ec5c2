/** Duties, taxes and fees of a destination as DHL estimates them (POST /landed-cost), item by item. */
import type { LandedCost, LandedCostInput } from '@scanship/connector-kit/carrier/landed-cost';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { sum } from '@scanship/domain/money/money';
import type {
  Customs,
  CustomsItem,
  PriceLine,
  PriceLineKind,
  ShipmentRequest,
} from '@scanship/domain/shipping/shipment';
import { rateAddress } from './address.ts';
import { accountNumber, call } from './client.ts';
import { checkedItem, customsOf, paysDuties } from './customs.ts';
import { accounts, insuredValue } from './options.ts';
import { packageMessages, unitsFrom } from './packages.ts';
import { joined, priceIn } from './prices.ts';
import { warningsOf } from './warnings.ts';

function itemMessage(item: CustomsItem, index: number, s: ShipmentRequest, customs: Customs) {
  const { description, hsCode, manufacturerCountry, price } = checkedItem(item, index, customs);
  const units = unitsFrom(s.from.countryCode);
  const sku = item.sku?.trim() ?? '';
  return {
    number: index + 1,
    name: description.slice(0, 512),
    description: description.slice(0, 255),
    manufacturerCountry,
    partNumber: sku !== '' && sku.length <= 35 ? sku : undefined,
    quantity: item.quantity,
    quantityType: 'prt',
    unitPrice: price,
    unitPriceCurrencyCode: customs.currency,
    commodityCode: hsCode,
    weight: units.ofGrams(Math.max(1, item.unitGrams)),
    weightUnitOfMeasurement: units.unitOfMeasurement,
    // Without a tariff code, or with a short one, DHL derives the rate by itself.
    estimatedTariffRateType: 'derived_rate',
  };
}

const MOST_ITEMS = 1000;

/** @throws ConnectorError `invalid-input` naming our field, `refused` where nothing is cleared by customs */
export function landedCostMessage({ shipment: s, service }: LandedCostInput, account: string) {
  const customs = customsOf(s);
  if (!customs)
    throw fail('refused', 'Nothing is cleared by customs on this way, so there are no duties to estimate.', {
      field: 'customs',
    });
  return {
    customerDetails: { shipperDetails: rateAddress(s.from, 'from'), receiverDetails: rateAddress(s.to, 'to') },
    accounts: accounts(account, s),
    productCode: service,
    unitOfMeasurement: unitsFrom(s.from.countryCode).unitOfMeasurement,
    currencyCode: customs.currency,
    isCustomsDeclarable: true,
    isDTPRequested: paysDuties(s),
    isInsuranceRequested: insuredValue(s) !== undefined,
    getCostBreakdown: true,
    shipmentPurpose: s.to.residential === true || customs.purpose === 'Gift' ? 'personal' : 'commercial',
    transportationMode: 'air',
    merchantSelectedCarrierName: 'DHL',
    packages: packageMessages(s),
    items: customs.items.slice(0, MOST_ITEMS).map((item, index) => itemMessage(item, index, s, customs)),
  };
}

export async function landedCost(input: LandedCostInput, env: CarrierEnv): Promise<LandedCost> {
  const response = await call(env, {
    method: 'POST',
    path: '/landed-cost',
    name: 'landed cost',
    readOnly: true,
    json: landedCostMessage(input, accountNumber(env)),
  });
  const { customs } = input.shipment;
  return readLandedCost(response.json(), customs?.items ?? [], customs?.currency ?? '');
}

const KINDS: Readonly<Record<string, PriceLineKind>> = { DUTY: 'duty', TAX: 'tax', FEE: 'surcharge' };

/** Names DHL gives to the sums of a kind; the lines beside them are their parts. */
const SUMS: Readonly<Record<string, string>> = { DUTY: 'TOTAL DUTIES', TAX: 'TOTAL TAXES', FEE: 'TOTAL FEES' };

interface Charge {
  readonly type: string;
  readonly line: PriceLine;
}

/** A duty, tax or fee; undefined for values and transport, which stand in the same list without a kind. */
function charge(o: ObjectReader, currency: string): Charge | undefined {
  if (!o.has('typeCode')) return undefined;
  const type = o.string('typeCode');
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind === undefined) return undefined;
  if (o.has('priceCurrency') && o.currency('priceCurrency') !== currency)
    throw new FieldProblem(o.at('priceCurrency'), `should be ${currency}`);
  const name = o.string('name');
  return { type, line: { kind, code: name, label: label(name), amount: priceIn(o, currency) } };
}

/** "IMPORT_PROCESSING_CHARGE" as words. */
const label = (name: string): string => {
  const words = name.replaceAll('_', ' ').toLowerCase().trim();
  return name.length <= 4 ? name : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

/** DHL's own sum of one kind; the parts beside it are fees by name, which the sum holds. @throws FieldProblem without one */
function sumOf(charges: readonly Charge[], type: string, holder: ObjectReader): readonly PriceLine[] {
  const total = charges.find((one) => one.type === type && one.line.code === SUMS[type])?.line;
  if (!total) throw new FieldProblem(holder.at('breakdown'), `has no ${SUMS[type] ?? type}`);
  return total.amount.minor === 0 ? [] : [total];
}

/**
 * Transport and the value of the goods, which DHL adds to its own total, are left out: the price question answers the one, the
 * seller knows the other.
 * @throws FieldProblem when the sums of duties, taxes and fees cannot be read
 */
export function readLandedCost(json: unknown, goods: readonly CustomsItem[], currency: string): LandedCost {
  const answer = readObject(json);
  const [product] = answer.strictList('products', (o) => o);
  if (!product) throw new FieldProblem(answer.at('products'), 'are empty');
  const details = product.strictList('detailedPriceBreakdown', (o) => o);
  const own = details.find((o) => !o.has('priceCurrency') || o.currency('priceCurrency') === currency);
  if (!own) throw new FieldProblem(product.at('detailedPriceBreakdown'), `has no prices in ${currency}`);
  const charges = own.strictList('breakdown', (o) => charge(o, currency)).filter((one) => one !== undefined);
  const lines = ['DUTY', 'TAX', 'FEE'].flatMap((type) => sumOf(charges, type, own));
  const total = sum(
    lines.map((line) => line.amount),
    currency,
  );
  const items = product.maybe('items', () => itemsOf(product, goods, currency));
  return { lines: joined(lines), total, items, problems: [...answer.problems, ...warningsOf(answer)] };
}

/** Per item, in the order of ours; one that cannot be read leaves all out, since they are counted by their numbers. */
function itemsOf(product: ObjectReader, goods: readonly CustomsItem[], currency: string): LandedCost['items'] {
  const read = new Map(
    product.strictList('items', (o) => {
      const charges = o.strictList('breakdown', (part) => charge(part, currency)).filter((one) => one !== undefined);
      return [
        o.integer('number', 1),
        charges.map(({ line }) => line).filter((line) => line.amount.minor !== 0),
      ] as const;
    }),
  );
  if (read.size !== goods.length || goods.some((_item, index) => !read.has(index + 1)))
    throw new FieldProblem(product.at('items'), `should be the ${goods.length} that were asked for`);
  return goods.map((item, index) => ({
    description: item.description,
    hsCode: item.hsCode,
    lines: read.get(index + 1) ?? [],
  }));
}
