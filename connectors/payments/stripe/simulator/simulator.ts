/** Simulator for Stripe: any number of accounts, each told by its keys; what we call of the API, the browser's side, webhooks. */
import { createSimulator, jsonAnswer, type SimRoute, type Simulator } from '@scanship/simulator-kit/simulator';
import { adminCalls } from './admin-calls.ts';
import { api, invalid, listOf, plain } from './answer.ts';
import { keysOf } from './apps.ts';
import { browserFiles } from './browser.ts';
import { cardCalls } from './card-calls.ts';
import { deliverEverywhere } from './deliver.ts';
import { textOf, textsOf } from './form.ts';
import { newEndpoint } from './objects.ts';
import { paymentCalls } from './payment-calls.ts';
import { payoutAdmin, payoutCalls } from './payout-calls.ts';
import { listed } from './state.ts';

const endpointCalls: readonly SimRoute[] = [
  api('create-endpoint', 'POST', '/v1/webhook_endpoints', (asked) => {
    const url = textOf(asked.form, 'url') ?? '';
    if (!URL.canParse(url)) throw invalid('Not a valid URL', 'url', 'url_invalid');
    const made = newEndpoint(asked.context.newId('we_'), asked.now, {
      url,
      events: Object.values(textsOf(asked.form, 'enabled_events')),
    });
    // The secret is shown once, when the endpoint is made.
    return { body: { ...plain(made), secret: keysOf(asked.account.id).webhookSecret }, objects: [made] };
  }),
  api('list-endpoints', 'GET', '/v1/webhook_endpoints', (asked) =>
    listOf(asked, '/v1/webhook_endpoints', listed(asked.account, 'webhook_endpoint')),
  ),
];

export const simulator: Simulator = createSimulator({
  slug: 'stripe',
  name: 'Stripe (TEST)',
  accounts: [],
  routes: [...cardCalls, ...paymentCalls, ...payoutCalls, ...endpointCalls, ...browserFiles],
  admin: [...adminCalls, ...payoutAdmin],
  unknown: ({ method, path }) =>
    jsonAnswer(404, {
      error: {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs.`,
      },
    }),
  push: deliverEverywhere,
});
