/** The logo of a customer's own documents: a picture under its hash, named by `customer_settings.more`. */
import type { DefaultSettings } from '@scanship/contracts/network/settings';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type Picture, putBrandPicture } from '../tenants/index.ts';
import { readDefaultSettings } from './default-settings.ts';

type Asker = Pick<RequestContext, 'tenantId' | 'timeZone' | 'locale'>;

/** @param picture what the bytes say they are. Problem: `picture_refused` for an ICO, which no document draws. */
export async function putLogo(
  ctx: Asker,
  tx: Tx,
  bytes: Uint8Array,
  { contentType }: Picture,
): Promise<Outcome<DefaultSettings>> {
  if (contentType === 'image/x-icon')
    return problem('picture_refused', {
      message: 'An ICO file is too small to print.',
      advice: 'Save the logo as PNG, JPEG, WebP or SVG.',
    });
  return writeLogo(ctx, tx, await putBrandPicture(tx, ctx.tenantId, contentType, bytes));
}

/**
 * The settings keep their version: a form that is open beside it stays good. The first row says what held without one.
 * @param hash null: the company's name is printed
 */
export async function writeLogo(ctx: Asker, tx: Tx, hash: string | null): Promise<Outcome<DefaultSettings>> {
  await sql`INSERT INTO customer_settings (tenant_id, time_zone, language, more)
    VALUES (${ctx.tenantId}, ${ctx.timeZone}, ${ctx.locale.startsWith('fr') ? 'fr' : 'en'}, jsonb_build_object('logo', ${hash}::text))
    ON CONFLICT (tenant_id) DO UPDATE SET more = customer_settings.more || excluded.more`.execute(tx);
  return ok(await readDefaultSettings(ctx, tx));
}

/** Problem: `not_found` where there is none. */
export async function readLogo(tx: Tx): Promise<Outcome<{ readonly bytes: Buffer; readonly contentType: string }>> {
  const { rows } = await sql<{ bytes: Buffer | null; type: string }>`SELECT b.bytes, b.type FROM customer_settings c
    JOIN blobs b ON b.tenant_id = c.tenant_id AND b.sha256 = c.more ->> 'logo'`.execute(tx);
  const [row] = rows;
  return row?.bytes ? ok({ bytes: row.bytes, contentType: row.type }) : problem('not_found');
}
