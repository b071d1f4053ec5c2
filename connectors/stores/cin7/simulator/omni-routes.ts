/** The calls of Omni that we use, behind Basic authentication, with what its document refuses; fields of its field list. */
import type { JsonObject } from '@scanship/domain/values/json';
import {
  basicAuth,
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { accounts, type Account } from './accounts.ts';
import type { SimAccount, SimOrder, SimProduct } from './model.ts';
import { checked, listAnswer, queryOf, routesOf, save, whole } from './routes-kit.ts';

const cents = (amount: number): number => Math.round(amount * 100);
const seconds = (iso: string): string => `${iso.slice(0, 19)}Z`;

const orderView = (order: SimOrder, about: SimAccount): JsonObject => {
  const { person } = order;
  const total = order.lines.reduce((sum, line) => sum + cents(line.price) * line.quantity, 0) / 100;
  const view: object = {
    id: Number(order.id),
    createdDate: seconds(order.placed),
    modifiedDate: seconds(order.modified),
    isApproved: order.status !== 'draft',
    reference: order.number,
    firstName: person.first,
    lastName: person.last,
    email: 'test.buyer@mail.example',
    phone: '+16045550100',
    deliveryFirstName: person.first,
    deliveryLastName: person.last,
    deliveryCompany: '',
    deliveryAddress1: person.line1,
    deliveryAddress2: person.line2 ?? '',
    deliveryCity: person.city,
    deliveryState: person.state,
    deliveryPostalCode: person.postcode,
    deliveryCountry: person.country,
    branchId: 3,
    trackingCode: order.trackingCode,
    internalComments: '',
    freightTotal: 0,
    freightDescription: order.service,
    total,
    currencyCode: about.currency,
    stage: order.dispatched === undefined ? 'New' : 'Dispatched',
    deliveryInstructions: order.notes ?? '',
    dispatchedDate: order.dispatched ?? null,
    logisticsCarrier: order.carrier,
    isVoid: order.status === 'void',
    lineItems: order.lines.map((line) => ({
      id: line.id,
      transactionId: Number(order.id),
      parentId: 0,
      productId: Number(line.productId),
      productOptionId: Number(line.productId),
      code: line.sku,
      name: line.name,
      option1: '',
      qty: line.quantity,
      qtyShipped: order.dispatched === undefined ? 0 : line.quantity,
      unitPrice: line.price,
      discount: 0,
    })),
  };
  return JSON.parse(JSON.stringify(view)) as JsonObject;
};

const productView = (product: SimProduct): JsonObject => ({
  id: Number(product.id),
  createdDate: seconds(product.modified),
  modifiedDate: seconds(product.modified),
  styleCode: product.sku,
  name: product.name,
  weight: product.kg,
  productOptions: [
    {
      id: Number(product.id),
      productId: Number(product.id),
      productOptionCode: product.sku,
      productOptionBarcode: '0012345678905',
      option1: '',
      optionWeight: 0,
      retailPrice: product.price,
    },
  ],
});

const listQuery = z.strictObject({
  page: whole.default(1),
  rows: whole.pipe(z.int().max(250)).default(50),
  order: z.enum(['modifiedDate ASC', 'id ASC']).default('id ASC'),
  fields: z.string().optional(),
  where: z
    .string()
    .regex(/^modifiedDate>='\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ'$/)
    .transform((text) => Date.parse(text.slice(15, -1)))
    .optional(),
});

/** A page of what the question asks for, sorted as it says. */
function asked<T extends { readonly id: string; readonly modified: string }>(
  all: Iterable<T>,
  request: SimRequest,
  view: (item: T) => JsonObject,
): SimAnswer {
  const { page, rows, order, fields, where } = checked(listQuery, queryOf(request));
  const names = fields?.split(',');
  const found = [...all]
    .filter((item) => where === undefined || Date.parse(seconds(item.modified)) >= where)
    .toSorted(
      (a, b) =>
        (order === 'id ASC' ? 0 : Date.parse(seconds(a.modified)) - Date.parse(seconds(b.modified))) ||
        Number(a.id) - Number(b.id),
    )
    .slice((page - 1) * rows, page * rows)
    .map(view);
  return listAnswer(
    names ? found.map((one) => Object.fromEntries(Object.entries(one).filter(([n]) => names.includes(n)))) : found,
  );
}

const report = z
  .array(
    z.strictObject({
      id: z.int().positive(),
      trackingCode: z.string().max(50).optional(),
      logisticsCarrier: z.string().optional(),
      dispatchedDate: z.iso.datetime().optional(),
    }),
  )
  .length(1);

/** What is wrong with the report itself Omni says in an answer of status 200. */
function write(account: Account, request: SimRequest, context: SimContext): SimAnswer {
  const [given] = checked(report, jsonBody(request));
  const order = account.orders.get(String(given?.id));
  const saved = (errors: readonly string[]): SimAnswer =>
    listAnswer([{ index: 0, success: errors.length === 0, id: given?.id ?? 0, code: order?.number ?? null, errors }]);
  if (!given || !order) return saved(['Sales order was not found.']);
  if (order.status === 'void') return saved(['A void order cannot be changed.']);
  if (given.dispatchedDate !== undefined && order.dispatched !== undefined)
    return saved(['The order was dispatched already.']);
  const next: SimOrder = {
    ...order,
    trackingCode: given.trackingCode ?? order.trackingCode,
    carrier: given.logisticsCarrier ?? order.carrier,
    dispatched: given.dispatchedDate ?? order.dispatched,
  };
  save(account, next, context, { kind: 'fulfilled', id: order.id, reference: next.trackingCode });
  return saved([]);
}

/** @throws SimRefusal 401 */
function accountBehind(request: SimRequest, context: SimContext): Account {
  const given = basicAuth(request);
  const found = accounts
    .all(context)
    .find(
      ({ about, revoked }) =>
        !revoked && about.system === 'omni' && given?.user === about.user && given.password === about.key,
    );
  if (!found) throw new SimRefusal(401, 'unauthorized', 'Authorization has been denied for this request.');
  return found;
}

const route = routesOf('omni', '/api/v1', accountBehind, ({ status, message }) => jsonAnswer(status, { message }));

export const omniRoutes: readonly SimRoute[] = [
  route('orders', 'GET', '/SalesOrders', ({ orders, about }, request) =>
    asked(orders.values(), request, (order) => orderView(order, about)),
  ),
  route('order', 'GET', '/SalesOrders/:order', ({ orders, about }, request) => {
    const order = orders.get(request.params.order ?? '');
    if (!order) throw new SimRefusal(404, 'not-found', 'The sales order was not found.');
    return jsonAnswer(200, orderView(order, about));
  }),
  route('write the report', 'PUT', '/SalesOrders', write, 'effect'),
  route('products', 'GET', '/Products', ({ products }, request) => asked(products.values(), request, productView)),
];
