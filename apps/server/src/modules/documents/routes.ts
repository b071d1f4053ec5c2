import { customInvoice, getDocument, labelMultiple, packingSlip } from '@scanship/contracts/shipments';
import { type FileAnswer, route, type Route } from '../../platform/http/handler.ts';
import type { Outcome } from '../../platform/problem.ts';
import { customsInvoice, type DrawDeps, packingSlips } from './draw-documents.ts';
import { mergeLabels, readDocument, type StoredFile } from './print-labels.ts';

const file = (outcome: Outcome<StoredFile>): Outcome<FileAnswer> =>
  outcome.ok ? { ok: true, value: { kind: 'file', ...outcome.value, inline: true } } : outcome;

export const documentRoutes = (deps: DrawDeps): readonly Route[] => [
  route(getDocument, async ({ ctx, params }) => file(await readDocument(deps.db, ctx.tenantId, params.id))),
  route(labelMultiple, async ({ ctx, body }) => file(await mergeLabels(deps, ctx.tenantId, body.shipmentIds))),
  route(packingSlip, async ({ ctx, body }) => file(await packingSlips(deps, ctx, body.orderIds, body.size))),
  route(customInvoice, async ({ ctx, params }) => file(await customsInvoice(deps, ctx, params.id))),
];
