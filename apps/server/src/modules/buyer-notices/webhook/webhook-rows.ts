/** A seller's webhook: set, given a new secret, taken away, and read by whoever posts. */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { isPublicAddress } from '@scanship/connector-kit/http/outbound-guard';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';

type Deps = Pick<Services, 'db' | 'sealer'>;

const PURPOSE = 'notice-webhook';
/** As the form of standardwebhooks.com has it. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export interface Webhook {
  readonly url: URL;
  readonly secret: string;
}

export const readWebhookRow = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('notice_webhooks')
    .select(['url', 'secret_id', 'version'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();

/** Undefined where there is none. */
export async function openWebhook({ db, sealer }: Deps, tenantId: string): Promise<Webhook | undefined> {
  // The key is read as another role and so in another transaction: a new one may have been made between the two.
  for (let left = 2; left > 0; left -= 1) {
    const row = await db.tenant({ tenantId }, (tx) => readWebhookRow(tx, tenantId), { readOnly: true });
    if (!row) return undefined;
    const kept = await db.secrets({ tenantId }, (tx) =>
      tx
        .selectFrom('secrets')
        .select('sealed')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', row.secret_id)
        .executeTakeFirst(),
    );
    if (!kept) continue;
    const { secret } = sealer.openJson(tenantId, row.secret_id, PURPOSE, kept.sealed) as { readonly secret: string };
    return { url: new URL(row.url), secret };
  }
  throw new Error('the secret of a webhook was not there, twice');
}

/** What may be posted to: https, a name or address of the public internet, no password in it. Names are looked at when they are called. */
export function readWebhookUrl(typed: string): URL | undefined {
  if (!URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const named = isIP(host) === 0 ? /^[^.].*\.[^.]+$/.test(host) : isPublicAddress(host);
  url.hash = '';
  return url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '' && named
    ? url
    : undefined;
}

async function keepSecret({ sealer }: Pick<Deps, 'sealer'>, tx: Tx, tenantId: string, secret: string): Promise<string> {
  const id = newId();
  const { keyId, sealed } = sealer.sealJson(tenantId, id, PURPOSE, { secret });
  await tx.insertInto('secrets').values({ tenant_id: tenantId, id, purpose: PURPOSE, key_id: keyId, sealed }).execute();
  return id;
}

const dropSecret = (tx: Tx, tenantId: string, id: string) =>
  tx.deleteFrom('secrets').where('tenant_id', '=', tenantId).where('id', '=', id).execute();

/** @returns the secret where it was made. Problems: `validation`, `stale_version` */
export function putWebhook(
  deps: Deps,
  tenantId: string,
  typed: { readonly url: string; readonly version: number },
): Promise<Outcome<string | null>> {
  return deps.db.tenant({ tenantId }, async (tx): Promise<Outcome<string | null>> => {
    const url = readWebhookUrl(typed.url);
    if (!url)
      return problem('validation', {
        errors: [
          {
            field: 'url',
            message:
              'Enter a public address that begins with https://, without a port, such as https://shop.example.com/notices.',
          },
        ],
      });
    const row = await readWebhookRow(tx, tenantId);
    if ((row?.version ?? 0) !== typed.version) return problem('stale_version');
    if (row) {
      const changed = await tx
        .updateTable('notice_webhooks')
        .set({ url: url.href, version: row.version + 1, updated_at: new Date() })
        .where('tenant_id', '=', tenantId)
        .where('version', '=', row.version)
        .executeTakeFirst();
      return changed.numUpdatedRows === 0n ? problem('stale_version') : { ok: true, value: null };
    }
    const secret = newSecret();
    const secretId = await keepSecret(deps, tx, tenantId, secret);
    const added = await tx
      .insertInto('notice_webhooks')
      .values({ tenant_id: tenantId, url: url.href, secret_id: secretId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if ((added.numInsertedOrUpdatedRows ?? 0n) > 0n) return { ok: true, value: secret };
    await dropSecret(tx, tenantId, secretId);
    return problem('stale_version');
  });
}

/** @returns the new secret. Problem: `not_found` */
export function renewSecret(deps: Deps, tenantId: string): Promise<Outcome<string>> {
  return deps.db.tenant({ tenantId }, async (tx): Promise<Outcome<string>> => {
    const row = await tx
      .selectFrom('notice_webhooks')
      .select('secret_id')
      .where('tenant_id', '=', tenantId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return problem('not_found');
    const secret = newSecret();
    const secretId = await keepSecret(deps, tx, tenantId, secret);
    await tx
      .updateTable('notice_webhooks')
      .set((eb) => ({ secret_id: secretId, version: eb('version', '+', 1), updated_at: new Date() }))
      .where('tenant_id', '=', tenantId)
      .execute();
    await dropSecret(tx, tenantId, row.secret_id);
    return { ok: true, value: secret };
  });
}

/** Repeatable. */
export const removeWebhook = ({ db }: Pick<Deps, 'db'>, tenantId: string): Promise<void> =>
  db.tenant({ tenantId }, async (tx) => {
    // As whoever makes a new secret holds it: the one that stands is the one that goes.
    const row = await tx
      .selectFrom('notice_webhooks')
      .select('secret_id')
      .where('tenant_id', '=', tenantId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    await tx.deleteFrom('notice_webhooks').where('tenant_id', '=', tenantId).execute();
    await dropSecret(tx, tenantId, row.secret_id);
  });
