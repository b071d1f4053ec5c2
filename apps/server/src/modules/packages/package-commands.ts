/** Adding, changing and retiring boxes. One is the default at most; the first one becomes it. */
import type { PackageInput } from '@scanship/contracts/products/packages';
import type { Dimensions } from '@scanship/domain/values/measure';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

/** Boxes of one customer; more would make every choice of one slow for people. */
const MOST_PACKAGES = 200;

export interface NewPackage extends PackageInput {
  /** A carrier's packaging. */
  readonly preset?: { readonly carrier: string; readonly code: string } | undefined;
}

type Ctx = Pick<RequestContext, 'tenantId' | 'currency'>;

/** Two changes of the default at once would leave two of them. */
const lock = (ctx: Pick<Ctx, 'tenantId'>, tx: Tx): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`packages ${ctx.tenantId}`}, 0))`.execute(tx);

const clearDefault = (tx: Tx): Promise<unknown> =>
  sql`UPDATE packages SET is_default = false, version = version + 1 WHERE is_default`.execute(tx);

const SIDES = ['lengthMm', 'widthMm', 'heightMm'] as const;

/** What fits into no parcel, or contradicts itself, field by field. */
function faults(input: PackageInput): { field: string; message: string }[] {
  const sorted = (size: Dimensions): number[] => SIDES.map((side) => size[side]).toSorted((a, b) => a - b);
  const errors: { field: string; message: string }[] = [];
  if (input.inner) {
    const outer = sorted(input.outer);
    if (sorted(input.inner).some((side, at) => side > (outer[at] ?? 0)))
      errors.push({ field: 'inner', message: 'The room inside cannot be larger than the box itself.' });
  }
  if (input.maxGrams && input.tareGrams >= input.maxGrams)
    errors.push({ field: 'maxGrams', message: 'The box alone weighs as much as it may weigh when packed.' });
  return errors;
}

/** A name stands once, whatever its case, so that people and rules mean the same box. */
async function nameTaken(tx: Tx, name: string, except: string | null): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM packages
    WHERE archived_at IS NULL AND lower(name) = lower(${name}) AND id IS DISTINCT FROM ${except}::uuid`.execute(tx);
  return rows.length > 0;
}
const NAME_TAKEN = { errors: [{ field: 'name', message: 'Another package has this name.' }] };

/**
 * @returns the new id, or problem `validation` with the fields
 */
export async function addPackage(ctx: Ctx, tx: Tx, input: NewPackage): Promise<Outcome<string>> {
  const errors = faults(input);
  if (errors.length > 0) return problem('validation', { errors });
  await lock(ctx, tx);
  if (await nameTaken(tx, input.name, null)) return problem('validation', NAME_TAKEN);
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM packages
    WHERE archived_at IS NULL`.execute(tx);
  const known = rows[0] ?? { count: 0 };
  if (known.count >= MOST_PACKAGES)
    return problem('validation', {
      errors: [{ field: 'name', message: `There are ${MOST_PACKAGES} packages already; take one out of use first.` }],
    });
  const isDefault = input.isDefault || known.count === 0;
  if (isDefault) await clearDefault(tx);
  const id = newId();
  await tx
    .insertInto('packages')
    .values({
      tenant_id: ctx.tenantId,
      id,
      kind: input.preset ? 'preset' : 'own',
      slug: input.preset?.carrier ?? null,
      preset_code: input.preset?.code ?? null,
      is_default: isDefault,
      ...columnsOf(ctx, input),
    })
    .execute();
  return ok(id);
}

const columnsOf = (ctx: Ctx, input: PackageInput) => ({
  name: input.name,
  inner_l_mm: input.inner?.lengthMm ?? null,
  inner_w_mm: input.inner?.widthMm ?? null,
  inner_h_mm: input.inner?.heightMm ?? null,
  outer_l_mm: input.outer.lengthMm,
  outer_w_mm: input.outer.widthMm,
  outer_h_mm: input.outer.heightMm,
  tare_g: input.tareGrams,
  max_g: input.maxGrams ?? null,
  cost_minor: input.costMinor ?? null,
  currency: input.costMinor === null || input.costMinor === undefined ? null : ctx.currency,
});

/**
 * Changes a box; of a carrier's packaging name, tare, cost and default.
 * @returns problem `not_found`, `stale_version`, or `validation` with the fields
 */
export async function updatePackage(
  ctx: Ctx,
  tx: Tx,
  input: PackageInput & { readonly id: string; readonly version: number },
): Promise<Outcome<string>> {
  await lock(ctx, tx);
  const current = await tx
    .selectFrom('packages')
    .select(['kind', 'version', 'is_default'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', input.id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!current) return problem('not_found');
  if (current.version !== input.version) return problem('stale_version');
  const errors = faults(input);
  if (current.is_default && !input.isDefault)
    errors.push({ field: 'isDefault', message: 'Make another package the default instead.' });
  if (errors.length > 0) return problem('validation', { errors });
  if (await nameTaken(tx, input.name, input.id)) return problem('validation', NAME_TAKEN);
  if (input.isDefault && !current.is_default) await clearDefault(tx);
  const { name, tare_g, cost_minor, currency, ...size } = columnsOf(ctx, input);
  await tx
    .updateTable('packages')
    .set({
      name,
      tare_g,
      cost_minor,
      currency,
      ...(current.kind === 'own' ? size : {}),
      is_default: input.isDefault,
      version: input.version + 1,
    })
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', input.id)
    .execute();
  return ok(input.id);
}

/** Takes a box out of use; what was sent in it keeps it. Of the default the next by name takes the place. */
export async function retirePackage(ctx: Ctx, tx: Tx, id: string, now: Date): Promise<Outcome<void>> {
  await lock(ctx, tx);
  const current = await tx
    .selectFrom('packages')
    .select('is_default')
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (!current) return problem('not_found');
  await tx
    .updateTable('packages')
    .set({ archived_at: now, is_default: false })
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', id)
    .execute();
  if (current.is_default)
    await sql`UPDATE packages SET is_default = true, version = version + 1
      WHERE id = (SELECT id FROM packages WHERE archived_at IS NULL ORDER BY lower(name), id LIMIT 1)`.execute(tx);
  return ok(undefined);
}

/** Makes a box in use the default, or none; for the default settings. One that is the default already stays untouched. */
export async function setDefaultPackage(ctx: Pick<Ctx, 'tenantId'>, tx: Tx, id: string | null): Promise<void> {
  await lock(ctx, tx);
  await sql`UPDATE packages SET is_default = false, version = version + 1
    WHERE is_default AND id IS DISTINCT FROM ${id}::uuid`.execute(tx);
  await sql`UPDATE packages SET is_default = true, version = version + 1
    WHERE id = ${id}::uuid AND NOT is_default AND archived_at IS NULL`.execute(tx);
}
