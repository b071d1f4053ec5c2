/** Own cases of what is asked beside a purchase: tracking, prices, places, days. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { BUYER, CONTACT, NUMBER, pdf, REFERENCE, shipIt, SIGN_IN, TRACK_ID, tracking, UUID } from './own-exchanges.ts';

export const trackCases: OwnCase[] = [
  {
    name: 'a parcel on its way, and one that is not known',
    operation: 'track',
    input: { trackingNumbers: ['36301917596', '42249018928'] },
    exchanges: [
      SIGN_IN,
      tracking('/trackids/36301917596,42249018928', [
        { requested: '42249018928', errorCode: 'E_404_01', errorMessage: 'Resource Not Found' },
        {
          requested: '36301917596',
          unitno: '36301917596',
          status: 'INTRANSIT',
          statusDateTime: '2024-10-11T15:24:57+0200',
          events: [
            {
              code: 'INTIAL.NORMAL',
              city: 'Berlin',
              postalCode: '10437',
              country: 'DE',
              description: 'The parcel was handed over to GLS.',
              eventDateTime: '2024-10-07T10:46:14+0200',
            },
            {
              code: 'INTIAL.PREADVICE',
              city: '',
              postalCode: '',
              country: 'DE',
              description: 'The parcel data was entered into the GLS IT system.',
              eventDateTime: '2024-10-07T09:30:00+0200',
            },
            { code: 'CHANGD.PARCELBOX', description: 'Change completed', eventDateTime: 'soon' },
          ],
        },
      ]),
    ],
    expect: [
      { trackingNumber: '42249018928', events: [], problems: ['GLS Group does not know 42249018928 (E_404_01).'] },
      {
        trackingNumber: '36301917596',
        events: [
          {
            occurredAt: '2024-10-07T10:46:14+0200',
            status: 'accepted',
            code: 'INTIAL.NORMAL',
            text: 'The parcel was handed over to GLS.',
            place: 'Berlin, DE',
          },
          {
            occurredAt: '2024-10-07T09:30:00+0200',
            status: 'label-created',
            code: 'INTIAL.PREADVICE',
            text: 'The parcel data was entered into the GLS IT system.',
          },
          {
            occurredAt: '2024-10-11T15:24:57+0200',
            status: 'in-transit',
            code: 'INTRANSIT',
            text: 'Parcel is on its way to the final depot',
          },
        ],
        problems: ['parcels[1].events[2].eventDateTime should be in its usual form but is "soon".'],
      },
    ],
  },
  {
    name: 'the paper of a delivery',
    operation: 'proofOfDelivery',
    input: {
      trackingNumber: NUMBER,
      carrierShipmentId: TRACK_ID,
      destination: { countryCode: 'DE', zipcode: '12524' },
      shipDate: '2026-11-23',
    },
    exchanges: [
      SIGN_IN,
      shipIt(
        '/tracking/parcelpod',
        { PODItem: { TrackID: TRACK_ID, ImageData: pdf } },
        { body: { TrackID: TRACK_ID } },
      ),
    ],
    expect: { files: [{ kind: 'bytes', document: 'proof-of-delivery', format: 'pdf', bytes: 'bytes:9' }] },
  },
];

const LANE = { Source: { CountryCode: 'DE', ZIPCode: '60487' }, ContactID: CONTACT };
const PRODUCTS = [{ ProductName: 'PARCEL' }, { ProductName: 'EXPRESS' }];

export const accountCases = (domestic: ShipmentRequest): OwnCase[] => [
  {
    name: 'prices of the list for what GLS offers there',
    operation: 'rate',
    input: { shipment: domestic, services: ['PARCEL', 'EXPRESS_1200'] },
    exchanges: [
      SIGN_IN,
      shipIt(
        '/shipments/allowedservices',
        { AllowedServices: [...PRODUCTS, { ServiceName: 'service_flexdelivery' }] },
        { body: { ...LANE, Destination: { CountryCode: 'DE', ZIPCode: '12524' } } },
      ),
    ],
    expect: {
      offers: [
        {
          service: 'PARCEL',
          serviceName: 'GLS Parcel',
          lines: [
            {
              kind: 'base',
              code: 'freight',
              label: 'GLS Parcel to Anywhere, 1.25 kg',
              amount: { minor: 700, currency: 'EUR' },
            },
          ],
          total: { minor: 700, currency: 'EUR' },
          billableGrams: 1250,
          transitDays: 5,
          zone: 'Anywhere',
        },
      ],
      problems: [
        {
          service: 'EXPRESS_1200',
          message: 'GLS Group does not offer EXPRESS_1200 to your contact ID from DE to DE.',
        },
      ],
    },
  },
  {
    name: 'services of the contact',
    operation: 'discoverServices',
    input: domestic.from,
    exchanges: [
      SIGN_IN,
      shipIt(
        '/shipments/allowedservices',
        { AllowedServices: [...PRODUCTS, { ServiceName: 'service_1200' }, { ServiceName: 'service_tyre' }] },
        { body: { ...LANE, Destination: LANE.Source } },
      ),
    ],
    expect: [
      { code: 'PARCEL', name: 'GLS Parcel', scope: 'both' },
      { code: 'EXPRESS', name: 'GLS Express', scope: 'both' },
      { code: 'EXPRESS_1200', name: 'GLS Express 12:00', scope: 'both' },
    ],
  },
  {
    name: 'a place that cannot be reached',
    operation: 'checkAddress',
    input: domestic.to,
    exchanges: [
      SIGN_IN,
      shipIt(
        '/shipments/validate',
        {
          success: false,
          validationResult: {
            Issues: [
              { Rule: 'ADDRESS_ZIPCODE_MANDATORY', Location: 'consignee.zip' },
              { Rule: 'SHIPMENT_VALID_ROUTING', Location: 'routing' },
            ],
          },
        },
        {
          body: {
            Shipment: {
              Middleware: 'ScanShip',
              Product: 'PARCEL',
              Consignee: { Address: BUYER },
              Shipper: { ContactID: CONTACT },
              ShipmentUnit: [{ Weight: 1 }],
            },
          },
        },
      ),
    ],
    expect: {
      verdict: 'unknown',
      level: 'city',
      suggestions: [],
      messages: [
        'GLS Group does not accept the address: ADDRESS_ZIPCODE_MANDATORY at consignee.zip.',
        'GLS Group does not accept the address: SHIPMENT_VALID_ROUTING at routing.',
      ],
    },
  },
  {
    name: 'sign-in and contact are good',
    operation: 'testConnection',
    exchanges: [
      SIGN_IN,
      shipIt(
        '/shipments/allowedservices',
        { AllowedServices: PRODUCTS },
        {
          body: {
            Source: { CountryCode: 'DE', ZIPCode: '38106' },
            Destination: { CountryCode: 'DE', ZIPCode: '65760' },
            ContactID: CONTACT,
          },
        },
      ),
    ],
    expect: { message: `Connected to GLS Group with contact ID ${CONTACT}.` },
  },
];

export const dayCases = (domestic: ShipmentRequest, pickup: PickupWish): OwnCase[] => [
  {
    name: 'a collection that GLS moves to another day',
    operation: 'pickup',
    part: 'book',
    step: 'book',
    input: { ...pickup, date: '2026-01-06', reference: REFERENCE, uuid: UUID },
    exchanges: [
      SIGN_IN,
      shipIt(
        '/sporadiccollection',
        { EstimatedPickUpDate: '2026-01-07' },
        {
          body: {
            ContactID: CONTACT,
            PreferredPickUpDate: '2026-01-06',
            NumberOfParcels: 3,
            Product: 'PARCEL',
            ExpectedTotalWeight: 4.5,
            AdditionalInformation: `13:00-17:00 - Back door - Ring twice. - Ref ${REFERENCE}`,
          },
        },
      ),
    ],
    expect: {
      kind: 'done',
      keep: { date: '2026-01-07' },
      result: {
        confirmation: REFERENCE,
        date: '2026-01-07',
        messages: [
          'GLS Group collects at the address it has for your contact ID, and gives no number of its own.',
          'GLS Group moved the pickup to 2026-01-07.',
        ],
      },
    },
  },
  {
    name: 'a day is closed; one parcel was closed before and so is closed too, one is of another day',
    operation: 'endOfDay',
    step: 'close',
    input: {
      reference: 'E000000000000001',
      uuid: UUID,
      from: domestic.from,
      date: '2026-11-24',
      shipments: [
        [TRACK_ID, '2026-11-23'],
        ['YZ8YO12T', '2026-11-23'],
        ['YZ8YO12U', '2026-11-24'],
      ].map(([trackId = '', shipDate = ''], index) => ({
        reference: `S00000000000000${index + 1}`,
        carrierShipmentId: trackId,
        service: 'PARCEL',
        trackingNumbers: [],
        destination: 'DE',
        kept: { trackId, shipDate },
      })),
    },
    exchanges: [
      SIGN_IN,
      shipIt(
        '/shipments/endofday',
        {
          Shipments: [
            {
              ShippingDate: '2026-11-23',
              Consignee: { Address: BUYER },
              ShipmentUnit: [{ Weight: '1.25', TrackID: TRACK_ID, ParcelNumber: NUMBER }],
            },
          ],
        },
        { query: { date: '2026-11-23' } },
      ),
    ],
    expect: {
      kind: 'done',
      result: {
        manifestNumbers: ['2026-11-23 E000000000000001'],
        files: [],
        leftOut: [
          {
            reference: 'S000000000000003',
            message: 'This parcel is announced for another day than 2026-11-23; close that day by itself.',
          },
        ],
      },
    },
  },
];
