/** A label by road, an account that may not buy, and a cancel. */
import type { Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import { fedex, SIGN_IN } from './recorded.ts';

const NUMBER = '794699999999';

const purchase = (
  name: string,
  source: string,
  recorded: string,
  answers: readonly Recorded[],
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'ship',
  source,
  recorded,
  read: () =>
    fedex.ship(
      {
        shipment: {
          ...withinUnitedStates,
          from: { ...withinUnitedStates.from, phone: '212-555-0100' },
          to: { ...withinUnitedStates.to, phone: '213-555-0123' },
        },
        service: 'FEDEX_GROUND',
        reference: 'S000000000000001',
        uuid: '6f1c2f1e-0000-4000-8000-000000000001',
        labelFormat: 'pdf',
      },
      answers,
    ),
  means,
});

const UNAUTHORIZED: Recorded = {
  status: 400,
  body: {
    errors: [
      {
        code: 'SHIPMENT.ACCOUNTNUMBER.UNAUTHORIZED',
        message: 'We are not able to retrieve the message for the warning or error.',
      },
    ],
  },
};

export const answers: readonly RealAnswer[] = [
  purchase(
    'by road: the price of the one package is that of the shipment, although the piece says nothing',
    'WhatArmy/FedexRest',
    '2023-01-19',
    [
      {
        body: {
          output: {
            transactionShipments: [
              {
                masterTrackingNumber: NUMBER,
                serviceType: 'FEDEX_GROUND',
                shipDatestamp: '2023-01-22',
                serviceName: 'FedEx Ground®',
                pieceResponses: [
                  {
                    masterTrackingNumber: NUMBER,
                    deliveryDatestamp: '2023-01-25',
                    trackingNumber: NUMBER,
                    additionalChargesDiscount: 0,
                    netRateAmount: 0,
                    netChargeAmount: 0,
                    netDiscountAmount: 0,
                    // Links were asked for then; we ask for the labels themselves.
                    packageDocuments: [
                      { contentType: 'LABEL', copiesToPrint: 1, docType: 'PDF', encodedLabel: 'JVBERi0xLjQK' },
                    ],
                    currency: 'USD',
                    customerReferences: [],
                    codcollectionAmount: 0,
                    baseRateAmount: 17.4,
                  },
                ],
                completedShipmentDetail: {
                  usDomestic: true,
                  carrierCode: 'FDXG',
                  shipmentRating: {
                    actualRateType: 'PAYOR_ACCOUNT_PACKAGE',
                    shipmentRateDetails: [
                      {
                        rateType: 'PAYOR_ACCOUNT_PACKAGE',
                        rateScale: '',
                        rateZone: '4',
                        ratedWeightMethod: 'DIM',
                        totalBillingWeight: { units: 'LB', value: 13 },
                        totalBaseCharge: 16.49,
                        totalFreightDiscounts: 0,
                        totalNetCharge: 17.4,
                        totalNetChargeWithDutiesAndTaxes: 0,
                        surcharges: [
                          { surchargeType: 'FUEL', level: 'PACKAGE', description: 'FedEx Ground Fuel', amount: 0.91 },
                        ],
                        freightDiscounts: [],
                        taxes: [],
                        currency: 'USD',
                      },
                    ],
                  },
                },
                serviceCategory: 'GROUND',
              },
            ],
          },
        },
      },
    ],
    [`shipment ${NUMBER}`, `parcel 1 ${NUMBER}`, 'label pdf 1', 'base BASE 16.49 + fuel FUEL 0.91 | 17.40 USD'],
  ),
  purchase(
    'an account that may not buy, for which FedEx has lost its words',
    'https://github.com/PipedreamHQ/pipedream/pull/18309',
    '2025-09-08',
    // Asked once more with a fresh token.
    [UNAUTHORIZED, SIGN_IN, UNAUTHORIZED],
    [
      'not-authorised SHIPMENT.ACCOUNTNUMBER.UNAUTHORIZED FedEx does not let this account buy labels with this API key; FedEx has to allow its account number.',
    ],
  ),
  {
    name: 'cancelled, and its history with it',
    operation: 'cancel',
    source: 'WhatArmy/FedexRest',
    recorded: 'unknown',
    read: () =>
      fedex.cancel({ reference: 'S000000000000001', carrierShipmentId: NUMBER, trackingNumbers: [NUMBER], kept: {} }, [
        {
          body: {
            output: {
              alerts: [{ code: 'VIRTUAL.RESPONSE', message: 'This is a Virtual Response.', alertType: 'NOTE' }],
              cancelledShipment: true,
              cancelledHistory: true,
            },
          },
        },
      ]),
    means: ['refund now'],
  },
];
