/** Own cases of what is bought and taken back. Pickups, closes and documents: own-bookings.ts. */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipInput } from '@scanship/connector-kit/carrier/carrier';
import {
  accountNumber,
  answered,
  base64,
  buffalo,
  cad,
  parcel,
  signed,
  signIn,
  toronto,
  vancouver,
} from './own-case-parts.ts';
import type { OwnSamples } from './own-samples.ts';

export const reference = 'COWNCASE00000001';
export const uuid = '11111111-1111-4111-8111-111111111111';
export const sender = { personName: 'Test Sender', companyName: 'Test Shop', phoneNumber: '4165550100' };
const payer = { paymentType: 'SENDER', payor: { responsibleParty: { accountNumber } } };
const references = [
  { customerReferenceType: 'CUSTOMER_REFERENCE', value: reference },
  { customerReferenceType: 'INVOICE_NUMBER', value: 'ORDER-1' },
];
const always = {
  mergeLabelDocOption: 'NONE',
  labelResponseOptions: 'LABEL',
  accountNumber,
  shipAction: 'CONFIRM',
  oneLabelAtATime: false,
};

const domestic = {
  ...always,
  processingOptionType: 'SYNCHRONOUS_ONLY',
  requestedShipment: {
    shipDatestamp: '2026-11-23',
    shipper: { contact: sender, address: { streetLines: ['10 Sender Road'], ...toronto } },
    recipients: [
      {
        contact: { personName: 'Test Receiver', phoneNumber: '6045550100' },
        address: { streetLines: ['20 Receiver Avenue'], ...vancouver },
      },
    ],
    pickupType: 'DROPOFF_AT_FEDEX_LOCATION',
    serviceType: 'FEDEX_GROUND',
    packagingType: 'YOUR_PACKAGING',
    totalWeight: 2.8,
    shippingChargesPayment: payer,
    blockInsightVisibility: false,
    labelSpecification: { labelFormatType: 'COMMON2D', imageType: 'PDF', labelStockType: 'PAPER_4X6' },
    rateRequestType: ['ACCOUNT'],
    totalPackageCount: 1,
    requestedPackageLineItems: [{ sequenceNumber: 1, ...parcel, customerReferences: references }],
  },
};

const shipped = (number: string, docType: string, label: string) => ({
  serviceType: 'FEDEX_GROUND',
  masterTrackingNumber: number,
  pieceResponses: [
    {
      packageSequenceNumber: 1,
      trackingNumber: number,
      packageDocuments: [{ contentType: 'LABEL', docType, encodedLabel: base64(label) }],
    },
  ],
});

const bought = (request: object, output: object, locale = 'en_CA'): OwnExchange => ({
  request: {
    method: 'POST',
    path: '/ship/v1/shipments',
    headers: { ...signed, 'x-locale': locale },
    body: request,
  },
  answer: answered(output),
});

const results = (number: string, format: 'pdf' | 'zpl', bytes: number, more: object = {}) => ({
  carrierShipmentId: number,
  parcels: [{ number: 1, trackingNumber: number, trackingUrl: `https://www.fedex.com/fedextrack/?trknbr=${number}` }],
  files: [{ kind: 'bytes', document: 'label', format, bytes: `bytes:${bytes}`, parcelNumber: 1 }],
  ...more,
});
const keep = (number: string) => ({ shipmentId: number, trackingNumbers: [number], company: 'FDXG' });

export function ownPurchases(samples: OwnSamples): readonly OwnCase[] {
  const purchase: ShipInput = {
    shipment: samples.domestic,
    service: 'FEDEX_GROUND',
    reference,
    uuid,
    labelFormat: 'pdf',
  };
  return [
    {
      name: 'a Ground label, answered at once with its price',
      operation: 'ship',
      step: 'create',
      input: purchase,
      exchanges: [
        signIn,
        bought(domestic, {
          transactionShipments: [
            {
              ...shipped('041441760228964', 'PDF', '%PDF-1.4 label'),
              completedShipmentDetail: {
                shipmentRating: {
                  actualRateType: 'PAYOR_ACCOUNT_SHIPMENT',
                  shipmentRateDetails: [
                    {
                      rateType: 'PAYOR_ACCOUNT_SHIPMENT',
                      currency: 'CAD',
                      totalBaseCharge: 16.1,
                      totalFreightDiscounts: 5.15,
                      surcharges: [{ surchargeType: 'FUEL', description: 'Fuel', amount: 1.83 }],
                      taxes: [],
                      totalNetCharge: 12.78,
                    },
                  ],
                },
              },
            },
          ],
        }),
      ],
      expect: {
        kind: 'done',
        keep: keep('041441760228964'),
        result: results('041441760228964', 'pdf', 14, {
          charged: {
            lines: [
              { kind: 'base', code: 'BASE', label: 'Transportation', amount: cad(1610) },
              { kind: 'discount', code: 'DISCOUNT', label: 'Account discount', amount: cad(-515) },
              { kind: 'fuel', code: 'FUEL', label: 'Fuel', amount: cad(183) },
            ],
            total: cad(1278),
          },
        }),
      },
    },
    {
      name: 'across the border: customs, electronic trade documents, FedEx’s own invoice',
      operation: 'ship',
      step: 'create',
      input: { ...purchase, shipment: samples.crossBorder, labelFormat: 'zpl' },
      exchanges: [
        signIn,
        bought(
          {
            ...domestic,
            requestedShipment: {
              ...domestic.requestedShipment,
              recipients: [
                {
                  contact: { personName: 'US Receiver', phoneNumber: '7165550123' },
                  address: { streetLines: ['1 Test Street'], ...buffalo },
                },
              ],
              shipmentSpecialServices: {
                specialServiceTypes: ['ELECTRONIC_TRADE_DOCUMENTS'],
                etdDetail: { requestedDocumentTypes: ['COMMERCIAL_INVOICE'] },
              },
              customsClearanceDetail: {
                commercialInvoice: {
                  customerReferences: [{ customerReferenceType: 'INVOICE_NUMBER', value: 'ORDER-1' }],
                  termsOfSale: 'DAP',
                  shipmentPurpose: 'SOLD',
                },
                dutiesPayment: { paymentType: 'RECIPIENT' },
                commodities: [
                  {
                    description: 'Cotton shirt',
                    countryOfManufacture: 'CA',
                    harmonizedCode: '610910',
                    numberOfPieces: 1,
                    quantity: 2,
                    quantityUnits: 'PCS',
                    unitPrice: { amount: 25, currency: 'CAD' },
                    customsValue: { amount: 50, currency: 'CAD' },
                    weight: { units: 'KG', value: 0.6 },
                  },
                ],
                isDocumentOnly: false,
                totalCustomsValue: { amount: 50, currency: 'CAD' },
                generatedDocumentLocale: 'en_US',
              },
              labelSpecification: { labelFormatType: 'COMMON2D', imageType: 'ZPLII', labelStockType: 'STOCK_4X6' },
              shippingDocumentSpecification: {
                shippingDocumentTypes: ['COMMERCIAL_INVOICE'],
                commercialInvoiceDetail: { documentFormat: { stockType: 'PAPER_LETTER', docType: 'PDF' } },
              },
            },
          },
          {
            transactionShipments: [
              {
                ...shipped('041441760228964', 'ZPLII', '^XA^XZ'),
                shipmentDocuments: [
                  { contentType: 'COMMERCIAL_INVOICE', docType: 'PDF', encodedLabel: base64('%PDF-1.4 invoice') },
                ],
              },
            ],
          },
        ),
      ],
      expect: {
        kind: 'done',
        keep: keep('041441760228964'),
        result: results('041441760228964', 'zpl', 6, {
          files: [
            { kind: 'bytes', document: 'label', format: 'zpl', bytes: 'bytes:6', parcelNumber: 1 },
            { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: 'bytes:16' },
          ],
        }),
      },
    },
    {
      name: 'a return label of the shipment that went out',
      operation: 'ship',
      step: 'create',
      input: {
        ...purchase,
        shipment: { ...samples.domestic, return: { outboundTrackingNumber: '041441760228964' } },
      },
      exchanges: [
        signIn,
        bought(
          {
            ...domestic,
            requestedShipment: {
              ...domestic.requestedShipment,
              shipmentSpecialServices: {
                specialServiceTypes: ['RETURN_SHIPMENT'],
                returnShipmentDetail: {
                  returnType: 'PRINT_RETURN_LABEL',
                  returnAssociationDetail: { trackingNumber: '041441760228964' },
                },
              },
            },
          },
          { transactionShipments: [shipped('041441760228971', 'PDF', '%PDF-1.4 label')] },
        ),
      ],
      expect: { kind: 'done', keep: keep('041441760228971'), result: results('041441760228971', 'pdf', 14) },
    },
    {
      name: 'a job instead of a shipment is kept',
      operation: 'ship',
      step: 'create',
      input: purchase,
      exchanges: [signIn, bought(domestic, { jobId: '89sxxxxx233ae24ff31xxxxx' })],
      expect: { kind: 'done', keep: { jobId: '89sxxxxx233ae24ff31xxxxx' } },
    },
    ...(['not ready yet', 'ready'] as const).map(
      (how): OwnCase => ({
        name: `the result of a job, ${how}`,
        operation: 'ship',
        step: 'results',
        input: purchase,
        kept: { jobId: '89sxxxxx233ae24ff31xxxxx' },
        exchanges: [
          signIn,
          {
            request: {
              method: 'POST',
              path: '/ship/v1/shipments/results',
              headers: signed,
              body: { accountNumber, jobId: '89sxxxxx233ae24ff31xxxxx' },
            },
            answer: answered(
              how === 'ready'
                ? { transactionShipments: [shipped('041441760228964', 'PDF', '%PDF-1.4 label')] }
                : { alerts: [] },
            ),
          },
        ],
        expect:
          how === 'ready'
            ? { kind: 'done', keep: keep('041441760228964'), result: results('041441760228964', 'pdf', 14) }
            : { kind: 'wait', retryAfterMs: 2000 },
      }),
    ),
    {
      name: 'a whole shipment is cancelled',
      operation: 'cancel',
      step: 'cancel',
      input: { reference, carrierShipmentId: '041441760228964', trackingNumbers: ['041441760228964'], kept: {} },
      exchanges: [
        signIn,
        {
          request: {
            method: 'PUT',
            path: '/ship/v1/shipments/cancel',
            headers: signed,
            body: { accountNumber, deletionControl: 'DELETE_ALL_PACKAGES', trackingNumber: '041441760228964' },
          },
          answer: answered({ cancelledShipment: true, cancelledHistory: true, message: 'Success' }),
        },
      ],
      expect: { kind: 'done', result: { refund: 'now' } },
    },
  ];
}
