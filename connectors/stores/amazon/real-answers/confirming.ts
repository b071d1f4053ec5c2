/** Shipments that Amazon did not take: a number that is no text, a number that is none, an item it does not find. */
import { httpOf } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { askWithToken } from '../src/client.ts';

async function confirm(message: string): Promise<string> {
  const http = httpOf('Amazon', [{ status: 400, body: { errors: [{ code: 'InvalidInput', message, details: '' }] } }]);
  const path = '/orders/v0/orders/113-1234567-1234567/shipmentConfirmation';
  try {
    await askWithToken(http, 'Atza|recorded', { name: 'confirm', path, body: {}, rate: 2 });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return [error.problem.kind, error.problem.vendorCode, error.problem.message].join(' ');
  }
  return 'taken';
}

const of = (name: string, source: string, recorded: string, message: string, means: string): RealAnswer => ({
  name,
  operation: 'fulfil',
  source,
  recorded,
  read: () => confirm(message),
  means,
});

export const answers: readonly RealAnswer[] = [
  of(
    'a package number that is a number and no text',
    'https://github.com/amzn/selling-partner-api-models/issues/5094',
    '2026-01-13',
    'The input you have submitted is not valid. Please check the fields with invalid type [packageDetail.packageReferenceId].',
    'invalid-input InvalidInput Amazon: The input you have submitted is not valid. Please check the fields with invalid type [packageDetail.packageReferenceId].',
  ),
  of(
    'a package number that is refused although it is one',
    'https://github.com/jlevers/selling-partner-api/issues/489',
    '2024-01-27',
    'PackageReferenceId: is invalid, must be a positive numeric value.',
    'invalid-input InvalidInput Amazon: PackageReferenceId: is invalid, must be a positive numeric value.',
  ),
  of(
    'an item that stands in no list, with two blanks in the words',
    'https://github.com/jlevers/selling-partner-api/issues/528',
    '2023-04-17',
    'OrderItemId  is invalid, please obtain the value through the getOrderItems API or Manage Orders page',
    'invalid-input InvalidInput Amazon: OrderItemId  is invalid, please obtain the value through the getOrderItems API or Manage Orders page.',
  ),
  of(
    'the same in Europe, with one blank',
    'https://github.com/amzn/selling-partner-api-models/issues/492',
    '2024-01-09',
    'OrderItemId is invalid, please obtain the value through the getOrderItems API or Manage Orders page',
    'invalid-input InvalidInput Amazon: OrderItemId is invalid, please obtain the value through the getOrderItems API or Manage Orders page.',
  ),
];
