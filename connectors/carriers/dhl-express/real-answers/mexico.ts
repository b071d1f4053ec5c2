/** Inside Mexico, over three days and two clocks: no offsets, the area a scan names is that of the whole city, signed for. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const dhl = answered(carrier, samples);
const NUMBER = '9356579890';

const AREAS = { MEX: 'Mexico City-MX', JJC: 'Mexico City Hub-MX', QRO: 'Queretaro-MX', LAP: 'La Paz-MX' };

export const answers: readonly RealAnswer[] = [
  {
    name: 'a service inside the country: nine scans from the hub to the door, and who signed',
    operation: 'track',
    source: 'https://github.com (a dashboard of shipments in React, an answer kept as its sample)',
    recorded: '2023-10-24',
    read: () =>
      dhl.track(NUMBER, {
        body: {
          shipments: [
            {
              shipmentTrackingNumber: NUMBER,
              status: 'Success',
              shipmentTimestamp: '2023-10-20T20:53:09',
              productCode: 'N',
              description: 'MATERIAL DIVERSO',
              shipperDetails: {
                name: 'TEST SHIPPER',
                postalAddress: { cityName: 'Tepozotlan', postalCode: '54605', provinceCode: 'MC', countryCode: 'MX' },
                serviceArea: [{ code: 'MEX', description: AREAS.MEX }],
              },
              receiverDetails: {
                name: 'TEST BUYER',
                postalAddress: {
                  cityName: 'cabo san lucas',
                  countyName: 'calle prueba sn',
                  postalCode: '23454',
                  provinceCode: 'BS',
                  countryCode: 'MX',
                },
                serviceArea: [{ code: 'LAP', description: AREAS.LAP, facilityCode: 'CSL' }],
              },
              totalWeight: 2.7,
              unitOfMeasurements: 'metric',
              shipperReferences: [],
              events: (
                [
                  ['2023-10-23', '14:29:00', 'PU', 'MEX', 'Shipment picked up'],
                  ['2023-10-23', '21:28:00', 'PL', 'JJC', 'Processed at MEXICO CITY HUB-MEXICO'],
                  [
                    '2023-10-23',
                    '21:31:00',
                    'DF',
                    'JJC',
                    'Shipment has departed from a DHL facility MEXICO CITY HUB-MEXICO',
                  ],
                  ['2023-10-23', '23:50:00', 'AF', 'QRO', 'Arrived at DHL Sort Facility  QUERETARO-MEXICO'],
                  ['2023-10-24', '04:58:00', 'PL', 'QRO', 'Processed at QUERETARO-MEXICO'],
                  ['2023-10-24', '05:00:00', 'DF', 'QRO', 'Shipment has departed from a DHL facility QUERETARO-MEXICO'],
                  ['2023-10-24', '08:44:00', 'AR', 'LAP', 'Arrived at DHL Delivery Facility  LA PAZ-MEXICO'],
                  ['2023-10-24', '10:16:00', 'WC', 'LAP', 'Shipment is out with courier for delivery'],
                  ['2023-10-24', '15:07:00', 'OK', 'LAP', 'Delivered'],
                ] as const
              ).map(([date, time, typeCode, code, description]) => ({
                date,
                time,
                typeCode,
                description,
                serviceArea: [{ code, description: AREAS[code] }],
                ...(typeCode === 'OK' && { signedBy: 'test buyer' }),
              })),
              numberOfPieces: 1,
            },
          ],
        },
      }),
    means: [
      '2023-10-23T14:29:00 accepted PU Shipment picked up @ Mexico City, MX',
      '2023-10-23T21:28:00 in-transit PL Processed at MEXICO CITY HUB-MEXICO @ Mexico City Hub, MX',
      '2023-10-23T21:31:00 in-transit DF Shipment has departed from a DHL facility MEXICO CITY HUB-MEXICO @ Mexico City Hub, MX',
      '2023-10-23T23:50:00 in-transit AF Arrived at DHL Sort Facility  QUERETARO-MEXICO @ Queretaro, MX',
      '2023-10-24T04:58:00 in-transit PL Processed at QUERETARO-MEXICO @ Queretaro, MX',
      '2023-10-24T05:00:00 in-transit DF Shipment has departed from a DHL facility QUERETARO-MEXICO @ Queretaro, MX',
      '2023-10-24T08:44:00 in-transit AR Arrived at DHL Delivery Facility  LA PAZ-MEXICO @ La Paz, MX',
      '2023-10-24T10:16:00 out-for-delivery WC Shipment is out with courier for delivery @ La Paz, MX',
      '2023-10-24T15:07:00 delivered OK Delivered @ La Paz, MX',
    ],
  },
];
