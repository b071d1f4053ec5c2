/**
 * The neutral callback: the one address every platform knows. It checks our signed state and the platform's own signature,
 * takes the platform's code out of sight, and sends the browser to the page of the franchise that began.
 */
import { ACCESS_EXPIRES_AT, ACCESS_TOKEN } from '@scanship/connector-kit/store/store-environment';
import { checkEntry } from '@scanship/connector-kit/store/store-run';
import { platformOfCode } from '@scanship/domain/stores/store-platforms';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Arrival, arrivalOf, arrive, type ConsentBrowsers } from '../../../platform/http/consent-browser.ts';
import type { SetCookie } from '../../../platform/http/handler.ts';
import { overTls } from '../../../platform/http/host-cookie.ts';
import { parseOrigin } from '../../../platform/http/named-host.ts';
import { setCookie } from '../../../platform/http/set-cookie.ts';
import type { Services } from '../../../platform/services.ts';
import type { HostDirectory } from '../../../platform/hosts.ts';
import type { StoreEnvironments } from '../store-environment.ts';
import { findStore, type RegisteredStore } from '../store-registry.ts';
import { beginConsent, type BeginDeps, callbackPath, returnPath, signerOf } from './begin-consent.ts';
import { exchange } from './connect-store.ts';
import { accountOfConsent, type Consent, sealConsent } from './sealed-consent.ts';

export interface CallbackDeps extends BeginDeps {
  readonly db: Services['db'];
  readonly sealer: Services['sealer'];
  readonly hosts: HostDirectory;
  readonly browsers: ConsentBrowsers;
  readonly environments: StoreEnvironments;
}

/** Address of the browser's next page, and why where it went wrong (for the log, never a value). */
export interface NextPage {
  readonly location: string;
  readonly wrong?: string;
  /** Binds the consent that begins to this browser. */
  readonly cookie?: SetCookie;
}

export function registerCallback(
  app: FastifyInstance,
  deps: CallbackDeps,
  { log, production }: { readonly log: Services['log']; readonly production: boolean },
): void {
  const tls = overTls(production);
  const answer = (sentOn: boolean) => async (request: FastifyRequest<Asked>, reply: FastifyReply) => {
    const { platform } = request.params;
    const next = await nextPage(deps, platform, textsOf(request.query), arrivalOf(request, sentOn));
    if (next.wrong !== undefined) log.warn({ platform, why: next.wrong }, 'a return from consent was refused');
    if (next.cookie) setCookie(reply, next.cookie, tls(request));
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(next.location, 303);
  };
  app.get<Asked>(callbackPath(':platform'), answer(false));
  app.get<Asked>(returnPath(':platform'), answer(true));
}
interface Asked {
  readonly Params: { readonly platform: string };
}

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
  arrival: Arrival,
): Promise<NextPage> {
  const platform = platformOfCode(code);
  const entry = findStore(code);
  // Of the page that began, once that is known; else of the host the browser is at.
  let home = '';
  const error = (wrong: string): NextPage => ({
    location: `${home}/connect-marketplace/${platform?.id ?? 0}?error=${wrong}&redirect_url=${encodeURIComponent(pageOf(code))}`,
    wrong,
  });
  if (!platform || !entry) return { location: '/error', wrong: 'platform' };
  if (query.state === undefined) return installPage(deps, platform.id, code, query, arrival);
  const state = deps.states.read(query.state, deps.clock.now());
  if (!state || state.platformCode !== code) return error('state');
  const arrived = await arrive(deps, state, arrival, returnPath(code));
  if (arrived.kind === 'onward') return arrived;
  if (arrived.kind === 'stranger') return error('browser');
  home = arrived.home;
  if (query.error !== undefined) return error('access_denied');
  const registration = await deps.apps.of(state.tenantId ?? state.siteId, entry.manifest, state.mode);
  if (!registration) return error('registration');
  const signed = checkEntry(await entry.load(), query, registration.app, deps.clock.now());
  if (!signed.ok || signed.value.code === '') return error('signature');
  const { externalAccount, code: exchanged } = signed.value;
  // A shop that was typed in, or the seller who started at the platform.
  if (state.externalAccount !== '' && externalAccount !== state.externalAccount) return error('account');
  let consent: Consent = {
    platformCode: code,
    mode: state.mode,
    browser: state.browser,
    tenantId: state.tenantId,
    storeId: state.storeId,
    redirectUri: state.redirectUri,
    externalAccount,
    code: exchanged,
    state: query.state,
  };
  if (entry.manifest.exchangeAtOnce === true) {
    const done = await exchange(deps, state.tenantId ?? state.siteId, entry, consent);
    if (done.ok) consent = { ...consent, code: '', state: '', exchanged: withoutAccess(done.value) };
    // Who could not be reached now may be in some minutes: the code waits with the person.
    else if (done.problem.code !== 'store_unavailable') return error('exchange');
  }
  const sealed = sealConsent(deps.sealer, state.siteId, consent, deps.clock.now());
  // The page waits for both; a platform that names the store only with the exchange has its own name stand there.
  const shop = accountOfConsent(consent) || code;
  const search = new URLSearchParams({ redirect_url: pageOf(code), code: sealed, shop }).toString();
  return { location: `${home}/connect-marketplace/${platform.id}?${search}` };
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
  arrival: Arrival,
): Promise<NextPage> {
  const wrong = (why: string): NextPage => ({
    location: `/connect-marketplace/${platformId}?error=${why}`,
    wrong: why,
  });
  const { origins } = deps.hosts;
  const entry = findStore(code);
  const here = await deps.hosts.franchiseOf(arrival.origin?.host ?? '');
  if (entry && (await isStart(entry, query))) {
    // The page of the franchise goes on: it knows who is signed in.
    const vendor = new URLSearchParams(query).toString();
    return here ? { location: `/connect-marketplace/${platformId}?${vendor}` } : wrong('franchise');
  }
  const signer = entry && (await signerOf(deps, entry, query));
  if (!signer) return wrong('signature');
  // A franchise's own app leads to its own host; the operator's app to the one the browser came to.
  const siteId = signer.registration.tenantId ?? here?.id;
  const page = siteId === undefined ? undefined : await origins.of(siteId, arrival.origin);
  if (siteId === undefined || page === undefined) return wrong('franchise');
  if (!arrival.sentOn && parseOrigin(page)?.host !== arrival.origin?.host)
    return { location: `${page}${returnPath(code)}?${arrival.query}` };
  const { mark, cookie } = deps.browsers.begin(arrival);
  const begun = await beginConsent(deps, {
    platformId,
    siteId,
    tenantId: null,
    storeId: null,
    origin: page,
    reached: origins.reached(page, arrival.origin),
    browser: mark,
    mode: signer.registration.mode,
    shop: signer.externalAccount,
    vendor: {},
  });
  return begun.ok ? { location: begun.value.url, cookie } : wrong('consent');
}
