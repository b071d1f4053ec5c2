/** Prices that go abroad: they are entered at an international service centre, which says nothing against a parcel of a seller. */
import type { RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { readPrices } from '../src/price-answer.ts';

const place = { name: 'A', address1: '1 Main St', city: 'Town', provinceCode: '', zipcode: '10001' };
const shipment = (countryCode: string): ShipmentRequest => ({
  from: { ...place, countryCode: 'US' },
  to: { ...place, countryCode },
  parcels: [{ number: 1, weightGrams: 544 }],
  shipDate: '2024-07-14',
  options: {},
  references: [],
  language: 'en',
  customs: {
    purpose: 'Sale',
    dutiesPaidBy: 'Receiver',
    incoterm: 'DAP',
    currency: 'USD',
    items: [
      {
        description: 'Shirt',
        quantity: 1,
        unitValue: { minor: 1000, currency: 'USD' },
        unitGrams: 544,
        originCountry: 'US',
      },
    ],
  },
});

const rate = (
  mailClass: string,
  price: number,
  rateIndicator: string,
  processingCategory: string,
  priceType: string,
) => ({
  mailClass,
  rateOptions: [
    {
      totalBasePrice: price,
      rates: [
        {
          description: 'ISC Single-piece',
          price,
          zone: '01',
          weight: 1.2,
          dimensionalWeight: 0,
          dimWeight: 0,
          fees: [],
          priceType,
          mailClass,
          productName: '',
          productDefinition: '',
          processingCategory,
          rateIndicator,
          destinationEntryFacilityType: 'INTERNATIONAL_SERVICE_CENTER',
          SKU: 'IEXX0XXXXB01020',
        },
      ],
      extraServices: [
        {
          name: 'Class 7 Radioactive Materials Package',
          price: 0,
          extraService: '813',
          priceType: 'COMMERCIAL',
          warnings: [],
        },
      ],
    },
  ],
});

const inWords = (o: RateOffer): string =>
  [o.service, o.total.minor, o.total.currency, `${o.billableGrams} g`, JSON.stringify(o.token)].join(' ');
const read =
  (country: string, priceType: string, ...shippingOptions: readonly object[]) =>
  () => {
    const asked = shipment(country);
    const [parcel] = asked.parcels;
    if (!parcel) throw new Error('no parcel');
    const { offers, problems } = readPrices(
      { originZIPCode: '22407', destinationCountryCode: country, pricingOptions: [{ shippingOptions, priceType }] },
      { shipment: asked, parcel, priceType, wanted: undefined },
    );
    return [...offers.map(inWords), ...problems.map(({ message }) => message)];
  };

export const answers: readonly RealAnswer[] = [
  {
    name: 'Priority Mail Express International to Canada, as USPS itself shows it',
    operation: 'rate',
    source: 'https://developers.usps.com/shippingoptionsv3',
    recorded: '2024-07-14',
    isExample: true,
    read: read('CA', 'CONTRACT', rate('PRIORITY_MAIL_EXPRESS_INTERNATIONAL', 65.64, 'PA', 'FLATS', 'COMMERCIAL_BASE')),
    means: [
      'PRIORITY_MAIL_EXPRESS_INTERNATIONAL 6564 USD 544 g {"rateIndicator":"PA","entryFacility":"INTERNATIONAL_SERVICE_CENTER","processingCategory":"FLATS"}',
    ],
  },
  {
    name: 'First-Class Package International to Great Britain, retail, with a service nobody asked for',
    operation: 'rate',
    source: 'karrioapi/karrio',
    recorded: '2025-01-19',
    read: read('GB', 'RETAIL', rate('FIRST-CLASS_PACKAGE_INTERNATIONAL_SERVICE', 31.95, 'SP', 'MACHINABLE', 'RETAIL')),
    means: [
      'FIRST-CLASS_PACKAGE_INTERNATIONAL_SERVICE 3195 USD 544 g {"rateIndicator":"SP","entryFacility":"INTERNATIONAL_SERVICE_CENTER","processingCategory":"MACHINABLE"}',
    ],
  },
];
