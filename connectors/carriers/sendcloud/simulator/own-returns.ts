/** Own cases of returns, written by hand from the vendor's document of them. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { exchange } from './own-cases.ts';

const RETURN = 12345;
const PARCEL = 67880;
const REFERENCE = 'S000000000000004';
const KEPT = { contract: 61, returnId: RETURN, parcelId: PARCEL };

const answerOf = (more: object = {}) => ({
  tracking_number: '1ZTEST000000001',
  tracking_url: 'https://tracking.eu-central-1-0.sendcloud.sc/forward?code=1ZTEST000000001',
  is_cancellable: true,
  status_history: [{ parent_status: 'Ready to Ship' }],
  delivered_at_iso: null,
  ...more,
});

export function returnCases(shipment: ShipmentRequest): readonly OwnCase[] {
  const input = {
    shipment,
    service: 'ups:standard/return',
    reference: REFERENCE,
    uuid: '6f1c2f1e-0000-4000-8000-000000000004',
    labelFormat: 'pdf',
  } as const;
  const cancelled = {
    reference: REFERENCE,
    carrierShipmentId: String(RETURN),
    trackingNumbers: ['1ZTEST000000001'],
    kept: KEPT,
  };
  return [
    {
      name: 'a return, from the buyer to the seller, measures as numbers',
      operation: 'ship',
      step: 'buy',
      input,
      kept: { contract: 61 },
      exchanges: [
        exchange(
          'POST',
          '/returns/announce-synchronously',
          { return_id: RETURN, parcel_id: PARCEL, multi_collo_ids: [] },
          {
            status: 201,
            body: {
              from_address: {
                name: 'Test Receiver',
                address_line_1: 'Ontvangerstraat 20',
                postal_code: '1012 AB',
                city: 'Amsterdam',
                country_code: 'NL',
              },
              to_address: {
                name: 'Test Sender',
                company_name: 'Test Shop',
                address_line_1: 'Zenderstraat 10',
                postal_code: '5611 EM',
                city: 'Eindhoven',
                country_code: 'NL',
                phone_number: '+31401234567',
              },
              ship_with: { type: 'shipping_option_code', shipping_option_code: 'ups:standard/return', contract: 61 },
              weight: { value: 1250, unit: 'g' },
              dimensions: { length: 300, width: 200, height: 100, unit: 'mm' },
              order_number: 'ORDER-1',
              external_reference: REFERENCE,
            },
          },
        ),
      ],
      expect: {
        kind: 'done',
        keep: { returnId: RETURN, parcelId: PARCEL },
        result: { carrierShipmentId: String(RETURN) },
      },
    },
    {
      name: 'its number, when the carrier has given one',
      operation: 'ship',
      step: 'confirm',
      input,
      kept: KEPT,
      exchanges: [exchange('GET', `/returns/${RETURN}`, answerOf())],
      expect: {
        kind: 'done',
        result: {
          parcels: [
            {
              number: 1,
              trackingNumber: '1ZTEST000000001',
              trackingUrl: 'https://tracking.eu-central-1-0.sendcloud.sc/forward?code=1ZTEST000000001',
            },
          ],
        },
      },
    },
    {
      name: 'a return whose number is still to come',
      operation: 'ship',
      step: 'confirm',
      input,
      kept: KEPT,
      exchanges: [exchange('GET', `/returns/${RETURN}`, answerOf({ tracking_number: null, tracking_url: null }))],
      expect: { kind: 'wait', retryAfterMs: 1000 },
    },
    {
      name: 'a return is called off',
      operation: 'cancel',
      step: 'cancel',
      input: cancelled,
      exchanges: [
        exchange(
          'PATCH',
          `/returns/${RETURN}/cancel`,
          { message: 'Cancellation requested successfully' },
          { status: 202 },
        ),
      ],
      expect: { kind: 'done', result: { refund: 'later' } },
    },
  ];
}
