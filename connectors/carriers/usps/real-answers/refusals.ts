/** What USPS did not do: track what it has not been told of, answer an application without the right, take a label back too late. */
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const ACCESS: Recorded = {
  body: {
    access_token: 'own.case-token',
    token_type: 'Bearer',
    issued_at: 1_740_640_820_589,
    expires_in: 28_799,
    status: 'approved',
    scope: 'domestic-prices addresses international-prices service-standards locations shipments',
  },
};
const usps = answered(carrier, samples, ACCESS);
const NUMBER = '9261290289104185136058';

const said = (status: number, apiVersion: string, message: string, errors: readonly object[] = []): Recorded => ({
  status,
  body: { apiVersion, error: { code: String(status), message, errors } },
});
const INVALID = said(401, '/tracking/v3', 'The client application identifier is invalid.');

export const answers: readonly RealAnswer[] = [
  {
    name: 'a label of a third party, of which USPS has not heard yet',
    operation: 'track',
    source: 'https://github.com/USPS/api-examples/issues/102',
    recorded: '2026-01-14',
    read: () =>
      usps.track(
        NUMBER,
        said(
          404,
          '/tracking/v3',
          'Tracking is not available for this item. This may be because the tracking number is invalid; USPS has not yet received payment; USPS has not yet received the item; the item does not include tracking; or other reasons.',
        ),
      ),
    means: [
      `USPS does not know ${NUMBER}: Tracking is not available for this item. This may be because the tracking number is invalid; USPS has not yet received payment; USPS has not yet received the item; the item does not include tracking; or other reasons.`,
    ],
  },
  {
    name: 'an application that may not track, asked once more with fresh access',
    operation: 'track',
    source: 'https://github.com/USPS/api-examples/issues/56',
    recorded: '2025-02-27',
    read: () => usps.track(NUMBER, INVALID, ACCESS, INVALID),
    means: ['not-authorised 401 USPS: The client application identifier is invalid.'],
  },
  {
    name: 'a label of yesterday, which is on the manifest',
    operation: 'cancel',
    source: 'https://github.com/USPS/api-examples/issues/37',
    recorded: '2024-07-12',
    read: () =>
      usps.cancel({ reference: 'S000000000000001', carrierShipmentId: NUMBER, trackingNumbers: [NUMBER], kept: {} }, [
        { body: { paymentAuthorizationToken: 'recorded', roles: [] } },
        said(400, '/labels/v3', 'Bad Request', [
          { status: '400', title: 'Bad Request', detail: 'Order cannot be canceled' },
        ]),
      ]),
    means: ['refused 400 USPS: Order cannot be canceled.'],
  },
];
