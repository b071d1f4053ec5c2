/** The labels of the account, the oldest first, so that new ones do not move the pages. Returns are among them. */
import type { LabelListInput, LabelPage, ListedLabel } from '@scanship/connector-kit/carrier/label-list';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { exchange, ID } from './client.ts';
import { labelPrice } from './prices.ts';
import { stateOf, TRACKING } from './ship.ts';

const PAGE = 100;

/** Undefined for one that ShipStation could not make. */
function readLabel(label: ObjectReader): ListedLabel | undefined {
  const state = stateOf(label);
  if (state === 'failed') return undefined;
  const labelId = label.string('label_id', ID);
  return {
    carrierShipmentId: labelId,
    trackingNumbers: label.has('tracking_number') ? [label.string('tracking_number', TRACKING)] : [],
    reference: label.has('external_shipment_id') ? label.string('external_shipment_id') : undefined,
    madeAt: new Date(label.instant('created_at')).toISOString(),
    state: state === 'voided' || label.raw('voided') === true ? 'voided' : 'live',
    service: label.maybe('service_code', (n) => label.string(n)),
    cost: label.maybe('shipment_cost', () => labelPrice(label).total),
    kept: { labelId },
  };
}

export async function listLabels(
  { since, cursor = '1', size = PAGE }: LabelListInput,
  env: CarrierEnv,
): Promise<LabelPage> {
  const page = Number(cursor);
  const response = await exchange(env, {
    method: 'GET',
    path: '/v1/labels',
    name: 'list labels',
    query: {
      created_at_start: since.toISOString(),
      sort_by: 'created_at',
      sort_dir: 'asc',
      page,
      page_size: size,
    },
  });
  const answer = readObject(response.json());
  const labels = answer.list('labels', readLabel).flatMap((label) => label ?? []);
  const next = page < answer.integer('pages', 0) ? String(page + 1) : undefined;
  return { labels, next, problems: answer.problems };
}
