/**
 * Our own request and answer for every operation, written by hand from Canada Post's public documents: what a clone of
 * this repository can prove alone.
 */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { operationCases } from './own-operations.ts';

const RATE = 'application/vnd.cpc.ship.rate-v4+xml';
const SHIPMENT = 'application/vnd.cpc.shipment-v8+xml';
const NCSHIPMENT = 'application/vnd.cpc.ncshipment-v4+xml';
const TRACK = 'application/vnd.cpc.track-v2+xml';

const contract = {
  user: 'test-key-contract',
  password: 'test-word-contract',
  customer: '1000001',
  contract: '40000001',
  usDuty: 'yes',
  refundEmail: 'refunds@example.com',
};
const small = {
  user: 'test-key-small',
  password: 'test-word-small',
  customer: '1000002',
  refundEmail: 'books@example.com',
};
const basic = (c: { user: string; password: string }): string =>
  `Basic ${Buffer.from(`${c.user}:${c.password}`).toString('base64')}`;

const domestic: ShipmentRequest = { ...withinCanada, from: { ...withinCanada.from, phone: '416 555 0100' } };
const toUnitedStates: ShipmentRequest = {
  ...canadaToUnitedStates,
  from: { ...canadaToUnitedStates.from, phone: '416 555 0100' },
  to: { ...canadaToUnitedStates.to, phone: '716 555 0100' },
  customs: canadaToUnitedStates.customs && {
    ...canadaToUnitedStates.customs,
    invoiceNumber: 'INV-7',
    prepaidDuty: { provider: 'Zonos', reference: '0rg7s5pjvhxxn' },
  },
};

const PARCEL =
  '<parcel-characteristics><weight>1.250</weight><dimensions><length>30.0</length><width>20.0</width><height>10.0</height></dimensions></parcel-characteristics>';
const SENDER = (country: string): string =>
  `<sender><name>Test Sender</name><company>Test Shop</company><contact-phone>416 555 0100</contact-phone><address-details><address-line-1>10 Sender Road</address-line-1><city>Toronto</city><prov-state>ON</prov-state>${country}<postal-zip-code>M5V2T6</postal-zip-code></address-details></sender>`;
const PREFERENCES =
  '<preferences><show-packing-instructions>false</show-packing-instructions><show-postage-rate>false</show-postage-rate><show-insured-value>false</show-insured-value></preferences>';
const REFERENCES =
  '<references><customer-ref-1>ORDER-1</customer-ref-1><customer-ref-2>P000000000000001</customer-ref-2></references>';

const purchase = (shipment: ShipmentRequest, service: string) => ({
  shipment,
  service,
  reference: 'P000000000000001',
  uuid: '6f1c2f1e-0000-4000-8000-000000000001',
  labelFormat: 'pdf' as const,
});
const cad = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'CAD' });
const soa = 'https://ct.soa-gw.canadapost.ca';
const self = `${soa}/rs/0001000001/0001000001/shipment/545021584835957806`;
const artifact = `${soa}/rs/artifact/6e93d53968881714/10001782951/0`;
const ncSelf = `${soa}/rs/0001000002/ncshipment/407891315464391234`;
const link = (rel: string, href: string, type: string): string =>
  `<link rel="${rel}" href="${href}" media-type="${type}"/>`;

const rates: OwnCase = {
  name: 'prices under contract with signature and coverage, one of them not adding up',
  operation: 'rate',
  input: {
    shipment: { ...domestic, options: { signature: 'any', insuredValue: cad(25_000) } },
    services: ['DOM.EP', 'DOM.XP', 'USA.EP'],
  },
  exchanges: [
    {
      request: {
        method: 'POST',
        path: '/rs/ship/price',
        headers: { accept: RATE, 'content-type': RATE, authorization: basic(contract), 'accept-language': 'en-CA' },
        body: `<mailing-scenario xmlns="http://www.canadapost.ca/ws/ship/rate-v4"><customer-number>1000001</customer-number><contract-id>40000001</contract-id><expected-mailing-date>2026-11-23</expected-mailing-date>
          <options><option><option-code>SO</option-code></option><option><option-code>COV</option-code><option-amount>250.00</option-amount></option></options>${PARCEL}
          <services><service-code>DOM.EP</service-code><service-code>DOM.XP</service-code></services><origin-postal-code>M5V2T6</origin-postal-code>
          <destination><domestic><postal-code>V6B1A1</postal-code></domestic></destination></mailing-scenario>`,
      },
      answer: {
        status: 200,
        body: `<price-quotes xmlns="http://www.canadapost.ca/ws/ship/rate-v4">
          <price-quote><service-code>DOM.EP</service-code><service-link rel="service" href="${soa}/rs/ship/service/DOM.EP?country=CA" media-type="${RATE}"/><service-name>Expedited Parcel</service-name>
            <price-details><base>15.00</base><taxes><gst percent="5.000">0.97</gst><pst>0</pst><hst>0</hst></taxes><due>20.42</due>
              <options><option><option-code>SO</option-code><option-name>Signature option</option-name><option-price>2.00</option-price></option><option><option-code>COV</option-code><option-name>Coverage</option-name><option-price>0.00</option-price></option></options>
              <adjustments><adjustment><adjustment-code>AUTDISC</adjustment-code><adjustment-name>Automation discount</adjustment-name><adjustment-cost>-0.45</adjustment-cost><qualifier><percent>3.000</percent></qualifier></adjustment><adjustment><adjustment-code>FUELSC</adjustment-code><adjustment-name>Fuel surcharge</adjustment-name><adjustment-cost>2.90</adjustment-cost></adjustment></adjustments></price-details>
            <weight-details><cubed-weight>1.200</cubed-weight></weight-details><service-standard><am-delivery>false</am-delivery><guaranteed-delivery>true</guaranteed-delivery><expected-transit-time>6</expected-transit-time><expected-delivery-date>2026-12-01</expected-delivery-date></service-standard></price-quote>
          <price-quote><service-code>DOM.XP</service-code><service-name>Xpresspost</service-name><price-details><base>20.00</base><due>9.00</due></price-details><weight-details/></price-quote></price-quotes>`,
      },
    },
  ],
  expect: {
    offers: [
      {
        service: 'DOM.EP',
        serviceName: 'Expedited Parcel',
        lines: [
          { kind: 'base', code: 'BASE', label: 'Postage', amount: cad(1500) },
          { kind: 'option', code: 'SO', label: 'Signature option', amount: cad(200) },
          { kind: 'discount', code: 'AUTDISC', label: 'Automation discount', amount: cad(-45) },
          { kind: 'fuel', code: 'FUELSC', label: 'Fuel surcharge', amount: cad(290) },
          { kind: 'tax', code: 'GST', label: 'GST', amount: cad(97), ratePpm: 50_000 },
        ],
        total: cad(2042),
        billableGrams: 1250,
        transitDays: 6,
        deliverBy: '2026-12-01',
      },
    ],
    problems: [{ message: 'price-quotes.price-quote[1].price-details do not add up to the total.' }],
  },
};

const contractPurchase: OwnCase = {
  name: 'a contract shipment, transmitted at once, with its price',
  operation: 'ship',
  step: 'create',
  credentials: { ...contract, transmission: 'immediately' },
  input: purchase(domestic, 'DOM.EP'),
  exchanges: [
    {
      request: {
        method: 'POST',
        path: '/rs/1000001/1000001/shipment',
        headers: { accept: SHIPMENT, 'content-type': SHIPMENT, authorization: basic(contract) },
        body: `<shipment xmlns="http://www.canadapost.ca/ws/shipment-v8"><customer-request-id>P000000000000001</customer-request-id><transmit-shipment>true</transmit-shipment><requested-shipping-point>M5V2T6</requested-shipping-point><expected-mailing-date>2026-11-23</expected-mailing-date><provide-pricing-info>true</provide-pricing-info>
          <delivery-spec><service-code>DOM.EP</service-code>${SENDER('<country-code>CA</country-code>')}
          <destination><name>Test Receiver</name><address-details><address-line-1>20 Receiver Avenue</address-line-1><city>Vancouver</city><prov-state>BC</prov-state><country-code>CA</country-code><postal-zip-code>V6B1A1</postal-zip-code></address-details></destination>
          ${PARCEL}${PREFERENCES}${REFERENCES}<print-preferences><output-format>4x6</output-format><encoding>PDF</encoding></print-preferences>
          <settlement-info><contract-id>40000001</contract-id><intended-method-of-payment>Account</intended-method-of-payment></settlement-info></delivery-spec></shipment>`,
      },
      answer: {
        status: 200,
        body: `<shipment-info xmlns="http://www.canadapost.ca/ws/shipment-v8"><customer-request-id>P000000000000001</customer-request-id><shipment-id>545021584835957806</shipment-id><shipment-status>transmitted</shipment-status><tracking-pin>7035114477138472</tracking-pin>
          <shipment-price><service-code>DOM.EP</service-code><base-amount>25.07</base-amount><priced-options><priced-option><option-code>DC</option-code><option-price>0.00</option-price></priced-option></priced-options><adjustments><adjustment><adjustment-code>FUELSC</adjustment-code><adjustment-amount>2.88</adjustment-amount></adjustment></adjustments><pre-tax-amount>27.95</pre-tax-amount><gst-amount>0.00</gst-amount><pst-amount>0.00</pst-amount><hst-amount>3.63</hst-amount><due-amount>31.58</due-amount></shipment-price>
          <links>${link('self', self, SHIPMENT)}${link('refund', `${self}/refund`, SHIPMENT)}<link rel="label" href="${artifact}" media-type="application/pdf" index="0"/></links></shipment-info>`,
      },
    },
  ],
  expect: {
    kind: 'done',
    keep: {
      way: 'contract',
      shipmentId: '545021584835957806',
      links: { self, refund: `${self}/refund`, label: artifact },
    },
    result: {
      carrierShipmentId: '545021584835957806',
      parcels: [{ number: 1, trackingNumber: '7035114477138472' }],
      charged: {
        lines: [
          { kind: 'base', code: 'BASE', label: 'Postage', amount: cad(2507) },
          { kind: 'fuel', code: 'FUELSC', label: 'Fuel surcharge', amount: cad(288) },
          { kind: 'tax', code: 'HST', label: 'HST', amount: cad(363) },
        ],
        total: cad(3158),
      },
    },
  },
};

/** The same without that setting: it waits in a group of its own. */
function grouped(): OwnCase {
  const [exchange] = contractPurchase.exchanges;
  const { body } = exchange?.request ?? {};
  if (!exchange || typeof body !== 'string' || typeof exchange.answer.body !== 'string')
    throw new Error('the case of a contract shipment has changed its form');
  const { keep, ...expected } = contractPurchase.expect as { readonly keep: object };
  return {
    ...contractPurchase,
    name: 'a contract shipment that waits in a group for its manifest',
    credentials: contract,
    exchanges: [
      {
        request: {
          ...exchange.request,
          body: body.replace('<transmit-shipment>true</transmit-shipment>', '<group-id>P000000000000001</group-id>'),
        },
        answer: {
          ...exchange.answer,
          body: exchange.answer.body.replace('>transmitted<', '>created<'),
        },
      },
    ],
    expect: { ...expected, keep: { ...keep, group: 'P000000000000001' } },
  };
}

const ncPurchase: OwnCase = {
  name: 'a shipment to the United States without contract, duty proved by a declaration',
  operation: 'ship',
  step: 'create',
  credentials: small,
  input: purchase(toUnitedStates, 'USA.TP'),
  exchanges: [
    {
      request: {
        method: 'POST',
        path: '/rs/1000002/ncshipment',
        headers: { accept: NCSHIPMENT, 'content-type': NCSHIPMENT, authorization: basic(small) },
        body: `<non-contract-shipment xmlns="http://www.canadapost.ca/ws/ncshipment-v4"><requested-shipping-point>M5V2T6</requested-shipping-point><delivery-spec><service-code>USA.TP</service-code>${SENDER('')}
          <destination><name>US Receiver</name><client-voice-number>716 555 0100</client-voice-number><address-details><address-line-1>1 Test Street</address-line-1><city>Buffalo</city><prov-state>NY</prov-state><country-code>US</country-code><postal-zip-code>14201</postal-zip-code></address-details></destination>
          <options><option><option-code>RASE</option-code></option></options>${PARCEL}${PREFERENCES}${REFERENCES}
          <customs><currency>CAD</currency><reason-for-export>SOG</reason-for-export><sku-list><item><customs-number-of-units>2</customs-number-of-units><customs-description>Cotton shirt</customs-description><hs-tariff-code>6109.10</hs-tariff-code><unit-weight>0.300</unit-weight><customs-value-per-unit>25.00</customs-value-per-unit><country-of-origin>CA</country-of-origin><province-of-origin>ON</province-of-origin></item></sku-list><invoice-number>INV-7</invoice-number><us-declaration-id>0rg7s5pjvhxxn</us-declaration-id></customs></delivery-spec></non-contract-shipment>`,
      },
      answer: {
        status: 200,
        body: `<non-contract-shipment-info xmlns="http://www.canadapost.ca/ws/ncshipment-v4"><shipment-id>407891315464391234</shipment-id><tracking-pin>LM123456785CA</tracking-pin>
          <links>${link('self', ncSelf, NCSHIPMENT)}${link('receipt', `${ncSelf}/receipt`, NCSHIPMENT)}${link('refund', `${ncSelf}/refund`, NCSHIPMENT)}${link('label', artifact, 'application/pdf')}</links></non-contract-shipment-info>`,
      },
    },
  ],
  expect: {
    kind: 'done',
    keep: {
      way: 'non-contract',
      shipmentId: '407891315464391234',
      links: { self: ncSelf, receipt: `${ncSelf}/receipt`, refund: `${ncSelf}/refund`, label: artifact },
    },
    result: {
      carrierShipmentId: '407891315464391234',
      parcels: [{ number: 1, trackingNumber: 'LM123456785CA' }],
    },
  },
};

const files: OwnCase = {
  name: 'the label and the commercial invoice fetched',
  operation: 'ship',
  step: 'label',
  input: purchase(toUnitedStates, 'USA.EP'),
  kept: {
    way: 'contract',
    shipmentId: '545021584835957806',
    links: { label: artifact, commercialInvoice: `${artifact}1` },
  },
  exchanges: [
    {
      request: {
        method: 'GET',
        path: artifact,
        headers: { accept: 'application/pdf', authorization: basic(contract) },
      },
      answer: { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' },
    },
    {
      request: { method: 'GET', path: `${artifact}1`, headers: { accept: 'application/pdf' } },
      answer: { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4\n' },
    },
  ],
  expect: {
    kind: 'done',
    result: {
      files: [
        { kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:8', parcelNumber: 1 },
        { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: 'bytes:9', parcelNumber: 1 },
      ],
    },
  },
};

const notReady: OwnCase = {
  ...files,
  name: 'a label that is still being made is waited for',
  exchanges: [{ request: { method: 'GET', path: artifact }, answer: { status: 202, body: '' } }],
  expect: { kind: 'wait', retryAfterMs: 1000 },
};

const receipt: OwnCase = {
  name: 'the receipt says what the card was charged',
  operation: 'ship',
  step: 'receipt',
  credentials: small,
  input: purchase(domestic, 'DOM.RP'),
  kept: { way: 'non-contract', links: { receipt: `${ncSelf}/receipt` } },
  exchanges: [
    {
      request: { method: 'GET', path: `${ncSelf}/receipt`, headers: { accept: NCSHIPMENT } },
      answer: {
        status: 200,
        body: `<non-contract-shipment-receipt xmlns="http://www.canadapost.ca/ws/ncshipment-v4"><base-amount>18.10</base-amount><pre-tax-amount>20.61</pre-tax-amount><gst-amount>1.03</gst-amount><pst-amount>0.00</pst-amount><hst-amount>0.00</hst-amount><priced-options><priced-option><option-code>DC</option-code><option-price>0.00</option-price></priced-option></priced-options><adjustments><adjustment><adjustment-code>FUELSC</adjustment-code><adjustment-amount>2.51</adjustment-amount></adjustment></adjustments><cc-receipt-details><auth-code>000000</auth-code><charge-amount>21.64</charge-amount><currency>CAD</currency></cc-receipt-details></non-contract-shipment-receipt>`,
      },
    },
  ],
  expect: {
    kind: 'done',
    result: {
      charged: {
        lines: [
          { kind: 'base', code: 'BASE', label: 'Postage', amount: cad(1810) },
          { kind: 'fuel', code: 'FUELSC', label: 'Fuel surcharge', amount: cad(251) },
          { kind: 'tax', code: 'GST', label: 'GST', amount: cad(103) },
        ],
        total: cad(2164),
      },
    },
  },
};

const cancelled = (kept: { way: string; links: Readonly<Record<string, string>> }) => ({
  reference: 'P000000000000001',
  carrierShipmentId: '545021584835957806',
  trackingNumbers: ['7035114477138472'],
  kept: { way: kept.way, links: { ...kept.links } },
});

const look: OwnCase = {
  name: 'a cancellation asks first whether the shipment was transmitted',
  operation: 'cancel',
  step: 'look',
  input: cancelled({ way: 'contract', links: {} }),
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/rs/1000001/1000001/shipment/545021584835957806',
        headers: { accept: SHIPMENT, authorization: basic(contract) },
      },
      answer: {
        status: 200,
        body: '<shipment-info xmlns="http://www.canadapost.ca/ws/shipment-v8"><shipment-id>545021584835957806</shipment-id><shipment-status>created</shipment-status></shipment-info>',
      },
    },
  ],
  expect: { kind: 'done', keep: { status: 'created' } },
};

const voided: OwnCase = {
  name: 'a shipment that is not transmitted is deleted and never billed',
  operation: 'cancel',
  step: 'void',
  input: cancelled({ way: 'contract', links: {} }),
  kept: { status: 'created' },
  exchanges: [
    {
      request: {
        method: 'DELETE',
        path: '/rs/1000001/1000001/shipment/545021584835957806',
        headers: { accept: SHIPMENT },
      },
      answer: { status: 204, body: '' },
    },
  ],
  expect: { kind: 'done', result: { refund: 'now' } },
};

const refund: OwnCase = {
  name: 'a refund is requested behind the link of the purchase and comes later',
  operation: 'cancel',
  step: 'void',
  input: cancelled({ way: 'contract', links: { refund: `${self}/refund` } }),
  kept: { status: 'transmitted' },
  exchanges: [
    {
      request: {
        method: 'POST',
        path: `${self}/refund`,
        headers: { accept: SHIPMENT, 'content-type': SHIPMENT },
        body: '<shipment-refund-request xmlns="http://www.canadapost.ca/ws/shipment-v8"><email>refunds@example.com</email></shipment-refund-request>',
      },
      answer: {
        status: 200,
        body: '<shipment-refund-request-info xmlns="http://www.canadapost.ca/ws/shipment-v8"><service-ticket-date>2026-11-23</service-ticket-date><service-ticket-id>GT12345678RT</service-ticket-id></shipment-refund-request-info>',
      },
    },
  ],
  expect: { kind: 'done', result: { refund: 'later' } },
};

const event = (code: string, time: string, zone: string, words: string, site: string, province: string): string =>
  `<occurrence><event-identifier>${code}</event-identifier><event-date>2026-11-24</event-date><event-time>${time}</event-time><event-time-zone>${zone}</event-time-zone><event-description>${words}</event-description><signatory-name/><event-site>${site}</event-site><event-province>${province}</event-province><event-retail-location-id/><event-retail-name/></occurrence>`;

const tracking: OwnCase = {
  name: 'tracking: a zone named, a zone known from the province, one abroad, and an event without its time',
  operation: 'track',
  input: { trackingNumbers: ['7035114477138472', '7035114477138473'] },
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/vis/track/pin/7035114477138472/detail',
        headers: { accept: TRACK, authorization: basic(contract) },
      },
      answer: {
        status: 200,
        body: `<tracking-detail xmlns="http://www.canadapost.ca/ws/track"><pin>7035114477138472</pin><changed-expected-date/><expected-delivery-date>2026-12-01</expected-delivery-date><significant-events>
          ${event('4600', '15:49:00', '', 'Item has been received at the delivery office in the destination country', '02650,Israel', '')}
          ${event('0174', '', 'EST', 'Item out for delivery', 'TORONTO', 'ON')}
          ${event('0100', '06:19:57', '', 'Item processed at postal facility', 'ST. JOHN&apos;S', 'NL')}
          ${event('3000', '05:00:00', 'PST', 'Electronic information submitted by shipper', '', 'BC')}</significant-events></tracking-detail>`,
      },
    },
    {
      request: { method: 'GET', path: '/vis/track/pin/7035114477138473/detail' },
      answer: {
        status: 404,
        body: '<messages xmlns="http://www.canadapost.ca/ws/messages"><message><code>004</code><description>No Pin History</description></message></messages>',
      },
    },
  ],
  expect: [
    {
      trackingNumber: '7035114477138472',
      estimatedDelivery: '2026-12-01',
      events: [
        {
          occurredAt: '2026-11-24T15:49:00Z',
          status: 'in-transit',
          code: '4600',
          text: 'Item has been received at the delivery office in the destination country',
          place: '02650, Israel',
        },
        {
          occurredAt: '2026-11-24T06:19:57-03:30',
          status: 'in-transit',
          code: '100',
          text: 'Item processed at postal facility',
          place: "ST. JOHN'S, NL",
        },
        {
          occurredAt: '2026-11-24T05:00:00-08:00',
          status: 'label-created',
          code: '3000',
          text: 'Electronic information submitted by shipper',
        },
      ],
      problems: [
        'Canada Post names no time zone for some events; their times are shown as UTC.',
        'tracking-detail.significant-events.occurrence[1].event-time is missing.',
      ],
    },
    { trackingNumber: '7035114477138473', events: [], problems: ['Canada Post does not know 7035114477138473.'] },
  ],
};

const connection: OwnCase = {
  name: 'the customer and its contract',
  operation: 'testConnection',
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/rs/customer/1000001',
        headers: { accept: 'application/vnd.cpc.customer+xml', authorization: basic(contract) },
      },
      answer: {
        status: 200,
        body: '<customer xmlns="http://www.canadapost.ca/ws/customer"><customer-number>0001000001</customer-number><contracts><contract-id>0040000001</contract-id></contracts><authorized-payers><payer><payer-number>0001000001</payer-number><methods-of-payment><method-of-payment>Account</method-of-payment></methods-of-payment></payer></authorized-payers></customer>',
      },
    },
  ],
  expect: {
    accountName: 'Customer 0001000001',
    message: 'Connected to Canada Post as customer 0001000001, under contract 40000001.',
  },
};

export const ownCases = (): OwnCase[] => [
  rates,
  contractPurchase,
  grouped(),
  ...operationCases(),
  ncPurchase,
  files,
  notReady,
  receipt,
  look,
  voided,
  refund,
  tracking,
  connection,
];
