/** Own cases of claims, from EasyPost's official answers (`claim-create.json`, `claim-list.json`). */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import { sampleClaim } from '@scanship/connector-kit/conformance/sample-shipments';
import { exchange } from './own-cases.ts';

const SHIPMENT = 'shp_531f76e4a4de491183f5cabb738cb828';
const [EARLIER, LABEL, LATER] = ['2026-11-01T12:00:00Z', '2026-11-02T12:00:00Z', '2026-11-03T12:00:00Z'];
const NUMBER = '9405500208303109888319';
const CLAIM = 'clm_09d89e88a0c943d59018bc26b041c41c';
const input = { ...sampleClaim, reference: 'K000000000000001', trackingNumber: NUMBER, carrierShipmentId: SHIPMENT };
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const [paper, photos] = [await input.paper(), await input.photos()];
const claim = (more: Readonly<Record<string, unknown>> = {}) => ({
  approved_amount: null,
  id: CLAIM,
  status: 'submitted',
  status_detail: 'Claim was created.',
  tracking_code: NUMBER,
  ...more,
});

export const claimCases: readonly OwnCase[] = [
  {
    name: 'a label that is insured at EasyPost, with a claim that was refused before',
    operation: 'claims',
    part: 'file',
    step: 'look',
    input,
    exchanges: [
      exchange('GET', `/v2/shipments/${SHIPMENT}`, { id: SHIPMENT, insurance: '100.00' }),
      exchange(
        'GET',
        '/v2/claims',
        { claims: [claim({ status: 'rejected' }), claim({ tracking_code: 'EZ1' })], has_more: false },
        { query: { page_size: 100 } },
      ),
    ],
    expect: { kind: 'done', keep: { before: [CLAIM] } },
  },
  {
    name: 'claims from before the label are not gone through, and those of other parcels may stand as they like',
    operation: 'claims',
    part: 'file',
    step: 'look',
    input,
    exchanges: [
      exchange('GET', `/v2/shipments/${SHIPMENT}`, { id: SHIPMENT, insurance: '100.00', created_at: LABEL }),
      exchange(
        'GET',
        '/v2/claims',
        {
          claims: [
            claim({ tracking_code: 'EZ1', status: 'something_new', created_at: LATER }),
            claim({ tracking_code: 'EZ2', created_at: EARLIER }),
          ],
          has_more: true,
        },
        { query: { page_size: 100 } },
      ),
    ],
    expect: { kind: 'done', keep: { before: [], since: LABEL } },
  },
  {
    name: 'a claim with its paper and photos',
    operation: 'claims',
    part: 'file',
    step: 'file',
    input,
    kept: { before: [] },
    exchanges: [
      exchange('POST', '/v2/claims', claim(), {
        body: {
          tracking_code: NUMBER,
          type: 'damage',
          amount: '20.00',
          invoice_attachments: [base64(paper)],
          supporting_documentation_attachments: photos.map(base64),
          description: input.description,
          recipient_name: 'Test Shop',
          contact_email: 'claims@shop.example',
          payment_method: 'easypost_wallet',
        },
      }),
    ],
    expect: { kind: 'done', result: { claimNumber: CLAIM, messages: ['Claim was created.'] } },
  },
  {
    name: 'a claim that is paid in part',
    operation: 'claims',
    part: 'state',
    input: { claimNumber: CLAIM, trackingNumber: NUMBER },
    exchanges: [
      exchange(
        'GET',
        `/v2/claims/${CLAIM}`,
        claim({ status: 'approved_partial', status_detail: 'Depreciation was deducted', approved_amount: '12.50' }),
      ),
    ],
    expect: { state: 'accepted', message: 'Depreciation was deducted.', approved: { minor: 1250, currency: 'USD' } },
  },
];
