/** Simulator of Australia Post's Shipping and Tracking API. */
import type { JsonObject } from '@scanship/domain/values/json';
import { routesBehind } from '@scanship/simulator-kit/routes';
import {
  basicAuth,
  createSimulator,
  jsonAnswer,
  jsonBody,
  refusing,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { productsOf } from './pricing.ts';
import * as shipments from './shipments.ts';

const refuse = (r: SimRefusal): SimAnswer =>
  jsonAnswer(r.status, {
    errors: [{ code: r.code, name: 'ERROR', message: r.message, ...(r.field === undefined ? {} : { field: r.field }) }],
  });

function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const auth = basicAuth(request);
  const account = sim.accounts.find(
    ({ credentials }) => credentials['key'] === auth?.user && credentials['password'] === auth?.password,
  );
  if (!account) throw new SimRefusal(401, 'API_001', 'The request failed authentication');
  if (request.headers['account-number'] !== account.credentials['account'])
    throw new SimRefusal(
      400,
      '41001',
      'Customer information for the submitted customer identifier could not be found.',
    );
  return account;
}

const route = routesBehind(signedIn, refuse);

const json = (value: JsonObject, status = 200): SimAnswer => jsonAnswer(status, value);
const part = (request: SimRequest, name: string): string => request.params[name] ?? '';
const bytes = (type: string, body: Uint8Array): SimAnswer => ({ status: 200, headers: { 'content-type': type }, body });

/** @throws SimRefusal for another account than the one signed in */
function sameAccount(request: SimRequest, account: SimAccount): void {
  if (part(request, 'account') !== account.credentials['account'])
    throw new SimRefusal(400, '41002', 'An account with the id cannot be found.');
}

const accountJson = (account: SimAccount): JsonObject => ({
  account_number: account.credentials['account'] ?? '',
  name: account.name,
  valid_from: '2014-02-24',
  valid_to: '2999-12-31',
  expired: false,
  credit_blocked: false,
  postage_products: productsOf(account).map(({ id, type, group }) => ({ type, group, product_id: id })),
});

export const simulator = createSimulator({
  slug: 'australia-post',
  name: 'Australia Post',
  accounts: [
    {
      id: 'australia-post-alpha',
      name: 'Alpha Test Shop',
      credentials: { key: 'alpha-auspost-key', password: 'alpha-auspost-password', account: '0000123456' },
    },
    {
      id: 'australia-post-beta',
      name: 'Beta Test Shop',
      credentials: { key: 'beta-auspost-key', password: 'beta-auspost-password', account: '0000654321' },
    },
  ],
  routes: [
    route('account', 'GET', '/accounts/:account', 'read', (r, _sim, who) => {
      sameAccount(r, who);
      return json(accountJson(who));
    }),
    route('order summary', 'GET', '/accounts/:account/orders/:order/summary', 'read', (r, sim, who) => {
      sameAccount(r, who);
      return bytes('application/pdf', shipments.orderSummary(part(r, 'order'), who, sim));
    }),
    route('address', 'GET', '/address', 'read', (r) => json(shipments.address(r.query))),
    route('item prices', 'POST', '/prices/items', 'read', (r, _sim, who) =>
      json(shipments.itemPrices(jsonBody(r), who)),
    ),
    route('shipment prices', 'POST', '/prices/shipments', 'read', (r, _sim, who) =>
      json(shipments.shipmentPrices(jsonBody(r), who)),
    ),
    route('create shipments', 'POST', '/shipments', 'effect', (r, sim, who) =>
      json(shipments.create(jsonBody(r), who, sim), 201),
    ),
    route('list shipments', 'GET', '/shipments', 'read', (r, sim, who) => json(shipments.list(r.query, who, sim))),
    route('delete shipment', 'DELETE', '/shipments/:id', 'effect', (r, sim, who) => {
      shipments.remove(part(r, 'id'), who, sim);
      return { status: 200 };
    }),
    // A label's file costs nothing and may be made twice.
    route('request label', 'POST', '/labels', 'read', (r, sim, who) =>
      json(shipments.requestLabel(jsonBody(r), who, sim)),
    ),
    route('label', 'GET', '/labels/:id', 'read', (r, sim, who) => json(shipments.label(part(r, 'id'), who, sim))),
    {
      name: 'label file',
      method: 'GET',
      path: '/files/:id',
      effect: 'read',
      handle: refusing(async (r, sim) => {
        const { type, bytes: body } = await shipments.file(part(r, 'id'), sim);
        return bytes(type, body);
      }, refuse),
    },
    route('create order', 'PUT', '/orders', 'effect', (r, sim, who) =>
      json(shipments.lodge(jsonBody(r), who, sim), 201),
    ),
    route('track', 'GET', '/track', 'read', (r, sim, who) =>
      json(shipments.track((r.query.get('tracking_ids') ?? '').split(','), who, sim)),
    ),
  ],
});
