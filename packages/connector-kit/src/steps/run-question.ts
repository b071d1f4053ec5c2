/** Rates, tracking and connection tests: one question with a deadline, tolerant item by item. */
import type { Address } from '@scanship/domain/addresses/address';
import { readTime } from '@scanship/domain/calendar/local-time';
import { add, zero } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { err, ok, type Result } from '@scanship/domain/values/result';
import type { AddressAnswer } from '../carrier/address-validation.ts';
import type {
  CancelInput,
  Carrier,
  CarrierService,
  ConnectionTest,
  RateAnswer,
  RateInput,
  RateOffer,
  RateProblem,
  RefundAnswer,
  TrackedParcel,
  TrackInput,
} from '../carrier/carrier.ts';
import type { ClaimStanding, NumberedClaim } from '../carrier/claims.ts';
import type { CarrierEnv } from '../environment.ts';
import { ConnectorError, type ConnectorProblem } from '../errors.ts';
import { FieldProblem } from '../answers/json-reader.ts';
import type { LabelListInput, LabelPage } from '../carrier/label-list.ts';
import type { LandedCost, LandedCostInput } from '../carrier/landed-cost.ts';
import { exportFacts } from '../carrier/export-facts.ts';
import { inLettersOf, type Lettered } from '../carrier/letters.ts';
import { shipmentProblems } from '../carrier/limits.ts';
import type { PickupAvailability, PickupWish } from '../carrier/pickup.ts';
import type { ProofOfDelivery, ProofOfDeliveryInput } from '../carrier/shipment-papers.ts';
import { runGuarded } from './step-runner.ts';
import type { TrackPush } from '../tracking/track-webhook.ts';

const lacks = (carrier: Carrier, what: string): Result<never, ConnectorProblem> =>
  err({ kind: 'refused', message: `${carrier.manifest.name} does not offer ${what}.`, vendorCode: 'not-offered' });

/** Why an offer cannot be shown, or undefined. An offer whose lines do not add up is no price. */
function offerProblem(offer: RateOffer): string | undefined {
  const { currency } = offer.total;
  if (offer.service === '' || offer.serviceName === '') return 'An offer without a service name was left out.';
  if (offer.total.minor < 0) return `The price of ${offer.serviceName} is negative, so it was left out.`;
  if (offer.lines.some((line) => line.amount.currency !== currency))
    return `The price of ${offer.serviceName} mixes currencies, so it was left out.`;
  const lines = offer.lines.reduce((sum, line) => add(sum, line.amount), zero(currency));
  return lines.minor === offer.total.minor
    ? undefined
    : `The price lines of ${offer.serviceName} do not add up to its total, so it was left out.`;
}

/**
 * Prices of one carrier within its deadline. What the manifest rules out is answered without a call; offers that do not add
 * up become problems beside the good ones.
 */
export async function runRate(
  carrier: Carrier,
  input: RateInput,
  env: CarrierEnv,
  deadlineMs: number = carrier.manifest.deadlineMs.rate,
): Promise<Result<RateAnswer, ConnectorProblem>> {
  const { manifest } = carrier;
  const ask = carrier.rate?.bind(carrier);
  if (!ask) return lacks(carrier, 'prices');
  const [ruledOut] = shipmentProblems(manifest, input.shipment);
  if (ruledOut) return err(ruledOut);
  const lettered = inLettersOf(manifest, input.shipment);
  const question = { ...input, shipment: lettered.shipment };
  const result = await runGuarded(env, { deadlineMs, vendor: manifest.name }, false, (watched) =>
    ask(question, watched),
  );
  if (!result.ok) return result;
  const offers: RateOffer[] = [];
  const problems: RateProblem[] = [...result.value.problems];
  for (const offer of result.value.offers) {
    const wrong = offerProblem(offer);
    if (wrong === undefined) offers.push(withMissing(carrier, offer, lettered));
    else problems.push({ service: offer.service, message: wrong });
  }
  return ok({ offers, problems });
}

/** Offers of an equal parcel as this shipment has them: what its own purchase would lack stands beside each. */
export function offersFor(
  carrier: Carrier,
  offers: readonly RateOffer[],
  shipment: ShipmentRequest,
): readonly RateOffer[] {
  const lettered = inLettersOf(carrier.manifest, shipment);
  return offers.map((offer) => withMissing(carrier, offer, lettered));
}

function withMissing(carrier: Carrier, offer: RateOffer, { shipment, ...letters }: Lettered): RateOffer {
  const reported = exportFacts(carrier.manifest, shipment);
  const missing = [
    ...(letters.missing ?? []),
    ...(carrier.missing?.(shipment, offer.service) ?? []),
    ...(reported.missing ?? []),
  ];
  const remarks = [...(letters.remarks ?? []), ...(offer.remarks ?? []), ...(reported.remarks ?? [])].filter(
    (remark) => !missing.some(({ message }) => message === remark),
  );
  return { ...offer, ...(missing.length > 0 && { missing }), ...(remarks.length > 0 && { remarks }) };
}

/** Leaves out events whose moment cannot be told (no offset, no zone, no place with one), and says so. */
function withReadableEvents(parcel: TrackedParcel, name: string): TrackedParcel {
  const events = parcel.events.filter((event) => readTime(event) !== undefined);
  const lost = parcel.events.length - events.length;
  if (lost === 0) return parcel;
  const said =
    lost === 1
      ? `1 event of ${name} has no readable time and was left out.`
      : `${lost} events of ${name} have no readable time and were left out.`;
  return { ...parcel, events, problems: [...parcel.problems, said] };
}

/** One answer per number asked, in the order asked; a number the carrier left out has a problem and no events. */
export async function runTrack(
  carrier: Carrier,
  input: TrackInput,
  env: CarrierEnv,
  deadlineMs: number = carrier.manifest.deadlineMs.other,
): Promise<Result<readonly TrackedParcel[], ConnectorProblem>> {
  const { name } = carrier.manifest;
  const ask = carrier.track?.bind(carrier);
  if (!ask) return lacks(carrier, 'tracking');
  const result = await runGuarded(env, { deadlineMs, vendor: name }, false, (watched) => ask(input, watched));
  if (!result.ok) return result;
  const byNumber = new Map(result.value.map((parcel) => [parcel.trackingNumber, parcel]));
  return ok(
    input.trackingNumbers.map((trackingNumber) => {
      const parcel = byNumber.get(trackingNumber);
      if (!parcel) return { trackingNumber, events: [], problems: [`${name} said nothing about ${trackingNumber}.`] };
      return withReadableEvents(parcel, name);
    }),
  );
}

/** What a verified push says, parcel by parcel. A body that cannot be read is `vendor-broken`. */
export function understandPush(carrier: Carrier, topic: string, body: Uint8Array): Result<TrackPush, ConnectorProblem> {
  const { name } = carrier.manifest;
  if (!carrier.trackWebhook) return lacks(carrier, 'tracking news by itself');
  try {
    const { parcels, problems } = carrier.trackWebhook.understand(topic, body);
    return ok({ parcels: parcels.map((parcel) => withReadableEvents(parcel, name)), problems });
  } catch (error) {
    if (error instanceof ConnectorError) return err(error.problem);
    if (error instanceof FieldProblem)
      return err({ kind: 'vendor-broken', message: `${name} sent news that cannot be read: ${error.message}` });
    throw error;
  }
}

/** What became of a refund that was to come later. */
export async function runRefund(
  carrier: Carrier,
  input: CancelInput,
  env: CarrierEnv,
  deadlineMs: number = carrier.manifest.deadlineMs.other,
): Promise<Result<RefundAnswer, ConnectorProblem>> {
  const ask = carrier.refund?.bind(carrier);
  if (!ask) return lacks(carrier, 'news of refunds');
  return runGuarded(env, { deadlineMs, vendor: carrier.manifest.name }, false, (watched) => ask(input, watched));
}

/** Proves that the credentials work, without any effect. */
export async function runTestConnection(
  carrier: Carrier,
  env: CarrierEnv,
  deadlineMs: number = carrier.manifest.deadlineMs.other,
): Promise<Result<ConnectionTest, ConnectorProblem>> {
  const ask = carrier.testConnection?.bind(carrier);
  if (!ask) return lacks(carrier, 'a connection test');
  return runGuarded(env, { deadlineMs, vendor: carrier.manifest.name }, false, (watched) => ask(watched));
}

/** One question that has no shape of its own beyond the connector's. */
const asked = <A>(
  carrier: Carrier,
  ask: ((env: CarrierEnv) => Promise<A>) | undefined,
  what: string,
  env: CarrierEnv,
): Promise<Result<A, ConnectorProblem>> => {
  const { name, deadlineMs } = carrier.manifest;
  if (!ask) return Promise.resolve(lacks(carrier, what));
  return runGuarded(env, { deadlineMs: deadlineMs.other, vendor: name }, false, ask);
};

/** What the carrier's address service says. */
export function runCheckAddress(
  carrier: Carrier,
  address: Address,
  env: CarrierEnv,
): Promise<Result<AddressAnswer, ConnectorProblem>> {
  const ask = carrier.checkAddress?.bind(carrier);
  return asked(carrier, ask && ((watched) => ask(address, watched)), 'an address check', env);
}

/** Who signed, and the papers the carrier has of it. */
export function runProofOfDelivery(
  carrier: Carrier,
  input: ProofOfDeliveryInput,
  env: CarrierEnv,
): Promise<Result<ProofOfDelivery, ConnectorProblem>> {
  const ask = carrier.proofOfDelivery?.bind(carrier);
  return asked(carrier, ask && ((watched) => ask(input, watched)), 'a proof of delivery', env);
}

/** Duties, taxes and fees as the carrier estimates them. */
export function runLandedCost(
  carrier: Carrier,
  input: LandedCostInput,
  env: CarrierEnv,
): Promise<Result<LandedCost, ConnectorProblem>> {
  const ask = carrier.landedCost?.bind(carrier);
  return asked(carrier, ask && ((watched) => ask(input, watched)), 'an estimate of duties', env);
}

/** Services of the account as the carrier lists them. */
export function runDiscoverServices(
  carrier: Carrier,
  from: Address,
  env: CarrierEnv,
): Promise<Result<readonly CarrierService[], ConnectorProblem>> {
  const ask = carrier.discoverServices?.bind(carrier);
  return asked(carrier, ask && ((watched) => ask(from, watched)), 'a list of services', env);
}

/** One page of what the carrier knows of the labels of this account. A list that leads back to where it was is broken. */
export async function runListLabels(
  carrier: Carrier,
  input: LabelListInput,
  env: CarrierEnv,
): Promise<Result<LabelPage, ConnectorProblem>> {
  const ask = carrier.listLabels?.bind(carrier);
  const { name } = carrier.manifest;
  const page = await asked(carrier, ask && ((watched) => ask(input, watched)), 'a list of its labels', env);
  if (!page.ok || page.value.next === undefined || page.value.next !== input.cursor) return page;
  return err({ kind: 'vendor-broken', message: `${name} answered the same page of its labels again.` });
}

/** Whether a pickup is possible, and what it costs. */
export function runPickupAvailability(
  carrier: Carrier,
  wish: PickupWish,
  env: CarrierEnv,
): Promise<Result<PickupAvailability, ConnectorProblem>> {
  const ask = carrier.pickup?.availability?.bind(carrier.pickup);
  return asked(carrier, ask && ((watched) => ask(wish, watched)), 'pickup times', env);
}

/** What became of a claim. */
export function runClaimState(
  carrier: Carrier,
  claim: NumberedClaim,
  env: CarrierEnv,
): Promise<Result<ClaimStanding, ConnectorProblem>> {
  const ask = carrier.claims?.state?.bind(carrier.claims);
  return asked(carrier, ask && ((watched) => ask(claim, watched)), 'news of claims', env);
}
