/**
 * Simulator for the USPS APIs v3: OAuth, Payments, Shipping Options, Labels (domestic, returns, abroad), SCAN Forms, Tracking,
 * Carrier Pickup and Addresses. It refuses what the contracts refuse (contract.ts) and what USPS says in words (rules.ts).
 */
import { routesOf } from '@scanship/simulator-kit/routes';
import {
  createSimulator,
  jsonAnswer,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { checkAddress, eligibility } from './addresses.ts';
import { cancelLabel, isVoided, labelOf, makeLabel, priceOf, requestOf, kindOf } from './labels.ts';
import type { Kind } from './rules.ts';
import { refuse } from './contract.ts';
import { isTrackingNumber } from './numbers.ts';
import { bookPickup, cancelPickup, changePickup, readPickup } from './pickups.ts';
import { ratesAnswer } from './rates.ts';
import { makeScanForm } from './scan-forms.ts';
import { createSignIn, errorAnswer } from './sign-in.ts';
import { trackAnswer } from './tracking.ts';

const signIn = createSignIn();

function track(request: SimRequest, account: SimAccount, sim: SimContext): SimAnswer {
  const number = request.params['number'] ?? '';
  const expand = request.query.get('expand');
  if (expand !== null && !['SUMMARY', 'DETAIL'].includes(expand))
    refuse('010002', 'Request is not valid: expand is missing or invalid', 'expand');
  const entry = isTrackingNumber(number) ? labelOf(number, account, sim) : undefined;
  if (!entry)
    throw new SimRefusal(
      404,
      '040201',
      'The tracking number may be incorrect or the status update is not yet available.',
    );
  const asked = requestOf(entry);
  const price = priceOf(kindOf(entry), asked);
  const to = asked.toAddress;
  const abroad = 'countryISOAlpha2Code' in to;
  return jsonAnswer(
    200,
    trackAnswer(number, {
      boughtAt: new Date(entry.at),
      now: sim.now(),
      days: price.days,
      abroad,
      voided: isVoided(number, sim),
      from: { city: asked.fromAddress.city, state: asked.fromAddress.state, country: undefined },
      to: {
        city: to.city ?? '',
        state: abroad ? undefined : to.state,
        country: abroad ? to.country.toUpperCase() : undefined,
      },
      receiver: [to.firstName, to.lastName].filter(Boolean).join(' ') || (to.firm ?? ''),
      mailClass: price.mailClass,
    }),
  );
}

type Handle = (request: SimRequest, account: SimAccount, sim: SimContext) => SimAnswer | Promise<SimAnswer>;

const route = routesOf((r) => errorAnswer(r.status, r.code, r.message, r.field));
/** Signed in. */
const open = (
  name: string,
  method: SimRoute['method'],
  path: string,
  effect: SimRoute['effect'],
  handle: Handle,
): SimRoute =>
  route(name, method, path, effect, (request, sim) => handle(request, signIn.accountOf(request, sim), sim));
/** Signed in and with the authorisation to pay. */
const paid = (name: string, method: SimRoute['method'], path: string, handle: Handle): SimRoute =>
  route(name, method, path, 'effect', (request, sim) => handle(request, signIn.payerOf(request, sim), sim));

const label =
  (kind: Kind): Handle =>
  (request, account, sim) =>
    makeLabel(kind, request, account, sim);

export const simulator = createSimulator({
  slug: 'usps',
  name: 'USPS',
  accounts: [
    {
      id: 'usps-alpha',
      name: 'Alpha Test Shop',
      credentials: {
        clientId: 'usps-alpha-key',
        clientSecret: 'usps-alpha-secret',
        crid: '11223344',
        mid: '904000001',
        manifestMid: '904000002',
        epsAccount: '1000401',
      },
    },
    {
      id: 'usps-beta',
      name: 'Beta Test Shop',
      credentials: {
        clientId: 'usps-beta-key',
        clientSecret: 'usps-beta-secret',
        crid: '55667788',
        mid: '123456',
        manifestMid: '123457',
        epsAccount: '1000777',
        priceType: 'CONTRACT',
      },
    },
  ],
  routes: [
    signIn.token,
    route('payment', 'POST', '/payments/v3/payment-authorization', 'read', (request, sim) =>
      signIn.authorise(request, sim),
    ),
    open('rates', 'POST', '/shipments/v3/options/search', 'read', (request, account, sim) =>
      ratesAnswer(request, account, sim.now()),
    ),
    paid('label', 'POST', '/labels/v3/label', label('label')),
    paid('return-label', 'POST', '/labels/v3/return-label', label('return-label')),
    paid('international-label', 'POST', '/international-labels/v3/international-label', label('international-label')),
    paid('cancel-label', 'DELETE', '/labels/v3/label/:number', (request, account, sim) =>
      cancelLabel(false, request, account, sim),
    ),
    paid(
      'cancel-international',
      'DELETE',
      '/international-labels/v3/international-label/:number',
      (request, account, sim) => cancelLabel(true, request, account, sim),
    ),
    open('scan-form', 'POST', '/scan-forms/v3/scan-form', 'effect', makeScanForm),
    open('track', 'GET', '/tracking/v3/tracking/:number', 'read', track),
    open('eligibility', 'GET', '/pickup/v3/carrier-pickup/eligibility', 'read', eligibility),
    open('book-pickup', 'POST', '/pickup/v3/carrier-pickup', 'effect', bookPickup),
    open('read-pickup', 'GET', '/pickup/v3/carrier-pickup/:number', 'read', readPickup),
    open('change-pickup', 'PUT', '/pickup/v3/carrier-pickup/:number', 'effect', changePickup),
    open('cancel-pickup', 'DELETE', '/pickup/v3/carrier-pickup/:number', 'effect', cancelPickup),
    open('address', 'GET', '/addresses/v3/address', 'read', checkAddress),
  ],
});
