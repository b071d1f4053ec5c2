/** What the actions do: one call each, what came of it in words, and the way back where there is one. */
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { applyPreset, undoChoices } from '@scanship/contracts/shipping/automation';
import {
  exportOrders,
  ORDER_EXPORT_COLUMNS,
  orderSummary,
  packingList,
} from '@scanship/contracts/orders/order-documents';
import {
  archiveOrders,
  assignOrders,
  cancelOrders,
  holdOrders,
  markManyFulfilled,
  noteOrders,
  retryOrders,
  setOrdersShipFrom,
  tagOrders,
  unmarkFulfilled,
} from '@scanship/contracts/orders/order-commands';
import { saveProductsFromOrders } from '@scanship/contracts/products/products-from-orders';
import { savedWords } from '../model/saved-words.ts';
import { listOrders, type OrderRow, type OrderSort } from '@scanship/contracts/orders/order-list';
import { editOrders, type OrderEdit, undoOrderEdit } from '@scanship/contracts/orders/order-edits';
import type { BulkOutcome, OrderSelection } from '@scanship/contracts/orders/order-selection';
import { cancelMultiple } from '@scanship/contracts/shipping/shipments';
import { api, fetchData, newIdempotencyKey } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';
import { DOWNLOAD_NAMES, saveBlob } from '../../../lib/download.ts';
import { slipPdf } from '../../shipping/shipping-api.ts';
import type { ActionTarget } from '../model/order-actions.ts';

export type Problem = BulkOutcome['problems'][number];
/** What is said after an action. */
export interface Done {
  readonly words: MessageDescriptor;
  readonly refused: number;
  readonly problems: readonly Problem[];
  readonly undo: (() => Promise<Done>) | undefined;
}
const said = (words: MessageDescriptor): Done => ({ words, refused: 0, problems: [], undo: undefined });

/** The lists and the opened orders ask again. */
function changed(): void {
  void queryClient.invalidateQueries({ queryKey: ['orders'] });
  void queryClient.invalidateQueries({ queryKey: ['order'] });
  // A tag may be new.
  void queryClient.invalidateQueries({ queryKey: ['order-tags'] });
}

/** Of orders named one by one, those that are not yet so; others are sent as they are chosen. */
const narrowed = ({ selection, rows, whole }: ActionTarget, wanted: (row: OrderRow) => boolean): OrderSelection =>
  whole ? { ids: rows.filter(wanted).map((row) => row.id) } : selection;

const without = (selection: OrderSelection, problems: readonly Problem[]): OrderSelection => {
  const refused = new Set(problems.map((problem) => problem.orderId));
  return { ids: (selection.ids ?? []).filter((id) => !refused.has(id)) };
};

/** A way back is offered where it would change exactly what was changed. */
async function command(
  selection: OrderSelection,
  call: (selection: OrderSelection) => Promise<BulkOutcome>,
  words: (count: number) => MessageDescriptor,
  back?: (selection: OrderSelection) => Promise<Done>,
): Promise<Done> {
  const { changed: count, unchanged, refused, problems } = await call(selection);
  changed();
  const exact = selection.ids && unchanged === 0 && refused === problems.length && count > 0;
  const undo = back && exact ? () => back(without(selection, problems)) : undefined;
  return { words: words(count), refused, problems, undo };
}

/** One product for each SKU; what products have already stays. */
export async function saveProducts({ selection }: ActionTarget): Promise<Done> {
  const { data } = await api.call(saveProductsFromOrders, {
    body: { ...selection, replace: false },
    idempotencyKey: newIdempotencyKey(),
  });
  changed();
  void queryClient.invalidateQueries({ queryKey: ['products'] });
  return said(savedWords(data));
}

const archiving = (selection: OrderSelection, archived: boolean): Promise<Done> =>
  command(
    selection,
    async (chosen) => (await api.call(archiveOrders, { body: { ...chosen, archived } })).data,
    (n) =>
      archived
        ? msg`${plural(n, { one: '# order archived.', other: '# orders archived.' })}`
        : msg`${plural(n, { one: '# order restored.', other: '# orders restored.' })}`,
    (back) => archiving(back, !archived),
  );
export const archive = (target: ActionTarget) =>
  archiving(
    narrowed(target, (row) => !row.archived),
    true,
  );
export const restore = (target: ActionTarget) =>
  archiving(
    narrowed(target, (row) => row.archived),
    false,
  );

const holding = (selection: OrderSelection, held: boolean, reason: string, until: string | null): Promise<Done> =>
  command(
    selection,
    async (chosen) => (await api.call(holdOrders, { body: { ...chosen, held, reason: reason || null, until } })).data,
    (n) =>
      held
        ? msg`${plural(n, { one: '# order held.', other: '# orders held.' })}`
        : msg`${plural(n, { one: '# order released.', other: '# orders released.' })}`,
    // A release cannot be taken back into a reason that is not known any more.
    held || reason ? (back) => holding(back, !held, reason, null) : undefined,
  );
export const hold = (target: ActionTarget, reason: string, until: string | null) =>
  holding(
    narrowed(target, (row) => row.hold === null),
    true,
    reason,
    until,
  );
export function release(target: ActionTarget): Promise<Done> {
  const reasons = new Set(target.rows.flatMap((row) => row.hold ?? []));
  const [reason] = reasons;
  return holding(
    narrowed(target, (row) => row.hold !== null),
    false,
    target.whole && reasons.size === 1 ? (reason ?? '') : '',
    null,
  );
}

const cancelling = (selection: OrderSelection, cancelled: boolean, reason: string): Promise<Done> =>
  command(
    selection,
    async (chosen) => (await api.call(cancelOrders, { body: { ...chosen, cancelled, reason: reason || null } })).data,
    (n) =>
      cancelled
        ? msg`${plural(n, { one: '# order cancelled.', other: '# orders cancelled.' })}`
        : msg`${plural(n, { one: 'The cancellation of # order is undone.', other: 'The cancellation of # orders is undone.' })}`,
    (back) => cancelling(back, !cancelled, reason),
  );
export const cancelOrder = (target: ActionTarget, reason: string) =>
  cancelling(
    narrowed(target, (row) => row.fulfillmentStatus !== 'Cancelled'),
    true,
    reason,
  );
export const uncancelOrder = (target: ActionTarget) =>
  cancelling(
    narrowed(target, (row) => row.fulfillmentStatus === 'Cancelled'),
    false,
    '',
  );

export interface Fulfilment {
  readonly carrier: string;
  readonly number: string;
  readonly notify: boolean | undefined;
}
export const markFulfilled = (target: ActionTarget, { carrier, number, notify }: Fulfilment): Promise<Done> => {
  const key = newIdempotencyKey();
  return command(
    target.selection,
    async (chosen) =>
      (
        await api.call(markManyFulfilled, {
          body: { ...chosen, carrier: carrier || null, number: number || null, notify: notify ?? null },
          idempotencyKey: key,
        })
      ).data,
    (n) => msg`${plural(n, { one: '# order marked as fulfilled.', other: '# orders marked as fulfilled.' })}`,
    unmarking,
  );
};
const unmarking = (selection: OrderSelection): Promise<Done> =>
  command(
    selection,
    async (chosen) => (await api.call(unmarkFulfilled, { body: chosen })).data,
    (n) => msg`${plural(n, { one: '# order is open again.', other: '# orders are open again.' })}`,
  );
export const unmark = (target: ActionTarget) =>
  unmarking(narrowed(target, (row) => row.fulfillmentStatus === 'Manual-Fulfilled'));

export function tag(target: ActionTarget, add: readonly string[], remove: readonly string[]): Promise<Done> {
  const [first] = add.length > 0 ? add : remove;
  const has = (row: OrderRow, name: string) => row.tags.some((each) => each.toLowerCase() === name.toLowerCase());
  // One tag that was added or taken off can go back exactly; several at once are not in the same orders.
  const single = add.length + remove.length === 1 && first !== undefined;
  const adds = add.length > 0;
  const selection = single ? narrowed(target, (row) => has(row, first) !== adds) : target.selection;
  if (selection.ids?.length === 0) return Promise.resolve(said(msg`The orders already have these tags.`));
  return tagging(selection, add, remove, single);
}
const tagging = (
  selection: OrderSelection,
  add: readonly string[],
  remove: readonly string[],
  canUndo: boolean,
): Promise<Done> =>
  command(
    selection,
    async (chosen) => (await api.call(tagOrders, { body: { ...chosen, add: [...add], remove: [...remove] } })).data,
    (n) => msg`${plural(n, { one: 'Tags of # order changed.', other: 'Tags of # orders changed.' })}`,
    canUndo ? (back) => tagging(back, remove, add, false) : undefined,
  );

export const assign = ({ selection }: ActionTarget, userId: string | null): Promise<Done> =>
  command(
    selection,
    async (chosen) => (await api.call(assignOrders, { body: { ...chosen, userId } })).data,
    (n) => msg`${plural(n, { one: '# order assigned.', other: '# orders assigned.' })}`,
  );
export const note = ({ selection }: ActionTarget, internalNote: string): Promise<Done> =>
  command(
    selection,
    async (chosen) => (await api.call(noteOrders, { body: { ...chosen, internalNote } })).data,
    (n) => msg`${plural(n, { one: 'Note of # order written.', other: 'Note of # orders written.' })}`,
  );
export const shipFrom = ({ selection }: ActionTarget, locationId: string | null): Promise<Done> =>
  command(
    selection,
    async (chosen) => (await api.call(setOrdersShipFrom, { body: { ...chosen, locationId } })).data,
    (n) =>
      msg`${plural(n, { one: '# order has another ship-from address.', other: '# orders have another ship-from address.' })}`,
  );

export async function preset({ selection }: ActionTarget, presetId: string, name: string): Promise<Done> {
  const { data } = await api.call(applyPreset, {
    body: { ...selection, presetId },
    idempotencyKey: newIdempotencyKey(),
  });
  changed();
  const { undoId, changed: count } = data;
  return {
    words: msg`${plural(count, { one: `“${name}” applied to # order.`, other: `“${name}” applied to # orders.` })}`,
    refused: data.refused,
    problems: data.problems,
    undo: undoId
      ? async () => {
          const { data: back } = await api.call(undoChoices, { body: { undoId } });
          changed();
          const n = back.changed;
          return {
            ...said(msg`${plural(n, { one: '# order ships as before.', other: '# orders ship as before.' })}`),
            refused: back.refused,
            problems: back.problems,
          };
        }
      : undefined,
  };
}

export async function edit({ selection }: ActionTarget, facts: OrderEdit): Promise<Done> {
  const { data } = await api.call(editOrders, {
    body: { ...selection, edit: facts },
    idempotencyKey: newIdempotencyKey(),
  });
  changed();
  const { undoId, changed: n, refused, problems } = data;
  return {
    words: msg`${plural(n, { one: '# order changed.', other: '# orders changed.' })}`,
    refused,
    problems,
    undo: undoId ? () => undoEdit(undoId) : undefined,
  };
}
async function undoEdit(undoId: string): Promise<Done> {
  const { data } = await api.call(undoOrderEdit, { body: { undoId } });
  changed();
  const { changed: n, refused, problems } = data;
  return {
    ...said(msg`${plural(n, { one: '# order is as it was before.', other: '# orders are as they were before.' })}`),
    refused,
    problems,
  };
}

export async function retry({ selection }: ActionTarget): Promise<Done> {
  const { data } = await api.call(retryOrders, { body: selection });
  changed();
  const { done, running } = data;
  return {
    words:
      running > 0
        ? msg`${plural(done + running, { one: '# order tried again; its outcome will show here.', other: '# orders tried again; their outcome will show here.' })}`
        : msg`${plural(done, { one: '# order is fixed.', other: '# orders are fixed.' })}`,
    refused: data.failed,
    problems: data.results
      .filter((each) => each.outcome === 'failed')
      .map(({ orderId, orderNumber, problem, change }) => ({
        orderId,
        orderNumber,
        code: 'failed',
        message: [problem, change].filter(Boolean).join(' '),
      })),
    undo: undefined,
  };
}

/** Voids all active labels of the orders. */
export async function cancelLabels({ selection }: ActionTarget): Promise<Done> {
  const { data } = await api.call(cancelMultiple, {
    body: { orderIds: selection.ids ?? [] },
    idempotencyKey: newIdempotencyKey(),
  });
  changed();
  const { voided, voiding } = data;
  return {
    words:
      voiding > 0
        ? msg`${plural(voided + voiding, { one: 'Cancelling # label; the carrier has not answered yet.', other: 'Cancelling # labels; carriers have not all answered yet.' })}`
        : msg`${plural(voided, { one: '# label cancelled.', other: '# labels cancelled.' })}`,
    refused: data.refused,
    problems: data.results
      .filter((each) => each.outcome === 'refused' || each.outcome === 'not-found')
      .flatMap(({ orderId, orderNumber, message }) =>
        orderId ? [{ orderId, orderNumber, code: 'refused', message: message ?? '' }] : [],
      ),
    undo: undefined,
  };
}

/** Ids of what is chosen, in the order of the list; only calls that take nothing else ask for them. */
export async function idsOf({ selection }: Pick<ActionTarget, 'selection'>, most: number): Promise<readonly string[]> {
  if (selection.ids) return selection.ids;
  const left = new Set(selection.excludeIds);
  const ids: string[] = [];
  let after: string | undefined;
  for (let page = 1; ids.length < most; page += 1) {
    const query = { page, size: 200, ...(selection.sort ? { sort: selection.sort } : {}), ...(after ? { after } : {}) };
    const data = await fetchData(listOrders, { query, body: selection.filters ?? {} });
    ids.push(...data.orders.map((order) => order.id).filter((id) => !left.has(id)));
    if (!data.nextCursor) break;
    after = data.nextCursor;
  }
  return ids.slice(0, most);
}

export async function downloadSlips(target: ActionTarget): Promise<Done> {
  const ids = await idsOf(target, target.count);
  const { blob } = await slipPdf(ids);
  saveBlob(blob, DOWNLOAD_NAMES.packingSlip);
  const n = ids.length;
  return said(
    msg`${plural(n, { one: 'PackingSlip.pdf of # order saved.', other: 'PackingSlip.pdf of # orders saved.' })}`,
  );
}

const inSort = (selection: OrderSelection, sort: OrderSort) => ({ ...selection, sort: selection.sort ?? sort });

/** Orders.xlsx in the columns that are shown. */
export async function exportFile(
  { selection, count }: ActionTarget,
  columns: readonly string[],
  sort: OrderSort,
): Promise<Done> {
  const shown = columns.flatMap((id) => ORDER_EXPORT_COLUMNS.find((known) => known === id) ?? []);
  const { blob } = await api.file(exportOrders, { body: { ...inSort(selection, sort), columns: shown } });
  saveBlob(blob, DOWNLOAD_NAMES.orders);
  return said(msg`${plural(count, { one: 'Orders.xlsx of # order saved.', other: 'Orders.xlsx of # orders saved.' })}`);
}
export async function packingListFile({ selection, count }: ActionTarget, sort: OrderSort): Promise<Done> {
  const { blob } = await api.file(packingList, { body: inSort(selection, sort) });
  saveBlob(blob, DOWNLOAD_NAMES.packingList);
  return said(
    msg`${plural(count, { one: 'PackingList.xlsx of # order saved.', other: 'PackingList.xlsx of # orders saved.' })}`,
  );
}
export async function summaryFile({ selection, count }: ActionTarget, sort: OrderSort): Promise<Done> {
  const { blob } = await api.file(orderSummary, { body: inSort(selection, sort) });
  saveBlob(blob, 'OrderSummary.pdf');
  return said(
    msg`${plural(count, { one: 'OrderSummary.pdf of # order saved.', other: 'OrderSummary.pdf of # orders saved.' })}`,
  );
}
