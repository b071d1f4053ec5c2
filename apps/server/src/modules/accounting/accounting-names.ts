/** What the accounts of a level's book are called in its accounting program. */
import {
  ACCOUNTING_NAMES,
  ACCOUNTING_PROGRAMS,
  type AccountingName,
  type AccountingProgram,
} from '@scanship/contracts/money/accounting';
import type { Tx } from '../../platform/database/database.ts';

export interface NamedAccount {
  readonly program: AccountingProgram;
  readonly name: AccountingName;
  readonly account: string;
}

export async function readNames(tx: Tx, tenantId: string): Promise<readonly NamedAccount[]> {
  const rows = await tx
    .selectFrom('accounting_names')
    .select(['program', 'name', 'account'])
    .where('tenant_id', '=', tenantId)
    .orderBy('program')
    .orderBy('name')
    .execute();
  return rows.flatMap(({ account, ...row }) => {
    const program = ACCOUNTING_PROGRAMS.find((each) => each === row.program);
    const name = ACCOUNTING_NAMES.find((each) => each === row.name);
    return program && name ? [{ program, name, account }] : [];
  });
}

/** Replaces all names of one program; empty ones are taken away. */
export async function writeNames(
  tx: Tx,
  tenantId: string,
  program: AccountingProgram,
  names: readonly Pick<NamedAccount, 'name' | 'account'>[],
): Promise<void> {
  await tx.deleteFrom('accounting_names').where('tenant_id', '=', tenantId).where('program', '=', program).execute();
  const given = [...new Map(names.map(({ name, account }) => [name, account.trim()]))].filter(
    ([, text]) => text !== '',
  );
  if (given.length > 0)
    await tx
      .insertInto('accounting_names')
      .values(given.map(([name, account]) => ({ tenant_id: tenantId, program, name, account })))
      .execute();
}
