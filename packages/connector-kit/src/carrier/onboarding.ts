/**
 * A seller lets our registered application use his carrier account by signing in at the carrier. The keys of the
 * application are the platform's (`manifest.onboarding.app`), what comes back are the account's credentials.
 */
import type { JsonObject } from '@scanship/domain/values/json';
import type { CarrierEnv } from '../environment.ts';

export interface OnboardingBegin {
  /** Signed by the caller; comes back untouched, or is kept by the caller where the carrier has no such field. */
  readonly state: string;
  /** Where the carrier sends the browser back. */
  readonly returnTo: string;
  /** Where consent pages stand in mode `simulator` (under our own port), without a trailing slash; undefined else. */
  readonly simulatorConsent?: string | undefined;
  readonly language: 'en' | 'fr';
}

export interface OnboardingStart {
  /** Whole address the browser is sent to; its host is one of `manifest.onboarding.consentHosts` (or the simulator's). */
  readonly address: string;
  /** Sealed by the caller until the browser comes back (a token id, a code verifier). */
  readonly kept: JsonObject;
}

export interface OnboardedAccount {
  /** Values of the manifest's credential fields, and `refreshToken` where the carrier hands out rotating access. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly accountName?: string | undefined;
  readonly problems: readonly string[];
}

export interface Onboarding {
  /** `env.credentials` are the application's keys. */
  begin(input: OnboardingBegin, env: CarrierEnv): Promise<OnboardingStart>;
  /**
   * The browser is back: exchanges what it brought for credentials.
   * @throws ConnectorError `refused` when the seller said no, `not-authorised` when what came back is worth nothing
   */
  complete(
    input: { readonly query: Readonly<Record<string, string>>; readonly kept: JsonObject; readonly returnTo: string },
    env: CarrierEnv,
  ): Promise<OnboardedAccount>;
}
