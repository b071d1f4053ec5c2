/** Changes of mark-ups that are being prepared: one of each plan, kept until it is published or thrown away. */
import type { MarkupRuleInput } from '@scanship/contracts/money/markups';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { json } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';

export interface StoredDraft {
  readonly version: number;
  /** Version of the plan it was begun on. */
  readonly basedOn: number;
  readonly used: boolean;
  readonly note: string;
  readonly rules: readonly MarkupRuleInput[];
  readonly at: Date;
  readonly by: string | null;
}

export interface DraftChange {
  readonly rules: readonly MarkupRuleInput[];
  readonly used: boolean;
  readonly note: string;
  readonly basedOn: number;
  /** The draft the person saw; 0: none. */
  readonly version: number;
}

type Level = { readonly tenantId: string; readonly userId: string | null };

const whose = (buyerId: string | null) => [buyerId === null ? 'is' : '=', buyerId] as const;

/** Runs as the level. */
export async function readDraft(tx: Tx, tenantId: string, buyerId: string | null): Promise<StoredDraft | undefined> {
  const row = await tx
    .selectFrom('markup_drafts')
    .select(['version', 'based_on', 'used', 'note', 'rules', 'updated_at', 'updated_by'])
    .where('tenant_id', '=', tenantId)
    .where('buyer_tenant_id', ...whose(buyerId))
    .executeTakeFirst();
  return (
    row && {
      version: row.version,
      basedOn: row.based_on,
      used: row.used,
      note: row.note,
      // Written by `saveDraft`, which the contract checked.
      rules: row.rules as StoredDraft['rules'],
      at: row.updated_at,
      by: row.updated_by,
    }
  );
}

/**
 * Keeps a draft.
 * @returns problem `stale_version` when a colleague kept another one meanwhile
 */
export const saveDraft = (
  db: Database,
  by: Level,
  buyerId: string | null,
  change: DraftChange,
): Promise<Outcome<void>> =>
  db.tenant({ tenantId: by.tenantId }, async (tx): Promise<Outcome<void>> => {
    const values = {
      used: buyerId === null || change.used,
      note: change.note,
      rules: json([...change.rules]),
      based_on: change.basedOn,
      version: change.version + 1,
      updated_by: by.userId,
      updated_at: sql<Date>`clock_timestamp()`,
    };
    const done =
      change.version === 0
        ? await tx
            .insertInto('markup_drafts')
            .values({
              tenant_id: by.tenantId,
              id: newId(),
              buyer_tenant_id: buyerId,
              created_by: by.userId,
              ...values,
            })
            .onConflict((conflict) => conflict.columns(['tenant_id', 'buyer_tenant_id']).doNothing())
            .returning('version')
            .executeTakeFirst()
        : await tx
            .updateTable('markup_drafts')
            .set(values)
            .where('tenant_id', '=', by.tenantId)
            .where('buyer_tenant_id', ...whose(buyerId))
            .where('version', '=', change.version)
            .returning('version')
            .executeTakeFirst();
    return done ? { ok: true, value: undefined } : problem('stale_version');
  });

/** Removes the draft of a version within a change of its own. Runs as the level. */
export const forgetDraft = async (
  tx: Tx,
  tenantId: string,
  buyerId: string | null,
  version: number,
): Promise<boolean> => {
  const gone = await tx
    .deleteFrom('markup_drafts')
    .where('tenant_id', '=', tenantId)
    .where('buyer_tenant_id', ...whose(buyerId))
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
};

/** Throws a draft away. @returns problem `stale_version` when it is not the one the person saw */
export const discardDraft = (
  db: Database,
  { tenantId }: Level,
  buyerId: string | null,
  version: number,
): Promise<Outcome<void>> =>
  db.tenant({ tenantId }, async (tx) =>
    (await forgetDraft(tx, tenantId, buyerId, version)) ? { ok: true, value: undefined } : problem('stale_version'),
  );
