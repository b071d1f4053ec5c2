/** Our own requests and answers for purchases, written by hand from UPS's documents (README.md). */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import {
  buffalo,
  cad,
  charge,
  kilograms,
  minor,
  parcel,
  signed,
  signIn,
  toronto,
  vancouver,
} from './own-case-parts.ts';

const GIF = 'R0lGODdhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=';
const ZPL = 'XlhBXlha';
const PDF = 'JVBERi0xLjQ=';
const sender = { Name: 'Test Shop', AttentionName: 'Test Sender' };

export const purchase = (domestic: ShipmentRequest): OwnCase => ({
  name: 'a label inside Canada, GIF, found again by our reference',
  operation: 'ship',
  step: 'create',
  input: {
    shipment: {
      ...domestic,
      from: { ...domestic.from, companyName: 'Test Shop' },
      options: { signature: 'any' },
      shipDate: '2026-01-02',
    },
    service: '11',
    reference: 'S000000000000001',
    uuid: '6f1c2f1e-0000-4000-8000-000000000001',
    labelFormat: 'pdf',
  },
  exchanges: [
    signIn,
    {
      request: {
        method: 'POST',
        path: '/api/shipments/v2409/ship',
        headers: signed,
        body: {
          ShipmentRequest: {
            Request: {
              RequestOption: 'nonvalidate',
              SubVersion: '2205',
              TransactionReference: { CustomerContext: 'S000000000000001' },
            },
            Shipment: {
              Shipper: { ...sender, Address: toronto, ShipperNumber: 'A1B2C3' },
              ShipTo: { Name: 'Test Receiver', AttentionName: 'Test Receiver', Address: vancouver },
              ShipFrom: { ...sender, Address: toronto },
              PaymentInformation: { ShipmentCharge: [{ Type: '01', ...charge }] },
              ShipmentRatingOptions: { NegotiatedRatesIndicator: '' },
              TaxInformationIndicator: '',
              ReferenceNumber: [{ Value: 'S000000000000001' }, { Value: 'ORDER-1' }],
              Service: { Code: '11' },
              ShipmentDate: '20260102',
              Package: [
                {
                  Packaging: { Code: '02' },
                  ...parcel,
                  PackageServiceOptions: { DeliveryConfirmation: { DCISType: '2' } },
                },
              ],
            },
            LabelSpecification: {
              LabelImageFormat: { Code: 'GIF' },
              HTTPUserAgent: 'Mozilla/4.5',
              LabelStockSize: { Height: '6', Width: '4' },
            },
          },
        },
      },
      answer: {
        status: 200,
        body: {
          ShipmentResponse: {
            Response: { ResponseStatus: { Code: '1', Description: 'Success' } },
            ShipmentResults: {
              NegotiatedRateCharges: {
                TaxCharges: { Type: 'GST', MonetaryValue: '1.60' },
                TotalCharge: cad('31.94'),
                TotalChargesWithTaxes: cad('33.54'),
              },
              ShipmentIdentificationNumber: '1ZA1B2C31112345676',
              PackageResults: {
                TrackingNumber: '1ZA1B2C31112345676',
                ShippingLabel: { ImageFormat: { Code: 'GIF' }, GraphicImage: GIF },
              },
            },
          },
        },
      },
    },
  ],
  expect: {
    kind: 'done',
    keep: { shipmentId: '1ZA1B2C31112345676', trackingNumbers: ['1ZA1B2C31112345676'] },
    result: {
      carrierShipmentId: '1ZA1B2C31112345676',
      parcels: [
        {
          number: 1,
          trackingNumber: '1ZA1B2C31112345676',
          trackingUrl: 'https://www.ups.com/track?tracknum=1ZA1B2C31112345676',
        },
      ],
      files: [
        {
          kind: 'bytes',
          document: 'label',
          format: 'gif',
          bytes: 'bytes:35',
          parcelNumber: 1,
          picture: { turn: 90, dotsPerInch: 200 },
        },
      ],
      charged: {
        lines: [
          { kind: 'base', code: 'BASE', label: 'Transportation', amount: minor(3194) },
          { kind: 'tax', code: 'GST', label: 'GST', amount: minor(160) },
        ],
        total: minor(3354),
      },
    },
  },
});

export const abroad = (crossBorder: ShipmentRequest): OwnCase => {
  const [box] = crossBorder.parcels;
  const receiver = {
    Name: 'US Receiver',
    AttentionName: 'US Receiver',
    Phone: { Number: '7165550123' },
    Address: buffalo,
  };
  const from = { ...sender, Phone: { Number: '4165550100' } };
  const labelOf = (TrackingNumber: string) => ({
    TrackingNumber,
    ShippingLabel: { ImageFormat: { Code: 'ZPL' }, GraphicImage: ZPL },
  });
  return {
    name: 'two parcels to the United States, duties paid by the shipper, invoice without paper, ZPL',
    operation: 'ship',
    step: 'create',
    input: {
      shipment: {
        ...crossBorder,
        customs: crossBorder.customs && { ...crossBorder.customs, incoterm: 'DDP', dutiesPaidBy: 'Shipper' },
        parcels: box ? [box, { ...box, number: 2, weightGrams: 3000 }] : [],
        language: 'fr',
      },
      service: '65',
      reference: 'S000000000000002',
      uuid: '6f1c2f1e-0000-4000-8000-000000000002',
      labelFormat: 'zpl',
    },
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/api/shipments/v2409/ship',
          headers: signed,
          body: {
            ShipmentRequest: {
              Request: {
                RequestOption: 'nonvalidate',
                SubVersion: '2205',
                TransactionReference: { CustomerContext: 'S000000000000002' },
              },
              Shipment: {
                Description: 'Cotton shirt',
                Shipper: { ...from, Address: toronto, ShipperNumber: 'A1B2C3' },
                ShipTo: receiver,
                ShipFrom: { ...from, Address: toronto },
                PaymentInformation: {
                  ShipmentCharge: [
                    { Type: '01', ...charge },
                    { Type: '02', ...charge },
                  ],
                },
                ShipmentRatingOptions: { NegotiatedRatesIndicator: '' },
                TaxInformationIndicator: '',
                ReferenceNumber: [{ Value: 'S000000000000002' }, { Value: 'ORDER-1' }],
                Service: { Code: '65' },
                ShipmentServiceOptions: {
                  InternationalForms: {
                    FormType: ['01'],
                    InvoiceNumber: 'ORDER-1',
                    InvoiceDate: '20261123',
                    ReasonForExport: 'SALE',
                    TermsOfShipment: 'DDP',
                    CurrencyCode: 'CAD',
                    Contacts: { SoldTo: receiver },
                    Product: [
                      {
                        Description: ['Cotton shirt'],
                        Unit: { Number: '2', UnitOfMeasurement: { Code: 'PCS' }, Value: '25.00' },
                        CommodityCode: '610910',
                        OriginCountryCode: 'CA',
                      },
                    ],
                    OverridePaperlessIndicator: '',
                  },
                },
                Package: [
                  { Packaging: { Code: '02' }, ...parcel },
                  {
                    Packaging: { Code: '02' },
                    ...parcel,
                    PackageWeight: { UnitOfMeasurement: kilograms, Weight: '3.0' },
                  },
                ],
              },
              LabelSpecification: {
                LabelImageFormat: { Code: 'ZPL' },
                LabelStockSize: { Height: '6', Width: '4' },
                CharacterSet: 'fra',
              },
            },
          },
        },
        answer: {
          status: 200,
          body: {
            ShipmentResponse: {
              Response: {
                Alert: [
                  {
                    Code: '120900',
                    Description: 'User Id and Shipper Number combination is not qualified to receive negotiated rates',
                  },
                ],
              },
              ShipmentResults: {
                ShipmentCharges: { TotalCharges: cad('204.88') },
                ShipmentIdentificationNumber: '1ZA1B2C36500000012',
                PackageResults: [labelOf('1ZA1B2C36500000012'), labelOf('1ZA1B2C36500000021')],
                Form: { Image: { ImageFormat: { Code: 'PDF' }, GraphicImage: PDF } },
              },
            },
          },
        },
      },
    ],
    expect: {
      kind: 'done',
      keep: { shipmentId: '1ZA1B2C36500000012', trackingNumbers: ['1ZA1B2C36500000012', '1ZA1B2C36500000021'] },
      result: {
        carrierShipmentId: '1ZA1B2C36500000012',
        parcels: ['1ZA1B2C36500000012', '1ZA1B2C36500000021'].map((trackingNumber, i) => ({
          number: i + 1,
          trackingNumber,
          trackingUrl: `https://www.ups.com/track?tracknum=${trackingNumber}`,
        })),
        files: [
          { kind: 'bytes', document: 'label', format: 'zpl', bytes: 'bytes:6', parcelNumber: 1 },
          { kind: 'bytes', document: 'label', format: 'zpl', bytes: 'bytes:6', parcelNumber: 2 },
          { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: 'bytes:8' },
        ],
        charged: {
          lines: [{ kind: 'base', code: 'BASE', label: 'Transportation', amount: minor(20_488) }],
          total: minor(20_488),
        },
      },
    },
  };
};
