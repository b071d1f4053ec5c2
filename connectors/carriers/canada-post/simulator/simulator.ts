/**
 * Simulator for Canada Post's web services: rating v4, shipments with (v8) and without (v4) contract, manifests,
 * returns, pickups, tracking v2, customer information and merchant registration, with the refusals of contract.ts. Numbers come from an origin that no customer has.
 */
import { routesOf } from '@scanship/simulator-kit/routes';
import {
  createSimulator,
  xmlAnswer,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { element } from '@scanship/simulator-kit/xml-message';
import { accounts } from './accounts.ts';
import { checkAccept, TYPES } from './contract.ts';
import { accountOf, answerOf } from './messages.ts';
import { create } from './purchase.ts';
import { groups, listManifests, manifestDetails, readManifest, transmit } from './manifests.ts';
import * as pickups from './pickups.ts';
import { rates, services } from './rating.ts';
import { merchant, signUp, token } from './registration.ts';
import { authorizedReturn } from './returns.ts';
import { artifact, details, findByRequest, listRecent, read, receipt, refund, voidShipment } from './shipments.ts';
import { certificate, track } from './tracking.ts';

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

const route = routesOf((r) =>
  xmlAnswer(
    r.status,
    `<?xml version="1.0" encoding="UTF-8"?>${element(
      'messages',
      [element('message', [element('code', r.code), element('description', r.message)])],
      { xmlns: 'http://www.canadapost.ca/ws/messages' },
    )}`,
    'application/vnd.cpc.messages+xml',
  ),
);

export const simulator = createSimulator({
  slug: 'canada-post',
  name: 'Canada Post',
  accounts,
  routes: [
    route('rates', 'POST', '/rs/ship/price', 'read', rates),
    route('customer', 'GET', '/rs/customer/:customer', 'read', customer),
    route('services', 'GET', '/rs/ship/service', 'read', services),
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
    route('certificate', 'GET', '/vis/certificate/:pin', 'read', certificate),
    route('return', 'POST', '/rs/:customer/:mobo/authorizedreturn', 'effect', authorizedReturn),
    route('groups', 'GET', '/rs/:customer/:mobo/group', 'read', groups),
    route('transmit', 'POST', '/rs/:customer/:mobo/manifest', 'effect', transmit),
    route('manifests', 'GET', '/rs/:customer/:mobo/manifest', 'read', listManifests),
    route('manifest', 'GET', '/rs/:customer/:mobo/manifest/:id', 'read', readManifest),
    route('manifest-details', 'GET', '/rs/:customer/:mobo/manifest/:id/details', 'read', manifestDetails),
    route('pickup-availability', 'GET', '/ad/pickup/pickupavailability/:postal', 'read', pickups.availability),
    route('pickup-price', 'POST', '/enab/:customer/pickuprequest/price', 'read', pickups.price),
    route('pickup', 'POST', '/enab/:customer/pickuprequest', 'effect', pickups.book),
    route('pickups', 'GET', '/enab/:customer/pickuprequest', 'read', pickups.listPickups),
    route('pickup-details', 'GET', '/enab/:customer/pickuprequest/:id/details', 'read', pickups.details),
    route('pickup-change', 'PUT', '/enab/:customer/pickuprequest/:id', 'effect', pickups.change),
    route('pickup-cancel', 'DELETE', '/enab/:customer/pickuprequest/:id', 'effect', pickups.cancel),
    route('token', 'POST', '/ot/token', 'read', token),
    route('merchant', 'GET', '/ot/token/:token', 'read', merchant),
    route('sign-up', 'GET', '/cpotools/apps/drc/merchant', 'read', signUp),
    route('sign-up-answer', 'POST', '/cpotools/apps/drc/merchant', 'read', signUp),
  ],
});
