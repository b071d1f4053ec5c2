/** The rate sheet's place in the table; its own folder holds the detailed cases. */
import { demoRateSheet } from '@scanship/carrier-rate-sheet/rate-sheet-template';
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import type { Address } from '@scanship/domain/addresses/address';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const sender: Address = {
  name: 'Maple Goods',
  address1: '100 Queen St W',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5H 2N2',
  countryCode: 'CA',
};
const receiver: Address = { ...sender, name: 'Test Receiver', city: 'Mississauga', zipcode: 'L5B 3C1' };
const domestic: ShipmentRequest = {
  from: sender,
  to: receiver,
  parcels: [{ number: 1, weightGrams: 2400 }],
  shipDate: '2026-11-23',
  options: {},
  references: ['#1001'],
  language: 'en',
};
const money2 = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'CAD' });
const account = { id: 'own', credentials: {} };

export const rateSheetSamples: ConnectorSamples = {
  settings: { sheet: demoRateSheet() },
  account,
  otherAccount: { ...account, id: 'other' },
  service: 'NEXT_DAY',
  domestic,
  crossBorder: {
    service: 'ECONOMY',
    shipment: {
      ...domestic,
      to: { ...receiver, city: 'Buffalo', provinceCode: 'NY', zipcode: '14202', countryCode: 'US' },
      customs: {
        purpose: 'Sale',
        incoterm: 'DAP',
        dutiesPaidBy: 'Receiver',
        currency: 'CAD',
        items: [{ description: 'Maple syrup', quantity: 2, unitValue: money(1500, 'CAD'), unitGrams: 1000 }],
      },
    },
  },
  ownCases: [
    {
      name: 'the price of one service of the demo sheet',
      operation: 'rate',
      input: { shipment: domestic, services: ['NEXT_DAY'] },
      exchanges: [],
      expect: {
        offers: [
          {
            service: 'NEXT_DAY',
            serviceName: 'Maple Next Day',
            transitDays: 1,
            zone: 'Greater Toronto Area',
            billableGrams: 2500,
            lines: [
              {
                kind: 'base',
                code: 'freight',
                label: 'Maple Next Day to Greater Toronto Area, 2.5 kg',
                amount: money2(895),
              },
              { kind: 'fuel', code: 'fuel', label: 'Fuel 13.75 %', amount: money2(123) },
              { kind: 'tax', code: 'HST-ON', label: 'HST 13 %', amount: money2(132), ratePpm: 130_000 },
            ],
            total: money2(1150),
          },
        ],
        problems: [],
      },
    },
    {
      name: 'a label with the number its serial gives',
      operation: 'ship',
      step: 'create',
      input: {
        shipment: domestic,
        service: 'NEXT_DAY',
        reference: 'ABCDEFGH12345678',
        uuid: '00000000-0000-4000-8000-000000000000',
        labelFormat: 'pdf',
        serials: [123],
      },
      exchanges: [],
      expect: {
        kind: 'done',
        result: {
          carrierShipmentId: 'ABCDEFGH12345678',
          parcels: [{ number: 1, trackingNumber: 'ML00000001236' }],
          files: [
            {
              kind: 'drawn',
              document: 'label',
              parcelNumber: 1,
              model: {
                language: 'en',
                carrierName: 'Maple Local Courier',
                serviceName: 'Maple Next Day',
                trackingNumber: 'ML00000001236',
                trackingText: 'ML 0000 0001 23 6',
                from: sender,
                to: receiver,
                routingCode: 'L5B 3C1',
                sortCode: 'GTA',
                weightGrams: 2400,
                shipDate: '2026-11-23',
                parcelNumber: 1,
                parcelCount: 1,
                references: ['#1001'],
                test: true,
              },
            },
          ],
        },
      },
    },
    {
      name: 'a label cancelled and credited at once',
      operation: 'cancel',
      step: 'cancel',
      input: {
        reference: 'ABCDEFGH12345678',
        carrierShipmentId: 'ABCDEFGH12345678',
        trackingNumbers: ['ML00000001236'],
        kept: {},
      },
      exchanges: [],
      expect: { kind: 'done', result: { refund: 'now' } },
    },
    {
      name: 'the sheet summed up',
      operation: 'testConnection',
      exchanges: [],
      expect: {
        accountName: 'Maple Local Courier',
        message: 'Maple Local Courier: 3 services, 5 zones and 36 prices in CAD. No outside service is needed.',
      },
    },
  ],
};
