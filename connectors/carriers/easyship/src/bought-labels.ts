/**
 * Labels bought here, found again in Easyship's list of shipments: it answers by its own numbers and by days, and by tracking
 * numbers not at all.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { exchange, nextPage, SHIPMENT, UUID } from './client.ts';

/** A parcel that waits longer than this for its driver is not looked for. */
const PAST_DAYS = 30;
/** Of a hundred shipments each. */
const MOST_PAGES = 10;
const DAY_MS = 86_400_000;

export interface BoughtLabel {
  readonly shipmentId: string;
  readonly trackingNumbers: readonly string[];
  readonly courierService: string;
  /** The account with a carrier: what manifests are made of, and what all shipments of a pickup share. */
  readonly courier: string;
  readonly carrier: string;
}

export interface Search {
  readonly found: readonly BoughtLabel[];
  /** Whether everything of those days was read. */
  readonly isWhole: boolean;
}

/** Reads until as many were found as are wanted. A list that cannot be read whole is no list. */
export async function findLabels(
  isWanted: (shipmentId: string, trackingNumbers: readonly string[]) => boolean,
  count: number,
  env: CarrierEnv,
): Promise<Search> {
  const since = new Date(env.now().getTime() - PAST_DAYS * DAY_MS).toISOString().slice(0, 10);
  const found: BoughtLabel[] = [];
  let page: number | undefined = 1;
  for (let turns = 0; page !== undefined && found.length < count && turns < MOST_PAGES; turns += 1) {
    const response = await exchange(env, {
      method: 'GET',
      path: '/shipments',
      name: 'list shipments',
      query: { shipment_state: 'created', label_generated_at_from: since, page, per_page: 100 },
    });
    const answer = readObject(response.json());
    const wanted = answer.strictList('shipments', (s): readonly BoughtLabel[] => {
      const shipmentId = s.string('easyship_shipment_id', SHIPMENT);
      const trackingNumbers = s
        .strictList('trackings', (t) => (t.raw('tracking_number') === null ? [] : [t.string('tracking_number')]))
        .flat();
      if (!isWanted(shipmentId, trackingNumbers)) return [];
      const service = s.object('courier_service');
      return [
        {
          shipmentId,
          trackingNumbers,
          courierService: service.string('id', UUID),
          courier: service.string('courier_id', UUID),
          carrier: service.string('umbrella_name'),
        },
      ];
    });
    found.push(...wanted.flat());
    page = nextPage(answer.object('meta').object('pagination'));
  }
  return { found, isWhole: page === undefined };
}

/** Why something is not among the labels that were looked through. */
export const notFoundWords = ({ isWhole }: Search, name: string, what: string): string =>
  isWhole
    ? `${name} has no label ${what} of the last ${PAST_DAYS} days.`
    : `${name} has too many labels of the last ${PAST_DAYS} days to find ${what} among them.`;
