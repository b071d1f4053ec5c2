/** From Warsaw to Prague on its first day: accepted, processed, on the plane; the day it is expected ends at a minute to midnight. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const dhl = answered(carrier, samples);
const NUMBER = '1555081404';

export const answers: readonly RealAnswer[] = [
  {
    name: 'three scans to the second, no pieces, no references',
    operation: 'track',
    source: 'https://github.com (tests of a tracking service in Python, an answer kept as its body)',
    recorded: '2026-08-10',
    read: () =>
      dhl.track(NUMBER, {
        body: {
          shipments: [
            {
              shipmentTrackingNumber: NUMBER,
              status: 'Success',
              estimatedDeliveryDate: '2026-08-11T23:59:00',
              shipperDetails: { postalAddress: { cityName: 'Warszawa', countryCode: 'PL' } },
              receiverDetails: { postalAddress: { cityName: 'Prague', countryCode: 'CZ' } },
              events: [
                ['15:49:18', 'SA', 'Shipment Accepted'],
                ['17:59:00', 'PL', 'Processed at WARSAW-POLAND'],
                ['22:05:58', 'DF', 'Shipment has departed from a DHL facility WARSAW-POLAND'],
              ].map(([time, typeCode, description]) => ({
                date: '2026-08-10',
                time,
                typeCode,
                description,
                serviceArea: [{ code: 'WAW', description: 'Warsaw-PL' }],
              })),
            },
          ],
        },
      }),
    means: [
      '2026-08-10T15:49:18 handed-over SA Shipment Accepted @ Warsaw, PL',
      '2026-08-10T17:59:00 in-transit PL Processed at WARSAW-POLAND @ Warsaw, PL',
      '2026-08-10T22:05:58 in-transit DF Shipment has departed from a DHL facility WARSAW-POLAND @ Warsaw, PL',
      'expected 2026-08-11',
    ],
  },
];
