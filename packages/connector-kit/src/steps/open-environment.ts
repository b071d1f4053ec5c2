/** Makes the environment of one carrier account from its manifest and the process-wide parts. */
import { fieldProblems } from '../credentials/credential-fields.ts';
import type { JsonObject } from '@scanship/domain/values/json';
import type { Dispatcher } from 'undici';
import type { Breakers } from '../http/breaker.ts';
import type { CarrierManifest } from '../carrier/carrier.ts';
import type { CarrierEnv, ConnectorMode } from '../environment.ts';
import { fail } from '../errors.ts';
import type { Http } from '../http/http.ts';
import { createHttpClient } from '../http/http-client.ts';
import type { QuotaBudget } from '../http/quota.ts';
import { credentialFingerprint, type TokenStore } from '../credentials/token-source.ts';
import type { AccountFacts } from '../credentials/account-facts.ts';
import type { TraceSink } from '../http/trace.ts';

/** One set of these per process; two accounts never share anything but these, and each of these keeps accounts apart. */
export interface ConnectorRuntime {
  readonly quota: QuotaBudget;
  readonly breakers: Breakers;
  readonly tokens: TokenStore;
  /** Absent: nothing an account says is kept. */
  readonly facts?: { of(accountKey: string): AccountFacts } | undefined;
  readonly dispatcher: Dispatcher;
  readonly trace: TraceSink;
  readonly now: () => Date;
}

export interface CarrierAccount {
  /** Our id of the account. */
  readonly id: string;
  readonly mode: ConnectorMode;
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: JsonObject;
  /** Keys of our application, for an account that came by signing in at the carrier. */
  readonly app?: Readonly<Record<string, string>> | undefined;
  readonly replaceCredentials?: CarrierEnv['replaceCredentials'];
  /** Base address of the simulator; needed in mode `simulator` for carriers that make calls. */
  readonly simulatorAddress?: string | undefined;
}

/**
 * Key of an account in quota, breaker and tokens; holds no secret. An access that is renewed with a token good once keeps it.
 */
export function accountKeyOf(
  manifest: Pick<CarrierManifest, 'slug'>,
  account: Pick<CarrierAccount, 'id' | 'mode' | 'credentials' | 'app'>,
): string {
  const { refreshToken: _, ...lasting } = account.credentials;
  return credentialFingerprint(manifest.slug, account.mode, account.id, account.app ? lasting : account.credentials);
}

/** @throws ConnectorError `not-authorised` when a required credential is missing. */
export function openCarrierEnv(
  manifest: CarrierManifest,
  account: CarrierAccount,
  runtime: ConnectorRuntime,
): CarrierEnv {
  const [missing] = fieldProblems(manifest.credentials, account.credentials);
  if (missing) throw fail('not-authorised', missing.message, { field: `credentials.${missing.field}` });
  const accountKey = accountKeyOf(manifest, account);
  const baseUrl = account.mode === 'simulator' ? account.simulatorAddress : manifest.endpoints[account.mode];
  return {
    mode: account.mode,
    credentials: account.credentials,
    settings: account.settings,
    ...(account.app ? { app: account.app, replaceCredentials: account.replaceCredentials } : {}),
    tokens: runtime.tokens.of(accountKey),
    ...(runtime.facts ? { facts: runtime.facts.of(accountKey) } : {}),
    now: runtime.now,
    http:
      baseUrl === undefined
        ? noHttp(manifest, account.mode)
        : clientFor(manifest, account, runtime, accountKey, baseUrl),
  };
}

function clientFor(
  manifest: CarrierManifest,
  account: CarrierAccount,
  runtime: ConnectorRuntime,
  accountKey: string,
  baseUrl: string,
): Http {
  const secretFields = [...manifest.credentials, ...(manifest.onboarding?.app ?? [])].flatMap((field) =>
    field.secret ? [field.name] : [],
  );
  const secrets = [...Object.entries(account.credentials), ...Object.entries(account.app ?? {})].flatMap(
    ([name, value]) => (secretFields.includes(name) || name === 'refreshToken' ? [value] : []),
  );
  return createHttpClient({
    vendor: manifest.name,
    baseUrl,
    // A simulator is the whole vendor: no link leads anywhere else.
    hosts: account.mode === 'simulator' ? [] : hostsOf(manifest, account.mode),
    secrets,
    accountKey,
    quota: runtime.quota,
    quotaLimit: manifest.quota,
    breakers: runtime.breakers,
    dispatcher: runtime.dispatcher,
    trace: runtime.trace,
    deadlineMs: Math.max(manifest.deadlineMs.rate, manifest.deadlineMs.ship, manifest.deadlineMs.other),
    now: runtime.now,
  });
}

function hostsOf(manifest: CarrierManifest, mode: Exclude<ConnectorMode, 'simulator'>): string[] {
  const base = manifest.endpoints[mode];
  return [...(manifest.hosts ?? []), ...(base === undefined ? [] : [new URL(base).host])];
}

const noHttp = (manifest: CarrierManifest, mode: ConnectorMode): Http => ({
  send: () =>
    Promise.reject(fail('refused', `${manifest.name} has no ${mode} service to call.`, { vendorCode: 'no-address' })),
});
