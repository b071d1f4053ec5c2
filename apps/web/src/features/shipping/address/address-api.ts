/** Corrections of the two addresses of an order. */
import { putOrderAddress } from '@scanship/contracts/orders/orders';
import type { AddressDto } from '@scanship/contracts/common';
import { api } from '../../../app/api.ts';

export type Party = 'shipTo' | 'shipFrom';
/** One of: another address, a location of the customer, back to the original. */
export type AddressChange =
  | { readonly address: AddressDto }
  | { readonly locationId: string }
  | { readonly revert: true };

export const changeAddress = (input: {
  readonly orderId: string;
  readonly party: Party;
  readonly version: number;
  readonly change: AddressChange;
}) => {
  const { change, ...body } = input;
  return api.call(putOrderAddress, { body: { ...body, ...change } });
};
