/** Tax and customs numbers of a company: one of each kind where it counts (decision 0199). */
import type { TaxIdBody, TaxIdDto } from '@scanship/contracts/money/tax-ids';
import { ok } from '@scanship/domain/values/result';
import { COLLECTION_SCHEMES } from '@scanship/domain/taxes/shipment-tax-ids';
import { scopeOf, type TaxId, type TaxIdKind } from '@scanship/domain/taxes/tax-id-kinds';
import { checkTaxId } from '@scanship/domain/taxes/tax-ids';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { fxLookup } from '../fx/index.ts';

interface TaxIdRecord {
  readonly id: string;
  readonly kind: TaxIdKind;
  readonly number: string;
  readonly country_code: string;
  readonly version: number;
}

export type StoredTaxId = TaxId & { readonly id: string; readonly version: number };

/** All of the company, in the order of kinds and countries. */
export async function readTaxIds(tx: Tx): Promise<readonly StoredTaxId[]> {
  const { rows } = await sql<TaxIdRecord>`SELECT id, kind, number, country_code, version FROM tax_ids
    ORDER BY kind, country_code, number`.execute(tx);
  return rows.map(({ country_code: countryCode, ...row }) => ({ ...row, countryCode }));
}

/**
 * With each number that no parcel bears at the moment the reason: the limit of a collection scheme cannot be told in the company's
 * currency without an exchange rate.
 */
export async function withProblems(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'currency'>,
  day: string,
  ids: readonly StoredTaxId[],
): Promise<TaxIdDto[]> {
  const shown: TaxIdDto[] = [];
  for (const id of ids) {
    const scheme = COLLECTION_SCHEMES.find(({ kind }) => kind === id.kind);
    const known =
      !scheme ||
      scheme.currency === ctx.currency ||
      (await fxLookup(db, { ...ctx, currency: scheme.currency }, day).rate(ctx.currency)) !== undefined;
    shown.push({
      ...id,
      problem: known
        ? null
        : `There is no exchange rate from ${ctx.currency} to ${scheme.currency}, so nobody can tell which parcels are worth little enough, and this number stays behind. Ask the company that runs this site to enter the rate.`,
    });
  }
  return shown;
}

/** Changes of one company wait for one another, so that the second of two equal numbers is told of the first. */
const lockTaxIds = (ctx: { readonly tenantId: string }, tx: Tx): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`tax ids ${ctx.tenantId}`}, 0))`.execute(tx);

/** The number as it is kept, or `validation` naming the field: its form, or another one that counts in the same place. */
async function accepted(tx: Tx, input: TaxIdBody, self?: string): Promise<Outcome<TaxId>> {
  const checked = checkTaxId(input);
  if (!checked.ok) return problem('validation', { errors: [checked.problem] });
  const { kind } = checked.value;
  const scope = scopeOf(checked.value);
  const { rows } = await sql<{ id: string; number: string }>`SELECT id, number FROM tax_ids
    WHERE kind = ${kind} AND scope = ${scope}`.execute(tx);
  const [other] = rows.filter(({ id }) => id !== self);
  if (!other) return ok(checked.value);
  const message =
    scope === 'EU'
      ? `Your company already has the ${kind} number ${other.number}, and one counts in the whole European Union. Change that one instead.`
      : `Your company already has the ${kind} number ${other.number} there. Change that one instead.`;
  return problem('validation', { errors: [{ field: 'number', message }] });
}

export async function addTaxId(
  ctx: Pick<RequestContext, 'tenantId'>,
  tx: Tx,
  input: TaxIdBody,
): Promise<Outcome<readonly StoredTaxId[]>> {
  await lockTaxIds(ctx, tx);
  const taxId = await accepted(tx, input);
  if (!taxId.ok) return taxId;
  const { kind, number, countryCode } = taxId.value;
  await sql`INSERT INTO tax_ids (tenant_id, id, kind, number, country_code, scope)
    VALUES (${ctx.tenantId}, ${newId()}, ${kind}, ${number}, ${countryCode}, ${scopeOf(taxId.value)})`.execute(tx);
  return ok(await readTaxIds(tx));
}

/** @returns problem `not_found`, `stale_version`, `validation` */
export async function updateTaxId(
  ctx: Pick<RequestContext, 'tenantId'>,
  tx: Tx,
  input: TaxIdBody & { readonly id: string; readonly version: number },
): Promise<Outcome<readonly StoredTaxId[]>> {
  await lockTaxIds(ctx, tx);
  const current = await isCurrent(tx, input);
  if (!current.ok) return current;
  const taxId = await accepted(tx, input, input.id);
  if (!taxId.ok) return taxId;
  const { kind, number, countryCode } = taxId.value;
  await sql`UPDATE tax_ids SET kind = ${kind}, number = ${number}, country_code = ${countryCode},
    scope = ${scopeOf(taxId.value)}, version = version + 1 WHERE id = ${input.id}`.execute(tx);
  return ok(await readTaxIds(tx));
}

/** @returns problem `not_found`, `stale_version` */
export async function removeTaxId(
  ctx: Pick<RequestContext, 'tenantId'>,
  tx: Tx,
  input: { readonly id: string; readonly version: number },
): Promise<Outcome<readonly StoredTaxId[]>> {
  await lockTaxIds(ctx, tx);
  const current = await isCurrent(tx, input);
  if (!current.ok) return current;
  await sql`DELETE FROM tax_ids WHERE id = ${input.id}`.execute(tx);
  return ok(await readTaxIds(tx));
}

async function isCurrent(
  tx: Tx,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<Outcome<void>> {
  const { rows } = await sql<{ version: number }>`SELECT version FROM tax_ids WHERE id = ${id}`.execute(tx);
  if (!rows[0]) return problem('not_found', { message: 'This number is not there any more.' });
  return rows[0].version === version ? ok(undefined) : problem('stale_version');
}
