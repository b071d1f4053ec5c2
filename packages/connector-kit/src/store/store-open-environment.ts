/** Makes the environment of one store from its manifest and the process-wide parts, and checks where a browser may be sent. */
import type { JsonObject } from '@scanship/domain/values/json';
import { fieldProblems } from '../credentials/credential-fields.ts';
import type { ConnectorMode } from '../environment.ts';
import { fail } from '../errors.ts';
import type { Http } from '../http/http.ts';
import { createHttpClient } from '../http/http-client.ts';
import type { ConnectorRuntime } from '../steps/open-environment.ts';
import type { StoreManifest } from './store.ts';
import { type KeyRings, noKeys } from '../deliveries/key-ring.ts';
import type { AccessSource, ConnectEnv, DeliveryEnv, KeptStore, StoreEnv } from './store-environment.ts';
import { createTokenCache, credentialFingerprint } from '../credentials/token-source.ts';

/** One store as the caller keeps it, unsealed. */
export interface StoreAccount {
  /** Our id of the connection; before there is one, anything that tells this attempt from others. */
  readonly id: string;
  readonly mode: ConnectorMode;
  /** The platform's id of the store. */
  readonly externalAccount: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: JsonObject;
  /** Our app at the platform: values of `manifest.appFields`. */
  readonly app: Readonly<Record<string, string>>;
  /** Base address of the simulator, in mode `simulator`. */
  readonly simulatorAddress?: string | undefined;
}

/**
 * The store's id, checked against the manifest's pattern in whole before it becomes part of an address.
 * @throws ConnectorError `invalid-input`
 */
export function checkedAccount(manifest: StoreManifest, externalAccount: string): string {
  // Not known yet; then no address may hang on it.
  if (externalAccount === '' && namesStoreLater(manifest)) return '';
  if (new RegExp(`^(?:${manifest.accountPattern})$`, 'u').test(externalAccount)) return externalAccount;
  const field = manifest.fields.find((f) => f.name === 'account');
  throw fail('invalid-input', `This is not the address of a ${manifest.name} store. ${field?.help ?? ''}`.trim(), {
    field: 'account',
  });
}

/** The platform names the store only after consent, or after keys were tried. */
export const namesStoreLater = (manifest: StoreManifest): boolean =>
  manifest.connect === 'redirect'
    ? (manifest.accountKnown ?? 'before') !== 'before'
    : manifest.fields.every(({ name }) => name !== 'account');

/** Base address of a store's API, with `{account}` filled in; undefined where the platform has none in this mode. */
export function storeAddress(
  manifest: StoreManifest,
  account: Pick<StoreAccount, 'mode' | 'externalAccount' | 'simulatorAddress'>,
): string | undefined {
  const id = checkedAccount(manifest, account.externalAccount);
  if (account.mode === 'simulator')
    return account.simulatorAddress === undefined
      ? undefined
      : account.simulatorAddress + manifest.simulatorPath.replaceAll('{account}', encodeURIComponent(id));
  const address = manifest.endpoints[account.mode]?.replaceAll('{account}', id);
  // An id that the pattern let through must still not have become another host's name and port.
  if (address !== undefined && new URL(address).username !== '')
    throw fail('invalid-input', `This is not the address of a ${manifest.name} store.`, { field: 'account' });
  return address;
}

const noAddress = (manifest: StoreManifest, mode: ConnectorMode): Http => ({
  send: () =>
    Promise.reject(fail('refused', `${manifest.name} has no ${mode} service to call.`, { vendorCode: 'no-address' })),
});

/** Key of our app at a platform: what of its registration is no secret. */
const appKeyOf = (manifest: StoreManifest, account: Pick<StoreAccount, 'mode' | 'app'>): string =>
  credentialFingerprint(
    manifest.code,
    account.mode,
    '',
    Object.fromEntries(
      manifest.appFields.flatMap(({ name, secret }) => (secret ? [] : [[`app.${name}`, account.app[name] ?? '']])),
    ),
  );

function clientOf(
  manifest: StoreManifest,
  account: Pick<StoreAccount, 'mode' | 'app'>,
  runtime: ConnectorRuntime,
  one: { readonly baseUrl: string; readonly accountKey: string; readonly secrets: readonly string[] },
): Http {
  const { deadlineMs, quota } = manifest;
  return createHttpClient({
    vendor: manifest.name,
    baseUrl: one.baseUrl,
    // A simulator is the whole platform: no link leads anywhere else.
    hosts: account.mode === 'simulator' ? [] : [...(manifest.hosts ?? []), new URL(one.baseUrl).host],
    secrets: one.secrets,
    accountKey: one.accountKey,
    quotaKey: quota.scope === 'app' ? appKeyOf(manifest, account) : undefined,
    quota: runtime.quota,
    quotaLimit: { calls: quota.calls, perMs: quota.perMs },
    breakers: runtime.breakers,
    dispatcher: runtime.dispatcher,
    trace: runtime.trace,
    deadlineMs: Math.max(deadlineMs.page, deadlineMs.push, deadlineMs.other),
    now: runtime.now,
  });
}

const appSecrets = (manifest: StoreManifest, app: Readonly<Record<string, string>>): string[] =>
  manifest.appFields.flatMap((field) => (field.secret ? [app[field.name] ?? ''] : []));

/** A client whose redactor learns secrets as they come: access values are renewed while the client lives. */
function learningHttp(
  manifest: StoreManifest,
  account: StoreAccount,
  runtime: ConnectorRuntime,
): { readonly http: Http; readonly learn: (secret: string) => string } {
  const secrets = new Set(Object.values(account.credentials).filter((value) => value.length >= 8));
  for (const secret of appSecrets(manifest, account.app)) secrets.add(secret);
  const baseUrl = storeAddress(manifest, account);
  if (baseUrl === undefined) return { http: noAddress(manifest, account.mode), learn: (secret) => secret };
  // One budget per store: keys may change with every renewal, the platform's limits do not.
  const accountKey = credentialFingerprint(manifest.code, account.mode, account.externalAccount, {});
  const open = (): Http => clientOf(manifest, account, runtime, { baseUrl, accountKey, secrets: [...secrets] });
  let client = open();
  return {
    http: { send: (request) => client.send(request) },
    learn(secret) {
      if (secret.length >= 4 && !secrets.has(secret)) {
        secrets.add(secret);
        client = open();
      }
      return secret;
    },
  };
}

function connectEnv(manifest: StoreManifest, account: StoreAccount, runtime: ConnectorRuntime, http: Http): ConnectEnv {
  const [missing] = fieldProblems(manifest.appFields, account.app);
  if (missing)
    throw fail('not-authorised', `${manifest.name} is not set up for this platform yet: ${missing.message}`, {
      field: `app.${missing.field}`,
    });
  const key = credentialFingerprint(manifest.code, account.mode, account.id, account.credentials);
  return {
    mode: account.mode,
    externalAccount: account.externalAccount,
    credentials: account.credentials,
    app: account.app,
    tokens: runtime.tokens.of(key),
    now: runtime.now,
    http,
  };
}

/**
 * For completing a consent, trying typed-in keys and renewing access.
 * @throws ConnectorError `invalid-input` for an account that is none; `not-authorised` when our app is not set up
 */
export function openConnectEnv(manifest: StoreManifest, account: StoreAccount, runtime: ConnectorRuntime): ConnectEnv {
  return connectEnv(manifest, account, runtime, learningHttp(manifest, account, runtime).http);
}

/**
 * For everything else. Values that `access` hands out are kept out of traces.
 * @throws as `openConnectEnv`
 */
export function openStoreEnv(
  manifest: StoreManifest,
  account: StoreAccount,
  access: AccessSource,
  runtime: ConnectorRuntime,
): StoreEnv {
  const { http, learn } = learningHttp(manifest, account, runtime);
  return {
    ...connectEnv(manifest, account, runtime, http),
    settings: account.settings,
    access: {
      get: async () => learn(await access.get()),
      refused: async (value) => learn(await access.refused(value)),
    },
  };
}

/** For verifying a delivery with our app's registration, before anybody knows which store it is about. */
export function openDeliveryEnv(
  manifest: StoreManifest,
  account: Pick<StoreAccount, 'mode' | 'app' | 'simulatorAddress'>,
  runtime: ConnectorRuntime & { readonly keys: KeyRings; readonly storesOf: DeliveryEnv['storesOf'] },
): DeliveryEnv {
  const { mode, app } = account;
  const template = mode === 'simulator' ? manifest.simulatorPath : (manifest.endpoints[mode] ?? '{account}');
  const baseUrl = mode === 'simulator' ? account.simulatorAddress : manifest.endpoints[mode];
  const appKey = appKeyOf(manifest, account);
  return {
    mode,
    app,
    // An address that hangs on the store cannot be called before the store is known.
    http:
      baseUrl === undefined || template.includes('{account}')
        ? noAddress(manifest, mode)
        : clientOf(manifest, account, runtime, {
            baseUrl: mode === 'simulator' ? baseUrl + template : baseUrl,
            accountKey: appKey,
            secrets: appSecrets(manifest, app),
          }),
    tokens: runtime.tokens.of(`${appKey} deliveries`),
    keys: runtime.keys.of(appKey),
    storesOf: runtime.storesOf,
    now: runtime.now,
  };
}

/**
 * As `openDeliveryEnv` where nothing is asked: for signatures made with a secret of the app, or of one of these stores.
 * @param stores what is kept, by the platform's id of the store
 */
export const offlineDeliveryEnv = (
  manifest: StoreManifest,
  app: Readonly<Record<string, string>>,
  now: () => Date = () => new Date(),
  stores: Readonly<Record<string, readonly KeptStore[]>> = {},
): DeliveryEnv => ({
  mode: 'simulator',
  app,
  http: noAddress(manifest, 'simulator'),
  tokens: createTokenCache({ now }).of('offline'),
  keys: noKeys,
  storesOf: (externalAccount) => Promise.resolve(stores[externalAccount] ?? []),
  now,
});

/**
 * Lets through only an address of the platform's own consent pages: https on a host of the manifest, or, in mode
 * `simulator`, a page below the simulator's prefix on our own port.
 * @throws ConnectorError `refused`
 */
export function checkConsentAddress(manifest: StoreManifest, address: string, simulatorConsent?: string): string {
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
  const known = manifest.consentHosts.some((pattern) => new RegExp(`^(?:${pattern})$`, 'u').test(url.host));
  if (url.protocol !== 'https:' || !known || url.username !== '' || url.password !== '') throw refused;
  return url.href;
}
