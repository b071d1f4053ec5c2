/** Connecting, changing and lending carrier accounts. Credentials are sealed before they touch the database. */
import { createHash } from 'node:crypto';
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { fieldProblems } from '@scanship/connector-kit/credentials/credential-fields';

import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { inheritHold, readUnasked } from '../../platform/database/unasked-accounts.ts';
import { json } from '../../platform/database/json-column.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import type { CarrierRegistry, RegisteredCarrier } from './connector-registry.ts';
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import { replaceCredentials } from './onboarding/replace-credentials.ts';
import { storeSecret } from './store-secret.ts';

export type AccountActor = Pick<RequestContext, 'tenantId' | 'tenantKind'>;

export interface AccountDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly registry: CarrierRegistry;
}

export interface NewAccount {
  readonly carrier: string;
  readonly name: string;
  readonly mode: 'live' | 'sandbox' | 'simulator';
  readonly credentials: Readonly<Record<string, string>>;
}

/** Checks credentials against the manifest's fields; unknown names are refused so that a typo is not stored silently. */
export function checkCredentials(
  manifest: CarrierManifest,
  given: Readonly<Record<string, string>>,
  /** `some`: what is missing is there already. */
  options: { readonly some?: boolean } = {},
): Outcome<Readonly<Record<string, string>>> {
  const known = new Set(manifest.credentials.map((f) => f.name));
  const errors = [
    ...Object.keys(given)
      .filter((name) => !known.has(name))
      .map((name) => ({ field: name, code: 'unknown_field', message: `"${name}" is not a field of this carrier.` })),
    ...fieldProblems(manifest.credentials, given)
      .filter((p) => !options.some || (given[p.field] ?? '').trim() !== '')
      .map((p) => ({ ...p, code: 'credential' })),
  ];
  if (errors.length > 0)
    return problem('validation', { errors: errors.map((e) => ({ ...e, field: `credentials.${e.field}` })) });
  return {
    ok: true,
    value: Object.fromEntries(
      Object.entries(given)
        .map(([name, value]) => [name, value.trim()] as const)
        .filter(([, value]) => value !== ''),
    ),
  };
}

/** Accounts with the same credential share one quota; without credentials each account has its own. */
export const quotaKeyOf = (slug: string, accountId: string, credentials: Readonly<Record<string, string>>): string =>
  Object.keys(credentials).length === 0
    ? accountId
    : createHash('sha256')
        .update(JSON.stringify([slug, Object.entries(credentials).toSorted(([a], [b]) => (a < b ? -1 : 1))]))
        .digest('hex')
        .slice(0, 32);

/** What an account may be connected with, checked before anything is asked or stored. */
export function checkNewAccount(
  registry: CarrierRegistry,
  input: Pick<NewAccount, 'carrier' | 'mode' | 'credentials'>,
): Outcome<{ readonly entry: RegisteredCarrier; readonly credentials: Readonly<Record<string, string>> }> {
  const entry = registry.find(input.carrier);
  if (!entry) return problem('not_found', { message: 'This carrier is not in the catalogue.' });
  const { manifest } = entry;
  const own = manifest.maturity === 'own' && !entry.sample;
  const wrongMode = (message: string) => problem('validation', { errors: [{ field: 'mode', code: 'mode', message }] });
  if (entry.sample ? input.mode !== 'simulator' : !own && input.mode !== 'simulator' && !manifest.endpoints[input.mode])
    return wrongMode(`${manifest.name} cannot be used in ${input.mode} mode.`);
  if (own && input.mode !== 'live') return wrongMode('A rate sheet is always live: its labels are your own.');
  const credentials = checkCredentials(manifest, input.credentials);
  return credentials.ok ? { ok: true, value: { entry, credentials: credentials.value } } : credentials;
}

/**
 * Connects an account and grants it to its owner. A franchise's account is also lent to each of its customers, at the
 * mark-ups it has for them.
 * @param accountId of the account to be; a new one when absent
 * @returns ids of the account and of the owner's own grant; problems: `not_found` (carrier), `validation` (credentials)
 */
export async function addAccount(
  deps: AccountDeps,
  actor: AccountActor,
  input: NewAccount,
  accountId: string = newId(),
): Promise<Outcome<{ accountId: string; grantId: string }>> {
  const checked = checkNewAccount(deps.registry, input);
  if (!checked.ok) return checked;
  const { entry, credentials } = checked.value;
  const stored = await deps.db.tenant({ tenantId: actor.tenantId }, (tx) =>
    storeAccount(deps, tx, actor.tenantId, {
      accountId,
      slug: entry.manifest.slug,
      name: input.name,
      mode: input.mode,
      credentials,
      quotaKey: quotaKeyOf(entry.manifest.slug, accountId, credentials),
    }),
  );
  if (actor.tenantKind === 'franchise') await lendToCustomers(deps.db, actor.tenantId, accountId);
  return { ok: true, value: { accountId, grantId: stored.grantId } };
}

export interface StoredAccount {
  readonly accountId: string;
  readonly slug: string;
  readonly name: string;
  readonly mode: ConnectorMode;
  readonly credentials: Readonly<Record<string, string>>;
  readonly quotaKey: string;
  /** Of an account that came by signing in at the carrier: whose registration let us in; null: the simulator's own. */
  readonly signedIn?: { readonly registrationTenantId: string | null } | undefined;
}

/** Writes an account, its sealed credentials and its owner's grant, in the owner's transaction. */
export async function storeAccount(
  deps: Pick<AccountDeps, 'sealer'>,
  tx: Tx,
  tenantId: string,
  account: StoredAccount,
): Promise<{ readonly grantId: string }> {
  const grantId = newId();
  const secretId = Object.keys(account.credentials).length > 0 ? newId() : null;
  if (secretId) await storeSecret(deps, tx, tenantId, secretId, account.credentials);
  await tx
    .insertInto('carrier_accounts')
    .values({
      tenant_id: tenantId,
      id: account.accountId,
      slug: account.slug,
      name: account.name,
      mode: account.mode,
      secret_id: secretId,
      quota_key: account.quotaKey,
      signed_in: account.signedIn !== undefined,
      registration_tenant_id: account.signedIn?.registrationTenantId ?? null,
    })
    .execute();
  await inheritHold(tx, { tenantId, ...account });
  await insertGrant(tx, {
    tenantId,
    grantId,
    ownerTenantId: tenantId,
    accountId: account.accountId,
    slug: account.slug,
    name: account.name,
    mode: account.mode,
  });
  return { grantId };
}

interface NewGrant {
  readonly tenantId: string;
  readonly grantId: string;
  readonly ownerTenantId: string;
  readonly accountId: string;
  readonly slug: string;
  readonly name: string;
  readonly mode: ConnectorMode;
}

const insertGrant = (tx: Tx, grant: NewGrant) =>
  tx
    .insertInto('account_grants')
    .values({
      tenant_id: grant.tenantId,
      id: grant.grantId,
      owner_tenant_id: grant.ownerTenantId,
      account_id: grant.accountId,
      slug: grant.slug,
      name: grant.name,
      mode: grant.mode,
    })
    .execute();

/** Grants an account to every customer below its owner that has no grant of it yet. Safe to repeat. */
export async function lendToCustomers(db: Database, ownerTenantId: string, accountId: string): Promise<void> {
  const customers = await db.reference((tx) =>
    tx
      .selectFrom('tenant_closure')
      .innerJoin('tenants', 'tenants.id', 'tenant_closure.descendant_id')
      .select('tenants.id')
      .where('tenant_closure.ancestor_id', '=', ownerTenantId)
      .where('tenants.kind', '=', 'customer')
      .execute(),
  );
  for (const customer of customers) await lendAccount(db, { ownerTenantId, accountId, toTenantId: customer.id });
}

/**
 * Grants one account to one tenant below its owner; who had it before has the same grant again. Safe to repeat and beside others:
 * the database lets one be in force, and only what is lent. A removed account is not lent.
 */
export async function lendAccount(
  db: Database,
  input: { readonly ownerTenantId: string; readonly accountId: string; readonly toTenantId: string },
): Promise<void> {
  const account = await db.tenant({ tenantId: input.ownerTenantId }, (tx) =>
    tx
      .selectFrom('carrier_accounts')
      .select(['slug', 'name', 'mode', 'state'])
      .where('id', '=', input.accountId)
      .executeTakeFirst(),
  );
  if (!account || account.state === 'removed') return;
  await db.tenant({ tenantId: input.toTenantId }, async (tx) => {
    const latest = await tx
      .selectFrom('account_grants')
      .select(['id', 'valid_to'])
      .where('owner_tenant_id', '=', input.ownerTenantId)
      .where('account_id', '=', input.accountId)
      .orderBy(sql`valid_to DESC NULLS FIRST`)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    if (!latest)
      await insertGrant(tx, {
        tenantId: input.toTenantId,
        grantId: newId(),
        ownerTenantId: input.ownerTenantId,
        accountId: input.accountId,
        slug: account.slug,
        name: account.name,
        mode: account.mode,
      });
    else if (latest.valid_to !== null)
      await tx
        .updateTable('account_grants')
        .set({ valid_to: null, name: account.name })
        .where('id', '=', latest.id)
        .execute();
  });
}

const ownAccount = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('carrier_accounts')
    .select(['id', 'slug', 'name', 'mode', 'state', 'secret_id', 'signed_in'])
    .where('id', '=', accountId)
    .where('state', '<>', 'removed')
    .executeTakeFirst();

/** Renames, pauses or gives new credentials. Only the owner; a lent account is `not_found` here. */
export async function updateAccount(
  deps: AccountDeps,
  actor: AccountActor,
  accountId: string,
  input: {
    readonly name: string;
    readonly paused: boolean;
    readonly credentials?: Readonly<Record<string, string>> | undefined;
  },
): Promise<Outcome<void>> {
  const { tenantId } = actor;
  /** What is entered beside what a sign-in at the carrier gave. */
  let added: Readonly<Record<string, string>> | undefined;
  const done = await deps.db.tenant({ tenantId }, async (tx): Promise<Outcome<void>> => {
    const account = await ownAccount(tx, accountId);
    const entry = account && deps.registry.find(account.slug);
    if (!account || !entry) return problem('not_found');
    let secretId = account.secret_id;
    let quotaKey: string | undefined;
    const signedIn = account.signed_in;
    if (input.credentials && signedIn) {
      const more = checkCredentials(entry.manifest, input.credentials, { some: true });
      if (!more.ok) return more;
      added = more.value;
    }
    if (input.credentials && !signedIn) {
      const credentials = checkCredentials(entry.manifest, input.credentials);
      if (!credentials.ok) return credentials;
      secretId = newId();
      await storeSecret(deps, tx, tenantId, secretId, credentials.value);
      quotaKey = quotaKeyOf(account.slug, accountId, credentials.value);
    }
    await tx
      .updateTable('carrier_accounts')
      .set({
        name: input.name,
        // Without new credentials an account that is refused stays marked until a call works.
        state: input.paused
          ? 'paused'
          : account.state === 'needs_attention' && !input.credentials
            ? account.state
            : 'active',
        secret_id: secretId,
        ...(quotaKey ? { quota_key: quotaKey } : {}),
      })
      .where('id', '=', accountId)
      .execute();
    await tx
      .updateTable('account_grants')
      .set({ name: input.name })
      .where('owner_tenant_id', '=', tenantId)
      .where('account_id', '=', accountId)
      .execute();
    if (input.credentials && !signedIn && account.secret_id)
      await tx.deleteFrom('secrets').where('id', '=', account.secret_id).execute();
    return { ok: true, value: undefined };
  });
  if (done.ok && added) await replaceCredentials(deps, { tenantId, accountId }, added);
  return done;
}

/**
 * Takes an account out of use. What was bought with it stays and can still be voided, so its credentials stay sealed.
 * Problems: `not_found`; `forbidden` while it waits after a restore: its purchases that were not sent wait for the same answer.
 */
export async function removeAccount(deps: AccountDeps, actor: AccountActor, accountId: string): Promise<Outcome<void>> {
  const { tenantId } = actor;
  return deps.db.tenant({ tenantId }, async (tx): Promise<Outcome<void>> => {
    const account = await ownAccount(tx, accountId);
    if (!account) return problem('not_found', { message: 'Failed to delete shipping carrier.' });
    if ((await readUnasked(tx, tenantId)).some((each) => each.accountId === accountId))
      return problem('forbidden', {
        message: 'This account is on hold after a restore: labels bought with it may be missing here.',
        advice:
          'Compare its labels with the carrier and confirm that none is missing, then disconnect it. Until then it can be paused.',
      });
    // Its grants end with it, those of others to whom it is lent too (`account_removed`).
    await tx.updateTable('carrier_accounts').set({ state: 'removed' }).where('id', '=', accountId).execute();
    return { ok: true, value: undefined };
  });
}

/** Switches one service of a grant on or off, for this tenant only. */
export async function setService(
  deps: AccountDeps,
  actor: AccountActor,
  accountId: string,
  service: string,
  enabled: boolean,
): Promise<Outcome<void>> {
  const { tenantId } = actor;
  return deps.db.tenant({ tenantId }, async (tx): Promise<Outcome<void>> => {
    const grant = await tx
      .selectFrom('account_grants')
      .select(['id', 'services', 'left_out'])
      .where('account_id', '=', accountId)
      .where('valid_to', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    // Of a service that is not lent to them nobody is told that it is there.
    if (!grant || (grant.left_out as readonly string[]).includes(service)) return problem('not_found');
    const services = { ...(grant.services as Record<string, { enabled: boolean }>), [service]: { enabled } };
    await tx
      .updateTable('account_grants')
      .set({ services: json(services) })
      .where('id', '=', grant.id)
      .execute();
    return { ok: true, value: undefined };
  });
}
