/**
 * What Australia Post answered a shop for a parcel that comes back: a shipment whose item costs less than the whole, since fuel is added
 * to it, and a label that was ready at once. It was made with its order in one call; a shipment of its own comes in the same form.
 */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const post = answered(carrier, samples);

const source = 'https://github.com (tests of a returns cartridge for a shop system, answers kept in them)';
const recorded = '2022-02-10';
const SHIPMENT = 'GIoK0ErJCb4AAAF.uTgd9OJp';
const ITEM = 'TG0K0ErJ7U0AAAF.vTgd9OJp';
const LABEL = 'a028f1aa-6f43-4637-90ed-3ee80170775b';

const input = {
  shipment: samples.domestic,
  service: samples.service,
  reference: 'S000000000000001',
  uuid: '6f1c2f1e-0000-4000-8000-000000000001',
  labelFormat: 'pdf',
} as const;

export const answers: readonly RealAnswer[] = [
  {
    name: 'a shipment on account: points in its number, the fuel beside the item, GST in the total',
    operation: 'ship',
    source,
    recorded,
    read: () =>
      post.ship(
        input,
        [
          {
            status: 201,
            body: {
              shipments: [
                {
                  shipment_id: SHIPMENT,
                  shipment_reference: 'S000000000000001',
                  shipment_creation_date: '2022-02-10T17:54:13+11:00',
                  items: [
                    {
                      authority_to_leave: false,
                      safe_drop_enabled: false,
                      allow_partial_delivery: false,
                      item_id: ITEM,
                      tracking_details: { article_id: '111JD636024501000650302', consignment_id: '111JD6360245' },
                      product_id: 'PR',
                      item_summary: { total_cost: 10.12, total_cost_ex_gst: 9.2, total_gst: 0.92, status: 'Sealed' },
                      item_contents: [],
                    },
                  ],
                  options: {},
                  shipment_summary: {
                    total_cost: 10.34,
                    total_cost_ex_gst: 9.4,
                    fuel_surcharge: 0.2,
                    total_gst: 0.94,
                    status: 'Sealed',
                    tracking_summary: { Sealed: 1 },
                    number_of_items: 1,
                  },
                  movement_type: 'RETURN',
                  charge_to_account: '2000000000',
                  shipment_modified_date: '2022-02-10T17:54:13+11:00',
                },
              ],
            },
          },
        ],
        'create',
        { productId: 'PR' },
      ),
    means: [
      'shipment GIoK0ErJCb4AAAF.uTgd9OJp',
      'parcel 1 111JD636024501000650302',
      'base postage 9.40 + tax GST 0.94 | 10.34 AUD',
    ],
  },
  {
    name: 'its label, a second later: days before months, and a link that holds its own key',
    operation: 'ship',
    source,
    recorded,
    read: () =>
      post.ship(
        input,
        [
          {
            body: {
              labels: [
                {
                  request_id: LABEL,
                  url: `https://ap-prod-ddc-stack-content.s3.ap-southeast-2.amazonaws.com/pccbatch-prod3/${LABEL}.pdf?AWSAccessKeyId=TEST&Expires=1644562454&Signature=test%3D`,
                  status: 'AVAILABLE',
                  request_date: '10-02-2022 17:54:14',
                  url_creation_date: '10-02-2022 17:54:14',
                  shipments: [{ shipment_id: SHIPMENT, items: [{ item_id: ITEM }], options: {} }],
                  shipment_ids: [SHIPMENT],
                  label_properties: { format: 'PDF', page_size: 'A4' },
                },
              ],
            },
          },
          { type: 'application/pdf', body: '%PDF-1.4\n' },
        ],
        'label',
        { labelRequest: LABEL },
      ),
    means: ['label pdf 1'],
  },
];
