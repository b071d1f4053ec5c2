/** What Amazon answered where it gave no orders: too many calls, tokens it could not read, and a day on which it failed. */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samplesUs } from '../simulator/harness.ts';
import { store } from '../src/store-us.ts';

const seller = answeredByStore(store, samplesUs);

const of = (
  name: string,
  source: string,
  recorded: string,
  answer: { readonly status: number; readonly body: unknown },
  means: readonly string[],
): RealAnswer => ({ name, operation: 'orders', source, recorded, read: () => seller.orders(answer), means });

/** The gateway puts the words before the code, and leaves the details out. */
const USED_UP = {
  status: 429,
  body: { errors: [{ message: 'You exceeded your quota for the requested resource.', code: 'QuotaExceeded' }] },
};
const invalid = (message: string) => ({
  status: 400,
  body: { errors: [{ code: 'InvalidInput', message, details: '' }] },
});
const LATER = ['quota QuotaExceeded Amazon US asks us to slow down; the call is repeated later.'];

export const answers: readonly RealAnswer[] = [
  of(
    'too many calls, after three months without one',
    'https://github.com/jlevers/selling-partner-api/issues/477',
    '2023-02-07',
    USED_UP,
    LATER,
  ),
  of(
    'too many calls for the lines of 59 orders',
    'https://github.com/jlevers/selling-partner-api/issues/247',
    '2022-04-18',
    USED_UP,
    LATER,
  ),
  of(
    'too many calls for orders, their lines, buyers and addresses one by one',
    'https://github.com/amzn/selling-partner-api-docs/issues/553',
    '2021-04-01',
    USED_UP,
    LATER,
  ),
  of(
    'with empty details, through another client',
    'https://github.com/saleweaver/python-amazon-sp-api/issues/1042',
    '2023-05-20',
    {
      status: 429,
      body: {
        errors: [
          { code: 'QuotaExceeded', message: 'You exceeded your quota for the requested resource.', details: '' },
        ],
      },
    },
    LATER,
  ),
  of(
    'a fault of Amazon’s own for days',
    'https://github.com/amzn/selling-partner-api-models/issues/5230',
    '2026-05-08',
    {
      status: 500,
      body: {
        errors: [
          { code: 'InternalFailure', message: 'We encountered an internal error. Please try again.', details: '' },
        ],
      },
    },
    ['temporary-before-effect InternalFailure Amazon US has a fault of its own at the moment (status 500).'],
  ),
  of(
    'a token of this version that was not written as one in the address',
    'https://github.com/amzn/selling-partner-api-models/issues/5144',
    '2026-02-28',
    invalid('The input you have submitted is not valid. Please check your input and try again.'),
    [
      'invalid-input InvalidInput Amazon: The input you have submitted is not valid. Please check your input and try again.',
    ],
  ),
  of(
    'the same in the version before, without a word and without details',
    'https://github.com/amzn/selling-partner-api-models/issues/2576',
    '2023-05-09',
    { status: 400, body: { errors: [{ message: null, code: 'InvalidInput' }] } },
    ['invalid-input InvalidInput Amazon US does not accept the data of this request.'],
  ),
  of(
    'the same, with what may be the reason',
    'https://github.com/amzn/selling-partner-api-models/issues/2382',
    '2022-04-25',
    invalid(
      'We could not decode your NextToken. Possible reasons include: a transmission error, improper quoting or a truncation problem.',
    ),
    [
      'invalid-input InvalidInput Amazon: We could not decode your NextToken. Possible reasons include: a transmission error, improper quoting or a truncation problem.',
    ],
  ),
  of(
    'changes up to a moment that is not two minutes ago yet',
    'https://github.com/amzn/selling-partner-api-models/issues/974',
    '2021-01-21',
    invalid('The input you have submitted is not valid. Please check your input and try again.'),
    [
      'invalid-input InvalidInput Amazon: The input you have submitted is not valid. Please check your input and try again.',
    ],
  ),
  of(
    'a role that the app lacks: the details are empty',
    'https://github.com/amzn/selling-partner-api-models/issues/909',
    '2021-01-02',
    {
      status: 403,
      body: { errors: [{ message: 'Access to requested resource is denied.', code: 'Unauthorized', details: '' }] },
    },
    [
      'not-authorised Unauthorized Amazon does not let this app do that with the seller account. Connect the store again, or ask the operator which roles the app has.',
    ],
  ),
];
