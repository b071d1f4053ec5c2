/** What sellers pasted into Chit Chats' own issues: a tax that is in the postage, and refusals. */
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const chitChats = answered(carrier, samples);
const source = (issue: number): string => `https://github.com/chitchats/chitchats-api-doc/issues/${issue}`;
const refusal = (message: string): Recorded => ({ status: 400, body: { error: { message } } });

export const answers: readonly RealAnswer[] = [
  {
    name: 'the tax is in the postage, which alone is what is paid; days that are estimated',
    operation: 'rate',
    source: source(52),
    recorded: '2022-04-18',
    read: () =>
      chitChats.rate(
        samples.domestic,
        {
          status: 201,
          body: {
            shipment: {
              id: 'A1B2C3D4E5',
              status: 'incomplete',
              rates: [
                {
                  postage_type: 'chit_chats_canada_tracked',
                  postage_carrier_type: 'chit_chats',
                  postage_description: 'Chit Chats Canada Tracked',
                  signature_confirmation_description: null,
                  delivery_duties_paid_description: null,
                  delivery_time_description: '2-12 estimated business days',
                  tracking_type_description: 'Full tracking included',
                  is_insured: false,
                  purchase_amount: '8.50',
                  provincial_tax: null,
                  provincial_tax_label: null,
                  federal_tax: '0.98',
                  federal_tax_label: 'HST (13%)',
                  postage_fee: '8.50',
                  insurance_fee: null,
                  delivery_fee: null,
                  payment_amount: '8.50',
                },
              ],
            },
          },
        },
        { status: 204, body: '' },
      ),
    means: [
      'chit_chats_canada_tracked Chit Chats Canada Tracked | base postage_fee 7.52 + tax federal_tax 0.98 | 8.50 CAD | 12 d',
    ],
  },
  {
    name: 'a service that has no rate',
    operation: 'rate',
    source: source(22),
    recorded: '2020-12-28',
    read: () => chitChats.rate(samples.domestic, refusal('Unable to fetch postage rate')),
    means: ['invalid-input HTTP 400 Chit Chats: Unable to fetch postage rate.'],
  },
  {
    name: 'a field that the kind of parcel does not have',
    operation: 'rate',
    source: source(28),
    recorded: '2021-01-09',
    read: () => chitChats.rate(samples.domestic, refusal('is_media_mail field not supported for Parcel')),
    means: ['invalid-input HTTP 400 Chit Chats: is_media_mail field not supported for Parcel.'],
  },
  {
    name: 'a kind of postage that is unknown',
    operation: 'rate',
    source: source(16),
    recorded: '2019-04-10',
    read: () => chitChats.rate(samples.domestic, refusal('Unknown postage_type')),
    means: ['invalid-input HTTP 400 Chit Chats: Unknown postage_type.'],
  },
];
