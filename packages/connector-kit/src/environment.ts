/** Everything a connector may use of the outside: handed in, so that a test can play it and a trace can record it. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { Http } from './http/http.ts';
import type { AccountFacts } from './credentials/account-facts.ts';
import type { TokenSource } from './credentials/tokens.ts';

/** Live, the vendor's own sandbox, or our simulator on loopback. Everything but live prints TEST. */
export type ConnectorMode = 'live' | 'sandbox' | 'simulator';

export interface CarrierEnv {
  readonly mode: ConnectorMode;
  /** Values of the manifest's credential fields. Never logged; the HTTP client redacts them from traces. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Non-secret settings of the account (customer number, contract, a rate sheet ...). */
  readonly settings: JsonObject;
  /** Keys of our application at the carrier, where the account came by `onboarding`. Redacted like credentials. */
  readonly app?: Readonly<Record<string, string>> | undefined;
  /**
   * Keeps credentials the vendor replaced (a refresh token that is good once). Await it before the new ones are used; the
   * caller of a token fetch holds the flight, so two never replace at once.
   */
  readonly replaceCredentials?: ((values: Readonly<Record<string, string>>) => Promise<void>) | undefined;
  readonly http: Http;
  readonly tokens: TokenSource;
  /** What the account said about itself, kept with an age. Absent: it is asked each time. */
  readonly facts?: AccountFacts | undefined;
  /** The only clock a connector reads. */
  now(): Date;
  /** Waits between two polls of one operation; the runner's ends early at the deadline. Absent: a plain timer. */
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
}
