/** Voids in UPS's test system: line ends written out before every word, and a number it does not know. */
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';
import { ACCESS } from './access.ts';

const ups = answered(carrier, samples, ACCESS);

const voided = (
  name: string,
  issue: string,
  recorded: string,
  answer: Recorded,
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'cancel',
  source: `https://github.com/UPS-API/api-documentation/issues/${issue}`,
  recorded,
  read: () =>
    ups.cancel(
      {
        reference: 'S000000000000001',
        carrierShipmentId: '1Z2220060294314162',
        trackingNumbers: ['1Z2220060291994175'],
        kept: {},
      },
      [answer],
    ),
  means,
});

export const answers: readonly RealAnswer[] = [
  voided(
    'voided, with line ends written out before every code and word',
    '63',
    '2024-03-20',
    {
      body: {
        VoidShipmentResponse: {
          Response: {
            ResponseStatus: { Code: '&#xD;&#xD;&#xD;1', Description: '&#xD;Success' },
            TransactionReference: {
              CustomerContext: '&#xD;&#xD;TESTING',
              TransactionIdentifier: '&#xD;ciewssoat3n8RXrflWh0Nk',
            },
          },
          SummaryResult: { Status: { Code: '&#xD;&#xD;&#xD;1', Description: '&#xD;Voided' } },
          PackageLevelResult: {
            TrackingNumber: '&#xD;&#xD;1Z2220060291994175',
            Status: { Code: '&#xD;&#xD;1', Description: '&#xD;Voided' },
          },
        },
      },
    },
    ['refund now'],
  ),
  voided(
    'the number of a package where that of the shipment belongs',
    '108',
    '2024-04-29',
    {
      status: 400,
      body: { response: { errors: [{ code: '190102', message: 'No shipment found within the allowed void period' }] } },
    },
    ['refused 190102 UPS finds no shipment of this number that can still be voided.'],
  ),
];
