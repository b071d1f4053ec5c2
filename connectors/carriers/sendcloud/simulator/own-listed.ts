/** Our own request and answer for the list of labels. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import { exchange, ID, NUMBER, REFERENCE, TO, PARCEL } from './own-cases.ts';

export const listedCase: OwnCase = {
  name: 'shipments announced since, with a link to more',
  operation: 'listLabels',
  input: { since: new Date('2026-11-22T00:00:00Z') },
  exchanges: [
    {
      ...exchange('GET', '/shipments', {}, { query: { announced_after: '2026-11-22T00:00:00.000Z', page_size: 100 } }),
      answer: {
        status: 200,
        headers: {
          'content-type': 'application/json',
          link: '<https://panel.sendcloud.sc/api/v3/shipments?cursor=bz0x>; rel="next"',
        },
        body: {
          data: [
            {
              id: ID,
              external_reference_id: REFERENCE,
              carrier: { code: 'postnl', name: 'PostNL' },
              to_address: TO,
              parcels: [
                {
                  id: PARCEL,
                  status: { code: 'CANCELLED', message: 'Cancelled' },
                  tracking_number: NUMBER,
                  created_at: '2026-11-23T08:59:58.864105Z',
                  announced_at: '2026-11-23T09:00:00.480225Z',
                },
              ],
            },
          ],
        },
      },
    },
  ],
  expect: {
    labels: [
      {
        carrierShipmentId: ID,
        trackingNumbers: [NUMBER],
        reference: REFERENCE,
        madeAt: '2026-11-23T09:00:00.480Z',
        state: 'voided',
        service: 'PostNL',
        to: { city: 'Amsterdam', zipcode: '1012 AB', countryCode: 'NL' },
        kept: { shipmentId: ID },
      },
    ],
    next: 'bz0x',
    problems: [],
  },
};
