/** What tests play: the bank that takes a payment back, a refund that ends, deliveries sent again. Below `/_admin/stripe`. */
import { jsonAnswer, type SimRoute } from '@scanship/simulator-kit/simulator';
import type { Stripe } from 'stripe';
import { eventOf, plain } from './answer.ts';
import { deliverAll, deliverSoon } from './deliver.ts';
import { newDispute } from './objects.ts';
import { type Account, allAccounts, find, type Held, listed, write } from './state.ts';
import type { SimContext } from '@scanship/simulator-kit/simulator';

const given = (text: string): Record<string, string> =>
  text === '' ? {} : (JSON.parse(text) as Record<string, string>);

const idOf = (object: string | { readonly id: string } | null | undefined): string =>
  typeof object === 'string' ? object : (object?.id ?? '');

const holderOf = (context: SimContext, object: Held['object'], id: string): Account | undefined =>
  allAccounts(context).find((account) => find(account, object, id) !== undefined);

function change(context: SimContext, account: Account, objects: readonly Held[], events: readonly string[]): void {
  const [first] = objects;
  if (!first) return;
  write(context, account.id, { objects, events: events.map((type) => eventOf(context, type, first)) });
  deliverSoon(context, account.id);
}

const nothing = jsonAnswer(404, { error: 'There is no such thing.' });

export const adminCalls: readonly SimRoute[] = [
  {
    name: 'admin-dispute',
    method: 'POST',
    path: '/disputes',
    effect: 'effect',
    handle(request, context) {
      const { payment_intent: id = '', reason = 'fraudulent', status = 'needs_response' } = given(request.text());
      const account = holderOf(context, 'payment_intent', id);
      const intent = account && find(account, 'payment_intent', id);
      const charge = account && find(account, 'charge', idOf(intent?.latest_charge));
      if (!account || !charge) return nothing;
      const dispute = newDispute(
        context.newId('dp_'),
        Math.floor(context.now().getTime() / 1000),
        charge,
        reason,
        status === 'warning_needs_response' ? status : 'needs_response',
      );
      change(
        context,
        account,
        [dispute, { ...charge, disputed: true }],
        status === 'warning_needs_response'
          ? ['charge.dispute.created']
          : ['charge.dispute.created', 'charge.dispute.funds_withdrawn'],
      );
      return jsonAnswer(200, plain(dispute));
    },
  },
  {
    name: 'admin-close-dispute',
    method: 'POST',
    path: '/disputes/:id/close',
    effect: 'effect',
    handle(request, context) {
      const id = request.params['id'] ?? '';
      const account = holderOf(context, 'dispute', id);
      const dispute = account && find(account, 'dispute', id);
      if (!account || !dispute) return nothing;
      const status = given(request.text())['status'] === 'won' ? 'won' : 'lost';
      const closed: Stripe.Dispute = { ...dispute, status };
      const charge = find(account, 'charge', idOf(dispute.charge));
      change(
        context,
        account,
        [closed, ...(charge && status === 'won' ? [{ ...charge, disputed: false }] : [])],
        status === 'won' ? ['charge.dispute.closed', 'charge.dispute.funds_reinstated'] : ['charge.dispute.closed'],
      );
      return jsonAnswer(200, plain(closed));
    },
  },
  {
    name: 'admin-settle-refund',
    method: 'POST',
    path: '/refunds/:id/settle',
    effect: 'effect',
    handle(request, context) {
      const id = request.params['id'] ?? '';
      const account = holderOf(context, 'refund', id);
      const refund = account && find(account, 'refund', id);
      if (!account || !refund) return nothing;
      const failed = given(request.text())['status'] === 'failed';
      const ended: Stripe.Refund = { ...refund, status: failed ? 'failed' : 'succeeded' };
      change(context, account, [ended], failed ? ['refund.updated', 'refund.failed'] : ['refund.updated']);
      return jsonAnswer(200, plain(ended));
    },
  },
  {
    name: 'admin-again',
    method: 'POST',
    path: '/events/again',
    effect: 'effect',
    async handle(_request, context) {
      const pushes = [];
      for (const { id } of allAccounts(context)) pushes.push(...(await deliverAll(context, id, true)));
      return jsonAnswer(200, { pushes });
    },
  },
  {
    name: 'admin-payments',
    method: 'GET',
    path: '/payments',
    effect: 'read',
    handle: (_request, context) =>
      jsonAnswer(200, {
        accounts: allAccounts(context).map((account) => ({
          account: account.id,
          intents: listed(account, 'payment_intent').map((each) => plain(each)),
          refunds: listed(account, 'refund').map((each) => plain(each)),
          disputes: listed(account, 'dispute').map((each) => plain(each)),
        })),
      }),
  },
];
