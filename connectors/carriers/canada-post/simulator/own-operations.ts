/** Our own request and answer for what stands beside buying: manifests, returns, proof, services, sign-up. */
import type { EndOfDayInput } from '@scanship/connector-kit/carrier/end-of-day';
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import { withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { basic, contract, ownPickups } from './own-pickups.ts';

const MANIFEST = 'application/vnd.cpc.manifest-v8+xml';
const SHIPMENT = 'application/vnd.cpc.shipment-v8+xml';
const RATE = 'application/vnd.cpc.ship.rate-v4+xml';
const RETURN = 'application/vnd.cpc.authreturn-v2+xml';
const REGISTRATION = 'application/vnd.cpc.registration-v2+xml';
const TRACK = 'application/vnd.cpc.track-v2+xml';
const soa = 'https://ct.soa-gw.canadapost.ca';
const link = (rel: string, href: string, type: string): string =>
  `<link rel="${rel}" href="${href}" media-type="${type}"/>`;

const from = { ...withinCanada.from, phone: '416 555 0100' };
const closing = (reference: string, group: string | undefined): EndOfDayInput['shipments'][number] => ({
  reference,
  carrierShipmentId: '545021584835957806',
  service: 'DOM.EP',
  trackingNumbers: ['7035114477138472'],
  destination: 'CA',
  kept: group === undefined ? { way: 'contract' } : { way: 'contract', group },
});
const close: EndOfDayInput = {
  reference: 'M000000000000001',
  uuid: '6f1c2f1e-0000-4000-8000-000000000001',
  from,
  date: '2026-11-23',
  shipments: [closing('S1', 'P000000000000001'), closing('S2', 'P000000000000002'), closing('S3', undefined)],
};
const manifestLink = `${soa}/rs/0001000001/0001000001/manifest/732071711235567991`;
const paper = `${soa}/rs/artifact/6e93d53968881714/10005457526/0`;

const endOfDay: OwnCase[] = [
  {
    name: 'what still waits is closed, the rest is left out by name',
    operation: 'endOfDay',
    step: 'look',
    input: close,
    exchanges: [
      {
        request: {
          method: 'GET',
          path: '/rs/1000001/1000001/group',
          headers: { accept: SHIPMENT, authorization: basic(contract) },
        },
        answer: {
          status: 200,
          body: `<groups xmlns="http://www.canadapost.ca/ws/shipment-v8"><group>${link('group', `${soa}/rs/0001000001/0001000001/shipment?groupId=P000000000000001`, SHIPMENT)}<group-id>P000000000000001</group-id></group></groups>`,
        },
      },
      {
        request: { method: 'GET', path: '/rs/1000001/1000001/shipment/545021584835957806' },
        answer: {
          status: 200,
          body: '<shipment-info xmlns="http://www.canadapost.ca/ws/shipment-v8"><shipment-id>545021584835957806</shipment-id><shipment-status>transmitted</shipment-status></shipment-info>',
        },
      },
    ],
    expect: {
      kind: 'done',
      keep: { groups: ['P000000000000001'], since: '2026-01-01T00:00:00.000Z' },
      result: {
        leftOut: [
          {
            reference: 'S2',
            message: 'Canada Post has this shipment on a manifest already (transmitted).',
          },
          { reference: 'S3', message: 'Canada Post got this shipment when it was bought; it needs no manifest.' },
        ],
      },
    },
  },
  {
    name: 'groups transmitted, our reference on the manifest',
    operation: 'endOfDay',
    step: 'transmit',
    input: close,
    kept: { groups: ['P000000000000001'] },
    exchanges: [
      {
        request: {
          method: 'POST',
          path: '/rs/1000001/1000001/manifest',
          headers: { accept: MANIFEST, 'content-type': MANIFEST },
          body: `<transmit-set xmlns="http://www.canadapost.ca/ws/manifest-v8"><group-ids><group-id>P000000000000001</group-id></group-ids><requested-shipping-point>M5V2T6</requested-shipping-point><detailed-manifests>true</detailed-manifests><method-of-payment>Account</method-of-payment><manifest-address><manifest-company>Test Shop</manifest-company><manifest-name>Test Sender</manifest-name><phone-number>416 555 0100</phone-number><address-details><address-line-1>10 Sender Road</address-line-1><city>Toronto</city><prov-state>ON</prov-state><country-code>CA</country-code><postal-zip-code>M5V2T6</postal-zip-code></address-details></manifest-address><customer-reference>000000000001</customer-reference></transmit-set>`,
        },
        answer: {
          status: 200,
          body: `<manifests xmlns="http://www.canadapost.ca/ws/manifest-v8">${link('manifest', manifestLink, MANIFEST)}</manifests>`,
        },
      },
    ],
    expect: { kind: 'done', keep: { manifests: [manifestLink] } },
  },
  {
    name: 'a manifest that is still being made is waited for',
    operation: 'endOfDay',
    step: 'papers',
    input: close,
    kept: { manifests: [manifestLink] },
    exchanges: [
      {
        request: { method: 'GET', path: manifestLink, headers: { accept: MANIFEST } },
        answer: { status: 202, body: '' },
      },
    ],
    expect: { kind: 'wait', retryAfterMs: 2000 },
  },
  {
    name: 'the number and the paper of the manifest',
    operation: 'endOfDay',
    step: 'papers',
    input: close,
    kept: { manifests: [manifestLink] },
    exchanges: [
      {
        request: { method: 'GET', path: manifestLink, headers: { accept: MANIFEST } },
        answer: {
          status: 200,
          body: `<manifest xmlns="http://www.canadapost.ca/ws/manifest-v8"><po-number>P123456789</po-number><links>${link('self', manifestLink, MANIFEST)}${link('artifact', paper, 'application/pdf')}</links></manifest>`,
        },
      },
      {
        request: { method: 'GET', path: paper, headers: { accept: 'application/pdf' } },
        answer: { status: 200, body: '%PDF-1.4 manifest' },
      },
    ],
    expect: {
      kind: 'done',
      result: {
        manifestNumbers: ['P123456789'],
        files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:17' }],
      },
    },
  },
];

const returned: OwnCase = {
  name: 'the label of a return under a contract',
  operation: 'ship',
  step: 'return',
  input: {
    shipment: { ...withinCanada, from: withinCanada.to, to: from, return: {} },
    service: 'DOM.EP',
    reference: 'P000000000000001',
    uuid: '6f1c2f1e-0000-4000-8000-000000000001',
    labelFormat: 'pdf',
  },
  exchanges: [
    {
      request: {
        method: 'POST',
        path: '/rs/1000001/1000001/authorizedreturn',
        headers: { accept: RETURN, 'content-type': RETURN },
        body: `<authorized-return xmlns="http://www.canadapost.ca/ws/authreturn-v2"><service-code>DOM.EP</service-code><returner><name>Test Receiver</name><domestic-address><address-line-1>20 Receiver Avenue</address-line-1><city>Vancouver</city><province>BC</province><postal-code>V6B1A1</postal-code></domestic-address></returner><receiver><name>Test Sender</name><company>Test Shop</company><domestic-address><address-line-1>10 Sender Road</address-line-1><city>Toronto</city><province>ON</province><postal-code>M5V2T6</postal-code></domestic-address><receiver-voice-number>416 555 0100</receiver-voice-number></receiver><parcel-characteristics><weight>1.250</weight><dimensions><length>30.0</length><width>20.0</width><height>10.0</height></dimensions></parcel-characteristics><print-preferences><output-format>4x6</output-format><encoding>PDF</encoding></print-preferences><settlement-info><contract-id>40000001</contract-id></settlement-info><references><customer-ref-1>ORDER-1</customer-ref-1><customer-ref-2>P000000000000001</customer-ref-2></references></authorized-return>`,
      },
      answer: {
        status: 200,
        body: `<authorized-return-info xmlns="http://www.canadapost.ca/ws/authreturn-v2"><tracking-pin>7035114477138472</tracking-pin><links><link rel="returnLabel" href="${paper}" media-type="application/pdf" index="0"/></links></authorized-return-info>`,
      },
    },
  ],
  expect: {
    kind: 'done',
    keep: { way: 'return', links: { label: paper } },
    result: {
      carrierShipmentId: '7035114477138472',
      parcels: [{ number: 1, trackingNumber: '7035114477138472' }],
    },
  },
};

const occurrence = (code: string, words: string, signatory: string): string =>
  `<occurrence><event-identifier>${code}</event-identifier><event-date>2026-11-24</event-date><event-time>10:15:00</event-time><event-time-zone>PST</event-time-zone><event-description>${words}</event-description><signatory-name>${signatory}</signatory-name><event-site>VANCOUVER</event-site><event-province>BC</event-province><event-retail-location-id/><event-retail-name/></occurrence>`;

const proof: OwnCase = {
  name: 'who took a parcel and when, and the certificate',
  operation: 'proofOfDelivery',
  input: {
    trackingNumber: '7035114477138472',
    destination: { countryCode: 'CA', zipcode: 'V6B 1A1' },
    shipDate: '2026-11-23',
  },
  exchanges: [
    {
      request: { method: 'GET', path: '/vis/track/pin/7035114477138472/detail', headers: { accept: TRACK } },
      answer: {
        status: 200,
        body: `<tracking-detail xmlns="http://www.canadapost.ca/ws/track"><pin>7035114477138472</pin><significant-events>${occurrence('1496', 'Item successfully delivered', 'T. TESTER')}${occurrence('0174', 'Item out for delivery', '')}</significant-events></tracking-detail>`,
      },
    },
    {
      request: { method: 'GET', path: '/vis/certificate/7035114477138472', headers: { accept: TRACK } },
      answer: {
        status: 200,
        body: `<delivery-confirmation-certificate xmlns="http://www.canadapost.ca/ws/track"><filename>c.pdf</filename><image>${Buffer.from('%PDF-1.4 certificate').toString('base64')}</image><mime-type>application/pdf</mime-type></delivery-confirmation-certificate>`,
      },
    },
  ],
  expect: {
    signedBy: 'T. TESTER',
    deliveredAt: '2026-11-24T10:15:00-08:00',
    place: 'VANCOUVER, BC',
    files: [{ kind: 'bytes', document: 'proof-of-delivery', format: 'pdf', bytes: 'bytes:20' }],
  },
};

const service = (code: string, name: string): string =>
  `<service><service-code>${code}</service-code><service-name>${name}</service-name>${link('service', `${soa}/rs/ship/service/${code}`, RATE)}</service>`;
const ask = (country: string, services: string): OwnCase['exchanges'][number] => ({
  request: {
    method: 'GET',
    path: '/rs/ship/service',
    query: { country, contract: '40000001', origpc: 'M5V2T6' },
    headers: { accept: RATE },
  },
  answer: { status: 200, body: `<services xmlns="http://www.canadapost.ca/ws/ship/rate-v4">${services}</services>` },
});
const services: OwnCase = {
  name: 'services of the account, one of them unknown here',
  operation: 'discoverServices',
  input: from,
  exchanges: [
    ask('CA', `${service('DOM.EP', 'Expedited Parcel')}${service('DOM.LIB', 'Library Books')}`),
    ask('US', service('USA.XP', 'Xpresspost USA')),
    ask('GB', ''),
  ],
  expect: [
    { code: 'DOM.EP', name: 'Expedited Parcel', scope: 'domestic' },
    { code: 'DOM.LIB', name: 'Library Books', scope: 'domestic' },
    { code: 'USA.XP', name: 'Xpresspost USA', scope: 'international' },
  ],
};

const platform = { user: 'test-platform-key', password: 'test-platform-word', platformId: '1000009' };
const returnTo = 'https://labels.example.com/carriers/canada-post/return';
const NS = 'http://www.canadapost.ca/ws/merchant/registration';
const onboarding: OwnCase[] = [
  {
    name: 'a token, and the sign-up page of Canada Post',
    operation: 'onboarding',
    part: 'begin',
    credentials: platform,
    input: { state: 'signed', returnTo, simulatorConsent: 'http://127.0.0.1:3000/sim/canada-post', language: 'fr' },
    exchanges: [
      {
        request: {
          method: 'POST',
          path: '/ot/token',
          headers: {
            accept: REGISTRATION,
            authorization: basic(platform),
            'platform-id': '1000009',
            'accept-language': 'fr-CA',
          },
        },
        answer: { status: 200, body: `<token xmlns="${NS}"><token-id>1111111111111111</token-id></token>` },
      },
    ],
    expect: {
      address: `http://127.0.0.1:3000/sim/canada-post/cpotools/apps/drc/merchant?return-url=${encodeURIComponent(`${returnTo}?state=signed`)}&token-id=1111111111111111&platform-id=1000009&language=fr`,
      kept: { tokenId: '1111111111111111' },
    },
  },
  {
    name: 'the keys of the merchant who signed up',
    operation: 'onboarding',
    part: 'complete',
    credentials: platform,
    input: {
      query: { 'token-id': '1111111111111111', 'registration-status': 'SUCCESS', state: 'signed' },
      kept: { tokenId: '1111111111111111' },
      returnTo,
    },
    exchanges: [
      {
        request: { method: 'GET', path: '/ot/token/1111111111111111', headers: { accept: REGISTRATION } },
        answer: {
          status: 200,
          body: `<merchant-info xmlns="${NS}"><customer-number>0001000002</customer-number><merchant-username>small-key</merchant-username><merchant-password>small-word</merchant-password><has-default-credit-card>false</has-default-credit-card></merchant-info>`,
        },
      },
    ],
    expect: {
      credentials: { user: 'small-key', password: 'small-word', customer: '0001000002' },
      accountName: '0001000002',
      problems: [
        'Enter the e-mail address to which Canada Post confirms refunds and pickups.',
        'This Canada Post profile has no default credit card yet; labels without a contract need one.',
      ],
    },
  },
];

export const operationCases = (): OwnCase[] => [returned, ...endOfDay, ...ownPickups(), proof, services, ...onboarding];
