/** Simulator of DHL Parcel DE: sign-in, shipping v2, returns v1, pickup v3, shipment tracking. */
import {
  createSimulator,
  refusing,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRefusal,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { accountOf, accounts, refuse, refusePlainly, signIn } from './access.ts';
import * as orders from './orders.ts';
import * as pickups from './pickups.ts';
import * as returns from './returns.ts';
import { shipments } from './tracking.ts';

const SHIPPING = '/parcel/de/shipping/v2';
const RETURNS = '/parcel/de/shipping/returns/v1';
const PICKUP = '/parcel/de/transportation/pickup/v3';

type Work = (request: SimRequest, sim: SimContext, account: SimAccount) => SimAnswer | Promise<SimAnswer>;
type Refuse = (refusal: SimRefusal) => SimAnswer;

const route = (
  name: string,
  method: SimRoute['method'],
  path: string,
  effect: SimRoute['effect'],
  work: Work,
  how: Refuse = refuse,
): SimRoute => ({
  name,
  method,
  path,
  effect,
  handle: refusing((request, sim) => work(request, sim, accountOf(request, sim)), how),
});

/** A call that is only tried out stands beside the one that makes something. */
const tried = (request: SimRequest): boolean => request.query.get('validate') === 'true';
const both = (
  name: string,
  path: string,
  work: (request: SimRequest, sim: SimContext, account: SimAccount, make: boolean) => SimAnswer | Promise<SimAnswer>,
  how: Refuse = refuse,
): readonly SimRoute[] => [
  { ...route(`try ${name}`, 'POST', path, 'read', (...all) => work(...all, false), how), when: tried },
  {
    ...route(`create ${name}`, 'POST', path, 'effect', (...all) => work(...all, true), how),
    when: (request) => !tried(request),
  },
];

export const simulator = createSimulator({
  slug: 'dhl-parcel-de',
  name: 'DHL Parcel DE',
  accounts: [...accounts],
  routes: [
    { name: 'token', method: 'POST', path: '/parcel/de/account/auth/ropc/v1/token', effect: 'auth', handle: signIn },
    ...both('order', `${SHIPPING}/orders`, orders.order),
    route('get order', 'GET', `${SHIPPING}/orders`, 'read', orders.getOrder),
    route('delete order', 'DELETE', `${SHIPPING}/orders`, 'effect', orders.deleteOrder),
    route('close out', 'POST', `${SHIPPING}/manifests`, 'effect', orders.closeOut),
    route('get manifest', 'GET', `${SHIPPING}/manifests`, 'read', orders.getManifest),
    route(
      'receivers',
      'GET',
      `${RETURNS}/locations`,
      'read',
      (request, _sim, account) => returns.locations(request, account),
      refusePlainly,
    ),
    route('create return', 'POST', `${RETURNS}/orders`, 'effect', returns.create, refusePlainly),
    ...both('pickup', `${PICKUP}/orders`, pickups.order, refusePlainly),
    route('find pickup', 'GET', `${PICKUP}/orders`, 'read', pickups.find, refusePlainly),
    route('cancel pickup', 'DELETE', `${PICKUP}/orders`, 'effect', pickups.cancel, refusePlainly),
    {
      name: 'tracking',
      method: 'GET',
      path: '/parcel/de/tracking/v0/shipments',
      effect: 'read',
      handle: refusing(shipments, refusePlainly),
    },
  ],
});
