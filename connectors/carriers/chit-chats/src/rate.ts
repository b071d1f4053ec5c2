/** Prices come with a draft of the shipment, which is taken back once they are read. */
import type { RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { exchange, ID, shipmentOf } from './client.ts';
import { manifest } from './manifest.ts';
import { shipmentMessage } from './messages.ts';
import { price } from './prices.ts';

const KNOWN = new Set(manifest.services.map((s) => s.code));

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipments',
    name: 'rates',
    json: shipmentMessage(input.shipment),
    readOnly: true,
  });
  const shipment = shipmentOf(response);
  const id = shipment.maybe('id', (n) => shipment.string(n, ID));
  const answer = readRates(shipment, input.services ?? []);
  if (id !== undefined) await discard(id, env);
  return answer;
}

/** A draft that stays behind costs nothing and bothers only its owner's list; it never costs the prices. */
async function discard(id: string, env: CarrierEnv): Promise<void> {
  try {
    await exchange(env, { method: 'DELETE', path: path`/shipments/${id}`, name: 'discard draft', accept: [404] });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
  }
}

export function readRates(shipment: ObjectReader, wanted: readonly string[]): RateAnswer {
  const offers = shipment.list('rates', offer);
  const fits = offers.filter((o) => wanted.length === 0 || wanted.includes(o.service));
  return { offers: fits, problems: shipment.problems.map((message) => ({ message })) };
}

/** "2-9 business days", "2-12 estimated business days": the later one, since a promise is what the buyer counts on. */
function longestTransit(text: string): number | undefined {
  const days =
    /(?<!\d)(\d{1,3})(?:\s{0,3}(?:[-–]|to)\s{0,3}(\d{1,3}))?\s{0,3}(?:(?:estimated|business)\s{1,3}){0,2}days?/i.exec(
      text,
    );
  return days ? Number(days[2] ?? days[1]) : undefined;
}

function offer(r: ObjectReader): RateOffer {
  const service = r.string('postage_type', /^[a-z0-9_]{2,60}$/);
  if (!KNOWN.has(service)) throw new FieldProblem(service, 'is a kind of postage that is not known here');
  const time = r.maybe('delivery_time_description', (n) => r.string(n));
  return {
    service,
    serviceName: r.string('postage_description'),
    ...price(r),
    transitDays: time === undefined ? undefined : longestTransit(time),
  };
}
