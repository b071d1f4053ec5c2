/** Labels abroad that USPS did not make: what the contract does not allow, and weights that do not add up. */
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { crossBorder, samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const ACCESS: Recorded = {
  body: {
    access_token: 'own.case-token',
    token_type: 'Bearer',
    issued_at: 1_755_000_000_000,
    expires_in: 28_799,
    status: 'approved',
    scope: 'prices international-labels',
  },
};
const usps = answered(carrier, samples, ACCESS);

const refused = (name: string, message: string, errors: readonly object[], means: readonly string[]): RealAnswer => ({
  name,
  operation: 'ship',
  source: 'https://github.com/USPS/api-examples/issues/83',
  recorded: '2025-08-20',
  read: () =>
    usps.ship(
      {
        shipment: crossBorder,
        service: 'PRIORITY_MAIL_INTERNATIONAL',
        reference: 'S000000000000001',
        uuid: '6f1c2f1e-0000-4000-8000-000000000001',
        labelFormat: 'pdf',
      },
      [
        { body: { paymentAuthorizationToken: 'recorded', roles: [] } },
        { status: 400, body: { apiVersion: '/international-labels/v3/', error: { code: '400', message, errors } } },
      ],
    ),
  means,
});

export const answers: readonly RealAnswer[] = [
  refused(
    'a part of the question is missing, in the words of a program',
    'OASValidation OpenAPI-Spec-Validation-International-Labels with resource oas://international-labels-v3.yaml: failed with reason: [ERROR - Object has missing required properties ([packageDescription]): []]',
    [],
    [
      'invalid-input 400 USPS: OASValidation OpenAPI-Spec-Validation-International-Labels with resource oas://international-labels-v3.yaml: failed with reason: [ERROR - Object has missing required properties ([packageDescription]): []].',
    ],
  ),
  refused(
    'the contents weigh more than the parcel',
    'Bad Request',
    [
      {
        title: 'Bad Request',
        detail:
          'total weight of all of the content items: 0.8 cannot be more than the total weight: 0.5 of the package',
        code: '160205',
      },
    ],
    [
      'invalid-input 160205 USPS: total weight of all of the content items: 0.8 cannot be more than the total weight: 0.5 of the package.',
    ],
  ),
];
