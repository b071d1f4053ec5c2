/** Our own request and answer for the list of labels. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import { COURIER, exchange, ID, NUMBER, REFERENCE, TO } from './own-cases.ts';

export const listedCase: OwnCase = {
  name: 'labels made since, a voided one and one without a label among them',
  operation: 'listLabels',
  input: { since: new Date('2026-11-22T00:00:00Z') },
  exchanges: [
    exchange(
      'GET',
      '/shipments',
      {
        shipments: [
          {
            easyship_shipment_id: ID,
            label_state: 'voided',
            shipment_state: 'cancelled',
            created_at: '2026-11-23T08:59:00Z',
            label_generated_at: '2026-11-23T09:00:00Z',
            order_data: { platform_order_number: REFERENCE },
            courier_service: { id: COURIER, name: 'UPS - Standard' },
            destination_address: TO,
            trackings: [{ tracking_number: NUMBER }],
          },
          { easyship_shipment_id: 'ESCA10006002', label_state: 'failed' },
        ],
        meta: { pagination: { page: 1, next: 2, count: 102 } },
      },
      { query: { label_generated_at_from: '2026-11-22T00:00:00.000Z', page: 1, per_page: 100 } },
    ),
  ],
  expect: {
    labels: [
      {
        carrierShipmentId: ID,
        trackingNumbers: [NUMBER],
        reference: REFERENCE,
        madeAt: '2026-11-23T09:00:00.000Z',
        state: 'voided',
        service: 'UPS - Standard',
        to: { city: 'Vancouver', provinceCode: 'BC', zipcode: 'V6B 1A1', countryCode: 'CA' },
        kept: { shipmentId: ID, courierService: COURIER },
      },
    ],
    next: '2',
    problems: [],
  },
};
