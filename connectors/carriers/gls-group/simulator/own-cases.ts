/** Our own request and answer for every operation, written by hand from ShipIT's documentation and the contracts. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { accountCases, dayCases, trackCases } from './own-cases-more.ts';
import {
  BUYER,
  CONTACT,
  NUMBER,
  pdf,
  REFERENCE,
  shipIt,
  SIGN_IN,
  TRACK_ID,
  tracking,
  UUID,
  zpl,
} from './own-exchanges.ts';

const SHOP = {
  Name1: 'Test Shop',
  Name2: 'Test Sender',
  CountryCode: 'DE',
  ZIPCode: '60487',
  City: 'Frankfurt am Main',
  Street: 'Leipziger Str. 82',
  ContactPerson: 'Test Sender',
  FixedLinePhonenumber: '+49 69 5550100',
};
const shipmentOf = (more: Readonly<Record<string, unknown>> = {}) => ({
  ShipmentReference: [REFERENCE],
  ShippingDate: '2026-11-23',
  Middleware: 'ScanShip',
  Product: 'PARCEL',
  Consignee: { Category: 'PRIVATE', Address: BUYER },
  Shipper: { ContactID: CONTACT, AlternativeShipperAddress: SHOP },
  ShipmentUnit: [{ ShipmentUnitReference: [REFERENCE], Weight: 1.25, Note1: 'ORDER-1' }],
  ...more,
});
const PDF_OPTIONS = { PrintingOptions: { ReturnLabels: { TemplateSet: 'NONE', LabelFormat: 'PDF' } } };
const created = (data: unknown, format: string) => ({
  CreatedShipment: {
    ShipmentReference: [REFERENCE],
    ParcelData: [{ TrackID: TRACK_ID, ParcelNumber: NUMBER, ShipmentUnitReference: [REFERENCE] }],
    PrintData: [{ Data: data, LabelFormat: format }],
    CustomerID: 'abcdefghij',
    PickupLocation: 'DE 777',
  },
});
const outcome = (format: 'pdf' | 'zpl', bytes: number, kept: Readonly<Record<string, unknown>> = {}) => ({
  kind: 'done',
  keep: { trackId: TRACK_ID, shipDate: '2026-11-23', ...kept },
  result: {
    carrierShipmentId: TRACK_ID,
    parcels: [{ number: 1, trackingNumber: NUMBER, trackingUrl: `https://gls-group.eu/track/${TRACK_ID}` }],
    files: [{ kind: 'bytes', document: 'label', format, bytes: `bytes:${bytes}`, parcelNumber: 1 }],
  },
});

const shipCases = (domestic: ShipmentRequest, returned: ShipmentRequest): OwnCase[] => {
  const purchase = { reference: REFERENCE, uuid: UUID } as const;
  return [
    {
      name: 'a parcel with a signature and a higher liability; the label stands alone in the answer',
      operation: 'ship',
      step: 'buy',
      input: {
        ...purchase,
        labelFormat: 'pdf',
        service: 'PARCEL',
        shipment: {
          ...domestic,
          options: { signature: 'any', insuredValue: { minor: 500_000, currency: 'EUR' } },
        },
      },
      exchanges: [
        SIGN_IN,
        shipIt('/shipments', created(pdf, 'PDF'), {
          body: {
            Shipment: shipmentOf({
              ShipmentUnit: [
                {
                  ShipmentUnitReference: [REFERENCE],
                  Weight: 1.25,
                  Note1: 'ORDER-1',
                  Service: [
                    { AddonLiability: { ServiceName: 'service_addonliability', Amount: 5000, Currency: 'EUR' } },
                  ],
                },
              ],
              Service: [{ Service: { ServiceName: 'service_signature' } }],
            }),
            ...PDF_OPTIONS,
          },
        }),
      ],
      expect: outcome('pdf', 9),
    },
    {
      name: 'an express parcel before noon, its label for a Zebra printer in a list',
      operation: 'ship',
      step: 'buy',
      input: { ...purchase, labelFormat: 'zpl', service: 'EXPRESS_1200', shipment: domestic },
      exchanges: [
        SIGN_IN,
        shipIt('/shipments', created([zpl], 'ZEBRA'), {
          body: {
            Shipment: shipmentOf({ Product: 'EXPRESS', Service: [{ Service: { ServiceName: 'service_1200' } }] }),
            PrintingOptions: { ReturnLabels: { TemplateSet: 'ZPL_200', LabelFormat: 'ZEBRA' } },
          },
        }),
      ],
      expect: outcome('zpl', 6),
    },
    {
      name: 'a return: the consignee is who hands it in',
      operation: 'ship',
      step: 'buy',
      input: { ...purchase, labelFormat: 'pdf', service: 'SHOPRETURN', shipment: returned },
      exchanges: [
        SIGN_IN,
        shipIt('/shipments', created(pdf, 'PDF'), {
          body: {
            Shipment: shipmentOf({
              Service: [{ ShopReturn: { ServiceName: 'service_shopreturn', NumberOfLabels: 1 } }],
            }),
            ...PDF_OPTIONS,
          },
        }),
      ],
      expect: outcome('pdf', 9, { return: true }),
    },
  ];
};

const bought = { reference: REFERENCE, carrierShipmentId: TRACK_ID, trackingNumbers: [NUMBER], kept: {} };
const standing = (status: string) => tracking(`/references/${TRACK_ID}`, [{ requested: TRACK_ID, status }]);

const cancelCases: OwnCase[] = [
  {
    name: 'a parcel Track and Trace does not know yet may be cancelled',
    operation: 'cancel',
    step: 'look',
    input: bought,
    exchanges: [SIGN_IN, tracking(`/references/${TRACK_ID}`, [{ requested: TRACK_ID, errorCode: 'E_404_01' }])],
    expect: { kind: 'done' },
  },
  {
    name: 'a cancellation that is scheduled',
    operation: 'cancel',
    step: 'cancel',
    input: bought,
    exchanges: [
      SIGN_IN,
      shipIt(`/shipments/cancel/${TRACK_ID}`, { TrackID: TRACK_ID, result: 'CANCELLATION_PENDING' }),
    ],
    expect: { kind: 'done', result: { refund: 'later' } },
  },
  {
    name: 'a cancellation that is done, with the name the contract has',
    operation: 'cancel',
    step: 'cancel',
    input: bought,
    exchanges: [SIGN_IN, shipIt(`/shipments/cancel/${TRACK_ID}`, { TrackID: TRACK_ID, Result: 'CANCELLED' })],
    expect: { kind: 'done', result: { refund: 'now' } },
  },
  {
    name: 'a scheduled cancellation came too late',
    operation: 'refund',
    input: bought,
    exchanges: [SIGN_IN, standing('INTRANSIT')],
    expect: { state: 'refused', message: 'The parcel was scanned before it was cancelled, so it is billed.' },
  },
  {
    name: 'a scheduled cancellation is done',
    operation: 'refund',
    input: bought,
    exchanges: [SIGN_IN, standing('CANCELED')],
    expect: { state: 'received' },
  },
];

export const ownCases = (domestic: ShipmentRequest, returned: ShipmentRequest, pickup: PickupWish): OwnCase[] => [
  ...shipCases(domestic, returned),
  ...cancelCases,
  ...trackCases,
  ...accountCases(domestic),
  ...dayCases(domestic, pickup),
];
