/** What Amazon answered where it gave no orders: too many calls, and a day on which it failed. */
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
