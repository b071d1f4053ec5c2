/** Single pickups: checked, booked, asked for, cancelled. */
import { randomBytes } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { BookEntry } from '@scanship/simulator-kit/books';
import {
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { dayOf } from './access.ts';
import { accept, pickupRequest, type SimPickup } from './contract.ts';

const listAnswer = (status: number, list: readonly JsonObject[]): SimAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(list),
});

/** Refusals of an order are a list of errors. */
const refused = (errorCode: number, title: string, instance: string, detail: string): SimAnswer =>
  listAnswer(422, [{ errorCode, title, instance, detail }]);

/** What is wrong with an order, or the day it is picked up. */
function judge(asked: SimPickup, account: SimAccount, sim: SimContext): SimAnswer | string {
  const number = asked.customerDetails?.billingNumber;
  if (number !== account.credentials['pickupBillingNumber'])
    return refused(456, 'Unknown billingnumber', 'customerDetails.billingNumber', number ?? '');
  if ((asked.shipmentDetails.shipments ?? []).length === 0)
    return refused(460, 'No shipments', 'shipmentDetails.shipments', '');
  const { pickupDate } = asked.pickupDetails;
  const today = dayOf(sim.now());
  if (pickupDate.type === 'ASAP') return today;
  if (pickupDate.value < today)
    return refused(470, 'Pickup date is in the past', 'pickupDetails.pickupDate', pickupDate.value);
  if (new Date(`${pickupDate.value}T12:00:00Z`).getUTCDay() === 0)
    return refused(471, 'No pickup on Sundays', 'pickupDetails.pickupDate', pickupDate.value);
  return pickupDate.value;
}

export function order(request: SimRequest, sim: SimContext, account: SimAccount, make: boolean): SimAnswer {
  const body = jsonBody(request);
  const asked = accept(pickupRequest, body);
  const day = judge(asked, account, sim);
  if (typeof day !== 'string') return day;
  const said = { pickupDate: day, freeOfCharge: false, pickupType: 'EZA' };
  if (!make) return jsonAnswer(200, { confirmation: { type: 'VALIDATION', value: said } });
  const shipments = asked.shipmentDetails.shipments ?? [];
  const orderDate = sim.now().toISOString().slice(0, 19);
  const entry = sim.books.append({
    kind: 'pickup',
    id: randomBytes(16).toString('hex'),
    account: account.id,
    reference: shipments[0]?.customerReference,
    data: { request: body as Json, day },
  });
  return jsonAnswer(200, {
    confirmation: {
      type: 'ORDERPICKUP',
      value: {
        orderID: entry.id,
        ...said,
        confirmedShipments: shipments.map(({ transportationType, shipmentNo = '' }) => ({
          transportationType,
          shipmentNo,
          orderDate,
        })),
      },
    },
  });
}

const isCancelled = (id: string, sim: SimContext): boolean =>
  sim.books.byId(id).some(({ kind }) => kind === 'pickup-cancelled');

function statusJson(entry: BookEntry, sim: SimContext): JsonObject {
  const asked = pickupRequest.parse(entry.data['request']);
  return {
    orderDetails: { orderID: entry.id, orderState: isCancelled(entry.id, sim) ? 'STORNIERT' : 'ANGENOMMEN' },
    customerDetails: { billingNumber: asked.customerDetails?.billingNumber ?? '' },
    pickupLocation: { pickupAddress: { ...asked.pickupLocation.pickupAddress } as JsonObject },
    pickupDetails: { pickupDate: { ...asked.pickupDetails.pickupDate } },
    shipmentDetails: {
      shipments: (asked.shipmentDetails.shipments ?? []).map((shipment) => ({
        shipment: { ...shipment } as JsonObject,
        orderDate: entry.at.slice(0, 19),
      })),
    },
  };
}

export function find(request: SimRequest, sim: SimContext, account: SimAccount): SimAnswer {
  const [id, day] = [request.query.get('orderID'), request.query.get('pickupDate')];
  if (id === null && day === null) throw new SimRefusal(400, 'query', 'orderID or pickupDate is required.');
  if (id !== null && id.length !== 32) throw new SimRefusal(400, 'query', 'orderID has 32 characters.');
  const found = sim.books
    .all()
    .filter(
      (entry) =>
        entry.kind === 'pickup' &&
        entry.account === account.id &&
        (id === null || entry.id === id) &&
        (day === null || entry.data['day'] === day),
    );
  return listAnswer(
    200,
    found.map((entry) => statusJson(entry, sim)),
  );
}

export function cancel(request: SimRequest, sim: SimContext, account: SimAccount): SimAnswer {
  const ids = request.query.getAll('orderID');
  if (ids.length === 0 || ids.some((id) => id.length !== 32))
    throw new SimRefusal(400, 'query', 'orderID has 32 characters.');
  const confirmed: JsonObject[] = [];
  const failed: JsonObject[] = [];
  for (const orderID of ids) {
    const entry = sim.books.byId(orderID).find(({ kind, account: own }) => kind === 'pickup' && own === account.id);
    if (!entry || isCancelled(orderID, sim)) {
      failed.push({ orderID, message: entry ? 'Order is cancelled already' : 'Order not found' });
      continue;
    }
    sim.books.append({
      kind: 'pickup-cancelled',
      id: orderID,
      account: account.id,
      reference: entry.reference,
      data: {},
    });
    confirmed.push({ orderID, orderState: 'STORNIERT', message: 'Order successfully cancelled' });
  }
  return jsonAnswer(200, { confirmedCancellations: confirmed, failedCancellations: failed });
}
