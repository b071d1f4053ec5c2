/** Two labels, billed in naira and not priced at all, and products that an account may not send. */
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const dhl = answered(carrier, samples);
const NIGERIA = 'https://github.com (a delivery module of a clinic in Python, answers kept as its comment)';

const purchase = (
  name: string,
  source: string,
  recorded: string,
  answer: Recorded,
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'ship',
  source,
  recorded,
  read: () =>
    dhl.ship(
      {
        shipment: { ...samples.domestic, shipDate: '2026-01-02' },
        service: samples.service,
        reference: 'S000000000000001',
        uuid: '6f1c2f1e-0000-4000-8000-000000000001',
        labelFormat: 'pdf',
      },
      [answer],
    ),
  means,
});

const label = { imageFormat: 'PDF', content: 'JVBERi0xLjQK', typeCode: 'label' };
const charged = (currencyType: string, priceCurrency: string, price: number) => ({
  currencyType,
  priceCurrency,
  price,
  serviceBreakdown: [{ name: 'EXPRESS DOMESTIC', price }],
});
const refusal = (more: object): Recorded => ({
  status: 400,
  body: { instance: '/expressapi/shipments', title: 'Bad request', message: 'Bad request', status: '400', ...more },
});

export const answers: readonly RealAnswer[] = [
  purchase(
    'billed in naira; DHL’s own price in euros beside it is not what is paid',
    NIGERIA,
    'unknown',
    {
      status: 201,
      body: {
        shipmentTrackingNumber: '1192520512',
        trackingUrl: 'https://express.api.dhl.com/mydhlapi/test/shipments/1192520512/tracking',
        packages: [
          {
            referenceNumber: 1,
            trackingNumber: 'JD011100003645597355',
            trackingUrl: 'https://express.api.dhl.com/mydhlapi/test/shipments/1192520512/tracking',
          },
        ],
        documents: [label],
        shipmentCharges: [
          charged('BILLC', 'NGN', 53_296.35),
          charged('PULCL', 'NGN', 53_296.35),
          charged('BASEC', 'EUR', 106.8),
        ],
      },
    },
    ['shipment 1192520512', 'parcel 1 1192520512', 'label pdf 1', 'base BASE 53296.35 | 53296.35 NGN'],
  ),
  purchase(
    'a label without a price, a pickup booked with it',
    'https://github.com (answers of DHL’s test system kept with a delivery module in Python)',
    '2024-05-02',
    {
      status: 201,
      body: {
        shipmentTrackingNumber: '3436501003',
        cancelPickupUrl: 'https://express.api.dhl.com/mydhlapi/test/pickups/PRG240502001481',
        trackingUrl: 'https://express.api.dhl.com/mydhlapi/test/shipments/3436501003/tracking',
        dispatchConfirmationNumber: 'PRG240502001481',
        packages: [{ referenceNumber: 1, trackingNumber: 'JD014600004860442740' }],
        documents: [label],
      },
    },
    ['shipment 3436501003', 'parcel 1 3436501003', 'label pdf 1'],
  ),
  purchase(
    'the payer may not have the product',
    NIGERIA,
    'unknown',
    refusal({ detail: '410138: Requested product(s) not available at payer, D/D ' }),
    ['refused 410138 DHL Express: Requested product(s) not available at payer, D/D.'],
  ),
  purchase(
    'priced, and not sold from here: the second sentence says why, the first ends in a number of DHL’s own',
    'https://github.com (a marketplace’s letter to DHL about its account in Belgium)',
    '2026-02-12',
    refusal({
      detail: 'Multiple problems found, see Additional Details',
      additionalDetails: [
        '1001: The requested product(s) (P) not available based on your search criteria.(698e3ac317b35bdfa408c48fda991bf7)',
        '410135: Requested product(s) not available at origin, P/P',
      ],
    }),
    [
      'refused 1001 DHL Express: The requested product(s) (P) not available based on your search criteria. Requested product(s) not available at origin, P/P.',
    ],
  ),
];
