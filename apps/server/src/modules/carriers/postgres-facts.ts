/** What accounts said about themselves, in rows that every process reads. Ages are by the database's clock. */
import type { FactStore } from '@scanship/connector-kit/credentials/account-facts';
import type { Json } from '@scanship/domain/values/json';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { toJson } from '../../platform/database/json-column.ts';

interface FactRow {
  readonly value: Json;
  readonly ageMs: number;
  readonly version: string;
}

/** Nothing is kept longer by anybody; rows of credentials that are no more go with the next one written. */
const LONGEST = sql`interval '7 days'`;

/** @param tenantId owner of the account, who alone has the row however many borrow the account */
export function postgresFacts(db: Database, tenantId: string, accountKey: string): FactStore {
  return {
    async read(name) {
      const { rows } = await db.tenant(
        { tenantId },
        (tx) =>
          sql<FactRow>`SELECT value, extract(epoch FROM clock_timestamp() - asked_at)::float8 * 1000 AS "ageMs",
            asked_at::text AS version FROM account_facts
            WHERE tenant_id = ${tenantId} AND account_key = ${accountKey} AND name = ${name}`.execute(tx),
        { readOnly: true, atOnce: true },
      );
      return rows[0];
    },

    async write(name, value) {
      const { rows } = await db.tenant(
        { tenantId },
        (tx) =>
          sql<Pick<FactRow, 'version'>>`WITH gone AS (DELETE FROM account_facts WHERE tenant_id = ${tenantId}
              AND asked_at < clock_timestamp() - ${LONGEST} AND (account_key, name) <> (${accountKey}, ${name}))
            INSERT INTO account_facts (tenant_id, account_key, name, value, asked_at)
            VALUES (${tenantId}, ${accountKey}, ${name}, ${toJson(value)}::jsonb, clock_timestamp())
            ON CONFLICT (tenant_id, account_key, name) DO UPDATE SET value = excluded.value, asked_at = excluded.asked_at
            RETURNING asked_at::text AS version`.execute(tx),
        { atOnce: true },
      );
      return rows[0]?.version ?? '';
    },

    async drop(name, version) {
      await db.tenant({ tenantId }, (tx) =>
        sql`DELETE FROM account_facts WHERE tenant_id = ${tenantId} AND account_key = ${accountKey} AND name = ${name}
          AND asked_at::text = ${version}`.execute(tx),
      );
    },
  };
}

export async function forgetFacts(db: Database, tenantId: string, accountKey: string): Promise<void> {
  await db.tenant({ tenantId }, (tx) =>
    sql`DELETE FROM account_facts WHERE tenant_id = ${tenantId} AND account_key = ${accountKey}`.execute(tx),
  );
}
