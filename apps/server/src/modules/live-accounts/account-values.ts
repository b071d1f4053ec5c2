/** What of an account may stand anywhere in its traffic without being a secret: its numbers, its names, its store's address. */
import type { Json } from '@scanship/domain/values/json';
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import { CREDENTIALS } from '../carriers/index.ts';

export interface AccountValues {
  readonly kind: 'carrier' | 'store';
  readonly id: string;
  readonly connector: string;
  readonly values: readonly string[];
}

interface Row {
  readonly account_kind: 'carrier' | 'store';
  readonly account_id: string;
  readonly slug: string;
  readonly secret_id: string | null;
  readonly known: Json;
}

/** @throws when there is no such recording */
export async function valuesOfAccount(
  { db, sealer }: Pick<Services, 'db' | 'sealer'>,
  ownerTenantId: string,
  recordingId: string,
): Promise<AccountValues> {
  const who = { tenantId: ownerTenantId };
  const { rows } = await db.tenant(who, (tx) =>
    sql<Row>`SELECT r.account_kind, r.account_id, r.slug, c.secret_id,
        jsonb_build_array(c.settings, s.external_account, s.address, s.settings -> 'vendor') AS known
      FROM traffic_recordings AS r
      LEFT JOIN carrier_accounts AS c ON c.tenant_id = r.tenant_id AND c.id = r.account_id
      LEFT JOIN stores AS s ON s.tenant_id = r.tenant_id AND s.id = r.account_id
      WHERE r.tenant_id = ${ownerTenantId}::uuid AND r.id = ${recordingId}::uuid`.execute(tx),
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no recording ${recordingId}`);
  const { secret_id: secretId } = row;
  const sealed =
    secretId === null
      ? undefined
      : await db.secrets(who, (tx) =>
          tx.selectFrom('secrets').select('sealed').where('id', '=', secretId).executeTakeFirst(),
        );
  const credentials =
    sealed && secretId !== null ? sealer.openJson(ownerTenantId, secretId, CREDENTIALS, sealed.sealed) : null;
  return {
    kind: row.account_kind,
    id: row.account_id,
    connector: row.slug,
    values: [...textsIn(row.known), ...textsIn(credentials)],
  };
}

const textsIn = (value: Json): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return (Array.isArray(value) ? value : Object.values(value)).flatMap((one) => textsIn(one as Json));
};
