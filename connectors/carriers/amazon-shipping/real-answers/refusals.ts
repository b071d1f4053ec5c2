/** Refusals whose reason stands under "details" and not in the message, and a parcel of which Amazon tells nothing at all. */
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const ACCESS: Recorded = { body: { access_token: 'Atza|recorded', token_type: 'bearer', expires_in: 3600 } };
const amazon = answered(carrier, samples, ACCESS);

const refusal = (message: string, details: string): Recorded => ({
  status: 400,
  body: { errors: [{ code: 'InvalidInput', message, details }] },
});

export const answers: readonly RealAnswer[] = [
  {
    name: 'data that are wrong somewhere',
    operation: 'rate',
    source: 'https://github.com/jlevers/selling-partner-api/issues/581',
    recorded: '2023-07-12',
    read: () => amazon.rate(samples.domestic, refusal('Invalid input', 'Provided input is invalid. Please verify.')),
    means: ['invalid-input InvalidInput Amazon: Invalid input. Provided input is invalid. Please verify.'],
  },
  {
    name: 'extras that nobody asked for are called invalid',
    operation: 'ship',
    source: 'https://github.com/amzn/selling-partner-api-models/issues/4759',
    recorded: '2025-04-29',
    read: () =>
      amazon.ship(
        {
          shipment: samples.domestic,
          service: samples.service,
          reference: 'S000000000000001',
          uuid: '6f1c2f1e-0000-4000-8000-000000000001',
          labelFormat: 'pdf',
        },
        [
          refusal(
            'Invalid input.',
            'The requested value added services are invalid. Please check the value added services offered in the GetRates response.',
          ),
        ],
        'purchase',
        { requestToken: 'recorded', rateId: 'recorded', specification: {}, extras: [] },
      ),
    means: [
      'invalid-input InvalidInput Amazon: Invalid input. The requested value added services are invalid. Please check the value added services offered in the GetRates response.',
    ],
  },
  {
    name: 'a number that Amazon knows and says nothing of, though its contract promises a day and a status',
    operation: 'track',
    source: 'https://github.com/amzn/selling-partner-api-models/issues/4923',
    recorded: '2025-08-12',
    read: () =>
      amazon.track('UK2978244305', {
        body: {
          payload: {
            alternateLegTrackingId: null,
            eventHistory: [],
            promisedDeliveryDate: null,
            summary: { proofOfDelivery: null, status: null, trackingDetailCodes: { forward: [], returns: [] } },
            trackingId: 'UK2978244305',
          },
        },
      }),
    means: [],
  },
];
