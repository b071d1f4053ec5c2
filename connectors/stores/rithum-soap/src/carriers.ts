/** Pairs of carrier and class in the account's own list: a report has to name one of them. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { listIn, type SoapQuestion } from './client.ts';

export interface Carrier {
  readonly code: string;
  readonly name: string;
  readonly service: string;
}

export const carrierQuestion: Omit<SoapQuestion, 'body'> = {
  service: 'ShippingService',
  operation: 'GetShippingCarrierList',
  name: 'carriers of the account',
  readOnly: true,
};

export const readCarriers = (result: ObjectReader): readonly Carrier[] =>
  listIn(result, 'ResultData', 'ShippingCarrier', (one) => ({
    code: one.string('CarrierCode'),
    name: one.string('CarrierName'),
    service: one.string('ClassCode'),
  }));
