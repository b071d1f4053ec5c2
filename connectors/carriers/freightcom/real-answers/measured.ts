/** What a seller’s live account answered while it was measured: prices abroad without addresses for mail. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const freightcom = answered(carrier, samples);
const SOURCE =
  'https://github.com/virgohomeio/makelila/blob/a1fd62b8fc61efad0419f8ea41b8261ecd84cf4f/docs/freightcom-api-shape.md';

const refused = (name: string, field: string, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'rate',
  source: SOURCE,
  recorded: '2026-08-13',
  read: () =>
    freightcom.rate(samples.domestic, {
      status: 400,
      body: { data: { [field]: 'at least one email address is required for international shipments' } },
    }),
  means,
});

export const answers: readonly RealAnswer[] = [
  refused('to the United States, the sender without an address for mail', 'details.origin.email_addresses', [
    'invalid-input HTTP 400 (from.email) Freightcom: details origin email addresses: at least one email address is required for international shipments.',
  ]),
  refused('the same with the sender’s: the receiver’s is missing as well', 'details.destination.email_addresses', [
    'invalid-input HTTP 400 (to.email) Freightcom: details destination email addresses: at least one email address is required for international shipments.',
  ]),
];
