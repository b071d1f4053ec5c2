/** Chit Chats' own example of a shipment in its documents of 2017, kept by who copied them: its prices and its way. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const chitChats = answered(carrier, samples);
const example = {
  source: 'https://github.com/chitchats/chitchats-api-doc (sections/shipments.md)',
  recorded: '2017-11-15',
  isExample: true,
} as const;
const ID = '8ERNJ8SCQ9';

const untaxed = {
  signature_confirmation_description: null,
  tracking_type_description: 'Full tracking included',
  is_insured: true,
  provincial_tax: null,
  provincial_tax_label: null,
  federal_tax: null,
  federal_tax_label: null,
  insurance_fee: '0.35',
  delivery_fee: '0.85',
};

const shipment = {
  id: ID,
  status: 'received',
  value: '20.00',
  value_currency: 'USD',
  postage_type: 'usps_priority',
  carrier: 'usps',
  carrier_tracking_code: '9405536895357112578988',
  ship_date: '2017-11-15',
  purchase_amount: '22.39',
  postage_fee: '22.39',
  insurance_fee: null,
  delivery_fee: '1.00',
};

export const answers: readonly RealAnswer[] = [
  {
    ...example,
    name: 'postage, insurance and delivery are paid together; the later of two numbers of days',
    operation: 'rate',
    read: () =>
      chitChats.rate(
        samples.domestic,
        {
          status: 201,
          body: {
            shipment: {
              ...shipment,
              rates: [
                {
                  ...untaxed,
                  postage_type: 'ups_mi_expedited',
                  postage_carrier_type: 'ups_mi',
                  postage_description: 'UPS Mail Innovations Parcel Select',
                  delivery_time_description: '2-9 business days',
                  purchase_amount: '4.23',
                  postage_fee: '4.23',
                  payment_amount: '5.43',
                },
                {
                  ...untaxed,
                  postage_type: 'usps_first',
                  postage_carrier_type: 'usps',
                  postage_description: 'USPS First-Class Mail®',
                  delivery_time_description: '2-4 business days',
                  purchase_amount: '4.28',
                  postage_fee: '4.28',
                  payment_amount: '5.48',
                },
              ],
            },
          },
        },
        { status: 204, body: '' },
      ),
    means: [
      'ups_mi_expedited UPS Mail Innovations Parcel Select | base postage_fee 4.23 + option insurance_fee 0.35 + surcharge delivery_fee 0.85 | 5.43 CAD | 9 d',
      'usps_first USPS First-Class Mail® | base postage_fee 4.28 + option insurance_fee 0.35 + surcharge delivery_fee 0.85 | 5.48 CAD | 4 d',
    ],
  },
  {
    ...example,
    name: 'created, paid and received, with the clock of Vancouver',
    operation: 'track',
    read: () =>
      chitChats.track(ID, {
        body: {
          shipment: {
            ...shipment,
            tracking_events: [
              {
                type: 'receive_shipment',
                title: 'Received by Chit Chats',
                subtitle: 'Delivery Fee $1.00',
                location_description: null,
                created_at: '2017-11-15T09:53:32.991-08:00',
                status: null,
              },
              {
                type: 'buy_shipment_postage',
                title: 'Postage purchased',
                subtitle: 'USPS Priority Mail® $22.39',
                location_description: null,
                created_at: '2017-11-15T09:45:42.841-08:00',
                status: null,
              },
              {
                type: 'create_shipment',
                title: 'Shipment created',
                subtitle: null,
                location_description: null,
                created_at: '2017-11-14T11:04:32.177-08:00',
                status: null,
              },
            ],
          },
        },
      }),
    means: [
      '2017-11-15T09:53:32.991-08:00 accepted receive_shipment Received by Chit Chats',
      '2017-11-15T09:45:42.841-08:00 label-created buy_shipment_postage Postage purchased',
      '2017-11-14T11:04:32.177-08:00 label-created create_shipment Shipment created',
    ],
  },
];
