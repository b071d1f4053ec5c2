/** The calls of Core that we use, behind its two headers, with what its document refuses. */
import {
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import type { JsonObject } from '@scanship/domain/values/json';
import { z } from 'zod';
import { accounts, type Account } from './accounts.ts';
import {
  hookView,
  locationsView,
  meView,
  packView,
  pickView,
  productView,
  saleRow,
  saleView,
  shipView,
  fulfilmentsView,
} from './core-views.ts';
import { emptyTask, guid, type SimOrder, type SimTask } from './model.ts';
import { checked, queryOf, routesOf, save, whole } from './routes-kit.ts';

const id = z.guid();
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z?$/)
  .transform((text) => Date.parse(text.endsWith('Z') ? text : `${text}Z`));
const paging = { Page: whole.default(1), Limit: whole.pipe(z.int().max(1_000)).default(100) };
const saleQuery = z.strictObject({ ...paging, UpdatedSince: moment.optional() });
const productQuery = z.strictObject({ ...paging, ModifiedSince: moment.optional() });

const pageOf = (
  name: string,
  all: readonly JsonObject[],
  { Page, Limit }: { Page: number; Limit: number },
): SimAnswer => jsonAnswer(200, { Total: all.length, Page, [name]: all.slice((Page - 1) * Limit, Page * Limit) });

/** The newest first, as people see it: what changes moves to the top. */
function listSales(account: Account, request: SimRequest): SimAnswer {
  const query = checked(saleQuery, queryOf(request));
  const found = [...account.orders.values()]
    .filter((order) => query.UpdatedSince === undefined || Date.parse(order.modified) > query.UpdatedSince)
    .toSorted((a, b) => Date.parse(b.modified) - Date.parse(a.modified) || (a.id < b.id ? 1 : -1));
  return pageOf(
    'SaleList',
    found.map((order) => saleRow(order, account.about)),
    query,
  );
}

function saleOf(account: Account, given: string): SimOrder {
  const order = account.orders.get(given.toLowerCase());
  if (!order) throw new SimRefusal(400, 'not-found', `Sale with ID ${given} was not found.`);
  return order;
}

function taskOf(account: Account, given: string): { readonly order: SimOrder; readonly task: SimTask } {
  for (const order of account.orders.values())
    for (const task of order.tasks) if (task.id === given.toLowerCase()) return { order, task };
  throw new SimRefusal(400, 'not-found', `Fulfilment task ${given} was not found.`);
}

const withTask = (order: SimOrder, task: SimTask): SimOrder => ({
  ...order,
  tasks: order.tasks.map((one) => (one.id === task.id ? task : one)),
});

const text = z.string().max(1_024);
const goods = z.strictObject({
  ProductID: id,
  SKU: text,
  Name: text.optional(),
  Location: text.optional(),
  LocationID: text.optional(),
  Quantity: z.number().min(1),
  BatchSN: text.optional(),
  ExpiryDate: text.optional(),
});
const status = z.enum(['DRAFT', 'AUTHORISED']);
const pickBody = z.strictObject({ TaskID: id, Status: status, Lines: z.array(goods).min(1) });
const packBody = z.strictObject({ TaskID: id, Status: status, Lines: z.array(goods.extend({ Box: text })).min(1) });
const shipBody = z.strictObject({
  TaskID: id,
  Status: status,
  ShippingAddress: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  Lines: z
    .array(
      z.strictObject({
        ShipmentDate: z.iso.datetime(),
        Carrier: text,
        Box: text,
        TrackingNumber: z.string().max(256),
        IsShipped: z.boolean(),
      }),
    )
    .min(1),
});

const refuseUnless = (ok: boolean, words: string): void => {
  if (!ok) throw new SimRefusal(400, 'state', words);
};

/** Units of a product that no fulfilment has picked. */
const leftOf = (order: SimOrder, productId: string): number =>
  order.lines.reduce((sum, line) => sum + (line.productId === productId && !line.dropShip ? line.quantity : 0), 0) -
  order.tasks
    .flatMap((task) => task.picked)
    .reduce((sum, line) => sum + (line.productId === productId ? line.quantity : 0), 0);

function pick(account: Account, request: SimRequest, context: SimContext): SimAnswer {
  const given = checked(pickBody, jsonBody(request));
  const { order, task } = taskOf(account, given.TaskID);
  refuseUnless(order.status === 'open', 'Order status is not AUTHORISED.');
  refuseUnless(task.pick !== 'AUTHORISED', 'Pick status is not DRAFT or NOT AVAILABLE.');
  for (const line of given.Lines)
    refuseUnless(line.Quantity <= leftOf(order, line.ProductID), `Not enough of ${line.SKU} is left in the order.`);
  const picked = given.Lines.map((line) => ({ productId: line.ProductID, quantity: line.Quantity }));
  const next: SimTask = { ...task, pick: given.Status, picked };
  save(account, withTask(order, next), context);
  return jsonAnswer(200, pickView(order, next));
}

const packWith =
  (replaces: boolean) =>
  (account: Account, request: SimRequest, context: SimContext): SimAnswer => {
    const given = checked(packBody, jsonBody(request));
    const { order, task } = taskOf(account, given.TaskID);
    refuseUnless(task.pick === 'AUTHORISED', 'Pick status is DRAFT or NOT AVAILABLE.');
    refuseUnless(task.pack !== 'AUTHORISED', 'Pack status is not DRAFT or NOT AVAILABLE.');
    const lines = given.Lines.map((line) => ({ productId: line.ProductID, quantity: line.Quantity, box: line.Box }));
    const packed = replaces ? lines : [...task.packed, ...lines];
    const units = (all: readonly { readonly quantity: number }[]): number =>
      all.reduce((sum, one) => sum + one.quantity, 0);
    refuseUnless(units(packed) <= units(task.picked), 'More is packed than was picked.');
    const next: SimTask = { ...task, pack: given.Status, packed };
    save(account, withTask(order, next), context);
    return jsonAnswer(200, packView(order, next));
  };

const shipWith =
  (replaces: boolean) =>
  (account: Account, request: SimRequest, context: SimContext): SimAnswer => {
    const given = checked(shipBody, jsonBody(request));
    const { order, task } = taskOf(account, given.TaskID);
    refuseUnless(order.status === 'open', 'Order status is not AUTHORISED.');
    refuseUnless(task.pack === 'AUTHORISED', 'PackStatus status is not AUTHORISED.');
    refuseUnless(task.ship !== 'AUTHORISED', 'ShipmentStatus status is AUTHORISED.');
    for (const line of given.Lines)
      refuseUnless(account.carriers.has(line.Carrier), `Carrier ${line.Carrier} was not found in reference books.`);
    const boxes = given.Lines.flatMap((line) => line.Box.split(','));
    refuseUnless(
      task.packed.every(({ box }) => boxes.includes(box ?? '')),
      'All boxes of the packing must be listed.',
    );
    const lines = given.Lines.map((line) => ({
      id: guid(4, 100_000 + context.books.all().length),
      date: line.ShipmentDate,
      carrier: line.Carrier,
      boxes: line.Box,
      trackingNumber: line.TrackingNumber,
    }));
    const next: SimTask = { ...task, ship: given.Status, shipped: replaces ? lines : [...task.shipped, ...lines] };
    save(account, withTask(order, next), context, {
      kind: 'fulfilled',
      id: task.id,
      reference: lines.map(({ trackingNumber }) => trackingNumber).join(', '),
    });
    return jsonAnswer(200, shipView(order, next));
  };

function newTask(account: Account, request: SimRequest, context: SimContext): SimAnswer {
  const { SaleID } = checked(z.strictObject({ SaleID: id }), jsonBody(request));
  const order = saleOf(account, SaleID);
  refuseUnless(order.status === 'open', 'Order status is not AUTHORISED.');
  refuseUnless(
    order.tasks.every((task) => task.pick === 'AUTHORISED'),
    'There is a fulfilment task with a pick that is not AUTHORISED.',
  );
  const next = { ...order, tasks: [...order.tasks, emptyTask(guid(5, context.books.all().length))] };
  save(account, next, context);
  return jsonAnswer(200, fulfilmentsView(next));
}

const carrierRows = (names: readonly string[]): JsonObject => ({
  Total: names.length,
  Page: 1,
  CarrierList: names.map((Description, index) => ({ CarrierID: guid(6, index + 1), Description })),
});

const hookBody = z.strictObject({
  Type: z.string().regex(/^(?:Sale|Purchase|Customer|Supplier|Product|Stock)\/[A-Za-z]+$/),
  IsActive: z.boolean(),
  ExternalURL: z.url(),
  ExternalAuthorizationType: z.enum(['noauth', 'basicauth', 'bearerauth']),
  ExternalBearerToken: z.string().min(1),
  ExternalHeaders: z.array(z.strictObject({ Key: z.string(), Value: z.string() })),
});

function subscribe(account: Account, request: SimRequest, context: SimContext): SimAnswer {
  const given = checked(hookBody, jsonBody(request));
  const same = [...account.hooks.values()].filter((hook) => hook.type === given.Type);
  refuseUnless(same.length < 5, 'There are five webhooks of this type already.');
  const value = {
    id: guid(7, context.books.all().length),
    type: given.Type,
    address: given.ExternalURL,
    token: given.ExternalBearerToken,
  };
  accounts.put(account.about.id, { what: 'hook', value }, context);
  return jsonAnswer(200, { Webhooks: [hookView(value)] });
}

/** @throws SimRefusal 403 */
function accountBehind(request: SimRequest, context: SimContext): Account {
  const found = accounts
    .all(context)
    .find(
      ({ about, revoked }) =>
        !revoked &&
        about.system === 'core' &&
        request.headers['api-auth-accountid'] === about.user &&
        request.headers['api-auth-applicationkey'] === about.key,
    );
  if (!found) throw new SimRefusal(403, 'forbidden', 'Incorrect credentials!');
  return found;
}

const route = routesOf('core', '/ExternalApi/v2', accountBehind, ({ status: code, message }) => ({
  ...jsonAnswer(code, {}),
  body: JSON.stringify([{ ErrorCode: code, Exception: message }]),
}));

export const coreRoutes: readonly SimRoute[] = [
  route('me', 'GET', '/me', ({ about }) => jsonAnswer(200, meView(about))),
  route('locations', 'GET', '/ref/location', (_account, request) =>
    pageOf('LocationList', locationsView(), checked(z.strictObject(paging), queryOf(request))),
  ),
  route('sales', 'GET', '/saleList', listSales),
  route('sale', 'GET', '/sale', (account, request) => {
    const query = checked(
      z.strictObject({ ID: z.string(), CountryFormat: z.enum(['Regular', 'Code2', 'Code']).default('Regular') }),
      queryOf(request),
    );
    return jsonAnswer(200, saleView(saleOf(account, query.ID), account.about, query.CountryFormat === 'Code2'));
  }),
  route('products', 'GET', '/product', (account, request) => {
    const query = checked(productQuery, queryOf(request));
    const found = [...account.products.values()].filter(
      (product) => query.ModifiedSince === undefined || Date.parse(product.modified) > query.ModifiedSince,
    );
    return pageOf('Products', found.map(productView), query);
  }),
  route('fulfilments', 'GET', '/sale/fulfilment', (account, request) =>
    jsonAnswer(
      200,
      fulfilmentsView(saleOf(account, checked(z.strictObject({ SaleID: z.string() }), queryOf(request)).SaleID)),
    ),
  ),
  route('new fulfilment', 'POST', '/sale/fulfilment', newTask),
  route('pick', 'POST', '/sale/fulfilment/pick', pick),
  route('pack', 'POST', '/sale/fulfilment/pack', packWith(false)),
  route('pack anew', 'PUT', '/sale/fulfilment/pack', packWith(true)),
  route('ship', 'POST', '/sale/fulfilment/ship', shipWith(false), 'effect'),
  route('ship anew', 'PUT', '/sale/fulfilment/ship', shipWith(true), 'effect'),
  route('carriers', 'GET', '/ref/carrier', ({ carriers }, request) => {
    const { Description } = checked(z.strictObject({ Description: z.string().default('') }), queryOf(request));
    return jsonAnswer(200, carrierRows([...carriers].filter((name) => name.startsWith(Description))));
  }),
  route('add carrier', 'POST', '/ref/carrier', (account, request, context) => {
    const { Description } = checked(z.strictObject({ Description: z.string().min(1).max(256) }), jsonBody(request));
    accounts.put(account.about.id, { what: 'carrier', value: Description }, context);
    return jsonAnswer(200, carrierRows([Description]));
  }),
  route('webhooks', 'GET', '/webhooks', ({ hooks }) =>
    jsonAnswer(200, { Webhooks: [...hooks.values()].map(hookView) }),
  ),
  route('subscribe', 'POST', '/webhooks', subscribe),
  route('unsubscribe', 'DELETE', '/webhooks', (account, request, context) => {
    const { ID } = checked(z.strictObject({ ID: id }), queryOf(request));
    refuseUnless(account.hooks.has(ID), 'The webhook was not found.');
    accounts.put(account.about.id, { what: 'unhook', id: ID }, context);
    return jsonAnswer(200, { Webhooks: [] });
  }),
];
