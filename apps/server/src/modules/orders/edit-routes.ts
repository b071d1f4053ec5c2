/** The calls that set facts on many orders: looking first, doing it, taking it back. */
import type { DataOf } from '@scanship/contracts/call';
import {
  editOrders as editOrdersCall,
  previewOrderEdit,
  undoOrderEdit as undoOrderEditCall,
} from '@scanship/contracts/orders/order-edits';
import { ok } from '@scanship/domain/values/result';
import { newId } from '../../platform/database/ids.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import { editOrders, undoEdit } from './commands/bulk/edit-orders.ts';
import { checkEdit, differences, planEdit, type PlannedOrder } from './commands/bulk/edit-plan.ts';
import { headDifferences } from './commands/bulk/edit-heads.ts';
import { readHeads } from './commands/bulk/heads.ts';
import { onSelection } from './commands/bulk/on-selection.ts';
import { allOrNothing } from './commands/transaction.ts';

/** Orders of which a preview shows the values. */
const SAMPLE = 5;
/** Lines of each. */
const SAMPLE_LINES = 4;

type Sample = DataOf<typeof previewOrderEdit>['sample'][number];

function sampleOf({ order, lines, box, head }: PlannedOrder): Sample {
  const facts = lines.slice(0, SAMPLE_LINES).flatMap((change) =>
    differences(change).map((field) => ({
      field,
      title: change.before.title || change.before.sku,
      from: change.before[field],
      to: change.after[field],
    })),
  );
  const boxes = box ? [{ field: 'packageId' as const, title: null, ...box }] : [];
  const own = head
    ? headDifferences(head).map((field) => ({
        field,
        title: null,
        from: head.before[field] ?? null,
        to: head.after[field] ?? null,
      }))
    : [];
  return { orderId: order.id, orderNumber: order.number, changes: [...boxes, ...own, ...facts] };
}

export const editRoutes = ({ db, clock }: Pick<Services, 'db' | 'clock'>): readonly Route[] => [
  route(previewOrderEdit, async ({ ctx, body: { edit, ...selection } }) => {
    const checked = await allOrNothing(db, ctx, (tx) =>
      checkEdit(tx, edit, { now: clock.now(), timeZone: ctx.timeZone }),
    );
    if (!checked.ok) return checked;
    const sample: Sample[] = [];
    const outcome = await onSelection(db, ctx, clock.now(), selection, async (tx, orderIds) => {
      const heads = await readHeads(tx, orderIds);
      const plan = await planEdit(tx, { tenantId: ctx.tenantId, orderIds, heads, edit: checked.value });
      for (const each of plan.changes.slice(0, SAMPLE - sample.length)) sample.push(sampleOf(each));
      return ok({ ...plan, changed: plan.changes.map(({ order }) => order.id) });
    });
    return outcome.ok ? data({ ...outcome.value, sample }) : outcome;
  }),
  route(editOrdersCall, async ({ ctx, body: { edit, ...selection } }) => {
    const checked = await allOrNothing(db, ctx, (tx) =>
      checkEdit(tx, edit, { now: clock.now(), timeZone: ctx.timeZone }),
    );
    if (!checked.ok) return checked;
    const editId = newId();
    const outcome = await onSelection(db, ctx, clock.now(), selection, async (tx, orderIds) =>
      ok(await editOrders(ctx, tx, { editId, orderIds, edit: checked.value, now: clock.now() })),
    );
    return outcome.ok ? data({ ...outcome.value, undoId: outcome.value.changed > 0 ? editId : null }) : outcome;
  }),
  route(undoOrderEditCall, async ({ ctx, body }) => {
    const undone = await allOrNothing(db, ctx, (tx) => undoEdit(ctx, tx, body.undoId, clock.now()));
    return undone.ok ? data(undone.value) : undone;
  }),
];
