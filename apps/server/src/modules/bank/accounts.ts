/** Bank accounts that statements are uploaded for, and the newest files of each. */
import { type BankAccount, bankFaults, type BankFileDto } from '@scanship/contracts/money/bank';
import type { PAYMENT_CURRENCIES } from '@scanship/contracts/money/payments';
import { ok } from '@scanship/domain/values/result';
import { type Selectable, sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { type Database, violated } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

type Currency = (typeof PAYMENT_CURRENCIES)[number];

const SHOWN_FILES = 12;
const SHOWN_DIGITS = 4;

export const fileView = (row: Selectable<Schema['bank_files']>): BankFileDto => ({
  id: row.id,
  fileName: row.file_name,
  lines: row.lines,
  known: row.known,
  pending: row.pending,
  faults: bankFaults.parse(row.faults),
  faultCount: row.fault_count,
  fromDay: row.from_day,
  toDay: row.to_day,
  createdAt: row.created_at.toISOString(),
  takenBackAt: row.taken_back_at?.toISOString() ?? null,
});

export const listAccounts = (db: Database, { tenantId }: Pick<RequestContext, 'tenantId'>): Promise<BankAccount[]> =>
  db.tenant(
    { tenantId },
    async (tx) => {
      const { rows } = await sql<{
        id: string;
        name: string;
        currency: Currency;
        number: string | null;
        open: number;
        lines: number;
      }>`SELECT a.id, a.name, a.currency, a.number, count(l.id) FILTER (WHERE l.state = 'open')::int AS open, count(l.id)::int AS lines
        FROM bank_accounts a
        LEFT JOIN bank_lines l ON l.tenant_id = a.tenant_id AND l.account_id = a.id AND l.state <> 'replaced'
        WHERE a.tenant_id = ${tenantId} GROUP BY a.tenant_id, a.id ORDER BY lower(a.name), a.id`.execute(tx);
      const files = await tx
        .selectFrom('bank_accounts as a')
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('bank_files as f')
              .selectAll()
              .whereRef('f.tenant_id', '=', 'a.tenant_id')
              .whereRef('f.account_id', '=', 'a.id')
              .orderBy('f.created_at', 'desc')
              .orderBy('f.id', 'desc')
              .limit(SHOWN_FILES)
              .as('file'),
          (join) => join.onTrue(),
        )
        .selectAll('file')
        .where('a.tenant_id', '=', tenantId)
        .orderBy('file.created_at', 'desc')
        .orderBy('file.id', 'desc')
        .execute();
      return rows.map((row) => ({
        ...row,
        number: row.number?.slice(-SHOWN_DIGITS) ?? null,
        files: files.filter((file) => file.account_id === row.id).map(fileView),
      }));
    },
    { readOnly: true },
  );

const taken = () =>
  problem('validation', {
    errors: [{ field: 'name', message: 'Another bank account has this name. Choose a different one.' }],
  });

export async function addAccount(
  db: Database,
  { tenantId, userId }: Pick<RequestContext, 'tenantId' | 'userId'>,
  given: { readonly name: string; readonly currency: Currency },
): Promise<Outcome<string>> {
  const id = newId();
  try {
    await db.tenant({ tenantId }, (tx) =>
      tx
        .insertInto('bank_accounts')
        .values({ tenant_id: tenantId, id, name: given.name, currency: given.currency, created_by: userId })
        .execute(),
    );
  } catch (error) {
    if (violated(error) === 'bank_accounts_name') return taken();
    throw error;
  }
  return ok(id);
}

/** Problems: `not_found`, `validation`. @returns the name it had */
export async function renameAccount(
  db: Database,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  id: string,
  name: string,
): Promise<Outcome<string>> {
  try {
    return await db.tenant({ tenantId }, async (tx): Promise<Outcome<string>> => {
      const before = await tx
        .selectFrom('bank_accounts')
        .select('name')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!before) return problem('not_found');
      await tx
        .updateTable('bank_accounts')
        .set({ name })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      return ok(before.name);
    });
  } catch (error) {
    if (violated(error) === 'bank_accounts_name') return taken();
    throw error;
  }
}
