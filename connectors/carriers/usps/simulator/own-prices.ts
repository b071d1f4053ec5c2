/** Own cases of prices and duties, written by hand from the Shipping Options contract. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { postage, signed, signIn, size, usd } from './own-case-parts.ts';

const rate = (
  priceType: string,
  price: number,
  rateIndicator: string,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  description: 'Single-piece',
  price,
  zone: '04',
  weight: 2.76,
  dimWeight: 0,
  fees: [],
  priceType,
  processingCategory: 'MACHINABLE',
  rateIndicator,
  destinationEntryFacilityType: 'NONE',
  SKU: 'DVXX0XXXXC00010',
  ...more,
});
const commitment = { name: '2 Days', scheduleDeliveryDate: '2026-01-05', expectedDeliveryDate: '2026-01-04' };
const option = (priceType: string, price: number, indicator: string, more: Readonly<Record<string, unknown>> = {}) => ({
  commitment,
  totalBasePrice: price,
  rates: [rate(priceType, price, indicator)],
  extraServices: [],
  ...more,
});
const search = (body: unknown, answer: unknown): OwnCase['exchanges'][number] => ({
  request: { method: 'POST', path: '/shipments/v3/options/search', headers: signed, body },
  answer: { status: 200, body: answer },
});

const signature = (price: number) => ({ name: 'Signature Confirmation', price, extraService: '921', SKU: 'X' });

export const priceCases = (domestic: ShipmentRequest, crossBorder: ShipmentRequest): OwnCase[] => [
  {
    name: 'commercial prices with a signature beside retail ones; flat rates, other entries and dearer ones left out',
    operation: 'rate',
    input: { shipment: { ...domestic, options: { signature: 'any' } } },
    exchanges: [
      signIn,
      search(
        {
          originZIPCode: '10007',
          destinationZIPCode: '14201',
          destinationEntryFacilityType: 'NONE',
          pricingOptions: [{ priceType: 'COMMERCIAL' }, { priceType: 'RETAIL' }],
          packageDescription: {
            ...size,
            mailClass: 'ALL_OUTBOUND',
            extraServices: [921, 981],
            mailingDate: '2026-01-02',
          },
        },
        {
          pricingOptions: [
            {
              priceType: 'COMMERCIAL',
              shippingOptions: [
                {
                  mailClass: 'PRIORITY_MAIL',
                  rateOptions: [
                    option('COMMERCIAL', 8.5, 'FE'),
                    option('COMMERCIAL', 12.5, 'DR', {
                      totalBasePrice: 15.5,
                      rates: [
                        rate('COMMERCIAL', 12.5, 'DR', {
                          fees: [{ name: 'Nonstandard Length > 22', price: 3, SKU: 'D811' }],
                          dimWeight: 80,
                        }),
                      ],
                      extraServices: [signature(3.65)],
                    }),
                    option('COMMERCIAL', 4, 'SP', {
                      rates: [
                        rate('COMMERCIAL', 4, 'SP', { destinationEntryFacilityType: 'DESTINATION_DELIVERY_UNIT' }),
                      ],
                    }),
                    option('COMMERCIAL', 19, 'DR', { totalBasePrice: 19.01 }),
                  ],
                },
                { mailClass: 'MEDIA_MAIL', rateOptions: [option('COMMERCIAL', 4.47, 'SP')] },
              ],
            },
            {
              priceType: 'RETAIL',
              shippingOptions: [
                {
                  mailClass: 'PRIORITY_MAIL',
                  rateOptions: [option('RETAIL', 18, 'DR', { extraServices: [signature(4.65)] })],
                },
              ],
            },
          ],
        },
      ),
    ],
    expect: {
      offers: [
        {
          service: 'PRIORITY_MAIL',
          serviceName: 'Priority Mail',
          lines: [
            postage(1250),
            { kind: 'surcharge', code: 'D811', label: 'Nonstandard Length > 22', amount: usd(300) },
            { kind: 'option', code: '921', label: 'Signature Confirmation', amount: usd(365) },
          ],
          total: usd(1915),
          retail: usd(2265),
          // 80 ounces of volume against 2.76 pounds on the scale.
          billableGrams: 2268,
          transitDays: 2,
          deliverBy: '2026-01-04',
          token: { rateIndicator: 'DR', processingCategory: 'MACHINABLE' },
        },
      ],
      problems: [
        {
          service: 'MEDIA_MAIL',
          message: 'Media Mail is not offered with what was asked for (extra service 921).',
        },
      ],
    },
  },
  {
    name: 'a flat rate box by contract prices of the payment account',
    operation: 'rate',
    credentials: {
      clientId: 'usps-alpha-key',
      clientSecret: 'usps-alpha-secret',
      crid: '11223344',
      mid: '904000001',
      manifestMid: '904000002',
      epsAccount: '1000401',
      priceType: 'CONTRACT',
    },
    input: {
      shipment: {
        ...domestic,
        parcels: [{ number: 1, weightGrams: 5000, packaging: 'usps-medium-flat-rate-box-1' }],
      },
      services: ['PRIORITY_MAIL'],
    },
    exchanges: [
      signIn,
      search(
        {
          originZIPCode: '10007',
          destinationZIPCode: '14201',
          destinationEntryFacilityType: 'NONE',
          pricingOptions: [
            {
              priceType: 'CONTRACT',
              paymentAccount: { accountType: 'EPS', accountNumber: '1000401', CRID: '11223344' },
            },
            { priceType: 'RETAIL' },
          ],
          packageDescription: {
            weight: 11.02,
            length: 11.3,
            width: 8.7,
            height: 6,
            mailClass: 'PRIORITY_MAIL',
            mailingDate: '2026-01-02',
          },
        },
        {
          pricingOptions: [
            {
              priceType: 'CONTRACT',
              shippingOptions: [
                {
                  mailClass: 'PRIORITY_MAIL',
                  rateOptions: [option('CONTRACT', 11, 'SP'), option('CONTRACT', 14.95, 'FB')],
                },
              ],
            },
          ],
        },
      ),
    ],
    expect: {
      offers: [
        {
          service: 'PRIORITY_MAIL',
          serviceName: 'Priority Mail',
          lines: [postage(1495)],
          total: usd(1495),
          billableGrams: 1252,
          transitDays: 2,
          deliverBy: '2026-01-04',
          token: { rateIndicator: 'FB', processingCategory: 'MACHINABLE' },
        },
      ],
      problems: [],
    },
  },
  {
    name: 'duties and taxes of two kinds of goods, paid ahead',
    operation: 'landedCost',
    input: {
      service: 'PRIORITY_MAIL_INTERNATIONAL',
      shipment: {
        ...crossBorder,
        customs: crossBorder.customs && {
          ...crossBorder.customs,
          items: [
            ...crossBorder.customs.items,
            { description: 'Mug', quantity: 1, unitValue: money(900, 'USD'), unitGrams: 400, originCountry: 'CN' },
          ],
        },
      },
    },
    exchanges: [
      signIn,
      search(
        {
          originZIPCode: '10007',
          destinationCountryCode: 'CA',
          foreignPostalCode: 'V6B 1A1',
          pricingOptions: [{ priceType: 'COMMERCIAL' }, { priceType: 'RETAIL' }],
          packageDescription: { ...size, mailClass: 'PRIORITY_MAIL_INTERNATIONAL', mailingDate: '2026-01-02' },
          requestDutiesTaxesFees: true,
          destinationCity: 'Vancouver',
          destinationState: 'BC',
          items: [
            {
              itemId: '1',
              itemValue: 25,
              itemQuantity: 2,
              itemWeight: 0.66,
              countryOfOrigin: 'US',
              HSTariffNumber: '610910',
            },
            { itemId: '2', itemValue: 9, itemQuantity: 1, itemWeight: 0.88, countryOfOrigin: 'CN' },
          ],
        },
        {
          pricingOptions: [
            {
              priceType: 'COMMERCIAL',
              shippingOptions: [
                {
                  mailClass: 'PRIORITY_MAIL_INTERNATIONAL',
                  rateOptions: [
                    {
                      ...option('COMMERCIAL', 40, 'SP'),
                      dutiesTaxesFeesQuote: {
                        packageFee: 6.5,
                        itemQuotes: [
                          { dutyPrice: 9, taxPrice: 2.95, itemId: '1' },
                          { dutyPrice: 0, taxPrice: 0.45, itemId: '2' },
                        ],
                      },
                    },
                  ],
                },
              ],
            },
          ],
        },
      ),
    ],
    expect: {
      lines: [
        { kind: 'duty', code: 'DUTY', label: 'Import duty', amount: usd(900) },
        { kind: 'tax', code: 'IMPORT-TAX', label: 'Import tax', amount: usd(340) },
        { kind: 'surcharge', code: 'DUTIES-FEE', label: 'Fee for paying duties ahead', amount: usd(650) },
      ],
      total: usd(1890),
      items: [
        {
          description: 'Cotton shirt',
          hsCode: '6109.10',
          lines: [
            { kind: 'duty', code: 'DUTY', label: 'Import duty', amount: usd(900) },
            { kind: 'tax', code: 'IMPORT-TAX', label: 'Import tax', amount: usd(295) },
          ],
        },
        {
          description: 'Mug',
          lines: [
            { kind: 'duty', code: 'DUTY', label: 'Import duty', amount: usd(0) },
            { kind: 'tax', code: 'IMPORT-TAX', label: 'Import tax', amount: usd(45) },
          ],
        },
      ],
      problems: [],
    },
  },
];
