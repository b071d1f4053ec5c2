/** What Amazon answered to the question for a seller’s listings: a fault of its own, and a token that is good and refused. */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samplesUs } from '../simulator/harness.ts';
import { store } from '../src/store-us.ts';

const seller = answeredByStore(store, samplesUs);

const issue = (number: number): string => `https://github.com/amzn/selling-partner-api-models/issues/${number}`;

const refused = (status: number, code: string, message: string): Recorded => ({
  status,
  body: { errors: [{ code, message, details: '' }] },
});

const FAILED = refused(500, 'InternalFailure', 'We encountered an internal error. Please try again.');
const OTHER_SEARCH = refused(400, 'InvalidInput', "Search parameters do not match the provided 'pageToken'.");
const next = { cursor: { token: '9HkIVcuuPmX_bm51o3-igBfN45pxW4Ru7ElIM6GCEC', read: 20 } };

const of = (
  name: string,
  source: string,
  recorded: string,
  read: () => Promise<readonly string[]>,
  means: readonly string[],
): RealAnswer => ({ name, operation: 'products', source, recorded, read, means });

export const answers: readonly RealAnswer[] = [
  of(
    'a token of the same search, refused once and taken seconds later',
    issue(4977),
    '2025-10-06',
    // The page that came then was not kept.
    () => seller.products(next, OTHER_SEARCH, { body: { numberOfResults: 20, items: [] } }),
    [],
  ),
  {
    ...of(
      'the same, refused as often as it is shown: the pull begins anew',
      issue(4977),
      '2025-10-06',
      () => seller.products(next, OTHER_SEARCH, OTHER_SEARCH, OTHER_SEARCH),
      ["invalid-input InvalidInput Amazon: Search parameters do not match the provided 'pageToken'."],
    ),
    partOf: 'a token of the same search, refused once and taken seconds later',
  },
  of(
    'a fault of Amazon’s own, for days, after some pages that were well',
    issue(4889),
    '2025-07-24',
    () => seller.products({}, FAILED),
    ['temporary-before-effect InternalFailure Amazon US has a fault of its own at the moment (status 500).'],
  ),
  of(
    'a fault of Amazon’s own at one listing alone',
    'https://github.com/amzn/selling-partner-api-docs/issues/2237',
    '2022-04-27',
    () => seller.products({}, FAILED),
    ['temporary-before-effect InternalFailure Amazon US has a fault of its own at the moment (status 500).'],
  ),
];
