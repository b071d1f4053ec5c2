/** Labels that were bought in UPS's test system, and voids: in the United States, abroad, back, and what was refused. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';
import { ACCESS } from './access.ts';

const ups = answered(carrier, samples, ACCESS);
const FRIENDLY = 'friendlycart/friendly_shipping';
const NUMBERS = ['1ZXXXXXXXXXXXXXXX1', '1ZXXXXXXXXXXXXXXX2'];
const IMAGES = { GIF: 'R0lGODlhAQABAAAAACw=', PNG: 'iVBORw0KGgo=', ZPL: 'Cl5YQQ0KXkxSTl5YWg==' };

const money = (currency: string) => (MonetaryValue: string) => ({ CurrencyCode: currency, MonetaryValue });
const usd = money('USD');

interface Bought {
  readonly parcels: number;
  readonly format: keyof typeof IMAGES;
  /** Holders of what it costs. */
  readonly charges: object;
  readonly alerts?: object | readonly object[];
  /** Of each package. */
  readonly more?: object;
  /** The page that is signed for a shipment abroad, and the papers. */
  readonly signed?: boolean;
  readonly form?: boolean;
}

const bought = ({ parcels, format, charges, alerts, more, signed, form }: Bought) => {
  const packages = NUMBERS.slice(0, parcels).map((TrackingNumber, index) => ({
    TrackingNumber,
    ServiceOptionsCharges: usd('0.00'),
    ShippingLabel: {
      ImageFormat: { Code: format, Description: format },
      GraphicImage: IMAGES[format],
      HTMLImage: 'PEhUTUw+',
      ...(signed === true && index === 0 && { InternationalSignatureGraphicImage: IMAGES[format] }),
    },
    ...more,
  }));
  return {
    body: {
      ShipmentResponse: {
        Response: {
          ResponseStatus: { Code: '1', Description: 'Success' },
          ...(alerts !== undefined && { Alert: alerts }),
          TransactionReference: '',
        },
        ShipmentResults: {
          ...charges,
          BillingWeight: { UnitOfMeasurement: { Code: 'LBS', Description: 'Pounds' }, Weight: '8.0' },
          ShipmentIdentificationNumber: NUMBERS[0],
          // One package is an object where an older version answers.
          PackageResults: parcels === 1 ? packages[0] : packages,
          ...(form === true && {
            Form: {
              Code: '01',
              Description: 'All Requested International Forms',
              Image: { ImageFormat: { Code: 'PDF', Description: 'PDF' }, GraphicImage: 'JVBERi0xLjQN' },
            },
          }),
          LabelURL: 'https://www.ups.example/label',
        },
      },
    },
  };
};

const of = (
  name: string,
  source: string,
  recorded: string,
  parcels: number,
  answer: { readonly status?: number; readonly body: unknown },
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'ship',
  source,
  recorded,
  read: () => {
    const [parcel] = withinUnitedStates.parcels;
    if (!parcel) throw new Error('no parcel');
    const shipment = {
      ...withinUnitedStates,
      parcels: Array.from({ length: parcels }, (_, index) => ({ ...parcel, number: index + 1 })),
    };
    return ups.ship(
      {
        shipment,
        service: '03',
        reference: 'S000000000000001',
        uuid: '6f1c2f1e-0000-4000-8000-000000000001',
        labelFormat: 'pdf',
      },
      [{ status: 200, ...answer }],
    );
  },
  means,
});
const refused = (name: string, recorded: string, code: string, message: string, means: readonly string[]): RealAnswer =>
  of(name, FRIENDLY, recorded, 1, { status: 400, body: { response: { errors: [{ code, message }] } } }, means);

const voided = (
  name: string,
  answer: { readonly status: number; readonly body: unknown },
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'cancel',
  source: FRIENDLY,
  recorded: '2024-02-09',
  read: () =>
    ups.cancel(
      { reference: 'S000000000000001', carrierShipmentId: NUMBERS[0] ?? '', trackingNumbers: NUMBERS, kept: {} },
      [answer],
    ),
  means,
});

export const answers: readonly RealAnswer[] = [
  of(
    'two packages: published 47.96, the account pays 47.48',
    FRIENDLY,
    '2024-02-07',
    2,
    bought({
      parcels: 2,
      format: 'GIF',
      charges: {
        ShipmentCharges: {
          TransportationCharges: usd('47.96'),
          ItemizedCharges: { Code: '270', ...usd('11.30') },
          ServiceOptionsCharges: usd('0.00'),
          TotalCharges: usd('47.96'),
        },
        NegotiatedRateCharges: { TotalCharge: usd('47.48') },
      },
      more: {
        BaseServiceCharge: usd('15.11'),
        ItemizedCharges: [
          { Code: '400', ...usd('0.00'), SubType: 'EVS' },
          { Code: '375', ...usd('3.22') },
        ],
        NegotiatedCharges: { ItemizedCharges: { Code: '400', ...usd('0.00'), SubType: 'EVS' } },
      },
    }),
    [
      'shipment 1ZXXXXXXXXXXXXXXX1',
      'parcel 1 1ZXXXXXXXXXXXXXXX1',
      'parcel 2 1ZXXXXXXXXXXXXXXX2',
      'label gif 1',
      'label gif 2',
      'base BASE 47.48 | 47.48 USD',
    ],
  ),
  of(
    'Ground Saver: the postal number of the last mile beside UPS’s own',
    FRIENDLY,
    '2024-02-07',
    1,
    bought({
      parcels: 1,
      format: 'GIF',
      charges: {
        ShipmentCharges: {
          TransportationCharges: usd('18.41'),
          ItemizedCharges: { Code: '441', ...usd('0.05') },
          TotalCharges: usd('18.46'),
        },
        NegotiatedRateCharges: { TotalCharge: usd('18.23') },
      },
      more: { USPSPICNumber: '92612903103110541475013303', ItemizedCharges: { Code: '375', ...usd('2.47') } },
    }),
    ['shipment 1ZXXXXXXXXXXXXXXX1', 'parcel 1 1ZXXXXXXXXXXXXXXX1', 'label gif 1', 'base BASE 18.23 | 18.23 USD'],
  ),
  of(
    'abroad: the page to sign is a label of its own, the papers come along, the alert is told, no price of the account',
    FRIENDLY,
    '2024-02-08',
    2,
    bought({
      parcels: 2,
      format: 'ZPL',
      signed: true,
      form: true,
      alerts: {
        Code: '123005',
        Description: 'The selected service may not guarantee early AM arrival to the requested location.',
      },
      charges: {
        ShipmentCharges: {
          BaseServiceCharge: usd('285.57'),
          TransportationCharges: usd('400.76'),
          ServiceOptionsCharges: usd('1.50'),
          TotalCharges: usd('402.26'),
        },
      },
    }),
    [
      'shipment 1ZXXXXXXXXXXXXXXX1',
      'parcel 1 1ZXXXXXXXXXXXXXXX1',
      'parcel 2 1ZXXXXXXXXXXXXXXX2',
      'label zpl 1',
      'label zpl 1',
      'label zpl 2',
      'customs-invoice pdf -',
      'The selected service may not guarantee early AM arrival to the requested location.',
    ],
  ),
  of(
    'to Puerto Rico, with papers and the page to sign',
    FRIENDLY,
    '2024-02-09',
    2,
    bought({
      parcels: 2,
      format: 'ZPL',
      signed: true,
      form: true,
      charges: { ShipmentCharges: { TransportationCharges: usd('135.68'), TotalCharges: usd('135.78') } },
    }),
    [
      'shipment 1ZXXXXXXXXXXXXXXX1',
      'parcel 1 1ZXXXXXXXXXXXXXXX1',
      'parcel 2 1ZXXXXXXXXXXXXXXX2',
      'label zpl 1',
      'label zpl 1',
      'label zpl 2',
      'customs-invoice pdf -',
    ],
  ),
  of(
    'a return: its receipt is a page for browsers and no label',
    FRIENDLY,
    '2024-02-08',
    1,
    bought({
      parcels: 1,
      format: 'GIF',
      charges: {
        ShipmentCharges: {
          TransportationCharges: usd('14.51'),
          ItemizedCharges: { Code: '250', ...usd('1.05') },
          TotalCharges: usd('15.56'),
        },
        NegotiatedRateCharges: { TotalCharge: usd('14.36') },
      },
      more: {
        ShippingReceipt: { ImageFormat: { Code: 'HTML', Description: 'HTML' }, GraphicImage: 'PGh0bWw+' },
      },
    }),
    ['shipment 1ZXXXXXXXXXXXXXXX1', 'parcel 1 1ZXXXXXXXXXXXXXXX1', 'label gif 1', 'base BASE 14.36 | 14.36 USD'],
  ),
  of(
    'an account without prices of its own pays the published one, with HST',
    'karrioapi/karrio',
    'unknown',
    1,
    bought({
      parcels: 1,
      format: 'PNG',
      alerts: [
        {
          Code: '121524',
          Description:
            'The payer of Duty and Tax charges is not required for UPS Letter, Documents of No Commercial Value or Qualified Domestic Shipments.',
        },
        {
          Code: '120900',
          Description: 'User Id and Shipper Number combination is not qualified to receive negotiated rates',
        },
      ],
      charges: {
        ShipmentCharges: {
          BaseServiceCharge: money('CAD')('114.05'),
          TransportationCharges: money('CAD')('135.15'),
          ItemizedCharges: [
            { Code: '178', ...money('CAD')('0.00') },
            { Code: '375', ...money('CAD')('21.10') },
          ],
          TaxCharges: { Type: 'HST', MonetaryValue: '20.27' },
          TotalCharges: money('CAD')('135.15'),
          TotalChargesWithTaxes: money('CAD')('155.42'),
        },
      },
    }),
    [
      'shipment 1ZXXXXXXXXXXXXXXX1',
      'parcel 1 1ZXXXXXXXXXXXXXXX1',
      'label png 1',
      'base BASE 135.15 + tax HST 20.27 | 155.42 CAD',
      'The payer of Duty and Tax charges is not required for UPS Letter, Documents of No Commercial Value or Qualified Domestic Shipments.',
    ],
  ),
  of(
    'from Great Britain, duties paid by the shipper among the charges',
    'karrioapi/karrio',
    '2025-06-26',
    1,
    bought({
      parcels: 1,
      format: 'PNG',
      form: true,
      alerts: [{ Code: '120016', Description: 'A Customs Invoice is required when the shipment is tendered to UPS.' }],
      charges: {
        ShipmentCharges: {
          BaseServiceCharge: money('GBP')('13.24'),
          TransportationCharges: money('GBP')('21.01'),
          ItemizedCharges: [{ Code: '378', ...money('GBP')('7.77') }],
          TotalCharges: money('GBP')('21.01'),
        },
        NegotiatedRateCharges: {
          TotalCharge: money('GBP')('20.22'),
          ItemizedCharges: [{ Code: '378', ...money('GBP')('7.77') }],
        },
      },
    }),
    [
      'shipment 1ZXXXXXXXXXXXXXXX1',
      'parcel 1 1ZXXXXXXXXXXXXXXX1',
      'label png 1',
      'customs-invoice pdf -',
      'base BASE 20.22 | 20.22 GBP',
      'A Customs Invoice is required when the shipment is tendered to UPS.',
    ],
  ),
  refused(
    'a city that is not that of the postal code',
    '2024-04-18',
    '120802',
    'Address Validation Error on ShipTo address',
    ['invalid-input 120802 (to.address1) UPS: Address Validation Error on ShipTo address.'],
  ),
  refused('no street', '2024-02-09', '120202', 'Missing or invalid ship to address line 1', [
    'invalid-input 120202 (to.address1) UPS: Missing or invalid ship to address line 1.',
  ]),
  of(
    'an empty answer of status 200: nobody knows whether a label was bought',
    FRIENDLY,
    '2024-04-01',
    1,
    { body: '' },
    ['vendor-broken UPS sent an answer that is not JSON.'],
  ),
  voided(
    'voided, the packages not named',
    {
      status: 200,
      body: {
        VoidShipmentResponse: {
          Response: {
            ResponseStatus: { Code: '1', Description: 'Success' },
            TransactionReference: {
              CustomerContext: 'Simple Customer Request',
              TransactionIdentifier: 'sxlhcXhZ7gc40ty6Rq',
            },
          },
          SummaryResult: { Status: { Code: '1', Description: 'Voided' } },
        },
      },
    },
    ['refund now'],
  ),
  voided(
    'too late, or never shipped',
    {
      status: 400,
      body: { response: { errors: [{ code: '190102', message: 'No shipment found within the allowed void period' }] } },
    },
    ['refused 190102 UPS finds no shipment of this number that can still be voided.'],
  ),
];
