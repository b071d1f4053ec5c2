/** The answer to a purchase, also when it is read again later: number, price and the links to everything else. */
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome } from '@scanship/connector-kit/steps/steps';
import type { Way } from './account.ts';
import { purchasePrice } from './prices.ts';

export const ROOTS = { contract: 'shipment-info', 'non-contract': 'non-contract-shipment-info' } as const;

export const ADDRESS = /^https?:\/\/[\x21-\x7e]+$/;
const TRACKING_PAGE = 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=';

/** Links by relation; of several of one relation the one with the lowest index. */
export function readLinks(parent: ObjectReader): Readonly<Record<string, string>> {
  const links = parent.object('links').list('link', (l) => ({
    rel: l.string('@rel', /^[A-Za-z]{2,30}$/),
    href: l.string('@href', ADDRESS),
    index: l.maybe('@index', (n) => l.integer(n, 0)) ?? 0,
  }));
  return Object.fromEntries(links.toSorted((a, b) => b.index - a.index).map((l) => [l.rel, l.href]));
}

/** Numbers of 11 to 16 characters: 16 or 12 digits inside Canada, S10 ("LM123456785CA") abroad. */
export const PIN = /^[0-9A-Z]{11,16}$/;

/** The sandbox and the simulator give numbers that the public page does not know. */
export const trackingPage = (trackingNumber: string, mode: ConnectorMode): string | undefined =>
  mode === 'live' ? `${TRACKING_PAGE}${trackingNumber}` : undefined;

/**
 * @param document above the root element
 * @param group the one it was put into, undefined where none was asked for
 * @throws FieldProblem when the number or the label's link is missing: what was bought has to be asked for again
 */
export function bought(
  document: ObjectReader,
  way: Way,
  parcelNumber: number,
  mode: ConnectorMode,
  group?: string,
): StepOutcome<ShipResult> & { kind: 'done' } {
  const answer = document.object(ROOTS[way]);
  const carrierShipmentId = answer.string('shipment-id', /^[0-9A-Za-z]{1,32}$/);
  const trackingNumber = answer.string('tracking-pin', PIN);
  const links = readLinks(answer);
  if (links.label === undefined) throw new FieldProblem(answer.at('links'), 'has no link to the label');
  const charged = answer.maybe('shipment-price', (n) => purchasePrice(answer.object(n)));
  // Until it is transmitted with a manifest, a shipment is "created".
  const waits =
    group !== undefined && way === 'contract' && answer.string('shipment-status', /^[a-z]{1,14}$/) === 'created';
  const kept: JsonObject = {
    way,
    shipmentId: carrierShipmentId,
    links: { ...links },
    ...(waits ? { group } : {}),
  };
  return {
    kind: 'done',
    keep: kept,
    result: {
      carrierShipmentId,
      parcels: [
        {
          number: parcelNumber,
          trackingNumber,
          trackingUrl: trackingPage(trackingNumber, mode),
        },
      ],
      charged,
    },
  };
}

/** A link of the purchase, from what its steps kept. */
export function keptLink(kept: JsonObject, rel: string): string | undefined {
  const { links } = kept;
  if (typeof links !== 'object' || links === null || Array.isArray(links)) return undefined;
  const href = (links as JsonObject)[rel];
  return typeof href === 'string' ? href : undefined;
}
