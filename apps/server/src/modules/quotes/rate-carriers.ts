/** Asks every carrier at once. Each has its own deadline, so one that hangs costs its deadline and nothing else. */
import { UNNAMED_CHARGE } from '@scanship/connector-kit/answers/json-reader';
import { ConnectorError, type ConnectorProblem } from '@scanship/connector-kit/errors';
import type { RateAnswer, RateInput } from '@scanship/connector-kit/carrier/carrier';
import { runRate } from '@scanship/connector-kit/steps/run-question';
import { isAssigned } from '@scanship/domain/shipping/parcel-contents';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Result } from '@scanship/domain/values/result';
import type { OpenGrant } from '../carriers/index.ts';
import type { CountReading, Reading } from '../readings/index.ts';
import { asTheyCome } from './as-they-come.ts';
import type { CarrierRates } from './carrier-rates.ts';
import { problemWords } from './problem-words.ts';
import type { SharedAnswers } from './shared-answers.ts';

const sayWhatIsInside = (carrierName: string): string =>
  `${carrierName} wants a customs declaration for each parcel. Say which items are in which parcel.`;

/** Answers of the carriers as they come, those together that came together. Never throws for what a carrier does. */
export const rateCarriers = (
  grants: readonly OpenGrant[],
  shipment: ShipmentRequest,
  quoteId: string,
  count: CountReading,
  shared?: SharedAnswers,
): AsyncGenerator<readonly CarrierRates[]> =>
  asTheyCome(
    grants.map(async (grant) => {
      const ask = (): Promise<CarrierRates> => rateOne(grant, shipment, quoteId, count);
      if (!shared) return ask();
      // The account as it is opened now prices what it said then, and sells what is switched on and lent now.
      const answer = await shared.take(grant, shipment, ask);
      return { ...answer, grant, offers: answer.offers.filter(({ service }) => isOn(grant, service)) };
    }),
  );

/** Neither switched off by who ships with it nor left out by who lends it. */
const isOn = (grant: Pick<OpenGrant, 'services'>, service: string): boolean => grant.services[service]?.enabled ?? true;

/** Undefined where the carrier could not be asked or refused the shipment: that says nothing of its answers. */
export function readingOfRates(answer: Result<RateAnswer, ConnectorProblem>): Reading | undefined {
  if (!answer.ok) return answer.problem.kind === 'vendor-broken' ? { unreadable: answer.problem.message } : undefined;
  const { offers, problems } = answer.value;
  const part = offers.flatMap(({ serviceName, lines }) => {
    const unnamed = lines.find(({ code }) => code === UNNAMED_CHARGE);
    return unnamed ? [`${serviceName}: ${unnamed.label}, ${unnamed.amount.minor} ${unnamed.amount.currency}`] : [];
  });
  return { whole: offers.length - part.length, part, leftOut: problems.map(({ message }) => message) };
}

async function rateOne(
  grant: OpenGrant,
  shipment: ShipmentRequest,
  quoteId: string,
  count: CountReading,
): Promise<CarrierRates> {
  const start = performance.now();
  const finish = (offers: CarrierRates['offers'], problems: CarrierRates['problems']): CarrierRates => ({
    grant,
    offers,
    problems,
    ms: Math.round(performance.now() - start),
  });
  const { parcelsPerCall } = grant.manifest.capabilities;
  // Told one parcel a call, the carrier needs the declaration of each; nobody can guess it.
  if (shipment.customs && shipment.parcels.length > parcelsPerCall && !isAssigned(shipment.parcels))
    return finish([], [{ message: sayWhatIsInside(grant.carrierName), canRetry: false }]);
  try {
    const carrier = await grant.load();
    const env = await grant.environment({ kind: 'quote', id: quoteId });
    const on = grant.manifest.services.map((s) => s.code).filter((code) => isOn(grant, code));
    const input: RateInput = { shipment, services: on.length < grant.manifest.services.length ? on : undefined };
    const result = await runRate(carrier, input, env);
    grant.note(result.ok ? undefined : result.problem);
    const reading = readingOfRates(result);
    if (reading) count(grant, 'rate', reading);
    if (!result.ok) return finish([], [problemWords(grant.carrierName, result.problem)]);
    return finish(
      result.value.offers.filter((offer) => isOn(grant, offer.service)),
      result.value.problems
        .filter((p) => p.service === undefined || isOn(grant, p.service))
        .map((p) => ({ ...p, canRetry: false })),
    );
  } catch (error) {
    // Opening the environment says in this way that credentials or the simulator are missing; anything else is ours.
    if (!(error instanceof ConnectorError)) throw error;
    return finish([], [problemWords(grant.carrierName, error.problem)]);
  }
}
