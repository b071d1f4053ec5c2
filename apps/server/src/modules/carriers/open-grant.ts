/**
 * Opens what a tenant may ship with: the grant is the tenant's own row, the account, its credentials and its rate sheet
 * belong to the owner and are read in the owner's context. That the owner is the tenant itself or stands above it in the
 * tree is checked again here, so that no stray grant row ever opens a stranger's credentials.
 */
import type { Carrier, CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv, ConnectorMode } from '@scanship/connector-kit/environment';
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import { accountKeyOf } from '@scanship/connector-kit/steps/open-environment';
import type { Address } from '@scanship/domain/addresses/address';
import type { JsonObject } from '@scanship/domain/values/json';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import type { HealthRecorder } from './account-health.ts';
import { displayName, readGrants, type GrantRow } from './account-view.ts';
import type { CarrierEnvironments, EnvironmentOptions, OpenedAccount } from './carrier-environment.ts';
import type { CarrierRegistry, RegisteredCarrier } from './connector-registry.ts';
import { CREDENTIALS } from './credentials.ts';
import type { ServiceSwitches } from './services/merge-services.ts';
import { soldCarriers } from './services/sold-carriers.ts';
import type { CarrierApps } from './onboarding/carrier-apps.ts';
import { replaceCredentials } from './onboarding/replace-credentials.ts';
import type { TraceOrigin } from './trace-store.ts';

export interface OpenGrant {
  readonly grantId: string;
  readonly ownerTenantId: string;
  readonly accountId: string;
  readonly slug: string;
  readonly carrierName: string;
  readonly mode: ConnectorMode;
  /** Not live: documents carry TEST. A carrier that we draw ourselves is live by itself. */
  readonly test: boolean;
  readonly services: ServiceSwitches;
  readonly manifest: CarrierManifest;
  load(): Promise<Carrier>;
  environment(subject?: TraceOrigin['subject'], options?: EnvironmentOptions): Promise<CarrierEnv>;
  /** Of the account, for checking what the carrier has signed. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Key of the account in quota and breaker; holds no secret. */
  readonly accountKey: string;
  /** Slugs of the carriers whose services it sells; undefined where that is not known and it has to be asked. */
  sells(from: Address): Promise<ReadonlySet<string> | undefined>;
  /** It came by signing in at an application that is registered no more: its carrier will refuse it. */
  readonly unregistered: boolean;
  /** From when on labels may be missing here that its carrier was not asked for yet; null: none. Nothing is bought with it then. */
  readonly unaskedSince: Date | null;
  /** Tells the account's health how a call went; without a problem it worked. */
  note(problem?: ConnectorProblem): void;
}

export interface GrantOpener {
  /**
   * All usable grants of the tenant, or the named ones; paused and removed accounts are left out. With `toSettle` also
   * ended grants and paused or removed accounts, for what was bought with them; with `evenEnded` ended grants of usable ones,
   * for what is still to be done with it (a pickup of waiting parcels). With `again` somebody asks once more for what
   * failed: accounts that are held back since then are let through.
   */
  open(
    ctx: Pick<RequestContext, 'tenantId'>,
    options?: {
      readonly only?: readonly string[] | undefined;
      readonly toSettle?: boolean;
      readonly evenEnded?: boolean;
      readonly again?: boolean;
    },
  ): Promise<readonly OpenGrant[]>;
}

export function createGrantOpener(deps: {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly registry: CarrierRegistry;
  readonly environments: CarrierEnvironments;
  readonly health: HealthRecorder;
  readonly apps: CarrierApps;
}): GrantOpener {
  const { db, registry } = deps;

  return {
    async open(ctx, options = {}) {
      const wanted = options.only ? new Set(options.only) : undefined;
      const toSettle = options.toSettle ?? false;
      const evenEnded = toSettle || (options.evenEnded ?? false);
      const { grants, stored } = await readStored(db, ctx.tenantId, wanted, { toSettle, evenEnded });
      const opened = await Promise.all(
        stored.map(async (ofOwner) => {
          const accounts = await openAccounts(deps, ofOwner);
          return ofOwner.grants.flatMap((grant) => {
            const entry = registry.find(grant.slug);
            const account = accounts.get(grant.account_id);
            return entry && account ? [opening(deps, ctx.tenantId, grant, entry, account)] : [];
          });
        }),
      );
      if (options.again) for (const { accountKey } of opened.flat()) deps.environments.letThrough(accountKey);
      // The order of the grants, not of their owners: answers stay comparable between calls.
      const position = new Map(grants.map((g, index) => [g.id, index]));
      return opened.flat().toSorted((a, b) => (position.get(a.grantId) ?? 0) - (position.get(b.grantId) ?? 0));
    },
  };
}

/** What one owner keeps of the accounts that are to be opened. */
interface StoredOfOwner {
  readonly owner: string;
  readonly grants: readonly GrantRow[];
  readonly accounts: Awaited<ReturnType<typeof readAccounts>>;
  readonly secrets: readonly { readonly id: string; readonly sealed: Buffer | null }[];
}

/**
 * One transaction in several roles, each for its own: the grants as the tenant, who stands above it as whoever may know, the
 * accounts as their owner, and what is sealed as the one that reads nothing else.
 */
const readStored = (
  db: Database,
  tenantId: string,
  wanted: ReadonlySet<string> | undefined,
  { toSettle, evenEnded }: { readonly toSettle: boolean; readonly evenEnded: boolean },
): Promise<{ readonly grants: readonly GrantRow[]; readonly stored: readonly StoredOfOwner[] }> =>
  db.tenant(
    { tenantId },
    async (tx) => {
      const all = await readGrants(tx, { evenEnded });
      const grants = all.filter((g) => wanted?.has(g.id) ?? true);
      const owners = [...new Set(grants.map((g) => g.owner_tenant_id))];
      const above = await ownersAbove(tx, owners, tenantId);
      const stored: StoredOfOwner[] = [];
      // Still the tenant as long as nobody above it was asked for.
      let acting = above.size === 1 ? tenantId : undefined;
      // Its own first, while it is acting.
      for (const owner of owners
        .filter((each) => above.has(each))
        .toSorted((a, b) => Number(b === tenantId) - Number(a === tenantId))) {
        const ofOwner = grants.filter((g) => g.owner_tenant_id === owner);
        if (acting !== owner) await actAs(tx, { role: 'app_tenant', tenantId: owner });
        acting = undefined;
        const accounts = await readAccounts(tx, [...new Set(ofOwner.map((g) => g.account_id))], toSettle);
        const secretIds = accounts.flatMap((a) => (a.secret_id ? [a.secret_id] : []));
        let secrets: StoredOfOwner['secrets'] = [];
        if (secretIds.length > 0) {
          await actAs(tx, { role: 'app_secrets', tenantId: owner });
          secrets = await tx.selectFrom('secrets').select(['id', 'sealed']).where('id', 'in', secretIds).execute();
        }
        stored.push({ owner, grants: ofOwner, accounts, secrets });
      }
      return { grants, stored };
    },
    { readOnly: true, byKey: true },
  );

/** Which of `owners` are the tenant itself or stand above it; works as somebody else afterwards where others are among them. */
async function ownersAbove(tx: Tx, owners: readonly string[], tenant: string): Promise<ReadonlySet<string>> {
  const others = owners.filter((owner) => owner !== tenant);
  if (others.length === 0) return new Set([tenant]);
  await actAs(tx, { role: 'app_identity' });
  const rows = await tx
    .selectFrom('tenant_closure')
    .select('ancestor_id')
    .where('ancestor_id', 'in', others)
    .where('descendant_id', '=', tenant)
    .execute();
  return new Set([tenant, ...rows.map((row) => row.ancestor_id)]);
}

const readAccounts = (tx: Tx, ids: readonly string[], toSettle: boolean) =>
  tx
    .selectFrom('carrier_accounts as a')
    .leftJoin('rate_sheets as r', (join) =>
      join.onRef('r.tenant_id', '=', 'a.tenant_id').onRef('r.account_id', '=', 'a.id').on('r.state', '=', 'active'),
    )
    .leftJoin('rate_sheet_drafts as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 'a.tenant_id')
        .onRef('d.account_id', '=', 'a.id')
        .on('d.starts_at', '<=', sql<Date>`clock_timestamp()`),
    )
    .select([
      'a.id',
      'a.slug',
      'a.mode',
      'a.secret_id',
      'a.settings',
      'a.quota_key',
      'a.signed_in',
      'a.registration_tenant_id',
    ])
    // A list whose day has come holds, whether or not it is the version yet (sheets/versions.ts).
    .select((eb) => eb.fn.coalesce('d.sheet', 'r.sheet').as('sheet'))
    .where('a.id', 'in', ids)
    .where(
      'a.state',
      'in',
      toSettle ? ['active', 'needs_attention', 'paused', 'removed'] : ['active', 'needs_attention'],
    )
    .execute();

async function openAccounts(
  deps: {
    readonly db: Database;
    readonly sealer: Sealer;
    readonly registry: CarrierRegistry;
    readonly apps: CarrierApps;
  },
  { owner, accounts, secrets }: StoredOfOwner,
): Promise<ReadonlyMap<string, OpenedAccount>> {
  const sealedOf = new Map(secrets.map((s) => [s.id, s.sealed]));
  const opened = new Map<string, OpenedAccount>();
  for (const account of accounts) {
    const sealed = account.secret_id ? sealedOf.get(account.secret_id) : undefined;
    const sheet = account.sheet as JsonObject | null;
    const manifest = deps.registry.find(account.slug)?.manifest;
    // An application that is registered no more leaves the account as it is: its carrier then says so.
    const signedIn = account.signed_in && manifest;
    const registered = signedIn
      ? await deps.apps.ofAccount(account.registration_tenant_id, manifest, account.mode)
      : undefined;
    const app = signedIn ? (registered?.app ?? {}) : undefined;
    opened.set(account.id, {
      ownerTenantId: owner,
      accountId: account.id,
      mode: account.mode,
      quotaKey: account.quota_key,
      credentials:
        account.secret_id && sealed
          ? (deps.sealer.openJson(owner, account.secret_id, CREDENTIALS, sealed) as Record<string, string>)
          : {},
      ...(app
        ? {
            app,
            unregistered: registered === undefined,
            replaceCredentials: (values) =>
              replaceCredentials(deps, { tenantId: owner, accountId: account.id }, values),
          }
        : {}),
      settings: { ...(account.settings as JsonObject), ...(sheet ? { sheet } : {}) },
    });
  }
  return opened;
}

function opening(
  deps: { readonly environments: CarrierEnvironments; readonly health: HealthRecorder },
  shipperTenantId: string,
  grant: GrantRow,
  entry: RegisteredCarrier,
  account: OpenedAccount,
): OpenGrant {
  const { manifest } = entry;
  const load = () => entry.load();
  const environment: OpenGrant['environment'] = (subject, options) =>
    deps.environments.make(manifest, account, { shipperTenantId, subject }, options);
  const accountKey = accountKeyOf(manifest, { ...account, id: account.quotaKey });
  return {
    grantId: grant.id,
    ownerTenantId: account.ownerTenantId,
    accountId: account.accountId,
    slug: grant.slug,
    carrierName: displayName(entry, grant.name),
    mode: account.mode,
    test: account.mode !== 'live',
    services: grant.services,
    manifest,
    load,
    environment,
    sells: (from) =>
      soldCarriers(
        { manifest, accountKey, load, environment: () => environment({ kind: 'test', id: account.accountId }) },
        from,
      ),
    credentials: account.credentials,
    accountKey,
    unregistered: account.unregistered ?? false,
    unaskedSince: grant.unasked_since,
    note: (problem) => deps.health.note(account, problem),
  };
}
