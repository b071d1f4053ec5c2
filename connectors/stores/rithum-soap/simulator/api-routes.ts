/** The operations that we use, with what the contract refuses. */
import { child, element, many } from '@scanship/simulator-kit/xml-message';
import {
  refusing,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { accounts, type SimAccount, type SimOrder, type SimShipment } from './accounts.ts';
import { failure, fault, given, numbersIn, ofContract, SERVICES, success, textIn } from './wire.ts';
import { historyView, itemView, orderView } from './views.ts';

/** Carrier and class of the accounts' lists; the last is one that a seller added. */
export const CARRIERS: readonly (readonly [string, string])[] = [
  ['UPS', 'GROUND'],
  ['UPS', '2DAY'],
  ['Canada Post', 'EXPEDITED'],
  ['FedEx', 'GROUND'],
  ['Maple Local Courier', 'STANDARD'],
];

function accountOf(body: unknown, context: SimContext): SimAccount {
  const account = accounts.of(textIn(body, 'accountID'), context);
  if (account?.access !== 'Enabled')
    throw new SimRefusal(403, 'Failure', 'The developer key is not authorized for this account.');
  return account;
}

function authorisations(body: unknown, context: SimContext): SimAnswer {
  const profile = textIn(body, 'localID');
  const known = accounts.all(context).filter((one) => one.profile === profile && one.access !== 'None');
  return success(
    'GetAuthorizationList',
    known
      .map((one) =>
        element('AuthorizationResponse', [
          ...(one.access === 'Enabled' ? [element('AccountID', one.id)] : []),
          element('LocalID', one.profile),
          element('AccountName', one.name),
          element('AccountType', 'Complete'),
          element('ResourceName', ''),
          element('Status', one.access),
        ]),
      )
      .join(''),
  );
}

function requestAccess(body: unknown, context: SimContext): SimAnswer {
  const account = accounts.all(context).find((one) => one.profile === textIn(body, 'localID'));
  if (!account) return failure('RequestAccess', 5, 'There is no account with this local ID.');
  if (account.access === 'None') accounts.put(account.id, { what: 'access', access: 'Pending' }, context);
  return success('RequestAccess', 'true');
}

function orderList(body: unknown, context: SimContext): SimAnswer {
  const { orders } = accountOf(body, context);
  const criteria = child(body, 'orderCriteria');
  const asked = numbersIn(criteria, 'OrderIDList');
  const page = Number(textIn(criteria, 'PageNumberFilter'));
  const size = Number(textIn(criteria, 'PageSize'));
  if (textIn(criteria, 'DetailLevel') !== 'Complete' || !(page >= 1) || !(size >= 1 && size <= 20))
    return failure('GetOrderList', 9, 'DetailLevel, PageNumberFilter or PageSize is not valid.');
  const since = textIn(criteria, 'StatusUpdateFilterBeginTimeGMT');
  const is = (name: string, own: string): boolean => ['', own].includes(textIn(criteria, name));
  const found = [...orders.values()]
    .filter((one) => asked.length === 0 || asked.includes(one.id))
    .filter((one) => since === '' || Date.parse(one.updated) >= Date.parse(`${since}Z`))
    .filter((one) => is('ExportState', one.exported ? 'Exported' : 'NotExported'))
    .filter((one) => is('PaymentStatusFilter', one.payment) && is('CheckoutStatusFilter', one.checkout))
    .filter((one) => is('ShippingStatusFilter', one.shipping));
  const part = found.slice((page - 1) * size, page * size);
  return success('GetOrderList', part.map((one) => orderView(one, found.length)).join(''));
}

function markExported(body: unknown, context: SimContext): SimAnswer {
  const account = accountOf(body, context);
  const ids = numbersIn(body, 'orderIDList');
  const exported = textIn(body, 'markAsExported') === 'true';
  for (const id of ids) {
    const order = account.orders.get(id);
    if (order) accounts.put(account.id, { what: 'order', value: { ...order, exported } }, context);
  }
  return success(
    'SetOrdersExportStatus',
    ids
      .map((id) =>
        element('SetExportStatusResponse', [
          element('OrderID', id),
          element('Success', account.orders.has(id) ? 'true' : 'false'),
        ]),
      )
      .join(''),
  );
}

function history(body: unknown, context: SimContext): SimAnswer {
  const { orders } = accountOf(body, context);
  const found = numbersIn(body, 'orderIDList').flatMap((id) => orders.get(id) ?? []);
  return success('GetOrderShipmentHistoryList', found.map(historyView).join(''), 'ShippingService');
}

function carriers(body: unknown, context: SimContext): SimAnswer {
  accountOf(body, context);
  return success(
    'GetShippingCarrierList',
    CARRIERS.map(([carrier, service], index) =>
      element('ShippingCarrier', [
        element('CarrierID', index + 1),
        element('ClassID', index + 1),
        element('CarrierName', carrier),
        element('CarrierCode', carrier.toUpperCase().replaceAll(' ', '')),
        element('ClassCode', service),
        element('ClassName', service),
      ]),
    ).join(''),
  );
}

function itemList(body: unknown, context: SimContext): SimAnswer {
  const { items } = accountOf(body, context);
  const criteria = child(body, 'itemCriteria');
  const page = Number(textIn(criteria, 'PageNumber'));
  const size = Number(textIn(criteria, 'PageSize'));
  const since = textIn(criteria, 'DateRangeStartGMT');
  const field = textIn(criteria, 'DateRangeField');
  if (!(page >= 1) || !(size >= 1 && size <= 100) || (since !== '' && field !== 'LastUpdateDate'))
    return failure('GetFilteredInventoryItemList', 9, 'DateRangeField, PageNumber or PageSize is not valid.');
  const found = [...items.values()].filter((one) => since === '' || Date.parse(one.updated) >= Date.parse(`${since}Z`));
  const part = found.slice((page - 1) * size, page * size);
  return success('GetFilteredInventoryItemList', part.map(itemView).join(''));
}

type Units = SimShipment['units'];

const shippedOf = (order: SimOrder, lineId: number): number =>
  order.shipments.flatMap((one) => one.units).reduce((sum, u) => (u.lineId === lineId ? sum + u.quantity : sum), 0);

/** Units of a report by line: all that is left, or what its SKUs take from the lines in turn. Undefined: there are too many. */
function unitsOf(order: SimOrder, part: unknown): Units | undefined {
  const left = order.lines.map((line) => ({ ...line, left: line.quantity - shippedOf(order, line.id) }));
  const all = left.flatMap((line) => (line.left > 0 ? [{ lineId: line.id, sku: line.sku, quantity: line.left }] : []));
  if (part === undefined) return all.length === 0 ? undefined : all;
  const units: { lineId: number; sku: string; quantity: number }[] = [];
  for (const wish of many(child(part, 'LineItemList'))) {
    const sku = textIn(wish, 'SKU');
    let wanted = Number(textIn(wish, 'Quantity'));
    for (const line of left.filter((one) => one.sku === sku)) {
      const quantity = Math.min(wanted, line.left);
      if (quantity > 0) units.push({ lineId: line.id, sku, quantity });
      wanted -= quantity;
    }
    if (wanted !== 0) return undefined;
  }
  return units.length === 0 ? undefined : units;
}

function submit(body: unknown, context: SimContext): SimAnswer {
  const account = accountOf(body, context);
  const [one] = many(child(body, 'shipmentList'));
  const order = account.orders.get(Number(textIn(one, 'OrderID')));
  const partial = textIn(one, 'ShipmentType') === 'Partial';
  const contents = child(one, partial ? 'PartialShipment' : 'FullShipment');
  const answer = (ok: boolean, message: string): SimAnswer =>
    success(
      'SubmitOrderShipmentList',
      element('ShipmentResponse', ofContract([element('Success', ok ? 'true' : 'false'), element('Message', message)])),
      'ShippingService',
    );
  if (!order || contents === undefined) return answer(false, 'The order was not found.');
  const carrier = textIn(contents, 'CarrierCode');
  const service = textIn(contents, 'ClassCode');
  if (!CARRIERS.some(([name, own]) => name.toUpperCase().replaceAll(' ', '') === carrier && own === service))
    return answer(false, 'The carrier code or class code is not valid.');
  const units = order.state === 'Cancelled' ? undefined : unitsOf(order, partial ? contents : undefined);
  if (!units) return answer(false, 'These items are not waiting to be shipped.');
  const shipment: SimShipment = {
    carrier,
    service,
    units,
    tracking: textIn(contents, 'TrackingNumber'),
    sellerId: textIn(contents, 'SellerFulfillmentID'),
    shipped: textIn(contents, 'DateShippedGMT'),
  };
  const after: SimOrder = { ...order, shipments: [...order.shipments, shipment], updated: context.now().toISOString() };
  const done = after.lines.every((line) => shippedOf(after, line.id) >= line.quantity);
  accounts.put(
    account.id,
    { what: 'order', value: { ...after, shipping: done ? 'Shipped' : 'PartiallyShipped' } },
    context,
    { kind: 'fulfilled', id: context.newId('shipment_'), reference: shipment.tracking },
  );
  return answer(true, '');
}

export function apiRoutes(): SimRoute[] {
  const route = (
    service: string,
    operation: string,
    run: (body: unknown, context: SimContext) => SimAnswer,
    effect: SimRoute['effect'] = 'read',
  ): SimRoute => ({
    name: operation,
    method: 'POST',
    path: `/ChannelAdvisorAPI/v7/${service}.asmx`,
    effect,
    when: ({ headers }) => headers.soapaction === `"${SERVICES}${operation}"`,
    handle: refusing(
      (request: SimRequest, context) => run(given(request, operation), context),
      (refusal) =>
        refusal.code === 'Failure' ? failure(operation, 3, refusal.message) : fault('Client', refusal.message),
    ),
  });
  return [
    route('AdminService', 'GetAuthorizationList', authorisations),
    route('AdminService', 'RequestAccess', requestAccess),
    route('OrderService', 'GetOrderList', orderList),
    route('OrderService', 'SetOrdersExportStatus', markExported),
    route('InventoryService', 'GetFilteredInventoryItemList', itemList),
    route('ShippingService', 'GetOrderShipmentHistoryList', history),
    route('ShippingService', 'GetShippingCarrierList', carriers),
    route('ShippingService', 'SubmitOrderShipmentList', submit, 'effect'),
  ];
}
