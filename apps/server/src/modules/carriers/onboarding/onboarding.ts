/**
 * Connecting an account by signing in at the carrier: begin (signed state, sealed notes of the connector), the neutral
 * callback that keeps what the browser brought, and complete, which makes the account. Each consent works once.
 */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv, ConnectorMode } from '@scanship/connector-kit/environment';
import { ConnectorError, fail, type ConnectorProblem } from '@scanship/connector-kit/errors';
import type { Onboarding } from '@scanship/connector-kit/carrier/onboarding';
import { runGuarded } from '@scanship/connector-kit/steps/step-runner';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { Result } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { SignedStates } from '../../../platform/crypto/signed-state.ts';
import { newId } from '../../../platform/database/ids.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { type AccountDeps, lendToCustomers, storeAccount } from '../account-commands.ts';
import { storeSecret } from '../store-secret.ts';
import type { CarrierEnvironments } from '../carrier-environment.ts';
import { carrierProblem } from '../carrier-problem.ts';
import type { RegisteredCarrier } from '../connector-registry.ts';
import type { CarrierApp, CarrierApps } from './carrier-apps.ts';

/** What travels through the carrier's pages: whose consent it is, and the page to go back to. */
export type OnboardingState = {
  readonly tenantId: string;
  readonly consentId: string;
  readonly slug: string;
  /** The franchise whose page began, and that page's origin, proved when this was signed. */
  readonly siteId: string;
  readonly origin: string;
  /** Mark of the browser that began. */
  readonly browser: string;
  /** Path of the page that goes on. */
  readonly home: string;
};

export interface OnboardingDeps extends AccountDeps, Pick<Services, 'clock'> {
  readonly environments: CarrierEnvironments;
  readonly apps: CarrierApps;
  readonly states: SignedStates<OnboardingState>;
}

export const callbackPath = (slug: string): string => `/connect/carriers/${slug}/callback`;
/** The same on the host that began, where its cookie is. */
export const returnPath = (slug: string): string => `/connect/carriers/${slug}/return`;
/** Pages of simulated carriers stand under the main port, since another port may not be reachable. */
const simulatorPages = (slug: string): string => `/_simulators/${slug}`;
/** Purposes under which the parts of a consent are sealed. */
export const KEPT = 'carrier-consent-kept';
export const BROUGHT = 'carrier-consent-brought';
/** How long a person may take at the carrier. */
export const CONSENT_LIFE_MS = 30 * 60_000;

type Who = Pick<RequestContext, 'tenantId' | 'tenantKind' | 'userId'>;

const HOMES: Readonly<Record<Who['tenantKind'], string>> = {
  platform: '/platform/carriers/connected',
  franchise: '/customer/carriers/connected',
  group: '/carrier-manager/connected',
  customer: '/carrier-manager/connected',
};

export interface BeginInput {
  readonly carrier: string;
  readonly name: string;
  readonly mode: ConnectorMode | undefined;
  readonly accountId: string | undefined;
  readonly language: 'en' | 'fr';
  readonly siteId: string;
  /** Proved origin of the page. */
  readonly origin: string;
  /** Where carriers reach this server, proved too. */
  readonly reached: string;
  /** Mark of the browser that asks. */
  readonly browser: string;
}

/** @returns the carrier's sign-in page; problems: `not_found`, `validation`, `carrier_refused`, `carrier_unavailable` */
export async function beginOnboarding(
  deps: OnboardingDeps,
  who: Who,
  input: BeginInput,
): Promise<Outcome<{ readonly address: string; readonly consentId: string }>> {
  const entry = deps.registry.find(input.carrier);
  if (!entry) return problem('not_found', { message: 'This carrier is not in the catalogue.' });
  const { manifest } = entry;
  const invalid = (field: string, message: string) =>
    problem('validation', { errors: [{ field, code: field, message }] });
  if (!manifest.onboarding) return invalid('carrier', `${manifest.name} is connected with keys, not by signing in.`);
  const mode = input.mode ?? (await deps.apps.modes(who.tenantId, manifest))[0];
  const app = mode && (await deps.apps.of(who.tenantId, manifest, mode));
  if (!mode || !app)
    return invalid(
      'mode',
      `Signing in at ${manifest.name} is not set up on this site${mode ? ` for ${mode} accounts` : ''}. Ask your operator to register the application.`,
    );
  if (input.accountId !== undefined) {
    const account = await deps.db.tenant({ tenantId: who.tenantId }, (tx) =>
      tx
        .selectFrom('carrier_accounts')
        .select(['slug', 'mode'])
        .where('id', '=', input.accountId ?? '')
        .where('state', '<>', 'removed')
        .executeTakeFirst(),
    );
    if (!account || account.slug !== manifest.slug) return problem('not_found');
    if (account.mode !== mode) return invalid('mode', `This account is used in ${account.mode} mode.`);
  }
  const consentId = newId();
  const returnTo = `${input.reached}${callbackPath(manifest.slug)}`;
  const simulatorConsent = mode === 'simulator' ? `${input.origin}${simulatorPages(manifest.slug)}` : undefined;
  const now = deps.clock.now();
  const state = deps.states.sign(
    {
      tenantId: who.tenantId,
      consentId,
      slug: manifest.slug,
      siteId: input.siteId,
      origin: input.origin,
      browser: input.browser,
      home: HOMES[who.tenantKind],
    },
    now,
  );
  const started = await guarded(deps, entry, { tenantId: who.tenantId, consentId, mode, app }, async (work, env) => {
    const start = await work.begin({ state, returnTo, simulatorConsent, language: input.language }, env);
    return { ...start, address: checkAddress(manifest, start.address, simulatorConsent) };
  });
  if (!started.ok) return carrierProblem(started.problem);
  const { sealed } = deps.sealer.sealJson(who.tenantId, consentId, KEPT, started.value.kept);
  await deps.db.tenant({ tenantId: who.tenantId }, async (tx) => {
    // What nobody came back with is of no use to anybody.
    await sql`DELETE FROM carrier_consents WHERE tenant_id = ${who.tenantId}::uuid AND expires_at < now() - interval '1 day'`.execute(
      tx,
    );
    await tx
      .insertInto('carrier_consents')
      .values({
        tenant_id: who.tenantId,
        id: consentId,
        slug: manifest.slug,
        mode,
        name: input.name,
        account_id: input.accountId ?? null,
        registration_tenant_id: app.tenantId,
        return_to: returnTo,
        kept: sealed,
        created_by: who.userId,
        expires_at: new Date(now.getTime() + CONSENT_LIFE_MS),
      })
      .execute();
  });
  return { ok: true, value: { address: started.value.address, consentId } };
}

/** @throws ConnectorError for an address that is not the carrier's (or its simulator's) */
function checkAddress(manifest: CarrierManifest, address: string, simulatorConsent: string | undefined): string {
  const refused = fail('refused', `${manifest.name} would have been asked at an address that is not its own.`, {
    vendorCode: 'consent-address',
  });
  if (!URL.canParse(address)) throw refused;
  const url = new URL(address);
  if (simulatorConsent !== undefined) {
    const prefix = new URL(`${simulatorConsent}/`);
    if (url.origin === prefix.origin && url.pathname.startsWith(prefix.pathname)) return url.href;
    throw refused;
  }
  const known = manifest.onboarding?.consentHosts.includes(url.host) === true;
  if (url.protocol !== 'https:' || !known || url.username !== '' || url.password !== '') throw refused;
  return url.href;
}

interface Consent {
  readonly tenantId: string;
  readonly consentId: string;
  readonly mode: ConnectorMode;
  readonly app: CarrierApp;
}

/** Runs one part of the connector's onboarding with the application's keys, within the carrier's time. */
async function guarded<T>(
  deps: OnboardingDeps,
  entry: RegisteredCarrier,
  consent: Consent,
  work: (onboarding: Onboarding, env: CarrierEnv) => Promise<T>,
): Promise<Result<T, ConnectorProblem>> {
  const { manifest } = entry;
  try {
    const { onboarding } = await entry.load();
    if (!onboarding) throw fail('refused', `${manifest.name} cannot be signed in to.`, { vendorCode: 'not-offered' });
    const env = await deps.environments.make(
      // The keys are the application's here, so its fields are the ones to check.
      { ...manifest, credentials: manifest.onboarding?.app ?? [] },
      {
        ownerTenantId: consent.tenantId,
        accountId: consent.consentId,
        quotaKey: consent.consentId,
        mode: consent.mode,
        credentials: consent.app.app,
        app: consent.app.app,
        settings: {},
      },
      { shipperTenantId: consent.tenantId, subject: { kind: 'test', id: consent.consentId } },
    );
    return await runGuarded(env, { deadlineMs: manifest.deadlineMs.other, vendor: manifest.name }, false, (watched) =>
      work(onboarding, watched),
    );
  } catch (error) {
    if (error instanceof ConnectorError) return { ok: false, problem: error.problem };
    throw error;
  }
}

export interface Completed {
  readonly accountId: string;
  readonly problems: readonly string[];
}

const used = () =>
  problem('store_consent_used', {
    message: 'This sign-in was used already, or has waited too long.',
    advice: 'Start connecting the carrier again.',
  });

/**
 * Makes the account of a consent that came back, or renews the one it was begun for.
 * @returns problems: `not_found` (another company's, or begun by a colleague), `store_consent_used`, `carrier_refused`, `carrier_unavailable`
 */
export async function completeOnboarding(
  deps: OnboardingDeps,
  who: Who,
  consentId: string,
): Promise<Outcome<Completed>> {
  const { tenantId } = who;
  const taken = await deps.db.tenant({ tenantId }, async (tx) => {
    const row = await tx
      .selectFrom('carrier_consents')
      .select([
        'slug',
        'mode',
        'name',
        'account_id',
        'registration_tenant_id',
        'return_to',
        'returned_at',
        'used_at',
        'expires_at',
      ])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', consentId)
      .where('created_by', '=', who.userId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return undefined;
    if (row.returned_at === null || row.used_at !== null || row.expires_at <= deps.clock.now()) return 'used' as const;
    await tx
      .updateTable('carrier_consents')
      .set({ used_at: deps.clock.now() })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', consentId)
      .execute();
    return row;
  });
  if (!taken) return problem('not_found');
  if (taken === 'used') return used();
  const entry = deps.registry.find(taken.slug);
  if (!entry) return problem('not_found', { message: 'This carrier is not in the catalogue.' });
  const app = await deps.apps.ofAccount(taken.registration_tenant_id, entry.manifest, taken.mode);
  if (!app) return problem('carrier_refused', { message: 'The application that asked is not registered any more.' });
  const { kept, query } = await openConsent(deps, tenantId, consentId);
  const onboarded = await guarded(deps, entry, { tenantId, consentId, mode: taken.mode, app }, (work, env) =>
    work.complete({ query, kept, returnTo: taken.return_to }, env),
  );
  if (!onboarded.ok) {
    const { kind } = onboarded.problem;
    // Nothing reached the carrier: the same consent may be tried again.
    if (kind === 'temporary-before-effect' || kind === 'quota')
      await deps.db.tenant({ tenantId }, (tx) =>
        tx
          .updateTable('carrier_consents')
          .set({ used_at: null })
          .where('tenant_id', '=', tenantId)
          .where('id', '=', consentId)
          .execute(),
      );
    return carrierProblem(onboarded.problem);
  }
  const { credentials, accountName, problems } = onboarded.value;
  const accountId = taken.account_id ?? newId();
  await deps.db.tenant({ tenantId }, async (tx) => {
    // A key of its own each time: what was cached of an earlier sign-in is not this one's.
    const quotaKey = `${accountId} ${newId()}`;
    if (taken.account_id === null) {
      await storeAccount(deps, tx, tenantId, {
        accountId,
        slug: taken.slug,
        name: taken.name || accountName || entry.manifest.name,
        mode: taken.mode,
        credentials,
        quotaKey,
        signedIn: { registrationTenantId: app.tenantId },
      });
      return;
    }
    const before = await tx
      .selectFrom('carrier_accounts')
      .select('secret_id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const secretId = newId();
    await storeSecret(deps, tx, tenantId, secretId, credentials);
    await tx
      .updateTable('carrier_accounts')
      .set({
        secret_id: secretId,
        quota_key: quotaKey,
        state: 'active',
        signed_in: true,
        registration_tenant_id: app.tenantId,
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', accountId)
      .execute();
    if (before.secret_id) await tx.deleteFrom('secrets').where('id', '=', before.secret_id).execute();
  });
  if (who.tenantKind === 'franchise' && taken.account_id === null) await lendToCustomers(deps.db, tenantId, accountId);
  return { ok: true, value: { accountId, problems } };
}

async function openConsent(
  deps: Pick<OnboardingDeps, 'db' | 'sealer'>,
  tenantId: string,
  consentId: string,
): Promise<{ readonly kept: JsonObject; readonly query: Readonly<Record<string, string>> }> {
  const row = await deps.db.secrets({ tenantId }, (tx) =>
    tx
      .selectFrom('carrier_consents')
      .select(['kept', 'brought'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', consentId)
      .executeTakeFirstOrThrow(),
  );
  const open = (purpose: string, sealed: Uint8Array | null): Json =>
    sealed ? deps.sealer.openJson(tenantId, consentId, purpose, sealed) : {};
  return {
    kept: open(KEPT, row.kept) as JsonObject,
    query: open(BROUGHT, row.brought) as Record<string, string>,
  };
}
