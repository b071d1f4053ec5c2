/** Our own request and answer for pickups and day lists, written by hand from README.md. */
import type { EndOfDayInput } from '@scanship/connector-kit/carrier/end-of-day';
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { PickupInput } from '@scanship/connector-kit/carrier/pickup';
import type { Address } from '@scanship/domain/addresses/address';
import { exchange } from './own-cases.ts';

const FROM =
  '<Name>Test Sender</Name><Company>Test Shop</Company><Street1>10 Sender Road</Street1><City>Toronto</City><Province>ON</Province><PostalCode>M5V2T6</PostalCode><Country>CA</Country><Residential>N</Residential>';

export function dayCases(from: Address): OwnCase[] {
  const pickup: PickupInput = {
    address: from,
    date: '2026-11-24',
    readyTime: '10:00',
    closeTime: '16:00',
    place: 'reception',
    instructions: 'Ring twice',
    load: { parcels: 3, totalGrams: 4_200, services: ['GRD'], destinations: ['CA'], trackingNumbers: [] },
    language: 'en',
    reference: 'P000000000000001',
    uuid: '6f1c2f1e-0000-4000-8000-000000000002',
  };
  const { reference, uuid: _uuid, ...wish } = pickup;
  const booked = { confirmation: 'GP00000017', reference, date: '2026-11-24', wish, kept: {} };
  const closing: EndOfDayInput = {
    reference: 'E000000000000001',
    uuid: '6f1c2f1e-0000-4000-8000-000000000003',
    from,
    date: '2026-11-24',
    shipments: ['gs-0123456789ab', 'gs-0123456789ac'].map((carrierShipmentId, i) => ({
      reference: `S00000000000000${i + 1}`,
      carrierShipmentId,
      service: 'GRD',
      trackingNumbers: [],
      destination: 'CA',
      kept: {},
    })),
  };
  const leftOut =
    '<LeftOut><Shipment><ShipmentId>gs-0123456789ac</ShipmentId><Reason>The shipment is void.</Reason></Shipment></LeftOut>';
  return [
    {
      name: 'a driver called',
      operation: 'pickup',
      part: 'book',
      step: 'book',
      input: pickup,
      exchanges: [
        exchange(
          'BookPickup',
          `<Reference>P000000000000001</Reference><Address>${FROM}</Address><Date>2026-11-24</Date><Ready>10:00</Ready><Close>16:00</Close><Place>reception</Place><Parcels>3</Parcels><Grams>4200</Grams><Instructions>Ring twice</Instructions>`,
          '<Pickup><Number>GP00000017</Number><Status>BOOKED</Status><Note>The driver comes once.</Note></Pickup>',
        ),
      ],
      expect: {
        kind: 'done',
        keep: { pickupNumber: 'GP00000017' },
        result: { confirmation: 'GP00000017', messages: ['The driver comes once.'] },
      },
    },
    {
      name: 'a driver sent away',
      operation: 'pickup',
      part: 'cancel',
      step: 'cancel',
      input: booked,
      exchanges: [exchange('CancelPickup', '<Number>GP00000017</Number>', '<Status>CANCELLED</Status>')],
      expect: { kind: 'done', result: { messages: [] } },
    },
    {
      name: 'a day closed, one shipment left out',
      operation: 'endOfDay',
      step: 'close',
      input: closing,
      exchanges: [
        exchange(
          'CloseDay',
          `<Reference>E000000000000001</Reference><Date>2026-11-24</Date><From>${FROM}</From><ShipmentId>gs-0123456789ab</ShipmentId><ShipmentId>gs-0123456789ac</ShipmentId>`,
          `<Closing><Number>GL00000019</Number>${leftOut}</Closing>`,
        ),
      ],
      expect: {
        kind: 'done',
        keep: { closing: 'GL00000019' },
        result: {
          manifestNumbers: ['GL00000019'],
          leftOut: [{ reference: 'S000000000000002', message: 'The shipment is void.' }],
        },
      },
    },
    {
      name: 'its paper',
      operation: 'endOfDay',
      step: 'paper',
      input: closing,
      kept: { closing: 'GL00000019' },
      exchanges: [
        exchange(
          'FindClosing',
          '<Reference>E000000000000001</Reference>',
          '<Closing><Number>GL00000019</Number><Paper>JVBERi0=</Paper></Closing>',
        ),
      ],
      expect: {
        kind: 'done',
        result: { files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:5' }] },
      },
    },
  ];
}
