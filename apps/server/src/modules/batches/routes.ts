import * as calls from '@scanship/contracts/shipping/batches';
import type { Batch, BatchRequest } from '@scanship/contracts/shipping/batches';
import { listBatchGaps, mendBatch as mendCall, planBlocked } from '@scanship/contracts/shipping/batch-mending';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { RequestContext } from '../../platform/context.ts';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import type { Database } from '../../platform/database/database.ts';
import { type AnyAnswer, data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { readDocument } from '../documents/index.ts';
import { userNames } from '../users/index.ts';
import * as commands from './commands/change-batch.ts';
import { buyPriced } from './commands/buy-priced.ts';
import { createBatch, createFromBlocked } from './commands/create-batch.ts';
import { mendBatch, readGaps } from './commands/mend-batch.ts';
import { countPrintedPart } from './papers/count-printed-part.ts';
import { readBatches } from './queries/batch-view.ts';
import { listItems, listOrderIds } from './queries/list-items.ts';
import type { BatchWorker } from './worker.ts';

export interface BatchRouteDeps {
  readonly blobs: Blobs;
  readonly db: Database;
  readonly now: () => Date;
  readonly worker: BatchWorker;
  /** How long `create/multiple` waits for the merged PDF. Milliseconds. */
  readonly waitMs: number;
}

const done: Outcome<void> = { ok: true, value: undefined };
const USUAL_PAGE = 20;
const USUAL_ITEMS = 100;
/** How often the row is read while another process may be working on it. */
const LOOK_MS = 400;

export function batchRoutes(deps: BatchRouteDeps): readonly Route[] {
  const { db, blobs, now, worker } = deps;

  async function named(ctx: RequestContext, batches: readonly Batch[]): Promise<Batch[]> {
    const names = await userNames(db, ctx, [...new Set(batches.flatMap((batch) => batch.createdBy ?? []))]);
    return batches.map((batch) => ({
      ...batch,
      createdBy: batch.createdBy === null ? null : (names.get(batch.createdBy) ?? null),
    }));
  }

  async function view(ctx: RequestContext, id: string): Promise<Outcome<Batch>> {
    const found = await db.tenant(ctx, (tx) => readBatches(tx, ctx.tenantId, { id }), { readOnly: true });
    const [batch] = await named(ctx, found);
    return batch ? { ok: true, value: batch } : problem('not_found', { message: 'This batch was not found.' });
  }

  async function shown(ctx: RequestContext, id: string, status: number, successMessage?: string) {
    const batch = await view(ctx, id);
    return batch.ok ? data(batch.value, { status, successMessage }) : batch;
  }

  /** After a command: whoever works on batches looks, and the caller sees the batch as it is now. */
  async function changed(ctx: RequestContext, id: string, outcome: Outcome<void>) {
    if (!outcome.ok) return outcome;
    worker.wake({ tenantId: ctx.tenantId, id });
    return shown(ctx, id, 200);
  }

  const fileName = (kind: BatchRequest['kind']): string => (kind === 'auto-ship' ? 'AutoShip' : 'ShipmentByCarrier');

  /** Ships at once and waits for the merged PDF, as `create/multiple` does (decisions 30). */
  async function ship(
    ctx: RequestContext,
    request: BatchRequest,
    asked: { readonly async: boolean; readonly key: string | undefined },
  ): Promise<Outcome<AnyAnswer<typeof calls.createMultiple>>> {
    const made = await createBatch({ db, now }, ctx, request, {
      autoStart: true,
      fileName: fileName(request.kind),
      key: asked.key,
    });
    if (!made.ok) return made;
    const ref = { tenantId: ctx.tenantId, id: made.value.id };
    worker.wake(ref);
    if (asked.async) return shown(ctx, ref.id, 202);
    const until = Date.now() + deps.waitMs;
    for (;;) {
      const batch = await view(ctx, ref.id);
      if (!batch.ok) return batch;
      const answer = await finished(ctx, batch.value);
      if (answer) return answer;
      const left = until - Date.now();
      if (left <= 0) return data(batch.value, { status: 202 });
      await worker.nextChange(ref, Math.min(left, LOOK_MS));
    }
  }

  /** The merged labels of a batch that has ended, the reasons where there are none; undefined while it goes on. */
  async function finished(
    ctx: RequestContext,
    batch: Batch,
  ): Promise<Outcome<AnyAnswer<typeof calls.createMultiple>> | undefined> {
    if (batch.endedAt === null) return undefined;
    const failed = batch.counts.total - batch.counts.done;
    if (batch.counts.done === 0) {
      const groups = [...batch.plan.blocked, ...batch.failures];
      return problem('order_not_shippable', {
        message: `None of ${batch.counts.total} orders was shipped. ${groups[0]?.message ?? ''}`.trim(),
        errors: groups.map((group) => ({ code: group.cause, message: `${group.count}: ${group.message}` })),
      });
    }
    const parts = batch.documents.filter((part) => part.kind === 'labels');
    const broken = parts.find((part) => part.state === 'failed');
    if (broken) return problem('no_labels', { message: broken.problem ?? undefined });
    if (parts.length === 0 || parts.some((part) => part.state !== 'ready')) return undefined;
    const [only] = parts;
    // More than one file cannot be one answer: the job names them.
    if (parts.length > 1 || !only?.documentId) return data(batch, { status: 202 });
    const file = await readDocument({ db, blobs }, ctx.tenantId, only.documentId);
    if (!file.ok) return file;
    return {
      ok: true,
      value: {
        kind: 'file',
        ...file.value,
        headers: { 'x-batch-id': batch.id, 'x-failed-orders': String(failed) },
      },
    };
  }

  return [
    route(calls.createBatch, async ({ ctx, body, idempotencyKey }) => {
      const made = await createBatch({ db, now }, ctx, body, {
        autoStart: false,
        fileName: fileName(body.kind),
        key: idempotencyKey,
      });
      if (!made.ok) return made;
      worker.wake({ tenantId: ctx.tenantId, id: made.value.id });
      return shown(ctx, made.value.id, 202);
    }),
    route(calls.listBatches, async ({ ctx, query }) => {
      const size = query.size ?? USUAL_PAGE;
      const found = await db.tenant(
        ctx,
        (tx) => readBatches(tx, ctx.tenantId, { after: query.after, size: size + 1 }),
        { readOnly: true },
      );
      const batches = await named(ctx, found.slice(0, size));
      return data({ batches, next: found.length > size ? (batches.at(-1)?.id ?? null) : null });
    }),
    route(calls.getBatch, ({ ctx, params }) => shown(ctx, params.id, 200)),
    route(calls.listBatchItems, async ({ ctx, params, query }) => {
      const batch = await view(ctx, params.id);
      if (!batch.ok) return batch;
      const size = query.size ?? USUAL_ITEMS;
      const items = await db.tenant(
        ctx,
        (tx) => listItems(tx, ctx.tenantId, params.id, ctx.currency, { ...query, size: size + 1 }),
        { readOnly: true },
      );
      const page = items.slice(0, size);
      return data({ items: page, next: items.length > size ? (page.at(-1)?.position ?? null) : null });
    }),
    route(calls.listBatchOrderIds, async ({ ctx, params, query }) => {
      const batch = await view(ctx, params.id);
      if (!batch.ok) return batch;
      const orderIds = await db.tenant(ctx, (tx) => listOrderIds(tx, ctx.tenantId, params.id, query), {
        readOnly: true,
      });
      return data({ orderIds: [...orderIds] });
    }),
    route(calls.replanBatch, async ({ ctx, params }) =>
      changed(ctx, params.id, await commands.replanBatch(db, ctx, params.id)),
    ),
    route(planBlocked, async ({ ctx, params, idempotencyKey }) => {
      const inPlace = await commands.planBlocked(db, ctx, params.id);
      if (!inPlace.ok) return inPlace;
      if (inPlace.value) return changed(ctx, params.id, done);
      const made = await createFromBlocked({ db, now }, ctx, params.id, idempotencyKey);
      return made.ok ? changed(ctx, made.value.id, done) : made;
    }),
    route(listBatchGaps, async ({ ctx, params }) => {
      const batch = await view(ctx, params.id);
      if (!batch.ok) return batch;
      return data(await db.tenant(ctx, (tx) => readGaps(tx, ctx.tenantId, params.id), { readOnly: true }));
    }),
    route(mendCall, async ({ ctx, params, body }) => {
      const batch = await view(ctx, params.id);
      if (!batch.ok) return batch;
      const mended = await allOrNothing(db, ctx, (tx) => mendBatch(ctx, tx, params.id, body, now()));
      return mended.ok ? data(mended.value) : mended;
    }),
    route(calls.leaveOutAccount, async ({ ctx, params, body }) =>
      changed(ctx, params.id, await commands.leaveOutAccount(db, ctx, params.id, body.grantId)),
    ),
    route(calls.startBatch, async ({ ctx, params, body }) =>
      changed(ctx, params.id, await commands.startBatch(db, ctx, params.id, body)),
    ),
    route(calls.buyPriced, async ({ ctx, params, body, idempotencyKey }) => {
      const part = await buyPriced({ db, now }, ctx, params.id, body, idempotencyKey);
      return part.ok ? changed(ctx, part.value, done) : part;
    }),
    route(calls.pauseBatch, async ({ ctx, params }) =>
      changed(ctx, params.id, await commands.pauseBatch(db, ctx, params.id)),
    ),
    route(calls.resumeBatch, async ({ ctx, params }) =>
      changed(ctx, params.id, await commands.resumeBatch(db, ctx, params.id)),
    ),
    route(calls.cancelBatch, async ({ ctx, params }) =>
      changed(ctx, params.id, await commands.cancelBatch(db, ctx, params.id)),
    ),
    route(calls.retryBatch, async ({ ctx, params, body }) =>
      changed(ctx, params.id, await commands.retryBatch(db, ctx, params.id, body.causes)),
    ),
    route(calls.mergeBatch, async ({ ctx, params, body }) =>
      changed(ctx, params.id, await commands.mergeBatch(db, ctx, params.id, body)),
    ),
    route(calls.countPrintedPart, async ({ ctx, params, body }) => {
      const labels = await countPrintedPart(db, ctx.tenantId, params.id, body.documentId);
      return labels === undefined ? problem('not_found') : data({ labels });
    }),
    route(calls.createMultiple, ({ ctx, body, prefersAsync, idempotencyKey }) => {
      const { grantId, service, ...rest } = body;
      const request: BatchRequest = { ...rest, kind: 'service', service: { grantId, service } };
      return ship(ctx, request, { async: prefersAsync === true, key: idempotencyKey });
    }),
    route(calls.createMultiple2, ({ ctx, body, prefersAsync, idempotencyKey }) =>
      ship(ctx, { ...body, kind: 'auto-ship' }, { async: prefersAsync === true, key: idempotencyKey }),
    ),
  ];
}
