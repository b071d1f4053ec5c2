/** Offers without the fields that the contract promises since, services left out with Amazon's reason, refusals without one. */
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const ACCESS: Recorded = { body: { access_token: 'Atza|recorded', token_type: 'bearer', expires_in: 3600 } };
const amazon = answered(carrier, samples, ACCESS);
const MODELS = 'https://github.com/amzn/selling-partner-api-models/issues';
const PHP = 'https://github.com/jlevers/selling-partner-api/issues';

const FORMATS = ['ZPL203', 'ShippingServiceDefault', 'PDF', 'PNG'];

const refusal = (message: string): Recorded => ({
  status: 400,
  body: { errors: [{ code: 'InvalidInput', message, details: '' }] },
});

const refusedPrice = (name: string, source: string, recorded: string): RealAnswer => ({
  name,
  operation: 'rate',
  source,
  recorded,
  read: () => amazon.rate(samples.domestic, refusal('Invalid Input')),
  means: ['invalid-input InvalidInput Amazon: Invalid Input.'],
});

const refusedLabel = (name: string, source: string, recorded: string, said: string, means: string): RealAnswer => ({
  name,
  operation: 'ship',
  source,
  recorded,
  read: () =>
    amazon.ship(
      {
        shipment: samples.domestic,
        service: samples.service,
        reference: 'S000000000000001',
        uuid: '6f1c2f1e-0000-4000-8000-000000000001',
        labelFormat: 'pdf',
      },
      [{ body: { restrictedDataToken: 'Atz.sprdt|recorded', expiresIn: 3600 } }, refusal(said)],
      'purchase',
      { offerId: 'AAAAAAAAAADhhgquV' },
    ),
  means: [means],
});

export const answers: readonly RealAnswer[] = [
  {
    name: 'one rate and no rate with adjustments; the label format of the options is an empty text',
    operation: 'rate',
    source: `${MODELS}/226`,
    recorded: '2022-03-16',
    read: () =>
      amazon.rate(samples.domestic, {
        body: {
          payload: {
            ShippingServiceList: [
              {
                ShippingServiceName: 'FedEx Standard Overnight®',
                CarrierName: 'FEDEX',
                ShippingServiceId: 'FEDEX_PTP_STANDARD_OVERNIGHT',
                ShippingServiceOfferId: 'hidden',
                ShipDate: '2022-03-16T15:00:00Z',
                EarliestEstimatedDeliveryDate: '2022-03-17T20:00:00Z',
                LatestEstimatedDeliveryDate: '2022-03-17T20:00:00Z',
                Rate: { CurrencyCode: 'USD', Amount: 185.67 },
                ShippingServiceOptions: {
                  DeliveryExperience: 'DeliveryConfirmationWithoutSignature',
                  CarrierWillPickUp: false,
                  LabelFormat: '',
                },
                AvailableLabelFormats: FORMATS,
                AvailableFormatOptionsForLabel: FORMATS.map((LabelFormat) => ({ LabelFormat })),
              },
            ],
          },
        },
      }),
    means: ['FEDEX_PTP_STANDARD_OVERNIGHT FedEx Standard Overnight | base RATE 185.67 | 185.67 USD | 2022-03-17'],
  },
  {
    name: 'services that the carrier did not answer for, with one sentence for all',
    operation: 'rate',
    source: `${PHP}/123`,
    recorded: '2021-11-08',
    read: () =>
      amazon.rate(samples.domestic, {
        body: {
          payload: {
            ShippingServiceList: [],
            RejectedShippingServiceList: [
              ['FedEx Priority Overnight® (Saturday)', 'FEDEX_PTP_PRI_OVERNIGHT_SAT'],
              ['FedEx 2Day®A.M. One Rate', 'FEDEX_PTP_SECOND_DAY_AM_ONE_RATE'],
            ].map(([ShippingServiceName, ShippingServiceId]) => ({
              CarrierName: 'FEDEX',
              ShippingServiceName,
              ShippingServiceId,
              RejectionReasonCode: 'EXCLUDED_FROM_CARRIER_RESPONSE',
              RejectionReasonMessage: 'It is not an eligible ship method for this order.',
            })),
          },
        },
      }),
    means: [
      'FEDEX_PTP_PRI_OVERNIGHT_SAT: EXCLUDED_FROM_CARRIER_RESPONSE: FedEx Priority Overnight® (Saturday): It is not an eligible ship method for this order.',
      'FEDEX_PTP_SECOND_DAY_AM_ONE_RATE: EXCLUDED_FROM_CARRIER_RESPONSE: FedEx 2Day®A.M. One Rate: It is not an eligible ship method for this order.',
    ],
  },
  refusedPrice('from a county of England, refused without a reason', `${MODELS}/5170`, '2026-03-27'),
  refusedPrice('with a day to ship and one to arrive, refused without a reason', `${MODELS}/2457`, '2022-05-30'),
  refusedLabel(
    'within Spain, refused without a reason',
    `${MODELS}/1152`,
    '2021-03-22',
    'Invalid Input',
    'invalid-input InvalidInput Amazon: Invalid Input.',
  ),
  refusedLabel(
    'a number in place of words',
    `${MODELS}/2134`,
    '2021-12-21',
    '40fda35b-d253-4cf8-9f2f-84eb6962ee7b',
    'invalid-input InvalidInput Amazon: 40fda35b-d253-4cf8-9f2f-84eb6962ee7b.',
  ),
  refusedLabel(
    'one of three services offered, refused without a reason',
    `${MODELS}/4722`,
    '2025-04-02',
    'Invalid Input',
    'invalid-input InvalidInput Amazon: Invalid Input.',
  ),
];
