/** Our own request and answer of a pickup: when and for how much, its booking, its change, its end. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';

const AVAILABILITY = 'application/vnd.cpc.pickup+xml';
const PICKUP = 'application/vnd.cpc.pickuprequest+xml';
const NS = 'http://www.canadapost.ca/ws/pickuprequest';
const soa = 'https://ct.soa-gw.canadapost.ca';

export const contract = {
  user: 'test-key-contract',
  password: 'test-word-contract',
  customer: '1000001',
  contract: '40000001',
  usDuty: 'yes',
  refundEmail: 'refunds@example.com',
};
export const basic = (c: { user: string; password: string }): string =>
  `Basic ${Buffer.from(`${c.user}:${c.password}`).toString('base64')}`;

export const pickupWish: PickupWish = {
  address: { ...withinCanada.from, phone: '416 555 0100 x12', email: 'dock@example.com' },
  date: '2026-11-24',
  readyTime: '09:30',
  closeTime: '17:10',
  place: 'back-door',
  instructions: 'Ring the bell',
  load: {
    parcels: 5,
    totalGrams: 40_000,
    heaviestGrams: 25_000,
    services: ['DOM.EP'],
    destinations: ['CA'],
    trackingNumbers: [],
  },
  language: 'en',
};

const cad = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'CAD' });
const PRICE = '<pre-tax-amount>3.50</pre-tax-amount><hst-amount>0.46</hst-amount><due-amount>3.96</due-amount>';
const price = {
  lines: [
    { kind: 'base', code: 'PICKUP', label: 'Pickup', amount: cad(350) },
    { kind: 'tax', code: 'HST', label: 'HST', amount: cad(46) },
  ],
  total: cad(396),
};
const header = (status: string): string =>
  `<pickup-request-header><request-id>0074698052</request-id><request-status>${status}</request-status><pickup-type>OnDemand</pickup-type><request-date>2026-11-23</request-date></pickup-request-header>`;
const common = (reference: string): string =>
  `<contact-info><contact-name>Test Sender</contact-name><email>dock@example.com</email><contact-phone>416-555-0100</contact-phone><telephone-ext>12</telephone-ext><receive-email-updates-flag>false</receive-email-updates-flag></contact-info><location-details><loading-dock-flag>false</loading-dock-flag><pickup-instructions>Back door. Ring the bell (${reference})</pickup-instructions></location-details>`;
const times = (until: string): string =>
  `<pickup-volume>5</pickup-volume><pickup-times><on-demand-pickup-time><date>2026-11-24</date><preferred-time>12:00</preferred-time><closing-time>${until}</closing-time></on-demand-pickup-time></pickup-times>`;

const booked = {
  confirmation: '0074698052',
  reference: 'K000000000000001',
  date: '2026-11-24',
  wish: pickupWish,
  kept: { requestId: '0074698052' },
};

export const ownPickups = (): OwnCase[] => [
  {
    name: 'a pickup is possible until the cut-off, at a price',
    operation: 'pickup',
    part: 'availability',
    input: pickupWish,
    exchanges: [
      {
        request: {
          method: 'GET',
          path: '/ad/pickup/pickupavailability/M5V2T6',
          headers: { accept: AVAILABILITY, authorization: basic(contract) },
        },
        answer: {
          status: 200,
          body: '<pickup-availability xmlns="http://www.canadapost.ca/ws/pickup/availability"><postal-code>M5V 2T6</postal-code><on-demand-cutoff>12:00</on-demand-cutoff><on-demand-tour>true</on-demand-tour><prority-world-cutoff>14:00</prority-world-cutoff><scheduled-pickups-available>true</scheduled-pickups-available></pickup-availability>',
        },
      },
      {
        request: {
          method: 'POST',
          path: '/enab/1000001/pickuprequest/price',
          headers: { accept: PICKUP, 'content-type': PICKUP },
          body: `<pickup-details xmlns="${NS}"><date>2026-11-24</date><contract-id>40000001</contract-id><pww-flag>false</pww-flag><priority-flag>false</priority-flag><alternate-address-province>ON</alternate-address-province><alternate-address-postal-code>M5V2T6</alternate-address-postal-code></pickup-details>`,
        },
        answer: { status: 200, body: `<pickup-request-price xmlns="${NS}">${PRICE}</pickup-request-price>` },
      },
    ],
    expect: { available: true, messages: [], bookBy: '12:00', price },
  },
  {
    name: 'a pickup of five parcels, one of them heavy',
    operation: 'pickup',
    part: 'book',
    step: 'book',
    input: { ...pickupWish, reference: 'K000000000000001', uuid: '6f1c2f1e-0000-4000-8000-000000000001' },
    exchanges: [
      {
        request: {
          method: 'POST',
          path: '/enab/1000001/pickuprequest',
          headers: { accept: PICKUP, 'content-type': PICKUP },
          body: `<pickup-request-details xmlns="${NS}"><customer-request-id>K000000000000001</customer-request-id><pickup-type>OnDemand</pickup-type><pickup-location><business-address-flag>false</business-address-flag><alternate-address><company>Test Shop</company><address-line-1>10 Sender Road</address-line-1><city>Toronto</city><province>ON</province><postal-code>M5V2T6</postal-code></alternate-address></pickup-location>${common('K000000000000001')}<items-characteristics><pww-flag>false</pww-flag><priority-flag>false</priority-flag><returns-flag>false</returns-flag><heavy-item-flag>true</heavy-item-flag></items-characteristics>${times('17:00')}<payment-info><contract-id>40000001</contract-id><method-of-payment>Account</method-of-payment></payment-info></pickup-request-details>`,
        },
        answer: {
          status: 200,
          body: `<pickup-request-info xmlns="${NS}">${header('Active')}<pickup-request-price>${PRICE}</pickup-request-price><links><link rel="self" href="${soa}/enab/1000001/pickuprequest/0074698052" media-type="${PICKUP}"/></links></pickup-request-info>`,
        },
      },
    ],
    expect: {
      kind: 'done',
      keep: { requestId: '0074698052' },
      result: { confirmation: '0074698052', readyTime: '12:00', closeTime: '17:00', charged: price, messages: [] },
    },
  },
  {
    name: 'another window for the same pickup',
    operation: 'pickup',
    part: 'change',
    step: 'change',
    input: {
      booked,
      wish: { ...pickupWish, closeTime: '16:00' },
      reference: 'K000000000000002',
      uuid: '6f1c2f1e-0000-4000-8000-000000000002',
    },
    exchanges: [
      {
        request: {
          method: 'PUT',
          path: '/enab/1000001/pickuprequest/0074698052',
          headers: { accept: PICKUP, 'content-type': PICKUP },
          body: `<pickup-request-update xmlns="${NS}">${common('K000000000000002')}<items-characteristics><heavy-item-flag>true</heavy-item-flag></items-characteristics>${times('16:00')}</pickup-request-update>`,
        },
        answer: { status: 200, body: '' },
      },
    ],
    expect: {
      kind: 'done',
      result: { confirmation: '0074698052', readyTime: '12:00', closeTime: '16:00', messages: [] },
    },
  },
  {
    name: 'a pickup cancelled',
    operation: 'pickup',
    part: 'cancel',
    step: 'cancel',
    input: booked,
    exchanges: [
      {
        request: { method: 'DELETE', path: '/enab/1000001/pickuprequest/0074698052', headers: { accept: PICKUP } },
        answer: { status: 204, body: '' },
      },
    ],
    expect: { kind: 'done', result: { messages: [] } },
  },
];
