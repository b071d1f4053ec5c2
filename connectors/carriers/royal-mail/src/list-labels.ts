/**
 * Orders of Click & Drop that have a tracking number, by its continuation token. An order that was deleted is missing, and what was
 * imported from elsewhere stands there too.
 */
import type { LabelListInput, LabelPage } from '@scanship/connector-kit/carrier/label-list';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { send } from './client.ts';
import { readOrder } from './orders.ts';

/** The most Click & Drop gives. */
const PAGE = 100;

export async function listLabels({ since, cursor, size = PAGE }: LabelListInput, env: CarrierEnv): Promise<LabelPage> {
  const response = await send(env, {
    method: 'GET',
    path: '/orders',
    name: 'list orders',
    query: { pageSize: size, startDateTime: since.toISOString(), continuationToken: cursor },
  });
  const answer = readObject(response.json());
  const orders = answer.list('orders', readOrder);
  return {
    labels: orders.flatMap(({ id, trackingNumber, reference, createdOn }) =>
      trackingNumber === undefined
        ? []
        : [
            {
              carrierShipmentId: id,
              trackingNumbers: [trackingNumber],
              reference,
              madeAt: new Date(createdOn).toISOString(),
              state: 'live' as const,
              kept: { orderId: id, trackingNumber },
            },
          ],
    ),
    next: answer.has('continuationToken') ? answer.string('continuationToken') : undefined,
    problems: answer.problems,
  };
}
