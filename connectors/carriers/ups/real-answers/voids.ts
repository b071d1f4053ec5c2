/** Voids: line ends written out before every word, a number UPS does not know, and a parcel voided before. */
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';
import { ACCESS } from './access.ts';

const ups = answered(carrier, samples, ACCESS);

const ISSUES = 'https://github.com/UPS-API/api-documentation/issues';

const voided = (
  name: string,
  source: string,
  recorded: string,
  answer: Recorded,
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'cancel',
  source,
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
    `${ISSUES}/63`,
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
    `${ISSUES}/108`,
    '2024-04-29',
    {
      status: 400,
      body: { response: { errors: [{ code: '190102', message: 'No shipment found within the allowed void period' }] } },
    },
    ['refused 190102 UPS finds no shipment of this number that can still be voided.'],
  ),
  voided(
    'voided a second time: a part of the shipment, which is all of it',
    'asrx/go-new-ups-api-wrapper, void_test.go',
    '2024-08-15',
    {
      body: {
        VoidShipmentResponse: {
          Response: { ResponseStatus: { Code: '1', Description: 'Success' } },
          SummaryResult: { Status: { Code: '1', Description: 'Partially Voided' } },
          PackageLevelResult: {
            TrackingNumber: '1Z2220060291994175',
            Status: { Code: '1', Description: 'Already Voided' },
          },
        },
      },
    },
    ['refund now'],
  ),
];
