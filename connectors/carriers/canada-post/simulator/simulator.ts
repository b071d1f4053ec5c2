/**
 * Stand-in for Canada Post's web services: rating v4, shipments with (v8) and without (v4) contract, tracking v2 and
 * customer information, with the refusals of contract.ts. Numbers come from an origin that no customer has.
 */
import {
  createSimulator,
  refusing,
  xmlAnswer,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { element } from '@scanship/simulator-kit/xml-message';
import { accounts } from './accounts.ts';
import { checkAccept, TYPES } from './contract.ts';
import { accountOf, answerOf } from './messages.ts';
import { create } from './purchase.ts';
import { rates } from './rating.ts';
import { artifact, details, findByRequest, listRecent, read, receipt, refund, voidShipment } from './shipments.ts';
import { track } from './tracking.ts';

function customer(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.customer);
  const { customer: number = '', contract } = account.credentials;
  return answerOf(200, 'customer', 'customer', [
    element('customer-number', number.padStart(10, '0')),
    ...(contract === undefined ? [] : [element('contracts', [element('contract-id', contract.padStart(10, '0'))])]),
    element('authorized-payers', [
      element('payer', [
        element('payer-number', number.padStart(10, '0')),
        element('methods-of-payment', [
          element('method-of-payment', contract === undefined ? 'CreditCard' : 'Account'),
        ]),
      ]),
    ]),
  ]);
}

const route = (
  name: string,
  method: SimRoute['method'],
  path: string,
  effect: SimRoute['effect'],
  handle: SimRoute['handle'],
): SimRoute => ({
  name,
  method,
  path,
  effect,
  handle: refusing(handle, (r) =>
    xmlAnswer(
      r.status,
      `<?xml version="1.0" encoding="UTF-8"?>${element(
        'messages',
        [element('message', [element('code', r.code), element('description', r.message)])],
        { xmlns: 'http://www.canadapost.ca/ws/messages' },
      )}`,
      'application/vnd.cpc.messages+xml',
    ),
  ),
});

export const simulator = createSimulator({
  slug: 'canada-post',
  name: 'Canada Post',
  accounts,
  routes: [
    route('rates', 'POST', '/rs/ship/price', 'read', rates),
    route('customer', 'GET', '/rs/customer/:customer', 'read', customer),
    route('artifact', 'GET', '/rs/artifact/:owner/:id/:index', 'read', artifact),
    route('create', 'POST', '/rs/:customer/:mobo/shipment', 'effect', create(true)),
    route('find', 'GET', '/rs/:customer/:mobo/shipment', 'read', findByRequest),
    route('read', 'GET', '/rs/:customer/:mobo/shipment/:id', 'read', read(true)),
    route('details', 'GET', '/rs/:customer/:mobo/shipment/:id/details', 'read', details(true)),
    route('refund', 'POST', '/rs/:customer/:mobo/shipment/:id/refund', 'effect', refund(true)),
    route('void', 'DELETE', '/rs/:customer/:mobo/shipment/:id', 'effect', voidShipment),
    route('create-nc', 'POST', '/rs/:customer/ncshipment', 'effect', create(false)),
    route('list-nc', 'GET', '/rs/:customer/ncshipment', 'read', listRecent),
    route('read-nc', 'GET', '/rs/:customer/ncshipment/:id', 'read', read(false)),
    route('details-nc', 'GET', '/rs/:customer/ncshipment/:id/details', 'read', details(false)),
    route('receipt-nc', 'GET', '/rs/:customer/ncshipment/:id/receipt', 'read', receipt),
    route('refund-nc', 'POST', '/rs/:customer/ncshipment/:id/refund', 'effect', refund(false)),
    route('track', 'GET', '/vis/track/pin/:pin/detail', 'read', track),
  ],
});
