/** What an edit of many orders would do to each: the same answer for who looks first and for who does it. */
import type { EditableFact, OrderEdit } from '@scanship/contracts/orders/order-edits';
import { hsDigits } from '@scanship/domain/customs/order-customs';
import { REFUSALS } from '@scanship/domain/orders/order-commands';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../../platform/problem.ts';
import { boxName, chosenBoxes } from '../../../automation/index.ts';
import { edited, type ItemRow } from '../edit-items.ts';
import { leasedWords, readLeases } from '../lease-orders.ts';
import { notAHoldDay, notAShipDate } from '../held-until.ts';
import { cleanOrNull, cleanText } from '../rows.ts';
import { type BatchOutcome, present, refusal } from './batch.ts';
import { type HeadChange, type HeadEdit, type HeadFact, planHead } from './edit-heads.ts';
import type { OrderHead } from './heads.ts';

type LineFact = Exclude<EditableFact, 'packageId' | HeadFact>;
const LINE_FACTS = ['weightGrams', 'hsCode', 'originCountry', 'customsDescription'] as const satisfies LineFact[];

/** An edit that was checked. */
export interface CheckedEdit {
  readonly facts: Readonly<Partial<Pick<ItemRow, LineFact>>>;
  readonly box: { readonly id: string; readonly name: string } | undefined;
  readonly head: HeadEdit;
  readonly onlyMissing: boolean;
}

/** A day that nothing is wrong with, as a sentence otherwise. */
function wrongDay({ holdUntil, shipDate }: OrderEdit, { now, timeZone }: When) {
  const hold = holdUntil === undefined ? undefined : notAHoldDay(holdUntil, now, timeZone);
  if (hold !== undefined) return { field: 'edit.holdUntil', message: hold };
  const ship = shipDate == null ? undefined : notAShipDate(shipDate, now, timeZone);
  return ship === undefined ? undefined : { field: 'edit.shipDate', message: ship };
}

/** When an edit is asked for, and in which zone its days are. */
export interface When {
  readonly now: Date;
  readonly timeZone: string;
}

/**
 * @returns problem `validation` for an edit that sets nothing, an HS code that is none, a box that is gone, or a day that is
 *   over or too far away
 */
export async function checkEdit(tx: Tx, edit: OrderEdit, when: When): Promise<Outcome<CheckedEdit>> {
  const { weightGrams, originCountry, packageId } = edit;
  const hsCode = hsDigits(edit.hsCode);
  const customsDescription = cleanText(edit.customsDescription);
  if (edit.hsCode !== undefined && hsCode === undefined)
    return problem('validation', { errors: [{ field: 'edit.hsCode', message: 'An HS code has 6 to 12 digits.' }] });
  const day = wrongDay(edit, when);
  if (day !== undefined) return problem('validation', { errors: [day] });
  const name = packageId === undefined ? undefined : await boxName(tx, packageId);
  if (packageId !== undefined && name === undefined)
    return problem('validation', {
      errors: [{ field: 'edit.packageId', message: 'This package was deleted. Choose another one.' }],
    });
  const facts = {
    ...(weightGrams === undefined ? {} : { weightGrams }),
    ...(hsCode === undefined ? {} : { hsCode }),
    ...(originCountry === undefined ? {} : { originCountry }),
    ...(customsDescription === '' ? {} : { customsDescription }),
  };
  const box = packageId !== undefined && name !== undefined ? { id: packageId, name } : undefined;
  const head: HeadEdit = {
    ...(edit.holdUntil === undefined ? {} : { holdUntil: edit.holdUntil }),
    ...(edit.shipDate === undefined ? {} : { shipDate: edit.shipDate }),
    ...(edit.requestedService === undefined ? {} : { requestedService: cleanOrNull(edit.requestedService) }),
  };
  if (Object.keys(facts).length === 0 && Object.keys(head).length === 0 && !box)
    return problem('validation', { errors: [{ field: 'edit', message: 'Say what to change.' }] });
  return ok({ facts, box, head, onlyMissing: edit.onlyMissing ?? false });
}

export interface LineChange {
  readonly orderId: string;
  readonly before: ItemRow;
  readonly after: ItemRow;
}

export interface PlannedOrder {
  readonly order: OrderHead;
  readonly lines: readonly LineChange[];
  /** Set where the order gets another box. */
  readonly box: { readonly from: string | null; readonly to: string } | undefined;
  readonly head: HeadChange | undefined;
}

export interface EditPlan {
  readonly changes: readonly PlannedOrder[];
  readonly unchanged: number;
  readonly problems: BatchOutcome['problems'];
}

const IN_THE_WAY = ['order_archived', 'order_cancelled', 'label_under_way', 'already_fulfilled'] as const;

/** Why an order is left as it is; undefined when it can be edited. */
export function whyLocked(order: OrderHead): BatchOutcome['problems'][number] | undefined {
  const code = IN_THE_WAY.find((each) => REFUSALS[each].when(order));
  return code && refusal(order, code, REFUSALS[code].message);
}

/** Three statements however many orders there are; one more where a box is set. */
export async function planEdit(
  tx: Tx,
  input: {
    readonly tenantId: string;
    readonly orderIds: readonly string[];
    readonly heads: ReadonlyMap<string, OrderHead>;
    readonly edit: CheckedEdit;
  },
): Promise<EditPlan> {
  const { edit } = input;
  const { orders, missing } = present(input.orderIds, input.heads);
  const leases = await readLeases(
    tx,
    input.tenantId,
    orders.map(({ id }) => id),
  );
  const problems = [...missing];
  const open = orders.filter((order) => {
    const lease = leases.get(order.id);
    const locked = whyLocked(order) ?? (lease && refusal(order, 'leased', leasedWords(lease)));
    if (locked) problems.push(locked);
    return locked === undefined;
  });
  const ids = open.map(({ id }) => id);
  const lines =
    Object.keys(edit.facts).length === 0 ? new Map<string, LineChange[]>() : await changedLines(tx, ids, edit);
  const boxes = edit.box ? await chosenBoxes(tx, ids) : new Map<string, never>();
  const planned = open.map((order): PlannedOrder => {
    const chosen = boxes.get(order.id);
    const sets = edit.box && chosen?.id !== edit.box.id && !(edit.onlyMissing && chosen);
    return {
      order,
      lines: lines.get(order.id) ?? [],
      head: planHead(order, edit.head, edit.onlyMissing),
      box: edit.box && sets ? { from: chosen?.name ?? null, to: edit.box.name } : undefined,
    };
  });
  const changes = planned.filter((each) => each.lines.length > 0 || each.box || each.head);
  return { changes, unchanged: planned.length - changes.length, problems };
}

async function changedLines(
  tx: Tx,
  orderIds: readonly string[],
  { facts, onlyMissing }: CheckedEdit,
): Promise<ReadonlyMap<string, LineChange[]>> {
  const { rows } = await sql<ItemRow & { orderId: string }>`SELECT order_id AS "orderId", line, title, sku,
      weight_g AS "weightGrams", hs_code AS "hsCode", origin AS "originCountry", customs_text AS "customsDescription",
      declared_minor AS "unitValueMinor", overrides, imported
    FROM order_items WHERE order_id = ANY (${[...orderIds]}::uuid[]) ORDER BY order_id, line`.execute(tx);
  const changes = new Map<string, LineChange[]>();
  for (const { orderId, ...before } of rows) {
    // What is so already is not set anew: the line would be marked as edited although nothing about it changed.
    const wanted = <F extends LineFact>(fact: F) =>
      before[fact] === facts[fact] || (onlyMissing && before[fact]) ? undefined : facts[fact];
    if (LINE_FACTS.every((fact) => wanted(fact) === undefined)) continue;
    const after = edited(before, {
      weightGrams: wanted('weightGrams'),
      hsCode: wanted('hsCode'),
      originCountry: wanted('originCountry'),
      customsDescription: wanted('customsDescription'),
    });
    const known = changes.get(orderId) ?? [];
    known.push({ orderId, before, after });
    changes.set(orderId, known);
  }
  return changes;
}

/** The facts of a line that an edit changes, in the words of the call. */
export const differences = ({ before, after }: LineChange): readonly LineFact[] =>
  LINE_FACTS.filter((fact) => before[fact] !== after[fact]);
