/** An insured parcel inside Belgium, whose insurance bears no tax, and a heavy one whose charges bear none at all. */
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { toDecimal } from '@scanship/domain/money/money';
import { readRates } from '../src/rate.ts';

interface Offered {
  readonly productCode: string;
  readonly productName: string;
  readonly currency: string;
  readonly billed: number;
  readonly kilos: readonly [volumetric: number, provided: number];
  readonly due: string;
  /** "name | code | price | tax | net"; no tax where DHL breaks nothing down. */
  readonly charges: readonly string[];
}

const product = ({ productCode, productName, currency, billed, kilos, due, charges }: Offered) => ({
  productName,
  productCode,
  networkTypeCode: 'TD',
  isCustomerAgreement: false,
  weight: { volumetric: kilos[0], provided: kilos[1], unitOfMeasurement: 'metric' },
  totalPrice: [{ currencyType: 'BILLC', priceCurrency: currency, price: billed }],
  detailedPriceBreakdown: [
    {
      currencyType: 'BILLC',
      priceCurrency: currency,
      breakdown: charges.map((row) => {
        const [name, serviceCode = '', price, tax, net] = row.split(' | ');
        return {
          name,
          ...(serviceCode !== '' && { serviceCode }),
          price: Number(price),
          ...(tax !== undefined && {
            priceBreakdown: [{ priceType: 'TAX', typeCode: 'EU_VAT', price: Number(tax), basePrice: Number(net) }],
          }),
        };
      }),
    },
  ],
  pickupCapabilities: { nextBusinessDay: false, localCutoffDateAndTime: due.replace(/T.*/, 'T14:00:00') },
  deliveryCapabilities: { deliveryTypeCode: 'QDDF', estimatedDeliveryDateAndTime: due, totalTransitDays: 1 },
});

const quoted = (
  name: string,
  source: string,
  recorded: string,
  offered: Offered,
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'rate',
  source,
  recorded,
  read: () => {
    const { offers, problems } = readRates({ products: [product(offered)] });
    return [
      ...offers.map((o) =>
        [
          o.service,
          o.lines.map(({ code, amount }) => `${code} ${toDecimal(amount)}`).join(' + '),
          `${toDecimal(o.total)} ${o.total.currency}`,
          `${o.billableGrams} g, ${o.transitDays} d, ${o.deliverBy}`,
        ].join(' | '),
      ),
      ...problems.map(({ message }) => message),
    ];
  },
  means,
});

export const answers: readonly RealAnswer[] = [
  quoted(
    'insured: eleven euros without tax beside two charges with it',
    'https://github.com (answers of DHL’s test system kept with a delivery module in Python)',
    '2025-09-02',
    {
      productCode: 'N',
      productName: 'EXPRESS DOMESTIC',
      currency: 'EUR',
      billed: 96.85,
      kilos: [19.01, 19.5],
      due: '2025-09-04T23:59:00',
      charges: [
        'EXPRESS DOMESTIC |  | 72.3 | 12.55 | 59.75',
        'FUEL SURCHARGE | FF | 13.55 | 2.35 | 11.2',
        'SHIPMENT INSURANCE | II | 11 | 0 | 11',
      ],
    },
    ['N | BASE 59.75 + FF 11.20 + II 11.00 + TAX 14.90 | 96.85 EUR | 19500 g, 1 d, 2025-09-04'],
  ),
  quoted(
    'forty-five kilograms that no belt carries, in dollars, no tax told',
    'https://github.com (a project of couriers in Django, a real answer cut down for a test)',
    '2025-07-21',
    {
      productCode: 'P',
      productName: 'EXPRESS WORLDWIDE',
      currency: 'USD',
      billed: 392.44,
      kilos: [0.6, 45],
      due: '2025-07-22T23:59:00',
      charges: ['EXPRESS WORLDWIDE |  | 307.78', 'NON-CONVEYABLE PIECE | YO | 22', 'FUEL SURCHARGE | FF | 62.66'],
    },
    ['P | BASE 307.78 + YO 22.00 + FF 62.66 | 392.44 USD | 45000 g, 1 d, 2025-07-22'],
  ),
];
