/**
 * The neutral callback: the one address every platform knows. It checks our signed state and the platform's own signature,
 * takes the platform's code out of sight, and sends the browser to the page of the franchise that began.
 */
import { ACCESS_EXPIRES_AT, ACCESS_TOKEN } from '@scanship/connector-kit/store-environment';
import { checkEntry } from '@scanship/connector-kit/store-run';
import { platformOfCode } from '@scanship/domain/store-platforms';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hostOf } from '../../../platform/http/request-state.ts';
import type { Services } from '../../../platform/services.ts';
import type { HostDirectory } from '../../tenants/index.ts';
import type { StoreEnvironments } from '../store-environment.ts';
import { findStore, type RegisteredStore } from '../store-registry.ts';
import { beginConsent, type BeginDeps, signerOf } from './begin-consent.ts';
import { exchange } from './connect-store.ts';
import { type Consent, sealConsent } from './sealed-consent.ts';

export interface CallbackDeps extends BeginDeps {
  readonly db: Services['db'];
  readonly sealer: Services['sealer'];
  readonly hosts: HostDirectory;
  readonly environments: StoreEnvironments;
}

/** Address of the browser's next page, and why where it went wrong (for the log, never a value). */
export interface NextPage {
  readonly location: string;
  readonly wrong?: string;
}

export function registerCallback(app: FastifyInstance, deps: CallbackDeps, log: Services['log']): void {
  app.get<{ Params: { platform: string } }>('/connect/:platform/callback', async (request, reply) => {
    const next = await nextPage(deps, request.params.platform, textsOf(request.query), {
      host: hostOf(request),
      origin: originOf(request),
    });
    if (next.wrong !== undefined)
      log.warn({ platform: request.params.platform, why: next.wrong }, 'a return from consent was refused');
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(next.location, 303);
  });
}

const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host.toLowerCase()}`;

/** Parameters as texts; one that is given twice is left out, since no platform does so. */
export const textsOf = (query: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries((query ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

export async function nextPage(
  deps: CallbackDeps,
  code: string,
  query: Readonly<Record<string, string>>,
  came: { readonly host: string; readonly origin: string },
): Promise<NextPage> {
  const platform = platformOfCode(code);
  const entry = findStore(code);
  const error = (wrong: string, origin = ''): NextPage => ({
    location: `${origin}/connect-marketplace/${platform?.id ?? 0}?error=${wrong}&redirect_url=${encodeURIComponent(pageOf(code))}`,
    wrong,
  });
  if (!platform || !entry) return { location: '/error', wrong: 'platform' };
  if (query.state === undefined) return installPage(deps, platform.id, code, query, came);
  const state = deps.states.read(query.state, deps.clock.now());
  if (!state || state.platformCode !== code) return error('state');
  if (query.error !== undefined) return error('access_denied', state.origin);
  const registration = await deps.apps.of(state.tenantId ?? state.realmId, entry.manifest, state.mode);
  if (!registration) return error('registration', state.origin);
  const signed = checkEntry(await entry.load(), query, registration.app, deps.clock.now());
  if (!signed.ok || signed.value.code === '') return error('signature', state.origin);
  const { externalAccount, code: exchanged } = signed.value;
  // A shop that was typed in, or the seller who started at the platform.
  if (state.externalAccount !== '' && externalAccount !== state.externalAccount) return error('account', state.origin);
  let consent: Consent = {
    platformCode: code,
    mode: state.mode,
    tenantId: state.tenantId,
    storeId: state.storeId,
    redirectUri: state.redirectUri,
    externalAccount,
    code: exchanged,
    state: query.state,
  };
  if (entry.manifest.exchangeAtOnce === true) {
    const done = await exchange(deps, state.tenantId ?? state.realmId, entry, consent);
    if (done.ok) consent = { ...consent, code: '', state: '', exchanged: withoutAccess(done.value) };
    // Who could not be reached now may be in some minutes: the code waits with the person.
    else if (done.problem.code !== 'store_unavailable') return error('exchange', state.origin);
  }
  const sealed = sealConsent(deps.sealer, state.realmId, consent, deps.clock.now());
  const target = new URL(`/connect-marketplace/${platform.id}`, state.origin);
  // The page waits for both; a platform that names the store only with the exchange has its own name stand there.
  const shop = externalAccount === '' ? code : externalAccount;
  target.search = new URLSearchParams({ redirect_url: pageOf(code), code: sealed, shop }).toString();
  return { location: target.href };
}

/**
 * Access that ends soon stays out of the browser, sealed as it is: the first use renews it. Access without an end is all there
 * is of the consent, and nothing would renew it.
 */
function withoutAccess(done: NonNullable<Consent['exchanged']>): NonNullable<Consent['exchanged']> {
  if (done.store.credentials[ACCESS_EXPIRES_AT] === undefined) return done;
  const { [ACCESS_TOKEN]: _token, [ACCESS_EXPIRES_AT]: _until, ...credentials } = done.store.credentials;
  return { ...done, store: { ...done.store, credentials } };
}

/** Our own page that connects the platform. */
const pageOf = (code: string): string => `/ecommerce/connect-store/${code}-store`;

/** A start at the platform's own store of apps, which waits to be confirmed. */
const isStart = async (entry: RegisteredStore, query: Readonly<Record<string, string>>): Promise<boolean> => {
  const nothing = { externalAccount: '', state: '', redirectUri: '' };
  return (await entry.load()).authorise?.confirmStart?.(query, nothing) !== undefined;
};

/** An install link of the platform: signed, without a code and without a state of ours. It leads to the consent page. */
async function installPage(
  deps: CallbackDeps,
  platformId: number,
  code: string,
  query: Readonly<Record<string, string>>,
  came: { readonly host: string; readonly origin: string },
): Promise<NextPage> {
  const wrong = (why: string): NextPage => ({
    location: `/connect-marketplace/${platformId}?error=${why}`,
    wrong: why,
  });
  const entry = findStore(code);
  if (entry && (await isStart(entry, query))) {
    // The page of the franchise goes on: it knows who is signed in.
    const here = await deps.hosts.franchiseOf(came.host);
    const vendor = new URLSearchParams(query).toString();
    return here ? { location: `/connect-marketplace/${platformId}?${vendor}` } : wrong('franchise');
  }
  const signer = entry && (await signerOf(deps, entry, query));
  if (!signer) return wrong('signature');
  const page = await franchiseOf(deps, signer.registration.tenantId, came);
  if (!page) return wrong('franchise');
  const begun = await beginConsent(deps, {
    platformId,
    realmId: page.realmId,
    tenantId: null,
    storeId: null,
    origin: page.origin,
    ownOrigin: came.origin,
    mode: signer.registration.mode,
    shop: signer.externalAccount,
    vendor: {},
  });
  return begun.ok ? { location: begun.value.url } : wrong('consent');
}

/** A franchise's own app leads to its own host; the operator's app to the host the browser came to. */
async function franchiseOf(
  { db, hosts }: CallbackDeps,
  registrationTenantId: string | null,
  came: { readonly host: string; readonly origin: string },
): Promise<{ readonly realmId: string; readonly origin: string } | undefined> {
  const here = await hosts.franchiseOf(came.host);
  if (registrationTenantId === null || here?.id === registrationTenantId)
    return here && { realmId: here.id, origin: came.origin };
  const own = await db.reference((tx) =>
    tx
      .selectFrom('tenants as t')
      .innerJoin('hosts as h', 'h.tenant_id', 't.id')
      .select(['t.id', 'h.host'])
      .where('t.id', '=', registrationTenantId)
      .where('t.kind', '=', 'franchise')
      .where('h.state', '=', 'verified')
      .orderBy('h.host')
      .executeTakeFirst(),
  );
  if (own) return { realmId: own.id, origin: `https://${own.host}` };
  return here && { realmId: here.id, origin: came.origin };
}
