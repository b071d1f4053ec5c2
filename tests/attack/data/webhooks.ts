/** Deliveries that no platform signed, as somebody sends them who knows how a genuine one looks. */

export interface ForgedDelivery {
  readonly kind: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Names under which platforms and carriers send what signs a delivery. */
const SIGNATURES = [
  'x-shopify-hmac-sha256',
  'x-wc-webhook-signature',
  'x-hmac-signature',
  'x-square-hmacsha256-signature',
  'x-ebay-signature',
  'x-etsy-signature',
  'x-bc-webhook-signature',
  'x-ecwid-webhook-signature',
  'x-signature',
  'signature',
  'webhook-signature',
  'stripe-signature',
  'x-hub-signature-256',
  'authorization',
] as const;

const json = { 'content-type': 'application/json' };
const signed = (value: string): Readonly<Record<string, string>> => ({
  ...json,
  ...Object.fromEntries(SIGNATURES.map((name) => [name, value])),
});
const ORDER = JSON.stringify({
  id: 1,
  shop_domain: 'maple-test.myshopify.com',
  shop: 'maple-test.myshopify.com',
  topic: 'orders/updated',
  type: 'order.updated',
  eventType: 'order.updated',
  storeId: 1,
  merchant_id: '1',
  data: { id: 1 },
});

export const FORGED_DELIVERIES: readonly ForgedDelivery[] = [
  { kind: 'nothing at all', headers: {}, body: '' },
  { kind: 'no signature', headers: json, body: ORDER },
  { kind: 'empty signatures', headers: signed(''), body: ORDER },
  { kind: 'signatures of rubbish', headers: signed('AAAA'), body: ORDER },
  { kind: 'signatures as long as genuine ones', headers: signed(Buffer.alloc(32).toString('base64')), body: ORDER },
  { kind: 'signatures in hexadecimal', headers: signed('0'.repeat(64)), body: ORDER },
  { kind: 'an old time with a signature', headers: signed(`t=1,v1=${'0'.repeat(64)}`), body: ORDER },
  {
    kind: 'a token that signs itself with nothing',
    headers: signed('eyJhbGciOiJub25lIn0.e30.'),
    body: 'eyJhbGciOiJub25lIn0.e30.',
  },
  { kind: 'a signature many times', headers: signed('AAAA, BBBB, CCCC'), body: ORDER },
  { kind: 'signatures that are no header of ours', headers: signed('%00%ff'), body: ORDER },
  { kind: 'a prototype', headers: signed('AAAA'), body: '{"__proto__":{"shop":"x"},"constructor":1}' },
  { kind: 'a list for an object', headers: signed('AAAA'), body: '[[],{},null]' },
  { kind: 'half a body', headers: signed('AAAA'), body: '{"id":"' },
  {
    kind: 'XML with an entity',
    headers: { ...signed('AAAA'), 'content-type': 'text/xml' },
    body: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  },
  { kind: 'bytes that are no UTF-8', headers: signed('AAAA'), body: '\uFFFD\u0000' },
  {
    kind: 'a form',
    headers: { ...signed('AAAA'), 'content-type': 'application/x-www-form-urlencoded' },
    body: 'payload=%7B%7D&hmac=x',
  },
];
