/** Own cases of the notices of deleted accounts; the key pair was made for them and signs nothing else. */
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { DEMO_APP } from './apps.ts';

const BODY =
  '{"metadata":{"topic":"MARKETPLACE_ACCOUNT_DELETION","schemaVersion":"1.0","deprecated":false},"notification":{"notificationId":"49feeaeb-4982-42d9-a377-9645b8479411_33f7e043-fed8-442b-9d44-791923bd9a6d","eventDate":"2026-01-01T20:43:59.462Z","publishDate":"2026-01-01T20:43:59.679Z","publishAttemptCount":1,"data":{"username":"test_user","userId":"ma8vp1jySJC","eiasToken":"nY+sHZ2PrBmdj6wVnY+sEZ2PrA2dj6wJnY+gAZGEpwmdj6x9nY+seQ=="}}}';
const KEY_ID = '9936261a-7d7b-4621-a0f1-96ccb428af49';
const PUBLIC_KEY =
  '-----BEGIN PUBLIC KEY-----MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAECCV7QjKc3DMd/fuRXI+M95fyABc3hpo7nqGKTSAoqpo0hMwtd8ynsR9srMCC8maiuneYabmD1REvDym/IUUsGQ==-----END PUBLIC KEY-----';
/** `{ alg, kid, signature, digest }` over the body above. */
const SIGNATURE =
  'eyJhbGciOiJlY2RzYSIsImtpZCI6Ijk5MzYyNjFhLTdkN2ItNDYyMS1hMGYxLTk2Y2NiNDI4YWY0OSIsInNpZ25hdHVyZSI6Ik1FUUNJR3NoUWhJRFplUEJ2SEVscnBjMFU3ZklRVE51RHc2RzlMTENmTHk3WFhCckFpQmN3aDRIL1Y1RVR2Sk5wWDNQT1VWNEx6djVnY3NKMElWbHdmWHpjZC8vVEE9PSIsImRpZ2VzdCI6IlNIQTEifQ==';
const ADDRESS = 'https://hooks.example/hooks/stores/ebay';

export const noticeCases: readonly StoreOwnCase[] = [
  {
    name: 'a notice is believed with the key its signature names',
    operation: 'verify',
    delivery: { headers: { 'x-ebay-signature': SIGNATURE }, body: BODY, address: ADDRESS },
    exchanges: [
      {
        request: {
          method: 'POST',
          path: '/identity/v1/oauth2/token',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            authorization: `Basic ${Buffer.from(`${DEMO_APP.clientId}:${DEMO_APP.clientSecret}`).toString('base64')}`,
          },
          body: 'grant_type=client_credentials&scope=https%3A%2F%2Fapi.ebay.com%2Foauth%2Fapi_scope',
        },
        answer: {
          status: 200,
          body: { access_token: 'v^1.1#app', expires_in: 7200, token_type: 'Application Access Token' },
        },
      },
      {
        request: {
          method: 'GET',
          path: `/commerce/notification/v1/public_key/${KEY_ID}`,
          headers: { authorization: 'Bearer v^1.1#app' },
        },
        answer: { status: 200, body: { key: PUBLIC_KEY, algorithm: 'ECDSA', digest: 'SHA1' } },
      },
    ],
    expect: {
      deliveryKey: '49feeaeb-4982-42d9-a377-9645b8479411_33f7e043-fed8-442b-9d44-791923bd9a6d',
      externalAccount: '',
      topic: 'MARKETPLACE_ACCOUNT_DELETION',
    },
  },
  {
    name: 'it names the member by name and by id',
    operation: 'understand',
    topic: 'MARKETPLACE_ACCOUNT_DELETION',
    body: BODY,
    exchanges: [],
    expect: { kind: 'redact-buyer', externalBuyerIds: ['test_user', 'ma8vp1jySJC'] },
  },
  {
    // printf of code, token and address through sha256sum.
    name: 'the challenge is answered with the hash of code, token and address',
    operation: 'challenge',
    query: { challenge_code: 'a8628072-3d33-45ee-9004-bee86830a22d' },
    address: ADDRESS,
    exchanges: [],
    expect: {
      challengeResponse: '86b64ac33d81c049e7ab9e2290e33f7c1e2b28059b0af0ddcdd58dd17354a7fe',
    },
  },
];
