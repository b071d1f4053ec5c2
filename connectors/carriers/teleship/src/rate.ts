/** Prices of all services for a parcel, in one call; each parcel is asked for by itself. */
import type { RateAnswer, RateInput, RateOffer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { sumOffers } from '@scanship/connector-kit/rates/sum-offers';
import { exchange, messagesOf } from './client.ts';
import { manifest } from './manifest.ts';
import { parcelMessage } from './messages.ts';
import { price } from './prices.ts';
import { codeOf } from './services.ts';

const nameOf = (code: string): string | undefined => manifest.services.find((s) => s.code === code)?.name;

function offer(r: ObjectReader): RateOffer {
  const service = r.object('service');
  const code = codeOf(service);
  return {
    service: code,
    serviceName: nameOf(code) ?? service.string('name'),
    ...price(r),
    transitDays: r.maybe('transit', (n) => r.integer(n, 0)),
    deliverBy: r.maybe('estimatedDelivery', (n) => r.instant(n).slice(0, 10)),
  };
}

/** @param wanted service codes; empty means all */
export function readRates(answer: ObjectReader, wanted: readonly string[]): RateAnswer {
  const offers = answer.list('rates', offer, { optional: true });
  const said = messagesOf(answer).filter(({ level }) => level !== 'info');
  const problems: RateProblem[] = [
    ...said.map(({ words, code }) => ({ message: words, vendorCode: code })),
    ...answer.problems.map((message) => ({ message })),
  ];
  if (offers.length === 0 && problems.length === 0)
    problems.push({ message: `${manifest.name} has no price for this parcel and does not say why.` });
  return { offers: offers.filter(({ service }) => wanted.length === 0 || wanted.includes(service)), problems };
}

export async function rate({ shipment, services = [] }: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const questions = shipment.parcels.map((parcel) => parcelMessage(shipment, parcel, env.now()));
  return sumOffers(
    await Promise.all(
      questions.map(async (json) => {
        const response = await exchange(env, {
          method: 'POST',
          path: '/api/rates/quotes',
          name: 'quotes',
          readOnly: true,
          json,
        });
        return readRates(readObject(response.json()), services);
      }),
    ),
  );
}
