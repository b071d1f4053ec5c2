/** Own cases of purchases: inside a country, abroad with customs, a lost label fetched, a paper for customs. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import {
  abroad,
  buffalo,
  buyer,
  cad,
  inside,
  parcel,
  PDF,
  planned,
  receiver,
  sender,
  shipper,
  signed,
  toronto,
  vancouver,
  ZPL,
} from './own-case-parts.ts';

const reference = 'CREFERENCE000001';
const uuid = '00000000-0000-4000-8000-000000000001';

const output = (encodingFormat: string, printerDPI: number, invoice?: object) => ({
  printerDPI,
  encodingFormat,
  imageOptions: [{ typeCode: 'label', templateName: 'ECOM26_A6_002' }, ...(invoice ? [invoice] : [])],
  splitTransportAndWaybillDocLabels: true,
  splitDocumentsByPages: true,
  splitInvoiceAndReceipt: true,
});

const linked = [{ typeCode: 'linkLabelsByPieces', isRequested: true }];
const references = [
  { value: reference, typeCode: 'CU' },
  { value: 'ORDER-1', typeCode: 'CO' },
];

const insideCanada: OwnCase = {
  name: 'a parcel inside Canada as PDF, with the local product code of the price',
  operation: 'ship',
  step: 'create',
  input: {
    shipment: inside,
    service: 'N',
    reference,
    uuid,
    labelFormat: 'pdf',
    rateToken: { localProductCode: 'N' },
  },
  exchanges: [
    {
      request: {
        method: 'POST',
        path: '/shipments',
        query: { bypassPLTError: 'true' },
        headers: { ...signed, 'message-reference': uuid },
        body: {
          plannedShippingDateAndTime: planned,
          pickup: { isRequested: false },
          productCode: 'N',
          localProductCode: 'N',
          getRateEstimates: true,
          accounts: [shipper],
          outputImageProperties: output('pdf', 300),
          customerReferences: references,
          customerDetails: {
            shipperDetails: { postalAddress: toronto, contactInformation: sender },
            receiverDetails: { postalAddress: vancouver, contactInformation: receiver },
          },
          content: {
            packages: [{ ...parcel, referenceNumber: 1 }],
            isCustomsDeclarable: false,
            description: 'Merchandise',
            incoterm: 'DAP',
            unitOfMeasurement: 'metric',
          },
          getAdditionalInformation: linked,
        },
      },
      answer: {
        status: 201,
        body: {
          shipmentTrackingNumber: '1234567891',
          packages: [{ referenceNumber: 1, trackingNumber: 'JD014600004617230770' }],
          documents: [
            { imageFormat: 'PDF', content: PDF, typeCode: 'label', packageReferenceNumber: 1 },
            { imageFormat: 'PDF', content: PDF, typeCode: 'waybillDoc' },
          ],
          shipmentCharges: [
            { currencyType: 'PULCL', priceCurrency: 'CAD', price: 40 },
            {
              currencyType: 'BILLC',
              priceCurrency: 'CAD',
              price: 26.25,
              serviceBreakdown: [
                { name: 'EXPRESS DOMESTIC', price: 21 },
                { name: 'FUEL SURCHARGE', price: 5.25, typeCode: 'FF' },
              ],
            },
          ],
        },
      },
    },
  ],
  expect: {
    kind: 'done',
    keep: {
      waybill: '1234567891',
      productCode: 'N',
      shipDate: '2026-01-05',
      boughtAt: '2026-01-01T00:00:00.000Z',
      pieces: ['JD014600004617230770'],
      labels: true,
    },
    result: {
      carrierShipmentId: '1234567891',
      parcels: [
        {
          number: 1,
          trackingNumber: '1234567891',
          trackingUrl: 'https://www.dhl.com/en/express/tracking.html?AWB=1234567891',
        },
      ],
      files: [
        { kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:8', parcelNumber: 1 },
        { kind: 'bytes', document: 'receipt', format: 'pdf', bytes: 'bytes:8' },
      ],
      charged: {
        lines: [
          { kind: 'base', code: 'BASE', label: 'EXPRESS DOMESTIC', amount: cad(2100) },
          { kind: 'fuel', code: 'FF', label: 'FUEL SURCHARGE', amount: cad(525) },
        ],
        total: cad(2625),
      },
    },
  },
};

const [first] = abroad.parcels;
const two = first ? [first, { ...first, number: 2, packaging: 'dhl-express-box-5' }] : [];

const customsAbroad: OwnCase = {
  name: 'two parcels to the United States as ZPL: invoice, paperless trade, duties paid, insured, batteries',
  operation: 'ship',
  step: 'create',
  input: {
    shipment: {
      ...abroad,
      parcels: two,
      options: {
        signature: 'adult',
        insuredValue: cad(20_000),
        saturdayDelivery: true,
        dangerousGoods: { kind: 'lithium-ion-in-equipment' },
      },
      customs: abroad.customs && {
        ...abroad.customs,
        incoterm: 'DDP',
        dutiesPaidBy: 'Shipper',
        signer: 'T. Sender',
        items: abroad.customs.items.map((item) => ({ ...item, sku: 'SHIRT-M' })),
      },
    },
    service: 'P',
    reference,
    uuid,
    labelFormat: 'zpl',
  },
  exchanges: [
    {
      request: {
        method: 'POST',
        path: '/shipments',
        query: { bypassPLTError: 'true' },
        body: {
          plannedShippingDateAndTime: planned,
          pickup: { isRequested: false },
          productCode: 'P',
          getRateEstimates: true,
          accounts: [shipper, { typeCode: 'duties-taxes', number: '966123451' }],
          valueAddedServices: [
            { serviceCode: 'II', value: 200, currency: 'CAD' },
            { serviceCode: 'SD' },
            { serviceCode: 'AA' },
            { serviceCode: 'DD' },
            { serviceCode: 'WY' },
            { serviceCode: 'HV', dangerousGoods: [{ contentId: '967', unCodes: ['3481'] }] },
          ],
          outputImageProperties: output('zpl', 200, {
            typeCode: 'invoice',
            templateName: 'COMMERCIAL_INVOICE_P_10',
            isRequested: true,
            invoiceType: 'commercial',
            languageCode: 'eng',
          }),
          customerReferences: references,
          customerDetails: {
            shipperDetails: {
              postalAddress: toronto,
              contactInformation: sender,
              registrationNumbers: [{ typeCode: 'GST', number: '123456789', issuerCountryCode: 'CA' }],
            },
            receiverDetails: { postalAddress: buffalo, contactInformation: buyer },
          },
          content: {
            packages: [
              { ...parcel, referenceNumber: 1 },
              { ...parcel, typeCode: '5BX', referenceNumber: 2 },
            ],
            isCustomsDeclarable: true,
            declaredValue: 50,
            declaredValueCurrency: 'CAD',
            exportDeclaration: {
              lineItems: [
                {
                  number: 1,
                  description: 'Cotton shirt',
                  price: 25,
                  quantity: { value: 2, unitOfMeasurement: 'PCS' },
                  commodityCodes: [
                    { typeCode: 'outbound', value: '610910' },
                    { typeCode: 'inbound', value: '610910' },
                  ],
                  exportReasonType: 'commercial_purpose_or_sale',
                  manufacturerCountry: 'CA',
                  weight: { netValue: 0.6, grossValue: 0.6 },
                  customerReferences: [{ typeCode: 'PAN', value: 'SHIRT-M' }],
                },
              ],
              invoice: { number: 'ORDER-1', date: '2026-01-05', signatureName: 'T. Sender' },
              exportReasonType: 'commercial_purpose_or_sale',
              shipmentType: 'commercial',
            },
            description: 'Cotton shirt',
            incoterm: 'DDP',
            unitOfMeasurement: 'metric',
          },
          getAdditionalInformation: linked,
        },
      },
      answer: {
        status: 201,
        body: {
          shipmentTrackingNumber: '1234567891',
          packages: [
            { referenceNumber: 2, trackingNumber: 'JD014600004617230772' },
            { referenceNumber: 1, trackingNumber: 'JD014600004617230771' },
          ],
          documents: [
            { imageFormat: 'ZPL', content: ZPL, typeCode: 'label', packageReferenceNumber: 2 },
            { imageFormat: 'ZPL', content: ZPL, typeCode: 'label', packageReferenceNumber: 1 },
            { imageFormat: 'PDF', content: PDF, typeCode: 'invoice' },
          ],
        },
      },
    },
  ],
  expect: {
    kind: 'done',
    keep: {
      waybill: '1234567891',
      productCode: 'P',
      shipDate: '2026-01-05',
      boughtAt: '2026-01-01T00:00:00.000Z',
      pieces: ['JD014600004617230771', 'JD014600004617230772'],
      labels: true,
    },
    result: {
      carrierShipmentId: '1234567891',
      parcels: [1, 2].map((number) => ({
        number,
        trackingNumber: `JD01460000461723077${number}`,
        trackingUrl: `https://www.dhl.com/en/express/tracking.html?AWB=JD01460000461723077${number}`,
      })),
      files: [
        { kind: 'bytes', document: 'label', format: 'zpl', bytes: 'bytes:6', parcelNumber: 2 },
        { kind: 'bytes', document: 'label', format: 'zpl', bytes: 'bytes:6', parcelNumber: 1 },
        { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: 'bytes:8' },
      ],
    },
  },
};

const lostLabel: OwnCase = {
  name: 'the waybill of a shipment whose answer was lost',
  operation: 'ship',
  step: 'label',
  kept: { waybill: '1234567891', labels: false },
  input: { shipment: inside, service: 'N', reference, uuid, labelFormat: 'pdf' },
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/shipments/1234567891/get-image',
        query: {
          shipperAccountNumber: '966123451',
          typeCode: 'waybill',
          pickupYearAndMonth: '2026-01',
          encodingFormat: 'pdf',
          allInOnePDF: 'true',
        },
      },
      answer: {
        status: 200,
        body: {
          documents: [
            { shipmentTrackingNumber: '1234567891', typeCode: 'waybill', encodingFormat: 'PDF', content: PDF },
          ],
        },
      },
    },
  ],
  expect: {
    kind: 'done',
    result: { files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:8', parcelNumber: 1 }] },
  },
};

const attach: OwnCase = {
  name: 'an invoice of our own is sent after the purchase',
  operation: 'attachDocument',
  step: 'upload',
  input: {
    reference,
    carrierShipmentId: '1234567891',
    trackingNumbers: ['1234567891'],
    shipDate: '2026-01-05',
    originCountry: 'CA',
    destinationCountry: 'US',
    document: {
      kind: 'commercial-invoice',
      name: 'invoice.pdf',
      format: 'pdf',
      bytes: new Uint8Array(Buffer.from(PDF, 'base64')),
    },
    kept: { productCode: 'P', shipDate: '2026-01-05', boughtAt: '2025-12-31T23:50:00.000Z' },
  },
  exchanges: [
    {
      request: {
        method: 'PATCH',
        path: '/shipments/1234567891/upload-image',
        body: {
          originalPlannedShippingDate: '2026-01-05',
          accounts: [shipper],
          productCode: 'P',
          documentImages: [{ typeCode: 'CIN', imageFormat: 'PDF', content: PDF }],
        },
      },
      answer: { status: 200, body: {} },
    },
  ],
  expect: { kind: 'done', result: { documentId: '1234567891 CIN' } },
};

export const ownPurchases = (): readonly OwnCase[] => [insideCanada, customsAbroad, lostLabel, attach];
