/** Own cases of what is bought, booked, closed, sent and taken back. */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/own-case';
import type { ShipInput } from '@scanship/connector-kit/carrier';
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
import type { OwnSamples } from './own-cases.ts';

const reference = 'COWNCASE00000001';
const uuid = '11111111-1111-4111-8111-111111111111';
const sender = { personName: 'Test Sender', companyName: 'Test Shop', phoneNumber: '4165550100' };
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
  const { pickup } = samples;
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
    {
      name: 'a Ground driver is called',
      operation: 'pickup',
      part: 'book',
      step: 'book',
      input: { ...pickup, reference, uuid },
      exchanges: [
        signIn,
        {
          request: {
            method: 'POST',
            path: '/pickup/v1/pickups',
            headers: signed,
            body: {
              associatedAccountNumber: accountNumber,
              associatedAccountNumberType: 'FEDEX_GROUND',
              originDetail: {
                pickupAddressType: 'OTHER',
                pickupLocation: {
                  contact: sender,
                  address: { streetLines: ['10 Sender Road'], ...toronto, residential: false },
                  accountNumber,
                },
                readyDateTimestamp: '2026-11-24T13:00:00Z',
                customerCloseTime: '17:00:00',
                pickupDateType: 'FUTURE_DAY',
                packageLocation: 'FRONT',
              },
              totalWeight: { units: 'KG', value: 2.5 },
              packageCount: 2,
              carrierCode: 'FDXG',
              remarks: 'Ring twice',
              countryRelationships: 'DOMESTIC',
              pickupType: 'ON_CALL',
            },
          },
          answer: answered({ pickupConfirmationCode: 'CPU16200910', message: 'Courier on the way' }),
        },
      ],
      expect: {
        kind: 'done',
        keep: { code: 'CPU16200910', company: 'FDXG' },
        result: { confirmation: 'CPU16200910', messages: [] },
      },
    },
    {
      name: 'an Express pickup is cancelled with its station',
      operation: 'pickup',
      part: 'cancel',
      step: 'cancel',
      input: {
        confirmation: '3001',
        reference,
        date: '2026-11-24',
        wish: { ...pickup, load: { ...pickup.load, services: ['FEDEX_2_DAY'] } },
        kept: { code: '3001', company: 'FDXE', location: 'COSA' },
      },
      exchanges: [
        signIn,
        {
          request: {
            method: 'PUT',
            path: '/pickup/v1/pickups/cancel',
            headers: signed,
            body: {
              associatedAccountNumber: accountNumber,
              pickupConfirmationCode: '3001',
              carrierCode: 'FDXE',
              scheduledDate: '2026-11-24',
              location: 'COSA',
            },
          },
          answer: answered({ pickupConfirmationCode: '3001', cancelConfirmationMessage: 'Cancelled' }),
        },
      ],
      expect: { kind: 'done', result: { messages: [] } },
    },
    {
      name: 'the Ground close: its manifest as a PDF, Express named as left out',
      operation: 'endOfDay',
      step: 'close',
      input: {
        reference,
        uuid,
        from: samples.domestic.from,
        date: '2026-11-23',
        shipments: [
          {
            reference: 'COWNCASE00000002',
            carrierShipmentId: '041441760228964',
            service: 'FEDEX_GROUND',
            trackingNumbers: ['041441760228964'],
            destination: 'CA',
            kept: {},
          },
          {
            reference: 'COWNCASE00000003',
            carrierShipmentId: '794953535000',
            service: 'FEDEX_2_DAY',
            trackingNumbers: ['794953535000'],
            destination: 'CA',
            kept: {},
          },
        ],
      },
      exchanges: [
        signIn,
        {
          request: {
            method: 'PUT',
            path: '/ship/v1/endofday/',
            headers: signed,
            body: {
              closeReqType: 'GCDR',
              groundServiceCategory: 'GROUND',
              accountNumber,
              closeDate: '2026-11-23',
              closeDocumentSpecification: { closeDocumentTypes: ['MANIFEST'] },
            },
          },
          answer: answered({
            closeDocuments: [
              {
                type: 'MANIFEST',
                shippingCycle: '1003234523333204',
                parts: [
                  { documentPartSequenceNumber: 1, image: base64('      PICK-UP MANIFEST\r\n 1  (041441760228964)') },
                ],
              },
            ],
          }),
        },
      ],
      expect: {
        kind: 'done',
        result: {
          manifestNumbers: ['1003234523333204'],
          files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:663' }],
          leftOut: [{ reference: 'COWNCASE00000003', message: 'FedEx Express shipments go without a close.' }],
        },
      },
    },
    {
      name: 'a certificate goes to customs after the purchase',
      operation: 'attachDocument',
      step: 'upload',
      input: {
        reference,
        carrierShipmentId: '794953535000',
        trackingNumbers: ['794953535000'],
        shipDate: '2026-11-23',
        originCountry: 'CA',
        destinationCountry: 'US',
        document: {
          kind: 'certificate-of-origin',
          name: 'Zertifikat/é.pdf',
          format: 'pdf',
          bytes: new Uint8Array(Buffer.from('%PDF-1.4')),
        },
        kept: { company: 'FDXE' },
      },
      exchanges: [
        signIn,
        {
          request: {
            method: 'POST',
            path: '/documents/v1/etds/upload',
            headers: {
              authorization: signed.authorization,
              'content-type': 'multipart/form-data; boundary=scanship-COWNCASE00000001-document',
            },
            body: [
              '--scanship-COWNCASE00000001-document',
              'content-disposition: form-data; name="document"',
              '',
              JSON.stringify({
                workflowName: 'ETDPostshipment',
                carrierCode: 'FDXE',
                name: 'Zertifikat_.pdf',
                contentType: 'application/pdf',
                meta: {
                  shipDocumentType: 'CERTIFICATE_OF_ORIGIN',
                  trackingNumber: '794953535000',
                  shipmentDate: '2026-11-23T00:00:00',
                  originCountryCode: 'CA',
                  destinationCountryCode: 'US',
                },
              }),
              '--scanship-COWNCASE00000001-document',
              'content-disposition: form-data; name="attachment"; filename="Zertifikat_.pdf"',
              'content-type: application/pdf',
              '',
              '%PDF-1.4',
              '--scanship-COWNCASE00000001-document--',
              '',
            ].join('\r\n'),
          },
          answer: {
            status: 201,
            body: {
              output: { meta: { documentType: 'CO', docId: '090493e181586308', folderId: ['0b0493e1812f8921'] } },
            },
          },
        },
      ],
      expect: { kind: 'done', result: { documentId: '090493e181586308' } },
    },
  ];
}
