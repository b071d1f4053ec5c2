/** What people did with products, appended in the transaction that did it. */
import {
  PRODUCT_EVENTS,
  PRODUCT_FIELDS,
  type ProductDetail,
  type ProductEvent,
} from '@scanship/contracts/products/products';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { toJson } from '../../platform/database/json-column.ts';
import type { FieldChange } from './fields.ts';

/** Who acts; a request's context fits. */
export interface Actor {
  readonly tenantId: string;
  readonly userId?: string | null | undefined;
  readonly sessionId?: string | null | undefined;
  /** Who acts in the person's name, outermost first. */
  readonly actors?:
    | readonly { readonly fullName: string; readonly userName: string; readonly tenantName: string }[]
    | undefined;
}

export interface Happening {
  readonly productId: string;
  readonly event: ProductEvent;
  readonly changes?: readonly FieldChange[] | undefined;
  /** Name of the file, SKU of the other product. */
  readonly note?: string | undefined;
}

/** Whoever really acts, in words, because they may be of another company; null: the person themselves. */
function actorOf({ actors }: Actor): string | null {
  const outermost = actors?.[0];
  return outermost ? `${outermost.fullName || outermost.userName}, ${outermost.tenantName}` : null;
}

const ROWS_PER_STATEMENT = 2_000;

export async function record(tx: Tx, actor: Actor, happenings: readonly Happening[], at: Date): Promise<void> {
  for (let from = 0; from < happenings.length; from += ROWS_PER_STATEMENT) {
    const rows = happenings.slice(from, from + ROWS_PER_STATEMENT).map(({ productId, event, changes, note }) => ({
      id: newId(),
      subject: productId,
      event,
      why: changes || note ? JSON.stringify({ note, changes }) : null,
    }));
    await sql`INSERT INTO state_changes (tenant_id, subject_kind, subject_id, at, id, to_state, by_user, by_session, by_actor, why)
      SELECT ${actor.tenantId}::uuid, 'product', r.subject, ${at.toISOString()}::timestamptz, r.id, r.event,
        ${actor.userId ?? null}::uuid, ${actor.sessionId ?? null}::uuid, ${actorOf(actor)}, r.why
      FROM json_to_recordset(${toJson(rows)}::json) AS r(id uuid, subject uuid, event text, why text)`.execute(tx);
  }
}

const details = z.object({
  note: z.optional(z.string()),
  changes: z.optional(
    z.array(z.object({ field: z.enum(PRODUCT_FIELDS), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  ),
});

const SHOWN = 100;

export type UnnamedHistory = Omit<ProductDetail['history'][number], 'who'> & {
  readonly userId: string | null;
  readonly actor: string | null;
};

/** The newest 100, with ids of people for their names. */
export async function readHistory(tx: Tx, productId: string): Promise<readonly UnnamedHistory[]> {
  const { rows } = await sql<{
    at: Date;
    to_state: string;
    by_user: string | null;
    by_actor: string | null;
    why: string | null;
  }>`SELECT at, to_state,
      by_user, by_actor, why FROM state_changes WHERE subject_kind = 'product' AND subject_id = ${productId}
    ORDER BY at DESC, id DESC LIMIT ${sql.lit(SHOWN)}`.execute(tx);
  return rows.flatMap((row) => {
    const event = PRODUCT_EVENTS.find((each) => each === row.to_state);
    if (event === undefined) return [];
    const said = row.why === null ? undefined : details.safeParse(JSON.parse(row.why));
    return [
      {
        at: row.at.toISOString(),
        userId: row.by_user,
        actor: row.by_actor,
        event,
        note: said?.data?.note ?? null,
        changes: said?.data?.changes ?? [],
      },
    ];
  });
}
