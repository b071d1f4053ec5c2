/** The official SDK on an account's key. It repeats nothing by itself: repeats are the caller's journal's, under our own keys. */
import { Stripe } from 'stripe';

export interface StripeAccount {
  readonly secretKey: string;
  /** Base address; a path in it (the simulator's) stands before `/v1`. */
  readonly apiAddress: string;
  /** Time for one call. Milliseconds. */
  readonly timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 20_000;

export function openStripe(account: StripeAccount): Stripe {
  const base = new URL(account.apiAddress);
  const prefix = base.pathname.replace(/\/$/, '');
  const below: typeof fetch = (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    asked.pathname = `${prefix}${asked.pathname}`;
    // Node's fetch counts the body itself and sends through whatever dispatcher undici has set for the process; one of another version
    // refuses a Content-Length that comes twice ("invalid content-length header").
    const headers = new Headers(init?.headers);
    headers.delete('content-length');
    return fetch(asked, { ...init, headers, redirect: 'error' });
  };
  return new Stripe(account.secretKey, {
    host: base.hostname,
    port: base.port === '' ? (base.protocol === 'http:' ? 80 : 443) : base.port,
    protocol: base.protocol === 'http:' ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient(below),
    maxNetworkRetries: 0,
    timeout: account.timeoutMs ?? TIMEOUT_MS,
    telemetry: false,
  });
}
