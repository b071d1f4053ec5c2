/** Ground and Air, a question each: one that cannot be priced never costs the other its price. */
import type { CarrierService, RateAnswer, RateInput, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { rateMessage } from './messages.ts';
import { price } from './prices.ts';

const NAME = manifest.name;

interface Priced extends ReturnType<typeof price> {
  readonly service: CarrierService;
  readonly account: string;
}

/** GLS Canada's prices for the account are "NEG" (negotiated), those for everybody "GEN". */
function chosen(rates: readonly Priced[], at: string): Pick<RateOffer, 'lines' | 'total' | 'retail'> {
  const [only, ...others] = rates;
  const [negotiated, ...more] = rates.filter(({ account }) => account === 'NEG');
  const own = others.length === 0 ? only : more.length === 0 ? negotiated : undefined;
  if (!own) throw new FieldProblem(at, 'has several prices for one service');
  const general = rates.find((one) => one !== own && one.account === 'GEN');
  return { lines: own.lines, total: own.total, retail: general?.total };
}

/** One offer for each service the answer names. @throws FieldProblem where a price cannot be told for certain */
export function readRates(body: unknown): RateAnswer {
  const answer = readObject(body);
  const rates = answer.strictList('rates', (rate): Priced => {
    const type = rate.string('rateType', /^\w{2,10}$/);
    const service = manifest.services.find(({ code }) => code === type);
    if (!service) throw new FieldProblem(rate.at('rateType'), `is ${type}, which is not known here`);
    return {
      service,
      account: rate.has('accountType') ? rate.string('accountType', /^\w{2,10}$/) : '',
      ...price(rate),
    };
  });
  if (rates.length === 0) throw new FieldProblem(answer.at('rates'), 'is empty');
  const transitDays = answer.maybe('delay', (n) => answer.integer(n, 0));
  const offers = [...new Set(rates.map(({ service }) => service))].map(
    (service): RateOffer => ({
      service: service.code,
      serviceName: service.name,
      ...chosen(
        rates.filter((one) => one.service === service),
        answer.at('rates'),
      ),
      transitDays,
    }),
  );
  const warning = answer.maybe('warning', (n) => answer.string(n));
  const remarks = warning === undefined ? [] : [`${NAME} remarks: ${warning}`];
  return { offers, problems: [...answer.problems, ...remarks].map((message) => ({ message })) };
}

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const { shipment, services = [] } = input;
  const { billing = '' } = env.credentials;
  const wanted = manifest.services.filter(({ code }) => services.length === 0 || services.includes(code));
  const questions = wanted.map((service) => ({ service, json: rateMessage(shipment, service.code, billing) }));
  const failures: Error[] = [];
  const answers = await Promise.all(
    questions.map(async ({ service, json }): Promise<RateAnswer> => {
      try {
        const response = await exchange(env, { method: 'POST', path: '/rate', name: 'rate', readOnly: true, json });
        return readRates(response.json());
      } catch (error) {
        if (!(error instanceof ConnectorError || error instanceof FieldProblem)) throw error;
        failures.push(error);
        const message = `${service.name} has no price here: ${error.message}`;
        return { offers: [], problems: [{ service: service.code, message }] };
      }
    }),
  );
  const [failure] = failures;
  if (failure && failures.length === questions.length) throw failure;
  const offers = answers.flatMap((answer) => answer.offers);
  return {
    // The answer names the service it prices, so the same one may come twice.
    offers: wanted.flatMap(({ code }) => offers.find((offer) => offer.service === code) ?? []),
    problems: answers.flatMap((answer) => answer.problems),
  };
}
