/** Own cases of labels, their cancellation and the SCAN form, written by hand from the contracts. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { ShipInput } from '@scanship/connector-kit/carrier/carrier';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { money } from '@scanship/domain/money/money';
import {
  labelHeaders,
  paying,
  payment,
  PDF,
  postage,
  receiver,
  sender,
  signed,
  signIn,
  size,
  units,
  usd,
} from './own-case-parts.ts';

const NUMBER = '9200190400000100000017';
const url = (number: string): string => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`;

const purchase = (shipment: ShipmentRequest, service: string, more: Partial<ShipInput> = {}): ShipInput => ({
  shipment,
  service,
  reference: 'S000000000000001',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  labelFormat: 'pdf',
  ...more,
});
const references = [
  { referenceNumber: 'S000000000000001', printReferenceNumber: false },
  { referenceNumber: 'ORDER-1', printReferenceNumber: true },
];
const imageInfo = { imageType: 'PDF', labelType: '4X6LABEL', receiptOption: 'NONE' };
const bought = (trackingNumber: string, charged: unknown, bytes = 'bytes:9') => ({
  carrierShipmentId: trackingNumber,
  parcels: [{ number: 1, trackingNumber, trackingUrl: url(trackingNumber) }],
  files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes, parcelNumber: 1 }],
  charged,
});
const phone = '2125550100';

export const labelCases = (domestic: ShipmentRequest, crossBorder: ShipmentRequest): OwnCase[] => [
  {
    name: 'a label by the price that was offered, insured, with an adult signature',
    operation: 'ship',
    step: 'create',
    input: purchase(
      { ...domestic, options: { signature: 'adult', insuredValue: money(60_000, 'USD') } },
      'PRIORITY_MAIL',
      { rateToken: { rateIndicator: 'CP', processingCategory: 'MACHINABLE' } },
    ),
    exchanges: [
      signIn,
      payment,
      {
        request: {
          method: 'POST',
          path: '/labels/v3/label',
          headers: labelHeaders,
          body: {
            imageInfo,
            toAddress: receiver,
            fromAddress: { ...sender, phone },
            packageDescription: {
              ...units,
              ...size,
              mailClass: 'PRIORITY_MAIL',
              rateIndicator: 'CP',
              processingCategory: 'MACHINABLE',
              extraServices: [922, 931],
              mailingDate: '2026-01-02',
              destinationEntryFacilityType: 'NONE',
              packageOptions: { packageValue: 600 },
              customerReference: references,
            },
          },
        },
        answer: {
          status: 200,
          headers: { 'content-type': 'application/vnd.usps.labels+json' },
          body: {
            trackingNumber: NUMBER,
            routingInformation: '42014201',
            postage: 8.12,
            extraServices: [{ name: 'Adult Signature Required', SKU: 'DXAX', price: 9.65 }],
            fees: [{ name: 'Fuel', SKU: 'DXFX', price: 0.5 }],
            labelImage: PDF,
          },
        },
      },
    ],
    expect: {
      kind: 'done',
      keep: { label: 'label', trackingNumber: NUMBER },
      result: bought(NUMBER, {
        lines: [
          postage(812),
          { kind: 'option', code: 'DXAX', label: 'Adult Signature Required', amount: usd(965) },
          { kind: 'surcharge', code: 'DXFX', label: 'Fuel', amount: usd(50) },
        ],
        total: usd(1827),
      }),
    },
  },
  {
    name: 'a label without a price, answered in parts; no list of fees, so the charge stays unknown',
    operation: 'ship',
    step: 'create',
    input: purchase({ ...domestic, references: [] }, 'USPS_GROUND_ADVANTAGE'),
    exchanges: [
      signIn,
      payment,
      {
        request: {
          method: 'POST',
          path: '/labels/v3/label',
          headers: labelHeaders,
          body: {
            imageInfo,
            toAddress: receiver,
            fromAddress: { ...sender, phone },
            packageDescription: {
              ...units,
              ...size,
              mailClass: 'USPS_GROUND_ADVANTAGE',
              packagingType: 'VARIABLE',
              shape: 'RECTANGULAR',
              processingCategory: 'MACHINABLE',
              extraServices: [],
              mailingDate: '2026-01-02',
              destinationEntryFacilityType: 'NONE',
              customerReference: references.slice(0, 1),
            },
          },
        },
        answer: {
          status: 200,
          headers: { 'content-type': 'multipart/form-data; boundary="xyz"' },
          body: [
            '--xyz',
            'Content-Disposition: form-data; name="labelMetadata"',
            'Content-Type: application/json',
            '',
            `{"trackingNumber":"${NUMBER}","postage":5.2,"extraServices":[]}`,
            '--xyz',
            'Content-Type: application/pdf',
            'Content-Disposition: form-data; filename="labelImage.pdf"; name="labelImage"',
            '',
            PDF,
            '--xyz--',
            '',
          ].join('\r\n'),
        },
      },
    ],
    expect: {
      kind: 'done',
      keep: { label: 'label', trackingNumber: NUMBER },
      result: bought(NUMBER, undefined),
    },
  },
  {
    name: 'a return label, from the buyer to the shop',
    operation: 'ship',
    step: 'create',
    input: purchase(
      { ...domestic, from: domestic.to, to: domestic.from, return: {}, references: ['RMA 7'] },
      'USPS_GROUND_ADVANTAGE',
      { rateToken: { rateIndicator: 'SP', processingCategory: 'MACHINABLE' } },
    ),
    exchanges: [
      signIn,
      payment,
      {
        request: {
          method: 'POST',
          path: '/labels/v3/return-label',
          headers: labelHeaders,
          body: {
            imageInfo,
            toAddress: { ...sender, phone },
            fromAddress: receiver,
            packageDescription: {
              ...units,
              ...size,
              mailClass: 'USPS_GROUND_ADVANTAGE_RETURN_SERVICE',
              rateIndicator: 'SP',
              processingCategory: 'MACHINABLE',
              extraServices: [],
              customerReference: [references[0], { referenceNumber: 'RMA 7', printReferenceNumber: true }],
            },
          },
        },
        answer: {
          status: 200,
          body: { trackingNumber: NUMBER, postage: 5.2, extraServices: [], fees: [], returnLabelImage: PDF },
        },
      },
    ],
    expect: {
      kind: 'done',
      keep: { label: 'return-label', trackingNumber: NUMBER },
      result: bought(NUMBER, { lines: [postage(520)], total: usd(520) }),
    },
  },
  {
    name: 'a label abroad with its customs form, duties paid ahead, a battery inside the equipment',
    operation: 'ship',
    step: 'create',
    input: purchase(
      {
        ...crossBorder,
        options: { dangerousGoods: { kind: 'lithium-ion-in-equipment' } },
        customs: crossBorder.customs && { ...crossBorder.customs, dutiesPaidBy: 'Shipper', invoiceNumber: 'INV-9' },
      },
      'PRIORITY_MAIL_INTERNATIONAL',
      { rateToken: { rateIndicator: 'SP', processingCategory: 'MACHINABLE' } },
    ),
    exchanges: [
      signIn,
      payment,
      {
        request: {
          method: 'POST',
          path: '/international-labels/v3/international-label',
          headers: labelHeaders,
          body: {
            imageInfo: { imageType: 'PDF', labelType: '4X6LABEL' },
            toAddress: {
              firstName: 'Canada',
              lastName: 'Receiver',
              streetAddress: '20 Receiver Avenue',
              city: 'Vancouver',
              postalCode: 'V6B 1A1',
              province: 'BC',
              provinceISOAlpha2Code: 'BC',
              country: 'Canada',
              countryISOAlpha2Code: 'CA',
              phone: '6045550100',
            },
            fromAddress: { ...sender, phone },
            packageDescription: {
              ...units,
              ...size,
              mailClass: 'PRIORITY_MAIL_INTERNATIONAL',
              rateIndicator: 'SP',
              processingCategory: 'MACHINABLE',
              extraServices: [820],
              mailingDate: '2026-01-02',
              destinationEntryFacilityType: 'NONE',
              packageOptions: { packageValue: 50, nonDeliveryOption: 'RETURN' },
              customerReference: [{ referenceNumber: 'S000000000000001' }, { referenceNumber: 'ORDER-1' }],
              prepayDutiesTaxesFees: true,
            },
            customsForm: {
              customsContentType: 'MERCHANDISE',
              AESITN: 'NO EEI 30.36',
              invoiceNumber: 'INV-9',
              contents: [
                {
                  itemDescription: 'Cotton shirt',
                  itemQuantity: 2,
                  itemTotalValue: 50,
                  weightUOM: 'lb',
                  itemTotalWeight: 1.32,
                  HSTariffNumber: '610910',
                  countryofOrigin: 'US',
                },
              ],
            },
          },
        },
        answer: {
          status: 201,
          body: {
            internationalTrackingNumber: 'CX123456785US',
            postage: 40.1,
            extraServices: [{ serviceID: '820', serviceName: 'Lithium batteries, unmarked', price: 0, sku: 'NA' }],
            fees: [],
            prepaidDutiesTaxesFees: 15,
            labelImage: PDF,
          },
        },
      },
    ],
    expect: {
      kind: 'done',
      keep: { label: 'international-label', trackingNumber: 'CX123456785US' },
      result: bought('CX123456785US', {
        lines: [
          postage(4010),
          { kind: 'option', code: '820', label: 'Lithium batteries, unmarked', amount: usd(0) },
          { kind: 'duty', code: 'DUTIES', label: 'Duties, taxes and fees paid ahead', amount: usd(1500) },
        ],
        total: usd(5510),
      }),
    },
  },
  ...(
    [
      ['cancelled before it went out', NUMBER, '/labels/v3/label', {}, { status: 'CANCELED' }, 'now', {}],
      [
        'abroad, after its data went out: a refund request',
        'CX123456785US',
        '/international-labels/v3/international-label',
        {},
        { status: 'DISPUTED', disputeId: '103789' },
        'later',
        { disputeId: '103789' },
      ],
    ] as const
  ).map(
    ([name, number, path, kept, answer, refund, keep]): OwnCase => ({
      name: `a label ${name}`,
      operation: 'cancel',
      step: 'cancel',
      input: { reference: 'S000000000000001', carrierShipmentId: number, trackingNumbers: [number], kept },
      exchanges: [
        signIn,
        payment,
        {
          request: { method: 'DELETE', path: `${path}/${number}`, headers: paying },
          answer: { status: 200, body: { trackingNumber: number, ...answer } },
        },
      ],
      expect: { kind: 'done', keep, result: { refund } },
    }),
  ),
  {
    name: 'a SCAN form of two parcels',
    operation: 'endOfDay',
    step: 'close',
    input: {
      reference: 'E000000000000001',
      uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
      from: domestic.from,
      date: '2026-01-02',
      shipments: [NUMBER, '9200190400000100000024'].map((number, index) => ({
        reference: `S00000000000000${index + 1}`,
        carrierShipmentId: number,
        service: 'USPS_GROUND_ADVANTAGE',
        trackingNumbers: [number],
        destination: 'US',
        kept: {},
      })),
    },
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/scan-forms/v3/scan-form',
          headers: { ...signed, accept: 'application/vnd.usps.labels+json' },
          body: {
            imageInfo: { imageType: 'PDF', labelType: '8.5X11LABEL' },
            mailingDate: '2026-01-02',
            overwriteMailingDate: true,
            entryFacilityZIPCode: '10007',
            destinationEntryFacilityType: 'NONE',
            shipment: { trackingNumbers: [NUMBER, '9200190400000100000024'] },
            fromAddress: sender,
          },
        },
        answer: {
          status: 200,
          body: {
            manifestNumber: '9275090400000100000031',
            trackingNumbers: [NUMBER, '9200190400000100000024'],
            SCANFormImage: PDF,
          },
        },
      },
    ],
    expect: {
      kind: 'done',
      keep: { manifestNumbers: ['9275090400000100000031'] },
      result: {
        manifestNumbers: ['9275090400000100000031'],
        files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:9' }],
        leftOut: [],
      },
    },
  },
];
