/** A parcel from Tepozotlán to Cabo San Lucas: every scan of two days, none with a distance from UTC. */
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { readTracking } from '../src/track.ts';

const NUMBER = '9356579890';
type Scan = readonly [date: string, time: string, code: string, text: string, place: string];

const SCANS: readonly Scan[] = [
  ['2023-10-23', '14:29:00', 'PU', 'Shipment picked up', 'Mexico City-MX'],
  ['2023-10-23', '21:28:00', 'PL', 'Processed at MEXICO CITY HUB-MEXICO', 'Mexico City Hub-MX'],
  [
    '2023-10-23',
    '21:31:00',
    'DF',
    'Shipment has departed from a DHL facility MEXICO CITY HUB-MEXICO',
    'Mexico City Hub-MX',
  ],
  ['2023-10-23', '23:50:00', 'AF', 'Arrived at DHL Sort Facility  QUERETARO-MEXICO', 'Queretaro-MX'],
  ['2023-10-24', '08:44:00', 'AR', 'Arrived at DHL Delivery Facility  LA PAZ-MEXICO', 'La Paz-MX'],
  ['2023-10-24', '10:16:00', 'WC', 'Shipment is out with courier for delivery', 'La Paz-MX'],
  ['2023-10-24', '15:07:00', 'OK', 'Delivered', 'La Paz-MX'],
];

const read = (scans: readonly Scan[]): readonly string[] => {
  const events = scans.map(([date, time, typeCode, description, place]) => ({
    date,
    time,
    typeCode,
    description,
    serviceArea: [{ code: 'MEX', description: place }],
    ...(typeCode === 'OK' && { signedBy: 'Test Receiver' }),
  }));
  const shipment = {
    shipmentTrackingNumber: NUMBER,
    status: 'Success',
    shipmentTimestamp: '2023-10-20T20:53:09',
    productCode: 'N',
    shipperReferences: [],
    events,
    numberOfPieces: 1,
  };
  return readTracking({ shipments: [shipment] }, [NUMBER]).parcels.flatMap((parcel) => [
    ...parcel.events.map((e) => `${e.occurredAt} ${e.status} ${e.code} ${e.place}`),
    ...parcel.problems,
  ]);
};

export const answers: readonly RealAnswer[] = [
  {
    name: 'a whole way through two hubs, no pieces named, no references',
    operation: 'track',
    source: 'https://github.com (a dashboard of parcels, an answer kept as its sample)',
    recorded: '2023-10-24',
    read: () => read(SCANS),
    means: [
      '2023-10-23T14:29:00 accepted PU Mexico City, MX',
      '2023-10-23T21:28:00 in-transit PL Mexico City Hub, MX',
      '2023-10-23T21:31:00 in-transit DF Mexico City Hub, MX',
      '2023-10-23T23:50:00 in-transit AF Queretaro, MX',
      '2023-10-24T08:44:00 in-transit AR La Paz, MX',
      '2023-10-24T10:16:00 out-for-delivery WC La Paz, MX',
      '2023-10-24T15:07:00 delivered OK La Paz, MX',
    ],
  },
];
