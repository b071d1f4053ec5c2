/** Customers and their saved cards. Numbers go from the browser to Stripe; here there are only ids and the last four digits. */
import type { Stripe } from 'stripe';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { calling } from './problems.ts';

/** The buyer as a customer of this account: the same one on every repeat. */
export const makeCustomer = (
  stripe: Stripe,
  buyer: { readonly tenantId: string; readonly name: string },
): Promise<string> =>
  calling(true, async () => {
    const found = await stripe.customers.create(
      { name: buyer.name, metadata: { tenant: buyer.tenantId } },
      { idempotencyKey: `customer-${buyer.tenantId}` },
    );
    return found.id;
  });

/** Begins to save a card for payments without the person (docs.stripe.com/payments/save-and-reuse). */
export const beginSetup = (stripe: Stripe, customer: string): Promise<{ id: string; clientSecret: string }> =>
  calling(true, async () => {
    const intent = await stripe.setupIntents.create({
      customer,
      allowed_payment_method_types: ['card'],
      usage: 'off_session',
    });
    if (intent.client_secret === null) throw fail('vendor-broken', 'The card provider gave no key for the form.');
    return { id: intent.id, clientSecret: intent.client_secret };
  });

export interface SavedCard {
  readonly paymentMethod: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** The card a setup ended with; undefined while it is not done. Refused when it is somebody else's. */
export const readSetup = (stripe: Stripe, id: string, customer: string): Promise<SavedCard | undefined> =>
  calling(false, async () => {
    const intent = await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] });
    const owner = typeof intent.customer === 'string' ? intent.customer : intent.customer?.id;
    if (owner !== customer) throw fail('refused', 'This card was not added here. Add it again.');
    const method = intent.payment_method;
    if (intent.status !== 'succeeded' || method === null || typeof method === 'string' || !method.card)
      return undefined;
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
    return { paymentMethod: method.id, brand, last4, expMonth, expYear };
  });

/** Takes a card away; one that is gone already is gone. */
export const detachCard = (stripe: Stripe, paymentMethod: string): Promise<void> =>
  calling(true, async () => {
    await stripe.paymentMethods.detach(paymentMethod);
  });

/** For good: a buyer that is erased, with every card it has there. Of each, one that is gone already is gone. */
export async function forgetCustomer(
  stripe: Stripe,
  known: { readonly customers: readonly string[]; readonly cards: readonly string[] },
): Promise<void> {
  // With the customer its cards are detached (docs.stripe.com/api/customers/delete).
  for (const id of known.customers) await unlessGone(() => calling(true, () => stripe.customers.del(id)));
  for (const id of known.cards) await unlessGone(() => detachCard(stripe, id));
}

/** Nothing but an id is sent: Stripe does not know it, or the card is nobody's any more. */
async function unlessGone(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.problem.kind !== 'invalid-input') throw error;
  }
}
