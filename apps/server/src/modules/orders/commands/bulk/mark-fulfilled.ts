/**
 * Marking orders as fulfilled by hand (shipped by other means) and taking that back, many at once: facts, counters, history,
 * search by the tracking number, and what their stores are told, in one transaction.
 */
import { trackingTokens } from '@scanship/domain/orders/order-search';
import { sql } from 'kysely';
import { newId } from '../../../../platform/database/ids.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { toJson } from '../../../../platform/database/json-column.ts';
import type { MarkedOrder, StoreEffects } from '../../store-effects.ts';
import { recordChanges } from '../history.ts';
import type { OrderContext } from '../order-context.ts';
import { cleanOrNull, insertRows } from '../rows.ts';
import type { BatchOutcome } from './batch.ts';
import { endMarks } from './end-marks.ts';
import { countMoves, decideAll, type Decided, writeState } from './change-state.ts';

export interface MarkInput {
  readonly orderIds: readonly string[];
  /** Carrier as the seller names it. */
  readonly carrier?: string | null | undefined;
  readonly number?: string | null | undefined;
  /** Numbers of single orders; they win over `number`. */
  readonly numbers?: ReadonlyMap<string, string> | undefined;
  readonly notify?: boolean | null | undefined;
  readonly now: Date;
}

/** Names people write and our own for the same carrier; anything else is passed on as it was written. */
const KNOWN_CARRIERS: Readonly<Record<string, string>> = {
  'australia post': 'australia-post',
  'canada post': 'canada-post',
  'postes canada': 'canada-post',
  canpar: 'canpar',
  dhl: 'dhl-express',
  'dhl express': 'dhl-express',
  fedex: 'fedex',
  'federal express': 'fedex',
  gls: 'gls-canada',
  intelcom: 'intelcom',
  loomis: 'loomis',
  purolator: 'purolator',
  'royal mail': 'royal-mail',
  ups: 'ups',
  usps: 'usps',
  'united states postal service': 'usps',
};

const carrierOf = (name: string | null): { readonly slug: string; readonly name: string } =>
  name === null
    ? { slug: 'other', name: 'Other' }
    : { slug: KNOWN_CARRIERS[name.toLowerCase().replace(/[\s_-]+/g, ' ')] ?? 'other', name };

export async function markFulfilled(
  ctx: OrderContext,
  tx: Tx,
  stores: Pick<StoreEffects, 'onMarked'>,
  input: MarkInput,
): Promise<BatchOutcome> {
  const { changes, unchanged, problems } = await decideAll(tx, 'mark', input.orderIds);
  const carrierName = cleanOrNull(input.carrier);
  const carrier = carrierOf(carrierName);
  const at = input.now.toISOString();
  const marked = changes.map(
    ({ order }): MarkedOrder => ({
      orderId: order.id,
      fulfilmentId: newId(),
      carrier,
      trackingNumber: cleanOrNull(input.numbers?.get(order.id)) ?? cleanOrNull(input.number),
      notifyBuyer: input.notify ?? null,
    }),
  );
  await writeState(tx, changes, input.now);
  await endMarks(
    ctx,
    tx,
    marked.map(({ orderId }) => orderId),
    input.now,
  );
  await insertRows(
    tx,
    'manual_fulfilments',
    {
      tenant_id: 'uuid',
      id: 'uuid',
      order_id: 'uuid',
      carrier_slug: 'text',
      carrier_name: 'text',
      tracking_number: 'text',
      notify: 'bool',
      marked_at: 'timestamptz',
      marked_by: 'uuid',
    },
    marked.map((each) => ({
      tenant_id: ctx.tenantId,
      id: each.fulfilmentId,
      order_id: each.orderId,
      carrier_slug: carrierName === null ? null : carrier.slug,
      carrier_name: carrierName,
      tracking_number: each.trackingNumber,
      notify: each.notifyBuyer,
      marked_at: at,
      marked_by: ctx.userId ?? null,
    })),
  );
  await addNumbers(tx, marked);
  await endClaims(tx, marked);
  const said = new Map(marked.map((each) => [each.orderId, each.trackingNumber]));
  await recordChanges(
    ctx,
    tx,
    changes.map(({ order }) => ({
      orderId: order.id,
      from: order.fulfillment,
      to: 'manual_fulfilled',
      why: ['Marked by hand', carrierName, said.get(order.id)].filter((word) => word != null).join(': '),
    })),
    input.now,
  );
  await stores.onMarked(ctx, tx, marked);
  await countMoves(ctx, tx, changes);
  return { changed: marked.map(({ orderId }) => orderId), unchanged, problems };
}

/** The units are open again; the number stays searchable, because people look up what they typed. */
export async function unmarkFulfilled(
  ctx: OrderContext,
  tx: Tx,
  stores: Pick<StoreEffects, 'onUnmarked'>,
  input: { readonly orderIds: readonly string[]; readonly now: Date },
): Promise<BatchOutcome> {
  const { changes, unchanged, problems } = await decideAll(tx, 'unmark', input.orderIds);
  const ids = changes.map(({ order }) => order.id);
  await writeState(tx, changes, input.now);
  const ended = await endMarks(ctx, tx, ids, input.now);
  await recordChanges(
    ctx,
    tx,
    changes.map(({ order, after }: Decided) => ({
      orderId: order.id,
      from: order.fulfillment,
      to: after.fulfillment,
      why: 'The manual mark was undone',
    })),
    input.now,
  );
  await stores.onUnmarked(ctx, tx, ended);
  await countMoves(ctx, tx, changes);
  return { changed: ids, unchanged, problems };
}

async function addNumbers(tx: Tx, marked: readonly MarkedOrder[]): Promise<void> {
  const tokens = marked.flatMap(({ orderId, trackingNumber }) =>
    trackingNumber === null ? [] : trackingTokens([trackingNumber]).map(({ token }) => ({ order_id: orderId, token })),
  );
  if (tokens.length === 0) return;
  const ids = [...new Set(tokens.map((each) => each.order_id))];
  await sql`INSERT INTO order_tokens (tenant_id, field, token, order_id, placed_at)
    SELECT o.tenant_id, 'tracking', r.token, o.id, o.placed_at
    FROM json_to_recordset(${toJson(tokens)}::json) AS r(order_id uuid, token text) JOIN orders o ON o.id = r.order_id
    WHERE o.id = ANY (${ids}::uuid[]) ON CONFLICT DO NOTHING`.execute(tx);
}

async function endClaims(tx: Tx, marked: readonly MarkedOrder[]): Promise<void> {
  await sql`UPDATE orders SET claimed_by = NULL, claimed_until = NULL
    WHERE id = ANY (${marked.map(({ orderId }) => orderId)}::uuid[]) AND claimed_by IS NOT NULL`.execute(tx);
}
