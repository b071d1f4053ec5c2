/** What Walmart refused, in three forms of its list of errors: `errors.error`, `error`, and one error alone. */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samplesCa, samplesUs } from '../simulator/harness.ts';
import { store as canada } from '../src/store-ca.ts';
import { store as unitedStates } from '../src/store-us.ts';

const us = answeredByStore(unitedStates, samplesUs);
const ca = answeredByStore(canada, samplesCa);

const KEPT = {
  shares: [{ lineNumber: '1', quantity: 1, parcel: 0 }],
  acknowledge: false,
  number: '3577287596698',
  methodCode: 'Standard',
};

const input = {
  externalOrderId: '1576859875606',
  lines: [{ externalLineId: '1', quantity: 1 }],
  parcels: [{ trackingNumber: '9400110200828232124799' }],
  carrier: { slug: 'usps', name: 'USPS' },
  notifyBuyer: false,
  reference: 'S000000000000001',
};

const refused = (status: number, error: object): Recorded => ({
  status,
  body: { errors: { error: [{ severity: 'ERROR', category: 'DATA', errorIdentifiers: { entry: [] }, ...error }] } },
});

const UNAUTHORISED: Recorded = {
  status: 401,
  body: {
    error: [
      {
        code: 'UNAUTHORIZED.GMP_GATEWAY_API',
        field: 'UNAUTHORIZED',
        description: 'Unauthorized',
        info: 'Unauthorized token or incorrect authorization header.',
        severity: 'ERROR',
        category: 'DATA',
        causes: [],
        errorIdentifiers: {},
      },
    ],
  },
};

const UNEXPECTED = 'com.sun.istack.SAXParseException2; lineNumber: 2; columnNumber: 1; unexpected element';

export const answers: readonly RealAnswer[] = [
  {
    name: 'a way of shipping that is not supported is named with the line',
    operation: 'fulfil',
    source: 'https://github.com/highsidelabs/walmart-api-php/issues/29',
    recorded: '2025-04-17',
    read: () =>
      us.fulfil(
        input,
        [
          refused(400, {
            code: 'INVALID_REQUEST_CONTENT.GMP_ORDER_API',
            field: 'methodCode',
            description: 'Method code is not supported in line number 1',
            info: 'Request content is invalid.',
          }),
        ],
        'ship',
        KEPT,
      ),
    means: [
      'invalid-input INVALID_REQUEST_CONTENT.GMP_ORDER_API Walmart US: Method code is not supported in line number 1.',
    ],
  },
  {
    name: 'a body it cannot parse, in the words of its parser',
    operation: 'fulfil',
    source: 'https://github.com/walmartlabs/partnerapi_sdk_dotnet/issues/13',
    recorded: '2018-10-07',
    read: () =>
      us.fulfil(
        input,
        [
          refused(400, {
            code: 'INVALID_REQUEST_CONTENT.GMP_ORDER_API',
            description: UNEXPECTED,
            info: 'Request content is invalid.',
            causes: [],
          }),
        ],
        'ship',
        KEPT,
      ),
    means: [`invalid-input INVALID_REQUEST_CONTENT.GMP_ORDER_API Walmart US: ${UNEXPECTED}.`],
  },
  {
    name: 'keys of another kind than Canada takes',
    operation: 'orders',
    source: 'https://github.com/highsidelabs/walmart-api-php/issues/5',
    recorded: '2023-07-15',
    // The token is renewed once and refused again.
    read: () => ca.orders(UNAUTHORISED, UNAUTHORISED),
    means: [
      'not-authorised HTTP 401 Walmart CA does not accept these keys any more; the store has to be connected again with new ones.',
    ],
  },
  {
    name: 'a form of answer it does not give',
    operation: 'products',
    source: 'https://github.com/whitebox-co/walmart-marketplace-api/issues/157',
    recorded: '2022-09-01',
    read: () =>
      us.products(
        {},
        {
          status: 415,
          body: {
            errors: [
              {
                code: 'UNSUPPORTED_MEDIA_TYPE.GMP_ITEM_QUERY_API',
                description: 'HTTP 415 Unsupported Media Type',
                info: 'Unsupported Media Type.',
                severity: 'ERROR',
                category: 'DATA',
                causes: [],
                errorIdentifiers: { entry: [] },
              },
            ],
          },
        },
      ),
    means: ['refused UNSUPPORTED_MEDIA_TYPE.GMP_ITEM_QUERY_API Walmart US: HTTP 415 Unsupported Media Type.'],
  },
];
