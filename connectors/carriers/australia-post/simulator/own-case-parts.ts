/** What our own requests and answers are made of. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const SHIPMENT = '9lesEAOvOm4AAAFI3swaDRYB';
export const OTHER = 'm.cK1UrU_t0AAAFSz8ZKdt.K';
export const ARTICLE = '2JD541813301000870900';
const REFERENCE = 'S000000000000001';
export const UUID = '6f1c2f1e-0000-4000-8000-000000000001';
export const REQUEST = 'c2991876-9596-42ed-aed3-dd11dcfb03ba';
export const PDF = '%PDF-1.4 own';
const AUTH = Buffer.from('alpha-auspost-key:alpha-auspost-password').toString('base64');

export const call = (
  method: string,
  path: string,
  body: unknown,
  more: Pick<OwnExchange['request'], 'body' | 'query'> = {},
  status = 200,
): OwnExchange => ({
  request: { method, path, ...more, headers: { authorization: `Basic ${AUTH}`, 'account-number': '0000123456' } },
  answer: { status, headers: { 'content-type': 'application/json' }, body },
});

export const aud = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'AUD' });
export const purchase = { reference: REFERENCE, uuid: UUID, labelFormat: 'pdf' } as const;
export const bought = { reference: REFERENCE, carrierShipmentId: SHIPMENT, trackingNumbers: [ARTICLE], kept: {} };

export const FROM = {
  name: 'Test Sender',
  business_name: 'Test Shop',
  lines: ['10 Sender Road'],
  suburb: 'Melbourne',
  state: 'VIC',
  postcode: '3000',
  country: 'AU',
  phone: '03 5550 0100',
};
const TO = {
  name: 'Test Receiver',
  lines: ['20 Receiver Avenue'],
  suburb: 'Sydney',
  state: 'NSW',
  postcode: '2000',
  country: 'AU',
  phone: '02 5550 0123',
  email: 'receiver@example.com',
};
export const MEASURES = { item_reference: '1', length: 30, width: 20, height: 10, weight: 1.25 };
export const priced = (product_id: string): Record<string, unknown> => ({
  email_tracking_enabled: true,
  from: FROM,
  to: TO,
  items: [
    {
      ...MEASURES,
      product_id,
      contains_dangerous_goods: false,
      authority_to_leave: false,
      allow_partial_delivery: true,
    },
  ],
});
export const named = {
  shipment_reference: REFERENCE,
  customer_reference_1: REFERENCE,
  customer_reference_2: 'ORDER-1',
};
export const SUMMARY = {
  total_cost: 13.2,
  total_cost_ex_gst: 12,
  fuel_surcharge: 0.89,
  total_gst: 1.2,
  status: 'Created',
};
export const LINES = [
  { kind: 'base', code: 'postage', label: 'Postage', amount: aud(1200) },
  { kind: 'tax', code: 'GST', label: 'GST', amount: aud(120) },
];
export const made = (id: string, article: string, more: object = {}): Record<string, unknown> => ({
  shipment_id: id,
  shipment_reference: REFERENCE,
  items: [
    {
      item_id: 'LDCsEAOvU_oAAAFI6MwaDRYB',
      item_reference: '1',
      tracking_details: { article_id: article, consignment_id: '2JD5418133' },
      product_id: 'T28S',
    },
  ],
  shipment_summary: SUMMARY,
  ...more,
});
export const result = {
  carrierShipmentId: SHIPMENT,
  parcels: [
    { number: 1, trackingNumber: ARTICLE, trackingUrl: `https://auspost.com.au/mypost/track/#/details/${ARTICLE}` },
  ],
  charged: { lines: LINES, total: aud(1320) },
};

export const label = (status: string, more: object = {}): unknown => ({
  labels: [{ request_id: REQUEST, status, request_date: '11-09-2019 17:43:46', ...more }],
});
export const LINK = `https://auspost.com.au/lodgement4/labels/${REQUEST}.pdf?Signature=x`;
