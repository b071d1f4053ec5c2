/** Calls that only read: the size of a selection, SKUs and tags for the filters. */
import { listOrderSkus, listOrderTags } from '@scanship/contracts/orders/order-list';
import { countSelection as countSelectionCall, MOST_SELECTED } from '@scanship/contracts/orders/order-selection';
import { data, type Route, route } from '../../../platform/http/handler.ts';
import type { Services } from '../../../platform/services.ts';
import { readSkus, readTags } from './order-options.ts';
import { countSelection } from './selection.ts';

export const queryRoutes = ({ db, clock }: Pick<Services, 'db' | 'clock'>): readonly Route[] => [
  route(countSelectionCall, async ({ ctx, body }) => {
    const size = await countSelection(db, ctx, clock.now(), body);
    return size.ok ? data({ ...size.value, most: MOST_SELECTED }) : size;
  }),
  route(listOrderSkus, async ({ ctx, query }) =>
    data(await db.tenant(ctx, (tx) => readSkus(tx, query), { readOnly: true })),
  ),
  route(listOrderTags, async ({ ctx, query }) =>
    data(await db.tenant(ctx, (tx) => readTags(tx, query), { readOnly: true })),
  ),
];
