/** The official SDK on an account's key. It repeats nothing by itself: repeats are the caller's journal's, under our own keys. */
import { openInnerSpan } from '@scanship/connector-kit/spans';
import { Stripe } from 'stripe';

export interface StripeAccount {
  readonly secretKey: string;
  /** Base address; a path in it (the simulator's) stands before `/v1`. */
  readonly apiAddress: string;
  /** Time for one call. Milliseconds. */
  readonly timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 20_000;

/** "payment_intents", "payment_intents cancel": what stands at even places of "/v1/payment_intents/pi_1/cancel" names nobody. */
const callOf = (path: string): string => {
  const [, , resource = '', , action] = path.split('/');
  return [resource, action].filter((part) => part !== undefined && /^[a-z_]{1,40}$/.test(part)).join(' ');
};

/** `path` without what stands before it at the simulator. */
async function traced(path: string, method: string, ask: () => Promise<Response>): Promise<Response> {
  const span = openInnerSpan(() => ({
    name: `Stripe ${callOf(path)}`,
    kind: 'call',
    values: { 'scanship.vendor': 'stripe', 'http.request.method': method },
  }));
  try {
    const answer = await ask();
    span?.set({ 'http.response.status_code': answer.status });
    if (!answer.ok) span?.failed(answer.status);
    return answer;
  } catch (error) {
    span?.failed(error);
    throw error;
  } finally {
    span?.end();
  }
}

export function openStripe(account: StripeAccount): Stripe {
  const base = new URL(account.apiAddress);
  const prefix = base.pathname.replace(/\/$/, '');
  const below: typeof fetch = (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    const path = asked.pathname;
    asked.pathname = `${prefix}${path}`;
    // Node's fetch counts the body itself and sends through whatever dispatcher undici has set for the process; one of another version
    // refuses a Content-Length that comes twice ("invalid content-length header").
    const headers = new Headers(init?.headers);
    headers.delete('content-length');
    return traced(path, init?.method ?? 'GET', () => fetch(asked, { ...init, headers, redirect: 'error' }));
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
