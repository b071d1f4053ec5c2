/** The calls of the REST API that we use, with what the contract refuses. */
import type { CodeGrant, Grantee } from '@scanship/simulator-kit/code-grant';
import {
  jsonAnswer,
  refusing,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { checkToken } from './consent-routes.ts';
import { checkOptions, filterOf, page, sorted } from './filters.ts';
import type { SimOrder } from './model.ts';
import { profiles, type RithumProfile } from './profiles.ts';
import { makeFulfilment, moveUnits, ship, updateFulfilment } from './report-calls.ts';
import { orderView, productView, profileView } from './views.ts';

const PAGE = 20;
const EXPAND = 'Items($expand=Adjustments),Fulfillments($expand=Items)';

const refusalAnswer = ({ status, code, message }: SimRefusal): SimAnswer =>
  status === 401
    ? jsonAnswer(401, { Message: 'Authorization has been denied for this request.' })
    : jsonAnswer(status, { error: { code, message } });

const checkExpand = (request: SimRequest): void => {
  if (request.query.get('$expand') !== EXPAND)
    throw new SimRefusal(400, '', 'The query specified in the URI is not valid. This $expand is not known here.');
};

const FILTERS = ['ProfileID', 'CheckoutStatus', 'PaymentStatus', 'ShippingStatus', 'UpdatedDateUtc'];

function orderList(profile: RithumProfile, request: SimRequest, context: SimContext, holder: Grantee): SimAnswer {
  checkOptions(request, ['exported', '$filter', '$expand', '$orderby', '$skip']);
  checkExpand(request);
  const passes = filterOf(request.query.get('$filter'), FILTERS);
  const exported = request.query.get('exported');
  if (exported !== null && exported !== 'true' && exported !== 'false')
    throw new SimRefusal(400, '', 'exported must be true or false.');
  const found = [...profile.orders.values()]
    .filter((order) => exported === null || String(order.exportedBy.includes(holder.clientId)) === exported)
    .map((order) => orderView(order, profile.about, context.address, PAGE))
    .filter(passes);
  return page('Orders', sorted(found, request.query.get('$orderby')), PAGE, request, context);
}

function productList(profile: RithumProfile, request: SimRequest, context: SimContext): SimAnswer {
  checkOptions(request, ['$filter', '$select', '$orderby', '$skip']);
  const passes = filterOf(request.query.get('$filter'), ['ProfileID', 'UpdateDateUtc']);
  const found = [...profile.products.values()]
    .filter((product) => passes({ ...productView(product), ProfileID: Number(profile.about.id) }))
    .map(productView);
  return page('Products', sorted(found, request.query.get('$orderby')), PAGE, request, context);
}

const notFound = new SimRefusal(404, '', 'The resource was not found.');

/** Number in the first segment ("Orders(12)"). */
export const idIn = (request: SimRequest): number => Number(/\((\d+)\)/.exec(request.path)?.[1] ?? '');

function orderOf(profile: RithumProfile, request: SimRequest): SimOrder {
  const order = profile.orders.get(idIn(request));
  if (!order) throw notFound;
  return order;
}

function oneOrder(profile: RithumProfile, request: SimRequest, context: SimContext): SimAnswer {
  checkExpand(request);
  return jsonAnswer(200, orderView(orderOf(profile, request), profile.about, context.address));
}

function markExported(
  profile: RithumProfile,
  request: SimRequest,
  context: SimContext,
  { clientId }: Grantee,
): SimAnswer {
  const order = orderOf(profile, request);
  const exportedBy = [...new Set([...order.exportedBy, clientId])];
  profiles.put(profile.about.id, { what: 'order', value: { ...order, exportedBy } }, context);
  return { status: 204 };
}

type Handle = (profile: RithumProfile, request: SimRequest, context: SimContext, holder: Grantee) => SimAnswer;

export function apiRoutes(grant: CodeGrant): SimRoute[] {
  const route = (
    name: string,
    method: SimRoute['method'],
    path: RegExp,
    scope: string,
    handle: Handle,
    effect: SimRoute['effect'] = method === 'GET' ? 'read' : 'effect',
  ): SimRoute => ({
    name,
    method,
    path: /[A-Z]\w+\$$/.test(path.source) && path.source.includes('\\d') ? '/v1/:entity/:action' : '/v1/:entity',
    when: (request) => path.test(request.path),
    effect,
    handle: refusing((request, context) => {
      const holder = checkToken(grant, request, scope, context);
      const profile = profiles.of(holder.account, context);
      if (!profile) throw notFound;
      return handle(profile, request, context, holder);
    }, refusalAnswer),
  });
  return [
    route('profiles', 'GET', /^\/v1\/Profiles$/, '', ({ about }) => jsonAnswer(200, { value: [profileView(about)] })),
    route('orders', 'GET', /^\/v1\/Orders$/, 'orders', orderList),
    route('order', 'GET', /^\/v1\/Orders\(\d+\)$/, 'orders', oneOrder),
    // Seen by nobody, and the same when it is done twice.
    route('export', 'POST', /^\/v1\/Orders\(\d+\)\/Export$/, 'orders', markExported, 'read'),
    route('ship', 'POST', /^\/v1\/Orders\(\d+\)\/Ship$/, 'orders', ship),
    route('make-fulfilment', 'POST', /^\/v1\/Fulfillments$/, 'orders', makeFulfilment),
    route('update-fulfilment', 'PATCH', /^\/v1\/Fulfillments\(\d+\)$/, 'orders', updateFulfilment),
    route('move-units', 'POST', /^\/v1\/FulfillmentItems\(\d+\)\/Move$/, 'orders', moveUnits),
    route('products', 'GET', /^\/v1\/Products$/, 'inventory.readonly', productList),
  ];
}
