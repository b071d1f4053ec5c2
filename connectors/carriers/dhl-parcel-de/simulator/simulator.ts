/** Simulator of DHL Parcel DE: sign-in, shipping v2, returns v1, pickup v3, shipment tracking. */
import { routesBehind } from '@scanship/simulator-kit/routes';
import {
  createSimulator,
  refusing,
  type SimAccount,
  type SimAnswer,
  type SimContext,
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

const route = routesBehind(accountOf, refuse);
const plainRoute = routesBehind(accountOf, refusePlainly);

/** A call that is only tried out stands beside the one that makes something. */
const tried = (request: SimRequest): boolean => request.query.get('validate') === 'true';
const both = (
  name: string,
  path: string,
  work: (request: SimRequest, sim: SimContext, account: SimAccount, make: boolean) => SimAnswer | Promise<SimAnswer>,
  make = route,
): readonly SimRoute[] => [
  make(`try ${name}`, 'POST', path, 'read', (...all) => work(...all, false), tried),
  make(
    `create ${name}`,
    'POST',
    path,
    'effect',
    (...all) => work(...all, true),
    (request) => !tried(request),
  ),
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
    plainRoute('receivers', 'GET', `${RETURNS}/locations`, 'read', (request, _sim, account) =>
      returns.locations(request, account),
    ),
    plainRoute('create return', 'POST', `${RETURNS}/orders`, 'effect', returns.create),
    ...both('pickup', `${PICKUP}/orders`, pickups.order, plainRoute),
    plainRoute('find pickup', 'GET', `${PICKUP}/orders`, 'read', pickups.find),
    plainRoute('cancel pickup', 'DELETE', `${PICKUP}/orders`, 'effect', pickups.cancel),
    {
      name: 'tracking',
      method: 'GET',
      path: '/parcel/de/tracking/v0/shipments',
      effect: 'read',
      handle: refusing(shipments, refusePlainly),
    },
  ],
});
