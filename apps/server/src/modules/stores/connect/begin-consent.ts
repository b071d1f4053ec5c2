/** Where the browser is sent to ask the seller for consent. */
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { BeginInput as ConnectorBeginInput, StoreManifest } from '@scanship/connector-kit/store/store';
import { checkConsentAddress, namesStoreLater } from '@scanship/connector-kit/store/store-open-environment';
import { checkEntry } from '@scanship/connector-kit/store/store-run';
import { platformOfId, type StorePlatform } from '@scanship/domain/stores/store-platforms';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import type { AppRegistration, AppRegistrations } from '../app-registrations.ts';
import { findStore, type RegisteredStore } from '../store-registry.ts';
import type { ConsentStates } from './consent-state.ts';

export interface BeginDeps {
  readonly clock: Services['clock'];
  readonly apps: AppRegistrations;
  readonly states: ConsentStates;
  readonly simulated: boolean;
}

export interface BeginInput {
  readonly platformId: number;
  /** The franchise whose page asks, and the customer when somebody is signed in. */
  readonly siteId: string;
  readonly tenantId: string | null;
  readonly storeId: string | null;
  /** Proved origin of the page. */
  readonly origin: string;
  /** Where platforms reach this server, proved too. */
  readonly reached: string;
  /** Mark of the browser that asks. */
  readonly browser: string;
  readonly mode: ConnectorMode | undefined;
  readonly shop: string | undefined;
  /** The platform's own parameters when it sent the browser here (an install link); checked before anything else. */
  readonly vendor: Readonly<Record<string, string>>;
}

export const callbackPath = (code: string): string => `/connect/${code}/callback`;
/** The same on the host that began, where its cookie is. */
export const returnPath = (code: string): string => `/connect/${code}/return`;
/** Consent pages of simulators stand under the main port, since another port may not be reachable. */
export const simulatorPagesPath = (slug: string): string => `/_simulators/${slug}`;

/** A platform that can be connected by consent, or why not. */
export function redirectPlatform(
  platformId: number,
): Outcome<{ readonly platform: StorePlatform; readonly entry: RegisteredStore }> {
  const platform = platformOfId(platformId);
  if (!platform) return problem('not_found', { message: 'There is no such platform.' });
  const entry = findStore(platform.code);
  if (!entry) return problem('store_refused', { message: `${platform.name} cannot be connected yet.`, advice: '' });
  if (entry.manifest.connect !== 'redirect')
    return problem('store_refused', { message: `${platform.name} is connected with keys, not by consent.` });
  return { ok: true, value: { platform, entry } };
}

/**
 * Address of the platform's consent page. An install link must carry the platform's signature.
 * @returns problem `not_found`, `validation` (field `shop`), or `store_refused` in words
 */
export async function beginConsent(deps: BeginDeps, input: BeginInput): Promise<Outcome<{ readonly url: string }>> {
  const found = redirectPlatform(input.platformId);
  if (!found.ok) return found;
  const { entry } = found.value;
  const { manifest } = entry;
  const owner = input.tenantId ?? input.siteId;
  const mode = input.mode ?? (await deps.apps.modes(owner, manifest))[0];
  const registration = mode && (await deps.apps.whole(owner, manifest, mode));
  if (!registration)
    return problem('store_refused', {
      message: `${manifest.name} is not set up on this site yet.`,
      advice: 'Ask your operator to register the app.',
    });
  const connector = await entry.load();
  const { authorise } = connector;
  if (!authorise) return problem('store_refused');
  const started = await confirmedStart(deps, input, entry);
  if (started) return started;
  const later = namesStoreLater(manifest);
  let externalAccount = later ? '' : plainAccount(input.shop ?? '', manifest);
  if (Object.hasOwn(input.vendor, 'hmac')) {
    const signed = checkEntry(connector, input.vendor, registration.app, deps.clock.now());
    if (!signed.ok) return problem('store_refused', { message: signed.problem.message });
    externalAccount = signed.value.externalAccount;
  }
  if (!later && !new RegExp(`^(?:${manifest.accountPattern})$`, 'u').test(externalAccount)) {
    const field = manifest.fields.find(({ name }) => name === 'account');
    return problem('validation', {
      errors: [
        { field: 'shop', message: `This is not the address of a ${manifest.name} store. ${field?.help ?? ''}`.trim() },
      ],
    });
  }
  const begin = begun(deps, input, manifest, registration.mode, externalAccount);
  return consentPage(manifest, begin, authorise.begin(begin, registration.app));
}

/** What a consent begins with, our signed state among it. */
function begun(
  deps: BeginDeps,
  input: BeginInput,
  manifest: StoreManifest,
  mode: ConnectorMode,
  externalAccount: string,
): ConnectorBeginInput {
  const redirectUri = `${input.reached}${callbackPath(manifest.code)}`;
  const state = deps.states.sign(
    {
      platformCode: manifest.code,
      mode,
      siteId: input.siteId,
      origin: input.origin,
      browser: input.browser,
      tenantId: input.tenantId,
      storeId: input.storeId,
      externalAccount,
      redirectUri,
    },
    deps.clock.now(),
  );
  const simulatorConsent = mode === 'simulator' ? `${input.origin}${simulatorPagesPath(manifest.code)}` : undefined;
  return { externalAccount, state, redirectUri, simulatorConsent };
}

/** Lets only the platform's own pages through. */
function consentPage(
  manifest: StoreManifest,
  begin: ConnectorBeginInput,
  address: string,
): Outcome<{ readonly url: string }> {
  try {
    return { ok: true, value: { url: checkConsentAddress(manifest, address, begin.simulatorConsent) } };
  } catch (error) {
    if (error instanceof ConnectorError) return refusedBy(error.problem);
    throw error;
  }
}

/**
 * A start at the platform's own store of apps, which is confirmed where its parameters say; the mode is the one whose pages
 * these are. Undefined when it is none.
 */
async function confirmedStart(
  deps: BeginDeps,
  input: BeginInput,
  entry: RegisteredStore,
): Promise<Outcome<{ readonly url: string }> | undefined> {
  const { manifest } = entry;
  const { authorise } = await entry.load();
  const owner = input.tenantId ?? input.siteId;
  let refused: Outcome<{ readonly url: string }> | undefined;
  for (const mode of input.mode ? [input.mode] : await deps.apps.modes(owner, manifest)) {
    const about = authorise?.confirmStart?.(input.vendor, begun(deps, input, manifest, mode, ''))?.externalAccount;
    if (about === undefined) return undefined;
    const named = new RegExp(`^(?:${manifest.accountPattern})$`, 'u').test(about);
    if (!named || !(await deps.apps.whole(owner, manifest, mode))) continue;
    const begin = begun(deps, input, manifest, mode, about);
    const page = consentPage(manifest, begin, authorise?.confirmStart?.(input.vendor, begin)?.address ?? '');
    if (page.ok) return page;
    refused = page;
  }
  return refused;
}

/** As people paste it: with scheme, path and capitals. A path stays only where the platform's stores have one. */
export function plainAccount(text: string, manifest?: Pick<StoreManifest, 'accountPattern' | 'accountEnding'>): string {
  const whole = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[?#][^]*$/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/^[^/]*/, (host) => host.toLowerCase());
  const fits = manifest !== undefined && new RegExp(`^(?:${manifest.accountPattern})$`, 'u').test(whole);
  const plain = fits ? whole : whole.replace(/\/[^]*$/, '');
  return manifest?.accountEnding && /^[^.]+$/.test(plain) ? plain + manifest.accountEnding : plain;
}

/** A platform's problem while connecting, as the person sees it. */
export function refusedBy(said: ConnectorProblem): Outcome<never> {
  const unreachable =
    said.kind === 'temporary-before-effect' || said.kind === 'unknown-effect' || said.kind === 'quota';
  const words =
    said.vendorMessage && !said.message.includes(said.vendorMessage) ? ` It said: "${said.vendorMessage}"` : '';
  return problem(unreachable ? 'store_unavailable' : 'store_refused', { message: `${said.message}${words}` });
}

/** The registration whose secret signed a request, among all there are; undefined when none did. */
export async function signerOf(
  deps: Pick<BeginDeps, 'apps' | 'clock'>,
  entry: RegisteredStore,
  vendor: Readonly<Record<string, string>>,
): Promise<{ readonly registration: AppRegistration; readonly externalAccount: string } | undefined> {
  const connector = await entry.load();
  for (const registration of await deps.apps.all(entry.manifest)) {
    const signed = checkEntry(connector, vendor, registration.app, deps.clock.now());
    if (signed.ok) return { registration, externalAccount: signed.value.externalAccount };
  }
  return undefined;
}
