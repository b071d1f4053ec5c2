/** What Square refused to those who signed in with the keys of another system, or were allowed less. */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { store } from '../src/store.ts';

const seller = answeredByStore(store, samples);

const refusal = (status: number, code: string, detail: string): Recorded => ({
  status,
  body: { errors: [{ code, detail, category: 'AUTHENTICATION_ERROR' }] },
});

const EXPIRED = refusal(
  401,
  'UNAUTHORIZED',
  'The `Authorization` http header of your request was incorrect or expired.',
);
const MALFORMED = refusal(401, 'UNAUTHORIZED', 'The `Authorization` http header of your request was malformed.');
const CONNECT = [
  'not-authorised HTTP 401 Square no longer lets us into this account; the store has to be connected again.',
];

const of = (
  operation: 'orders' | 'products',
  name: string,
  issue: string,
  recorded: string,
  read: () => Promise<readonly string[]>,
  means: readonly string[],
): RealAnswer => ({ name, operation, source: `https://github.com/${issue}`, recorded, read, means });

export const answers: readonly RealAnswer[] = [
  of(
    'orders',
    'a token that is wrong or has ended, renewed and refused once more',
    'NikolaGavric94/laravel-square/issues/67',
    '2022-05-02',
    () => seller.orders(EXPIRED, EXPIRED),
    CONNECT,
  ),
  of(
    'orders',
    'keys of the live system that may not touch orders',
    'square/connect-nodejs-sdk/issues/106',
    '2020-08-08',
    () => seller.orders(refusal(403, 'FORBIDDEN', 'You have insufficient permissions to perform that action.')),
    [
      'not-authorised HTTP 403 Square does not let this app do that in the account. Connect the store again and allow everything.',
    ],
  ),
  of(
    'products',
    'what was sent to sign in is no token at all',
    'square/connect-api-examples/issues/211',
    '2020-12-06',
    () => seller.products({}, MALFORMED, MALFORMED),
    CONNECT,
  ),
];
