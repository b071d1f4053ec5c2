/**
 * News that carriers send by themselves. The door verifies with the keys of the account a delivery names and stores it; the
 * worker reads it and writes it down like an answer to a question. A delivery speaks only for parcels bought with its account.
 */
import { randomBytes } from 'node:crypto';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { understandPush } from '@scanship/connector-kit/steps/run-question';
import type { TrackKeys } from '@scanship/connector-kit/tracking/track-webhook';
import { sql } from 'kysely';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Budgets } from '../../platform/budgets/budgets.ts';
import { type ArrivedDelivery, type HookAnswer, tooManyOf } from '../../platform/inbox/hook-route.ts';
import type { Inbox, InboxWorker, StoredDelivery, Verdict } from '../../platform/inbox/inbox.ts';
import { applyReport } from './apply-report.ts';
import { type AskDeps, nameOfCarrier, readingOfParcels } from './ask-carrier.ts';
import { type Lane, trackersOfNumber } from './due-trackers.ts';

export const hookPath = (slug: string): string => `/hooks/carriers/${slug}`;
export const HOOK_URL = hookPath(':slug');
export const FAMILY = 'carrier';
const SECRET = 'carrier-hook';

export interface HookDeps extends AskDeps {
  readonly sealer: Sealer;
  readonly inbox: Inbox;
  readonly budgets: Budgets;
  /** Where carriers reach this installation, without a trailing slash; undefined: nowhere, so nobody is asked to push. */
  readonly origin: (mode: 'live' | 'sandbox' | 'simulator') => string | undefined;
}

interface Hook {
  readonly tenantId: string;
  readonly accountId: string;
}

const trackingKey = (number: string): string => number.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Accounts that a name of the carrier's may mean: one connected twice has two. */
async function hooksOf(deps: HookDeps, slug: string, account: string): Promise<readonly Hook[]> {
  const rows = await deps.db.system((tx) =>
    tx
      .selectFrom('carrier_hooks')
      .select(['tenant_id', 'account_id'])
      .where('slug', '=', slug)
      .where('hook_account', '=', account)
      .limit(10)
      .execute(),
  );
  return rows.map((row) => ({ tenantId: row.tenant_id, accountId: row.account_id }));
}

async function keysOf(deps: HookDeps, hook: Hook): Promise<TrackKeys | undefined> {
  const row = await deps.db.secrets(hook, (tx) =>
    tx
      .selectFrom('carrier_hooks')
      .select('sealed')
      .where('tenant_id', '=', hook.tenantId)
      .where('account_id', '=', hook.accountId)
      .executeTakeFirst(),
  );
  if (!row?.sealed) return undefined;
  const { secret } = deps.sealer.openJson(hook.tenantId, hook.accountId, SECRET, row.sealed) as {
    readonly secret: string;
  };
  const grants = await deps.carriers.grants.open(hook, { toSettle: true });
  const own = grants.find((grant) => grant.ownerTenantId === hook.tenantId && grant.accountId === hook.accountId);
  return { credentials: own?.credentials ?? {}, secret };
}

/** Answers 401 for everything that cannot be verified, whatever the reason, so that nothing is learnt by trying. */
export async function receivePush(deps: HookDeps, arrived: ArrivedDelivery): Promise<HookAnswer> {
  const slug = arrived.params['slug'] ?? '';
  const entry = deps.carriers.registry.find(slug);
  const webhook = entry && (await entry.load()).trackWebhook;
  if (!webhook) return { status: 404, body: 'No carrier sends news to this address.' };
  const account = webhook.accountOf(arrived);
  if (account === undefined) return { status: 401 };
  for (const hook of await hooksOf(deps, slug, account)) {
    const keys = await keysOf(deps, hook);
    if (!keys) continue;
    try {
      const verified = webhook.verify(arrived, keys, deps.clock.now());
      const tooMany = await tooManyOf(deps.budgets, `carrier ${hook.accountId}`);
      if (tooMany) return tooMany;
      const stored = await deps.inbox.receive({
        slug: `${FAMILY}:${slug}`,
        // Two owners of one account each have deliveries of their own.
        deliveryKey: `${hook.accountId}:${verified.deliveryKey}`,
        topic: verified.topic,
        body: arrived.body,
        tenantId: hook.tenantId,
        externalAccount: hook.accountId,
      });
      return { status: 200, body: stored };
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      deps.log.warn({ carrier: slug, why: error.problem.message }, 'a push was turned away');
    }
  }
  return { status: 401 };
}

/** A number nobody has yet may be one whose purchase is being stored. */
const EARLY_MS = 10 * 60_000;

export function pushWorker(deps: HookDeps): InboxWorker {
  return {
    async work(delivery: StoredDelivery): Promise<Verdict> {
      const slug = delivery.slug.slice(FAMILY.length + 1);
      const entry = deps.carriers.registry.find(slug);
      const { tenantId: ownerTenantId, externalAccount: accountId } = delivery;
      if (!entry || ownerTenantId === undefined || accountId === undefined)
        return { kind: 'failed', why: `${slug} is not a carrier here.` };
      const understood = understandPush(await entry.load(), delivery.topic ?? '', delivery.body);
      const of = { ownerTenantId, accountId, slug };
      if (!understood.ok) {
        deps.count(of, 'track', { unreadable: understood.problem.message });
        return { kind: 'failed', why: understood.problem.message };
      }
      const { parcels, problems } = understood.value;
      deps.count(of, 'track', readingOfParcels(parcels, problems));
      for (const problem of problems)
        deps.log.warn({ carrier: slug, delivery: delivery.id, problem }, 'part of a push is unreadable');
      let strangers = 0;
      for (const report of parcels) {
        const found = await trackersOfNumber(
          deps.db,
          { slug, ownerTenantId, accountId },
          trackingKey(report.trackingNumber),
        );
        if (found.length === 0) strangers += 1;
        for (const { tenantId, id } of found)
          await deps.db.tenant({ tenantId }, (tx) =>
            applyReport(
              tx,
              {
                tenantId,
                trackerId: id,
                source: 'push',
                carrierName: nameOfCarrier(deps, slug),
                now: deps.clock.now(),
                follow: deps.follow,
                tellBuyer: deps.tellBuyer,
              },
              report,
            ),
          );
      }
      await deps.db.tenant({ tenantId: ownerTenantId }, (tx) =>
        tx
          .updateTable('carrier_hooks')
          .set({ last_delivery_at: sql<Date>`clock_timestamp()` })
          .where('tenant_id', '=', ownerTenantId)
          .where('account_id', '=', accountId)
          .execute(),
      );
      if (strangers > 0 && deps.clock.now().getTime() - delivery.receivedAt.getTime() < EARLY_MS)
        return { kind: 'later', inMs: 60_000, why: `${strangers} numbers are not known yet.` };
      return strangers === parcels.length
        ? { kind: 'ignored', why: 'No parcel of this account is in it.' }
        : { kind: 'done', tenantId: ownerTenantId };
    },
  };
}

const LOOK_AGAIN_MS = 10 * 60_000;
const TRY_AGAIN = '6 hours';

/**
 * Has the carrier of a lane push from now on, where it can and is not doing so: once for each account, again when our address
 * has changed or the subscription ends.
 */
export function subscriber(
  deps: HookDeps,
): (lane: Lane & { readonly tenantId: string; readonly grantId: string }) => Promise<void> {
  const looked = new Map<string, number>();
  return async (lane) => {
    if ((looked.get(lane.accountId) ?? 0) > Date.now() - LOOK_AGAIN_MS) return;
    looked.set(lane.accountId, Date.now());
    const entry = deps.carriers.registry.find(lane.slug);
    const webhook = entry && (await entry.load()).trackWebhook;
    if (!webhook) return;
    const [grant] = await deps.carriers.grants.open(
      { tenantId: lane.tenantId },
      { only: [lane.grantId], toSettle: true },
    );
    const origin = grant && deps.origin(grant.mode);
    if (!grant || origin === undefined) return;
    const address = `${origin}${hookPath(lane.slug)}`;
    const hook: Hook = { tenantId: grant.ownerTenantId, accountId: grant.accountId };
    const secret = await wantedSecret(deps, hook, lane.slug, address);
    if (secret === undefined) return;
    const env = await grant.environment(undefined, { keepFree: 0.5 });
    try {
      const { account, expiresAt } = await webhook.subscribe({ address, secret }, env);
      await writeHook(deps, hook, {
        state: 'active',
        hook_account: account,
        expires_at: expiresAt ?? null,
        try_after: null,
        problem: null,
      });
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      await writeHook(deps, hook, { state: 'failed', problem: json({ message: error.problem.message }) });
    }
  };
}

/** The secret to subscribe with, or undefined when that is done or was tried a while ago. Stored before it is told to anybody. */
async function wantedSecret(deps: HookDeps, hook: Hook, slug: string, address: string): Promise<string | undefined> {
  const fresh = randomBytes(24).toString('base64url');
  const sealed = deps.sealer.sealJson(hook.tenantId, hook.accountId, SECRET, { secret: fresh }).sealed;
  const taken = await deps.db.tenant(hook, async (tx) => {
    const made = await sql`INSERT INTO carrier_hooks (tenant_id, account_id, slug, address, sealed, try_after)
      VALUES (${hook.tenantId}, ${hook.accountId}, ${slug}, ${address}, ${sealed}, now() + ${TRY_AGAIN}::interval)
      ON CONFLICT (tenant_id, account_id) DO NOTHING`.execute(tx);
    if ((made.numAffectedRows ?? 0n) > 0n) return 'new';
    const again = await sql`UPDATE carrier_hooks SET address = ${address}, try_after = now() + ${TRY_AGAIN}::interval
      WHERE tenant_id = ${hook.tenantId} AND account_id = ${hook.accountId}
        AND ((state <> 'active' AND (try_after IS NULL OR try_after <= now())) OR address <> ${address}
          OR expires_at <= now() + interval '1 day')`.execute(tx);
    return (again.numAffectedRows ?? 0n) > 0n ? 'again' : undefined;
  });
  if (taken === undefined) return undefined;
  return taken === 'new' ? fresh : (await keysOf(deps, hook))?.secret;
}

async function writeHook(
  deps: HookDeps,
  hook: Hook,
  change: {
    readonly state: 'active' | 'failed';
    readonly hook_account?: string;
    readonly expires_at?: Date | null;
    readonly try_after?: Date | null;
    readonly problem: ReturnType<typeof json> | null;
  },
): Promise<void> {
  await deps.db.tenant(hook, (tx) =>
    tx
      .updateTable('carrier_hooks')
      .set(change)
      .where('tenant_id', '=', hook.tenantId)
      .where('account_id', '=', hook.accountId)
      .execute(),
  );
}
