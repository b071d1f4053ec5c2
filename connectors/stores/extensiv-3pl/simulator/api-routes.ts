/** The calls that we use, behind bearer tokens, with what the published pages refuse. */
import { shopRoutes } from '@scanship/simulator-kit/routes';
import {
  jsonAnswer,
  SimRefusal,
  type SimAnswer,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { badQuery, checkNames, filterOf, pageOf, sorted, type Properties } from './questions.ts';
import type { SimItem, SimOrder } from './model.ts';
import { confirmOrder, putRouting, tagOf } from './reporting.ts';
import { createTokens } from './tokens.ts';
import { customerView, facilityView, itemView, orderView, REL, routingView, strangerView } from './views.ts';
import { OTHER_CUSTOMER, type Shop } from './warehouses.ts';

const HAL = { 'content-type': 'application/hal+json; charset=utf-8' };
const LISTS = ['pgsiz', 'pgnum', 'rql', 'sort'] as const;
const DETAILS = [
  'None',
  'OrderItems',
  'BillingDetails',
  'SavedElements',
  'Packages',
  'Contacts',
  'ProposedBilling',
  'OutboundSerialNumbers',
  'SmallParcel',
  'ParcelOptions',
  'Inserts',
  'All',
];

const ORDER: Properties<SimOrder> = {
  'readonly.orderid': { type: 'number', of: (order) => order.id },
  'readonly.customeridentifier.id': { type: 'number', of: (order) => order.customerId },
  'readonly.facilityidentifier.id': { type: 'number', of: (order) => order.facilityId },
  'readonly.creationdate': { type: 'date', of: (order) => Date.parse(order.placed) },
  'readonly.lastmodifieddate': { type: 'date', of: (order) => Date.parse(order.modified) },
};
const ITEM: Properties<SimItem> = {
  'readonly.itemid': { type: 'number', of: (item) => item.id },
  'readonly.creationdate': { type: 'date', of: (item) => Date.parse(item.created) },
  'readonly.lastmodifieddate': { type: 'date', of: (item) => Date.parse(item.modified) },
};

const missing = (): SimRefusal => new SimRefusal(404, '', '');

function detailOf(request: SimRequest): ReadonlySet<string> {
  const given = (request.query.get('detail') ?? 'None').split(',');
  const unknown = given.find((name) => !DETAILS.includes(name));
  if (unknown !== undefined) throw badQuery('detail', `Value not supported: ${unknown}`);
  return new Set(given);
}

function orderOf(shop: Shop, request: SimRequest): SimOrder {
  const order = shop.orders.get(Number(request.params.order));
  if (!order) throw missing();
  return order;
}

function listOrders(shop: Shop, request: SimRequest): SimAnswer {
  checkNames(request, [...LISTS, 'detail', 'itemdetail']);
  const detail = detailOf(request);
  const keep = filterOf(request.query.get('rql'), ORDER, shop.about.zone);
  const found = sorted([...shop.orders.values()].filter(keep), request.query.get('sort'), ORDER);
  const views = found.map((order) => orderView(order, shop, detail));
  return jsonAnswer(200, pageOf(request, `${REL}orders/order`, views, { usual: 100, most: 1_000 }), HAL);
}

function showOrder(shop: Shop, request: SimRequest): SimAnswer {
  checkNames(request, ['detail', 'itemdetail']);
  const order = orderOf(shop, request);
  return jsonAnswer(200, orderView(order, shop, detailOf(request)), { ...HAL, etag: tagOf(order) });
}

function listItems(shop: Shop, request: SimRequest): SimAnswer {
  checkNames(request, LISTS);
  if (Number(request.params.customer) !== shop.about.id) throw missing();
  const keep = filterOf(request.query.get('rql'), ITEM, shop.about.zone);
  const found = sorted([...shop.items.values()].filter(keep), request.query.get('sort'), ITEM);
  const views = found.map((item) => itemView(item, shop));
  return jsonAnswer(200, pageOf(request, `${REL}customers/item`, views, { usual: 10, most: 100 }), HAL);
}

function showCustomer(shop: Shop, request: SimRequest): SimAnswer {
  const id = Number(request.params.customer);
  if (id !== shop.about.id && id !== OTHER_CUSTOMER) throw missing();
  const view = id === shop.about.id ? customerView(shop) : strangerView(shop);
  return jsonAnswer(200, view, { ...HAL, etag: '"customer-1"' });
}

function listFacilities(shop: Shop, request: SimRequest): SimAnswer {
  checkNames(request, [...LISTS, 'customerId']);
  const views = shop.about.facilities.map(facilityView);
  return jsonAnswer(200, pageOf(request, `${REL}properties/facility`, views, { usual: 100, most: 1_000 }), HAL);
}

/** `<type> <ErrorCode>` as the exceptions of the published page; sign-in and missing things have their own forms. */
function refusalAnswer({ status, code, message, field }: SimRefusal): SimAnswer {
  if (status === 404) return { status, body: '' };
  const [type = '', errorCode = ''] = code.split(' ');
  if (type === '') return jsonAnswer(status, { Message: message });
  return jsonAnswer(
    status,
    {
      $type: `WMS.V2.Generic.Models.Exceptions.${type}, WMS.V2.Generic.Models`,
      ...(type === 'QueryParameterException' && { Parameters: [field ?? ''] }),
      ...(type === 'ModelValidationException' && { ModelType: 0, Properties: [{ Name: field ?? '', Value: null }] }),
      ...(type === 'OperationException' && { ActionNameType: 0, ActionName: field ?? '' }),
      ErrorCode: errorCode,
      Hint: message === '' ? null : message,
    },
    HAL,
  );
}

export function createApiRoutes(): readonly SimRoute[] {
  const tokens = createTokens();
  const route = shopRoutes((request, context) => {
    const shop = tokens.shopBehind(request, context);
    if (request.headers.accept !== 'application/hal+json')
      throw new SimRefusal(406, '', 'The stand-in speaks application/hal+json alone.');
    return shop;
  }, refusalAnswer);
  return [
    tokens.route,
    route('orders', 'GET', '/orders', listOrders),
    route('order', 'GET', '/orders/:order', showOrder),
    route('routing', 'GET', '/orders/:order/routing', (shop, request) => {
      const order = orderOf(shop, request);
      return jsonAnswer(200, routingView(order), { ...HAL, etag: tagOf(order) });
    }),
    route('put routing', 'PUT', '/orders/:order/routing', (shop, request, context) =>
      putRouting(shop, orderOf(shop, request), request, context),
    ),
    route('confirm', 'POST', '/orders/:order/confirmer', (shop, request, context) =>
      confirmOrder(shop, orderOf(shop, request), request, context),
    ),
    route('customer', 'GET', '/customers/:customer', showCustomer),
    route('items', 'GET', '/customers/:customer/items', listItems),
    route('facilities', 'GET', '/properties/facilities', listFacilities),
  ];
}
