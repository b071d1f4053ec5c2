/** Products that suit a parcel, with this account's prices and days. */
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { addedUp, FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { parcelMessage } from './messages.ts';

const KNOWN = new Set(manifest.services.map((s) => s.code));

/** A message of this id beside a product only informs; any other says that the product does not suit. */
const INFORMS = '300';

const WORDS: readonly (readonly [RegExp, PriceLineKind])[] = [
  [/fuel/i, 'fuel'],
  [/discount/i, 'discount'],
  [/tax|gst|vat/i, 'tax'],
  [/dut(y|ies)/i, 'duty'],
  [/base|postage|transport/i, 'base'],
];

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipping/v4/products',
    name: 'products',
    readOnly: true,
    json: {
      ...parcelMessage(input.shipment, `QUOTE${input.shipment.shipDate.replaceAll('-', '')}`, env),
      rate: { calculate: true, currency: 'USD', rateDate: input.shipment.shipDate },
      estimatedDeliveryDate: { calculate: true, expectedShipDate: input.shipment.shipDate },
    },
  });
  return readProducts(readObject(response.json()), input.services ?? []);
}

export function readProducts(answer: ObjectReader, wanted: readonly string[]): RateAnswer {
  const explained = answer
    .isolated()
    .list('products', (product) => product.has('rate') && product.object('rate').has('rateComponents'))
    .includes(true);
  const offers = answer.list('products', (product) => offer(product, explained));
  const fits = offers.filter((o) => wanted.length === 0 || wanted.includes(o.service));
  return { offers: fits, problems: answer.problems.map((message) => ({ message })) };
}

function component(part: ObjectReader, currency: string): PriceLine {
  const label = part.string('description');
  return {
    kind: WORDS.find(([form]) => form.test(label))?.[1] ?? 'surcharge',
    code: part.id('rateComponentId', /^[\w .-]{1,40}$/),
    label,
    amount: part.money('amount', currency),
  };
}

/** An answer without any components gives one line. */
function linesOf(price: ObjectReader, total: Money, explained: boolean): readonly PriceLine[] {
  if (!explained) return [{ kind: 'base', code: 'base', label: 'Postage', amount: total }];
  const lines = price.strictList('rateComponents', (part) => component(part, total.currency));
  return addedUp(
    price.at('rateComponents'),
    lines.filter(({ amount }) => amount.minor !== 0),
    total,
  ).lines;
}

function offer(product: ObjectReader, explained: boolean): RateOffer {
  const service = product.string('orderedProductId', /^[A-Z]{3}$/);
  if (!KNOWN.has(service)) throw new FieldProblem(service, 'is a product that is not known here');
  const refusals = product.has('messages')
    ? product.strictList('messages', (message) => message.id('messageId')).filter((id) => id !== INFORMS)
    : [];
  if (refusals[0] !== undefined) throw new FieldProblem(service, `is not offered (message ${refusals[0]})`);
  const price = product.object('rate');
  const total = price.money('amount', price.currency('currency'));
  const eta = product.maybe('estimatedDeliveryDate', (n) => product.object(n));
  return {
    service,
    serviceName: product.string('productName'),
    lines: linesOf(price, total, explained),
    total,
    transitDays: eta?.maybe('deliveryDaysMax', (n) => eta.integer(n, 0)),
    deliverBy: eta?.maybe('estimatedDeliveryMax', (n) => eta.date(n)),
  };
}
