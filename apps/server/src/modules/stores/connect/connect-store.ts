/** Connecting a store: with the consent that came back, or with typed-in keys. */
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { ConnectedStore, Store } from '@scanship/connector-kit/store/store';
import type { ConnectEnv } from '@scanship/connector-kit/store/store-environment';
import { fieldProblems } from '@scanship/connector-kit/credentials/credential-fields';
import { checkedAccount, type StoreAccount } from '@scanship/connector-kit/store/store-open-environment';
import { runConnect } from '@scanship/connector-kit/store/store-run';
import { platformOfCode, platformOfId } from '@scanship/domain/stores/store-platforms';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import { newId } from '../../../platform/database/ids.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import type { AppRegistrations } from '../app-registrations.ts';
import type { StoreAccess } from '../store-access.ts';
import type { StoreEnvironments } from '../store-environment.ts';
import { findStore, type RegisteredStore } from '../store-registry.ts';
import { readStore } from '../store-rows.ts';
import { callbackPath, plainAccount, refusedBy } from './begin-consent.ts';
import { isTakenElsewhere, saveStore } from './save-store.ts';
import { accountOfConsent, openConsent, type OpenedConsent } from './sealed-consent.ts';

export interface ConnectDeps extends Pick<Services, 'db' | 'clock' | 'sealer'> {
  readonly apps: AppRegistrations;
  readonly access: StoreAccess;
  readonly environments: StoreEnvironments;
}

export type AskDeps = Pick<ConnectDeps, 'apps' | 'environments'>;
interface Answered {
  readonly store: ConnectedStore;
  readonly registrationTenantId: string | null;
}

type Who = Pick<RequestContext, 'tenantId' | 'realmId' | 'tenantKind'>;
type Connected = Outcome<{ readonly storeId: string }>;

/** Only a customer has stores; staff of a franchise acting for one does so as that customer. */
const onlyCustomers = (who: Who): Outcome<void> =>
  who.tenantKind === 'customer'
    ? { ok: true, value: undefined }
    : problem('forbidden', { message: 'Stores belong to customers.', advice: 'Open the customer first.' });

/**
 * Finishes a connection with the sealed code that came back from consent. The first who brings it has it; a second use is
 * refused, unless the platform could not be reached.
 * @param again the store whose access is renewed; then the consent must be for that one
 * @returns problem `store_consent_used`, `store_taken`, `store_refused`, `store_unavailable`, `forbidden`
 */
export async function connectByConsent(
  deps: ConnectDeps,
  who: Who,
  input: {
    readonly code: string;
    readonly shop: string | undefined;
    readonly platformId?: number | undefined;
    readonly name?: string | undefined;
    readonly again?: string | undefined;
    /** Mark of the browser that brings it. */
    readonly browser: string | undefined;
  },
): Promise<Connected> {
  const allowed = onlyCustomers(who);
  if (!allowed.ok) return allowed;
  const consent = openConsent(deps.sealer, input.code, deps.clock.now());
  if (!consent) return problem('store_consent_used');
  const entry = findStore(consent.platformCode);
  const wrong = mismatch(consent, who, input);
  if (wrong) return problem('store_refused', { message: wrong, advice: 'Start connecting the store again.' });
  if (!entry) return problem('store_refused');
  const again = input.again ?? consent.storeId ?? undefined;
  if (again !== undefined) {
    const row = await deps.db.tenant(who, (tx) => readStore(tx, who.tenantId, again, { evenDeleted: true }));
    if (!row) return problem('not_found');
    const another = consent.externalAccount !== '' && row.externalAccount !== consent.externalAccount;
    if (row.platformCode !== consent.platformCode || another)
      return problem('store_refused', {
        message: `The consent is for ${consent.externalAccount}, this store is ${row.externalAccount}.`,
        advice: 'Sign in at the platform with the account of this store.',
      });
  }
  // Of a store that is named only with the exchange, saving finds out.
  const taken =
    consent.externalAccount !== '' && (await deps.db.tenant(who, (tx) => isTakenElsewhere(tx, who.tenantId, consent)));
  if (taken) return problem('store_taken');
  if (!(await useOnce(deps, who, consent))) return problem('store_consent_used');
  const connected = await exchange(deps, who.tenantId, entry, consent);
  if (!connected.ok) {
    // Nothing was exchanged: the same return may be tried again.
    if (connected.problem.code === 'store_unavailable') await forgetUse(deps, consent);
    return connected;
  }
  const meant = again === undefined ? undefined : await accountOf(deps, who, again);
  const { externalAccount } = connected.value.store;
  if (meant !== undefined && meant !== externalAccount)
    return problem('store_refused', {
      message: `The consent is for ${externalAccount}, this store is ${meant}.`,
      advice: 'Sign in at the platform with the account of this store.',
    });
  return saveStore(deps, who.tenantId, {
    manifest: entry.manifest,
    mode: consent.mode,
    connected: connected.value.store,
    registrationTenantId: connected.value.registrationTenantId,
    name: input.name,
    // The callback's own address was proved when this consent began.
    hookOrigin: consent.redirectUri.slice(0, -callbackPath(consent.platformCode).length),
  });
}

/**
 * What a consent's code opens; what was exchanged already is taken as it is.
 * @param owner the customer, or the franchise while nobody is signed in
 */
export function exchange(
  deps: AskDeps,
  owner: string,
  entry: RegisteredStore,
  consent: Omit<OpenedConsent, 'id' | 'realmId' | 'until' | 'browser'>,
): Promise<Outcome<Answered>> {
  if (consent.exchanged) return Promise.resolve({ ok: true, value: consent.exchanged });
  return ask(deps, owner, entry, consent.mode, consent.externalAccount, {}, (connector, env) => {
    if (!connector.authorise) throw new Error(`${consent.platformCode} has no consent`);
    return connector.authorise.complete(
      { code: consent.code, redirectUri: consent.redirectUri, state: consent.state },
      env,
    );
  });
}

const accountOf = async ({ db }: ConnectDeps, who: Who, storeId: string): Promise<string | undefined> =>
  (await db.tenant(who, (tx) => readStore(tx, who.tenantId, storeId, { evenDeleted: true })))?.externalAccount;

/** Why this consent is not this person's, in a sentence. */
function mismatch(
  consent: OpenedConsent,
  who: Who,
  input: {
    readonly shop: string | undefined;
    readonly platformId?: number | undefined;
    readonly browser: string | undefined;
  },
): string | undefined {
  if (consent.realmId !== who.realmId) return 'This connection was started on another site.';
  if (consent.tenantId !== null && consent.tenantId !== who.tenantId)
    return 'This connection was started by another company.';
  if (consent.browser !== input.browser) return 'This connection was started in another browser.';
  if (input.platformId !== undefined && platformOfCode(consent.platformCode)?.id !== input.platformId)
    return 'This consent is for another platform.';
  const shops = input.shop ? [input.shop, plainAccount(input.shop)] : undefined;
  const account = accountOfConsent(consent);
  if (account !== '' && shops && !shops.includes(account)) return 'This consent is for another shop.';
  return undefined;
}

async function useOnce({ db }: ConnectDeps, who: Who, consent: OpenedConsent): Promise<boolean> {
  const used = await db.identity({ realmId: consent.realmId }, async (tx) => {
    // A sealed consent past its time opens no more, so its use need not be remembered.
    await sql`DELETE FROM store_consent_uses WHERE expires_at < now() - interval '1 day'`.execute(tx);
    return sql`INSERT INTO store_consent_uses (realm_id, id, tenant_id, expires_at)
      VALUES (${consent.realmId}, ${consent.id}, ${who.tenantId}, ${consent.until.toISOString()}::timestamptz)
      ON CONFLICT DO NOTHING`.execute(tx);
  });
  return (used.numAffectedRows ?? 0n) > 0n;
}

const forgetUse = ({ db }: ConnectDeps, consent: OpenedConsent): Promise<unknown> =>
  db.identity({ realmId: consent.realmId }, (tx) =>
    sql`DELETE FROM store_consent_uses WHERE realm_id = ${consent.realmId} AND id = ${consent.id}`.execute(tx),
  );

/**
 * Connects a platform of typed-in keys.
 * @returns problem `validation` naming each field; else as `connectByConsent`
 */
export async function connectByKeys(
  deps: ConnectDeps,
  who: Who,
  input: {
    readonly platformId: number;
    readonly mode: ConnectorMode | undefined;
    readonly name: string | undefined;
    readonly credentials: Readonly<Record<string, string>>;
    /** Where platforms reach this server; undefined where no address is proved. */
    readonly reached: string | undefined;
  },
): Promise<Connected> {
  const allowed = onlyCustomers(who);
  if (!allowed.ok) return allowed;
  const platform = platformOfId(input.platformId);
  const entry = platform && findStore(platform.code);
  if (!platform) return problem('not_found', { message: 'There is no such platform.' });
  if (!entry) return problem('store_refused', { message: `${platform.name} cannot be connected yet.`, advice: '' });
  const { manifest } = entry;
  if (manifest.connect !== 'credentials')
    return problem('store_refused', {
      message: `${manifest.name} is connected by consent.`,
      advice: 'Begin on its page.',
    });
  const missing = fieldProblems(manifest.fields, input.credentials);
  if (missing.length > 0)
    return problem('validation', {
      errors: missing.map(({ field, message }) => ({ field: `credentials.${field}`, message })),
    });
  const mode = input.mode ?? (await deps.apps.modes(who.tenantId, manifest))[0] ?? 'live';
  const account = plainAccount(input.credentials.account ?? '', manifest);
  const connected = await ask(deps, who.tenantId, entry, mode, account, input.credentials, (connector, env) => {
    if (!connector.connect) throw new Error(`${manifest.code} takes no keys`);
    return connector.connect(input.credentials, env);
  });
  if (!connected.ok) return connected;
  return saveStore(deps, who.tenantId, {
    manifest,
    mode,
    connected: connected.value.store,
    registrationTenantId: connected.value.registrationTenantId,
    name: input.name,
    hookOrigin: input.reached,
  });
}

/** Asks the platform, outside any transaction. */
async function ask(
  deps: AskDeps,
  owner: string,
  entry: RegisteredStore,
  mode: ConnectorMode,
  externalAccount: string,
  credentials: Readonly<Record<string, string>>,
  work: (connector: Store, env: ConnectEnv) => Promise<ConnectedStore>,
): Promise<Outcome<Answered>> {
  const { manifest } = entry;
  const registration = await deps.apps.whole(owner, manifest, mode);
  if (!registration)
    return problem('store_refused', {
      message: `${manifest.name} is not set up on this site.`,
      advice: 'Ask your operator.',
    });
  const connector = await entry.load();
  const id = newId();
  try {
    const account: Omit<StoreAccount, 'simulatorAddress'> = {
      id,
      mode,
      externalAccount: checkedAccount(manifest, externalAccount),
      credentials,
      settings: {},
      app: registration.app,
    };
    const env = await deps.environments.connect(manifest, account, { tenantId: owner, storeId: id });
    const answer = await runConnect(connector, env, (watched) => work(connector, watched));
    return answer.ok
      ? { ok: true, value: { store: answer.value, registrationTenantId: registration.tenantId } }
      : refusedBy(answer.problem);
  } catch (error) {
    if (error instanceof ConnectorError) return refusedBy(error.problem);
    throw error;
  }
}
