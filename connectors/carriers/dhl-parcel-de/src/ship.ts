/**
 * One order a call, or one return. DHL knows neither a key of ours nor a question by reference, so an order whose answer was
 * lost is a person's to look up in the Business Customer Portal, where our reference stands.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { remarked } from '@scanship/connector-kit/carrier/remarked';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';
import { fileOf, PRINT_FORMAT, SHIPMENT, trackingUrl } from './documents.ts';
import { manifest } from './manifest.ts';
import { orderMessage, RETURN_SERVICE, suits } from './messages.ts';
import { refusalOf, remarksOf, sentence, statusOf } from './problems.ts';
import { orderReturn } from './return-label.ts';

/** The only item of an answer. @throws FieldProblem when there is none, or more */
export function onlyItem(answer: ObjectReader): ObjectReader {
  const [item, ...others] = answer.strictList('items', (one) => one);
  if (!item || others.length > 0) throw new FieldProblem(answer.at('items'), 'should hold one shipment');
  return item;
}

/**
 * @throws ConnectorError `invalid-input` with DHL's words when it took nothing
 * @throws FieldProblem when what it took cannot be read
 */
export function readOrder(
  answer: ObjectReader,
  parcelNumber: number,
): Partial<ShipResult> & { readonly shipmentNo: string } {
  const item = onlyItem(answer);
  const status = statusOf(item.object('sstatus'));
  if (status !== 200) {
    if (status < 400 || status >= 500 || item.has('shipmentNo') || item.has('label'))
      throw new FieldProblem(item.at('sstatus'), 'does not fit the shipment');
    const { message = '', ...more } = refusalOf(item);
    throw fail('invalid-input', message, more);
  }
  const shipmentNo = item.id('shipmentNo', SHIPMENT);
  const label: CarrierFile = { ...fileOf(item.object('label'), 'label'), parcelNumber };
  const papers: readonly CarrierFile[] = item.has('customsDoc')
    ? [{ ...fileOf(item.object('customsDoc'), 'customs-invoice'), parcelNumber }]
    : [];
  return {
    shipmentNo,
    carrierShipmentId: shipmentNo,
    parcels: [{ number: parcelNumber, trackingNumber: shipmentNo, trackingUrl: trackingUrl(shipmentNo) }],
    files: [label, ...papers],
    charged: undefined,
    ...remarked(remarksOf(item).map(({ words }) => sentence(words))),
  };
}

async function create(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { shipment, service, reference } = input;
  if (!suits(shipment, service))
    throw fail('invalid-input', `${manifest.name} does not take this parcel with the product ${service}.`, {
      field: 'service',
    });
  const parcelNumber = shipment.parcels[0]?.number ?? 1;
  if (service === RETURN_SERVICE) return orderReturn(input, parcelNumber, env);
  const json = orderMessage(shipment, service, reference, env);
  const response = await call(env, {
    api: 'shipping',
    method: 'POST',
    path: '/orders',
    query: {
      includeDocs: 'include',
      docFormat: input.labelFormat === 'zpl' ? 'ZPL2' : 'PDF',
      printFormat: PRINT_FORMAT,
    },
    name: 'create order',
    json,
  });
  const { shipmentNo, ...result } = readOrder(readObject(response.json()), parcelNumber);
  return { kind: 'done', keep: { shipmentNo, shipDate: shipment.shipDate }, result };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [{ name: 'create', effect: 'create', run: create }],
  recovery: 'none',
  settleAfterMs: 60_000,
};
