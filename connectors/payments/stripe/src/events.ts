/** Deliveries of Stripe: signed, repeated and in any order (docs.stripe.com/webhooks). They say what to look up, nothing more. */
import { Stripe } from 'stripe';

/** What is subscribed: everything we book by. */
export const EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.requires_action',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** What an event is about, to be asked for. */
export type Subject =
  | { readonly kind: 'intent'; readonly id: string }
  | { readonly kind: 'refunds'; readonly intentId: string }
  | { readonly kind: 'dispute'; readonly id: string };

export interface VerifiedEvent {
  readonly id: string;
  readonly type: string;
}

/** Signatures older than this are a repeat by somebody else (the SDK's own default). Seconds. */
const TOLERANCE_SECONDS = 300;

/** Verifies the bytes as they came with each secret (an endpoint has two while one is rolled); undefined: not Stripe's. */
export function verifyEvent(
  body: Uint8Array,
  signature: string | undefined,
  secrets: readonly string[],
  now: Date,
): VerifiedEvent | undefined {
  if (signature === undefined) return undefined;
  const webhooks = new Stripe('sk_unused').webhooks;
  for (const secret of secrets) {
    try {
      const event = webhooks.constructEvent(
        Buffer.from(body),
        signature,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        now.getTime(),
      );
      return { id: event.id, type: event.type };
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  return undefined;
}

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
      ? value.id
      : undefined;

/** Reads a verified delivery; undefined for kinds that book nothing. */
export function subjectOf(body: Uint8Array): Subject | undefined {
  const event = JSON.parse(Buffer.from(body).toString('utf8')) as {
    readonly type?: string;
    readonly data?: { readonly object?: { readonly id?: unknown; readonly payment_intent?: unknown } };
  };
  const object = event.data?.object;
  const type = event.type ?? '';
  const id = idOf(object?.id);
  if (!object || id === undefined) return undefined;
  if (type.startsWith('payment_intent.')) return { kind: 'intent', id };
  if (type.startsWith('charge.dispute.')) return { kind: 'dispute', id };
  if (type.startsWith('refund.') || type === 'charge.refunded') {
    const intentId = idOf(object.payment_intent);
    return intentId === undefined ? undefined : { kind: 'refunds', intentId };
  }
  return undefined;
}

/** Leaves one endpoint for this address, however often it runs. @returns the secret where one was made */
export async function subscribe(stripe: Stripe, url: string): Promise<string | undefined> {
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) if (endpoint.url === url) return undefined;
  const made = await stripe.webhookEndpoints.create({ url, enabled_events: [...EVENTS] });
  return made.secret;
}
