import {
  customInvoiceMultiple,
  documentsAfterShipping,
  orderSummary as orderSummaryCall,
} from '@scanship/contracts/orders/order-documents';
import type { OrderSelection } from '@scanship/contracts/orders/order-selection';
import {
  countPrinted as countPrintedCall,
  customInvoice,
  getDocument,
  labelMultiple,
  MOST_PACKING_SLIPS,
  packingSlip,
} from '@scanship/contracts/shipping/shipments';
import { ok } from '@scanship/domain/values/result';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Clock } from '../../platform/clock.ts';
import { data, type FileAnswer, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { resolveSelection, SelectionTooSlow } from '../orders/index.ts';
import { documentsAfter } from './after-shipping.ts';
import { type Asker, customsInvoice, customsInvoices, packingSlips, type SlipDeps } from './draw-documents.ts';
import { countPrinted } from './label-files.ts';
import { orderSummary } from './order-summary.ts';
import { mergeLabels, readDocument, type StoredFile } from './print-labels.ts';

const file = (outcome: Outcome<StoredFile>): Outcome<FileAnswer> =>
  outcome.ok ? { ok: true, value: { kind: 'file', ...outcome.value, inline: true } } : outcome;

export interface RouteDeps extends SlipDeps {
  readonly blobs: Blobs;
  readonly clock: Clock;
}

/** Orders that slips are for: those named, else a selection. */
async function slipOrders(
  { db, clock }: RouteDeps,
  asker: Asker,
  { orderIds, ...selection }: OrderSelection & { readonly orderIds?: readonly string[] | undefined },
): Promise<Outcome<readonly string[]>> {
  if (orderIds) return ok(orderIds);
  const chosen = await resolveSelection(db, asker, clock.now(), selection, MOST_PACKING_SLIPS);
  if (!chosen.ok) return chosen;
  try {
    const ids = await chosen.value.ids();
    return ids.length > 0 ? ok(ids) : problem('not_found', { message: 'No order matches these filters.' });
  } catch (error) {
    if (error instanceof SelectionTooSlow) return problem('search_too_slow');
    throw error;
  }
}

export const documentRoutes = (deps: RouteDeps): readonly Route[] => [
  route(getDocument, async ({ ctx, params }) => file(await readDocument(deps, ctx.tenantId, params.id))),
  route(labelMultiple, async ({ ctx, body }) => file(await mergeLabels(deps, ctx.tenantId, body.shipmentIds))),
  route(countPrintedCall, async ({ ctx, body }) =>
    data({ labels: await deps.db.tenant(ctx, (tx) => countPrinted(tx, ctx.tenantId, body.shipmentIds)) }),
  ),
  route(packingSlip, async ({ ctx, body: { size, perSheet, ...which } }) => {
    const orders = await slipOrders(deps, ctx, which);
    return orders.ok ? file(await packingSlips(deps, ctx, orders.value, { paper: size, perSheet })) : orders;
  }),
  route(customInvoice, async ({ ctx, params, query }) => file(await customsInvoice(deps, ctx, params.id, query))),
  route(customInvoiceMultiple, async ({ ctx, body }) => file(await customsInvoices(deps, ctx, body.shipmentIds, body))),
  route(orderSummaryCall, async ({ ctx, body: { paper, ...selection } }) =>
    file(await orderSummary(deps, ctx, deps.clock.now(), selection, paper)),
  ),
  route(documentsAfterShipping, async ({ ctx, body }) => {
    const after = await documentsAfter(deps.db, ctx.tenantId, body.shipmentIds);
    return after.ok ? data(after.value) : after;
  }),
];
