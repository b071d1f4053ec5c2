/**
 * First which products there are for the parcel, then each one's price for this very shipment: the list of products tells prices
 * without surcharges (fuel), which are not what is charged.
 */
import type { RateAnswer, RateInput, RateOffer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { PRODUCT } from './account.ts';
import { ask, inWords, readError } from './client.ts';
import { manifest } from './manifest.ts';
import { itemMessage, shipmentMessage } from './messages.ts';
import { price } from './prices.ts';
import { objection, serviceOf } from './services.ts';

const NAME = manifest.name;

interface Candidate {
  readonly service: string;
  readonly productId: string;
}

function candidate(p: ObjectReader): Candidate {
  const type = p.string('product_type');
  const service = serviceOf(type);
  if (service === undefined) throw new FieldProblem(type, 'is a product that is not known here');
  return { service, productId: p.string('product_id', PRODUCT) };
}

export interface Products {
  /** The first of each service. */
  readonly candidates: readonly Candidate[];
  readonly problems: readonly RateProblem[];
}

export function readProducts(body: ObjectReader): Products {
  const found: Candidate[] = [];
  const words: string[] = [];
  body.list('items', (item) => {
    found.push(...item.list('prices', candidate, { optional: true }));
    words.push(...item.list('errors', readError, { optional: true }).map((error) => inWords(error.words)));
  });
  return {
    candidates: found.filter((one, i) => found.findIndex(({ service }) => service === one.service) === i),
    problems: [...words, ...body.problems].map((message) => ({ message })),
  };
}

function readOffer(body: ObjectReader, { service, productId }: Candidate): RateOffer {
  const [offer] = body.strictList('shipments', (shipment): RateOffer => {
    const [priced] = shipment.strictList('items', (item) => item.string('product_id', PRODUCT));
    if (priced !== productId) throw new FieldProblem(shipment.at('items'), 'is another product than the one asked for');
    const serviceName = manifest.services.find(({ code }) => code === service)?.name ?? service;
    return { service, serviceName, ...price(shipment.object('shipment_summary')), token: { productId } };
  });
  if (!offer) throw new FieldProblem('shipments', 'is empty');
  return offer;
}

async function offerOf(one: Candidate, shipment: ShipmentRequest, env: CarrierEnv): Promise<RateOffer> {
  const body = await ask(env, {
    method: 'POST',
    path: '/prices/shipments',
    name: 'shipment price',
    readOnly: true,
    json: { shipments: [shipmentMessage(shipment, one.productId)] },
  });
  return readOffer(body, one);
}

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const { shipment, services = [] } = input;
  // A price is no use where the purchase would be refused: what a shipment needs is looked for before.
  shipmentMessage(shipment, 'PRICE');
  const body = await ask(env, {
    method: 'POST',
    path: '/prices/items',
    name: 'products',
    readOnly: true,
    json: itemMessage(shipment),
  });
  const { candidates, problems } = readProducts(body);
  const wanted = candidates.filter(({ service }) => services.length === 0 || services.includes(service));
  const fits = wanted.filter(({ service }) => objection(service, shipment) === undefined);
  const offers: RateOffer[] = [];
  const said: RateProblem[] = [...problems];
  let failed: ConnectorError | undefined;
  // One after the other: an account has four products at most, and a refused one never costs the others theirs.
  for (const one of fits)
    try {
      offers.push(await offerOf(one, shipment, env));
    } catch (error) {
      if (error instanceof ConnectorError) {
        failed ??= error;
        said.push({ service: one.service, message: error.problem.message, vendorCode: error.problem.vendorCode });
      } else if (error instanceof FieldProblem)
        said.push({ service: one.service, message: `${NAME}: ${error.message}` });
      else throw error;
    }
  if (offers.length === 0 && failed) throw failed;
  if (offers.length === 0 && said.length === 0) {
    const [no] = wanted.map(({ service }) => objection(service, shipment));
    throw fail('refused', no ?? `${NAME} has no product of this account’s contract for the parcel.`);
  }
  return { offers, problems: said };
}
