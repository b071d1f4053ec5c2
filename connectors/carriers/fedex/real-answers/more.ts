/** Whole ways of parcels, twenty-one labels over the border, and refusals in FedEx's words. */
import type { Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { canadaToUnitedStates, withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import { fedex, KARRIO, way } from './recorded.ts';

const WARNINGS = [
  'EVENTNOTIFICATION.EMAILADDRESS.MISSING',
  'COMMODITIES.CUSTOMSVALUE.LESSTHANREQUIRED',
  'CUSTOMVALUE.GREATER.THAN.DECLAREDVALUE',
  'CUSTOMVALUE.GREATER.THAN.DECLAREDVALUE',
  'CUSTOMVALUE.GREATER.THAN.COMMODITYVALUE',
  'REQUESTEDSHIPMENT.TOTALDECLAREDVALUE.MISMATCH',
];
const numberOf = (piece: number): string => String(794_791_341_818 + piece - 1);

const bought: Recorded = {
  body: {
    output: {
      transactionShipments: [
        {
          alerts: WARNINGS.map((code) => ({
            code,
            message: 'We are not able to retrieve the message for the warning or error.',
            alertType: 'WARNING',
          })),
          masterTrackingNumber: numberOf(1),
          serviceType: 'FEDEX_INTERNATIONAL_PRIORITY_EXPRESS',
          shipDatestamp: '2024-07-19',
          serviceName: 'FedEx International Priority® Express',
          shipmentDocuments: [
            {
              contentType: 'COMMERCIAL_INVOICE',
              copiesToPrint: 3,
              encodedLabel: 'JVBERi0xLjQK',
              trackingNumber: numberOf(1),
              docType: 'PDF',
            },
          ],
          pieceResponses: Array.from({ length: 21 }, (_, index) => ({
            masterTrackingNumber: numberOf(1),
            packageSequenceNumber: index + 1,
            trackingNumber: numberOf(index + 1),
            // Each piece repeats the sum of all.
            netRateAmount: 4448.19,
            netChargeAmount: 0,
            baseRateAmount: 4178.82,
            currency: 'USD',
            packageDocuments: [
              { contentType: 'LABEL', copiesToPrint: 1, encodedLabel: 'JVBERi0xLjQK', docType: 'PDF' },
            ],
          })),
          completedShipmentDetail: {
            usDomestic: false,
            shipmentRating: {
              actualRateType: 'PAYOR_ACCOUNT_SHIPMENT',
              shipmentRateDetails: ['PAYOR_ACCOUNT_SHIPMENT', 'PAYOR_LIST_SHIPMENT'].map((rateType) => ({
                rateType,
                ratedWeightMethod: 'DIM',
                totalBillingWeight: { units: 'KG', value: 233.1 },
                totalBaseCharge: 4178.82,
                totalFreightDiscounts: 0,
                totalNetCharge: 4448.19,
                surcharges: [
                  { surchargeType: 'RESIDENTIAL_DELIVERY', level: 'SHIPMENT', amount: 6.15 },
                  { surchargeType: 'DEMAND', level: 'SHIPMENT', amount: 51.4 },
                  { surchargeType: 'FUEL', level: 'SHIPMENT', amount: 211.82 },
                ],
                taxes: [],
                currency: 'USD',
              })),
            },
          },
        },
      ],
    },
  },
};

export const answers: readonly RealAnswer[] = [
  way(
    'a door tag has the same number: the newer of two results, delivered at no place',
    KARRIO,
    '2024-04-26',
    [
      {
        times: [
          ['ACTUAL_PICKUP', '2024-04-24T16:05:00-07:00'],
          ['SHIP', '2024-04-24T00:00:00-06:00'],
        ],
        scans: [
          'AR 2024-04-26T07:50:00-07:00 | CLOVIS, CA, US | At local FedEx facility',
          'HP 2024-04-25T13:26:00-07:00 | FRESNO, CA, US | Ready for recipient pickup | Package available for pickup',
          'DY 2024-04-25T11:29:00-07:00 | CLOVIS, CA, US | Delay | Package delayed',
          'OC 2024-04-24T15:30:57-05:00 |  | Shipment information sent to FedEx',
        ],
      },
      {
        times: [
          ['ACTUAL_DELIVERY', '2024-04-26T09:26:00-07:00'],
          ['ACTUAL_PICKUP', '2024-04-25T08:55:00-07:00'],
          ['SHIP', '2024-04-25T00:00:00-06:00'],
        ],
        scans: [
          'DL 2024-04-26T09:26:00-07:00 |  | Delivered',
          'OD 2024-04-26T08:52:00-07:00 | CLOVIS, CA, US | On FedEx vehicle for delivery',
          'AF 2024-04-25T13:26:00-07:00 | CLOVIS, CA, US | At local FedEx facility | Tendered at FedEx Facility',
          'DE 2024-04-25T11:28:00-07:00 | CLOVIS, CA, US | Delivery exception | FedEx redirected your package to a nearby FedEx location',
          'DE 2024-04-25T11:26:00-07:00 | CLOVIS, CA, US | Delivery exception | Customer not available or business closed',
        ],
      },
    ],
    [
      '2024-04-25T11:26:00-07:00 exception DE Delivery exception: Customer not available or business closed @ CLOVIS, CA, US',
      '2024-04-25T11:28:00-07:00 exception DE Delivery exception: FedEx redirected your package to a nearby FedEx location @ CLOVIS, CA, US',
      '2024-04-25T13:26:00-07:00 in-transit AF At local FedEx facility: Tendered at FedEx Facility @ CLOVIS, CA, US',
      '2024-04-26T08:52:00-07:00 out-for-delivery OD On FedEx vehicle for delivery @ CLOVIS, CA, US',
      '2024-04-26T09:26:00-07:00 delivered DL Delivered',
    ],
  ),
  way(
    'picked up at no hour of the day, in the clock of its place; three zones on the way',
    KARRIO,
    '2024-08-20',
    [
      {
        times: [['ACTUAL_DELIVERY', '2024-08-20T12:41:57-04:00']],
        scans: [
          'DL 2024-08-20T12:41:57-04:00 | Blue Point, NY, US | Delivered',
          'OD 2024-08-20T06:47:00-04:00 | HOLBROOK, NY, US | On FedEx vehicle for delivery',
          'IT 2024-08-18T16:03:54-04:00 | WOODBRIDGE TWP, NJ, US | On the way',
          'DP 2024-08-16T07:35:16-05:00 | CEDAR RAPIDS, IA, US | Departed FedEx location',
          'AE 2024-08-15T18:40:27-05:00 | MANKATO, MN, US | Shipment arriving early',
          'OC 2024-08-15T10:36:00-05:00 | US | Shipment information sent to FedEx',
          'PU 2024-08-15T00:00:00 | MANKATO, MN, US | Picked up',
        ],
      },
    ],
    [
      '2024-08-15T00:00:00 America/Chicago accepted PU Picked up @ MANKATO, MN, US',
      '2024-08-15T10:36:00-05:00 label-created OC Shipment information sent to FedEx @ US',
      '2024-08-15T18:40:27-05:00 in-transit AE Shipment arriving early @ MANKATO, MN, US',
      '2024-08-16T07:35:16-05:00 in-transit DP Departed FedEx location @ CEDAR RAPIDS, IA, US',
      '2024-08-18T16:03:54-04:00 in-transit IT On the way @ WOODBRIDGE TWP, NJ, US',
      '2024-08-20T06:47:00-04:00 out-for-delivery OD On FedEx vehicle for delivery @ HOLBROOK, NY, US',
      '2024-08-20T12:41:57-04:00 delivered DL Delivered @ Blue Point, NY, US',
    ],
  ),
  way(
    'a forecast a minute after the van left; then left at the front door',
    'https://github.com (a page of orders in React, its demonstration data)',
    '2024-02-17',
    [
      {
        times: [
          ['ACTUAL_DELIVERY', '2024-02-17T12:34:26-05:00'],
          ['ANTICIPATED_TENDER', '2024-02-12T00:00:00-06:00'],
        ],
        scans: [
          'DL 2024-02-17T12:34:26-05:00 | Gaffney, SC, US | Delivered | Left at front door. Signature Service not requested.',
          'AE 2024-02-17T05:36:23-05:00 | SPARTANBURG, SC, US | Shipment arriving early',
          'OD 2024-02-17T05:35:00-05:00 | SPARTANBURG, SC, US | On FedEx vehicle for delivery',
          'IT 2024-02-15T10:51:13-06:00 | LONGVIEW, TX, US | On the way',
          'DP 2024-02-14T09:39:57-07:00 | PHOENIX, AZ, US | Departed FedEx location',
          'PU 2024-02-13T13:41:00-07:00 | PHOENIX, AZ, US | Picked up',
        ],
      },
    ],
    [
      '2024-02-13T13:41:00-07:00 accepted PU Picked up @ PHOENIX, AZ, US',
      '2024-02-14T09:39:57-07:00 in-transit DP Departed FedEx location @ PHOENIX, AZ, US',
      '2024-02-15T10:51:13-06:00 in-transit IT On the way @ LONGVIEW, TX, US',
      '2024-02-17T05:35:00-05:00 out-for-delivery OD On FedEx vehicle for delivery @ SPARTANBURG, SC, US',
      '2024-02-17T05:36:23-05:00 out-for-delivery AE Shipment arriving early @ SPARTANBURG, SC, US',
      '2024-02-17T12:34:26-05:00 delivered DL Delivered: Left at front door. Signature Service not requested. @ Gaffney, SC, US',
    ],
  ),
  way(
    'on the van, expected within two hours of the morning',
    'https://github.com/karrioapi/karrio/issues/659',
    '2024-08-28',
    [
      {
        times: [
          ['SHIP', '2024-08-26T00:00:00-06:00'],
          ['ACTUAL_TENDER', '2024-08-26T00:00:00-06:00'],
          ['ESTIMATED_DELIVERY', '2024-08-28T00:00:00-06:00'],
        ],
        scans: [
          'OD 2024-08-28T04:44:00-05:00 | MANKATO, MN, US | On FedEx vehicle for delivery',
          'AR 2024-08-28T04:32:00-05:00 | MANKATO, MN, US | At local FedEx facility',
        ],
        window: { begins: '2024-08-28T08:45:00-05:00', ends: '2024-08-28T10:45:00-05:00' },
      },
    ],
    [
      '2024-08-28T04:32:00-05:00 in-transit AR At local FedEx facility @ MANKATO, MN, US',
      '2024-08-28T04:44:00-05:00 out-for-delivery OD On FedEx vehicle for delivery @ MANKATO, MN, US',
      'expected 2024-08-28',
    ],
  ),
  way(
    'expected on a Thursday, its window empty',
    'https://github.com (a parser of three carriers in JavaScript, an answer kept as its comment)',
    '2022-08-23',
    [
      {
        times: [
          ['ESTIMATED_DELIVERY', '2022-08-25T00:00:00-06:00'],
          ['COMMITMENT', '2022-08-25T00:00:00-06:00'],
          ['ANTICIPATED_TENDER', '2022-08-22T00:00:00-06:00'],
        ],
        scans: [
          'DP 2022-08-23T09:59:57-05:00 | MEMPHIS, TN, US | Departed FedEx location',
          'AR 2022-08-22T17:07:00-05:00 | MEMPHIS, TN, US | Arrived at FedEx location',
          'OC 2022-08-22T10:37:00-05:00 | US | Shipment information sent to FedEx',
          'PU 2022-08-22T00:00:00 | OLIVE BRANCH, MS, US | Picked up',
        ],
      },
    ],
    [
      '2022-08-22T00:00:00 America/Chicago accepted PU Picked up @ OLIVE BRANCH, MS, US',
      '2022-08-22T10:37:00-05:00 label-created OC Shipment information sent to FedEx @ US',
      '2022-08-22T17:07:00-05:00 in-transit AR Arrived at FedEx location @ MEMPHIS, TN, US',
      '2022-08-23T09:59:57-05:00 in-transit DP Departed FedEx location @ MEMPHIS, TN, US',
      'expected 2022-08-25',
    ],
  ),
  {
    name: 'twenty-one labels in order, one price for all, five warnings that FedEx has no words for',
    operation: 'ship',
    source: KARRIO,
    recorded: '2024-07-19',
    read: async () => {
      const [parcel] = canadaToUnitedStates.parcels;
      if (!parcel) throw new Error('no parcel');
      const parcels = Array.from({ length: 21 }, (_, index) => ({ ...parcel, number: index + 1 }));
      const lines = await fedex.ship(
        {
          shipment: {
            ...canadaToUnitedStates,
            from: { ...canadaToUnitedStates.from, phone: '416-555-0100' },
            to: { ...canadaToUnitedStates.to, phone: '716-555-0123' },
            parcels,
          },
          service: 'FEDEX_INTERNATIONAL_PRIORITY_EXPRESS',
          reference: 'S000000000000001',
          uuid: '6f1c2f1e-0000-4000-8000-000000000001',
          labelFormat: 'pdf',
        },
        [bought],
      );
      // Parcels two to twenty and their labels are as the first and the last.
      return lines.filter((line) => !/^(parcel|label pdf) ([2-9]|1\d|20)\b/.test(line));
    },
    means: [
      'shipment 794791341818',
      'parcel 1 794791341818',
      'parcel 21 794791341838',
      'label pdf 1',
      'label pdf 21',
      'customs-invoice pdf -',
      'base BASE 4178.82 + surcharge RESIDENTIAL_DELIVERY 6.15 + surcharge DEMAND 51.40 + fuel FUEL 211.82 | 4448.19 USD',
      'FedEx warns of EVENTNOTIFICATION.EMAILADDRESS.MISSING.',
      'FedEx warns of COMMODITIES.CUSTOMSVALUE.LESSTHANREQUIRED.',
      'FedEx warns of CUSTOMVALUE.GREATER.THAN.DECLAREDVALUE.',
      'FedEx warns of CUSTOMVALUE.GREATER.THAN.COMMODITYVALUE.',
      'FedEx warns of REQUESTEDSHIPMENT.TOTALDECLAREDVALUE.MISMATCH.',
    ],
  },
  {
    name: 'the account that pays is not that of the sender',
    operation: 'rate',
    source: 'alexeybusygin/ShippingRates',
    recorded: '2026-03-16',
    read: () =>
      fedex.rate(withinUnitedStates, {
        status: 400,
        body: {
          transactionId: 'a2d00d73-d5ab-425b-9137-0a9021402edc',
          customerTransactionId: '1773680402',
          errors: [
            {
              code: 'ACCOUNT.NUMBER.MISMATCH',
              message:
                'Account Number Mismatch -As the payment Type is SENDER, ShippingChargesPayment Payor AccountNumber should match the shipper account number .Please update and try again.',
            },
          ],
        },
      }),
    means: [
      'invalid-input ACCOUNT.NUMBER.MISMATCH FedEx: Account Number Mismatch -As the payment Type is SENDER, ShippingChargesPayment Payor AccountNumber should match the shipper account number .Please update and try again.',
    ],
  },
];
