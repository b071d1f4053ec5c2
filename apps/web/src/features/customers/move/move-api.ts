/** A customer goes to another franchise: the operator's, who acts for the one that it leaves. */
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import {
  type CustomerMove,
  getCustomerMove,
  moveCustomer,
  previewCustomerMove,
  undoCustomerMove,
} from '@scanship/contracts/network/customer-moves';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';
import { customerQuery } from '../customers-api.ts';

const LOOK_AGAIN_MS = 2_000;

const isUnderWay = ({ to, from }: CustomerMove): boolean =>
  [to, from].some((link) => link?.state === 'carrying' || link?.state === 'undoing');

export const moveQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer', customerId, 'move'],
    queryFn: ({ signal }) => fetchData(getCustomerMove, { params: { id: customerId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_AGAIN_MS : false),
  });
/** About now, whenever it is looked at. */
export const previewQuery = (customerId: string, franchiseId: string) =>
  queryOptions({
    queryKey: ['customer', customerId, 'move', franchiseId],
    queryFn: ({ signal }) =>
      fetchData(previewCustomerMove, { params: { id: customerId }, query: { franchiseId }, signal }),
    staleTime: 0,
    enabled: franchiseId !== '',
  });
export const move = (customerId: string, body: BodyOf<typeof moveCustomer>) =>
  api.call(moveCustomer, { params: { id: customerId }, body });
export const undo = (customerId: string) => api.call(undoCustomerMove, { params: { id: customerId } });

/** The customer may not ship any more, or again. */
export function tookMove(customerId: string, found: CustomerMove): void {
  queryClient.setQueryData(moveQuery(customerId).queryKey, found);
  void queryClient.invalidateQueries({ queryKey: customerQuery(customerId).queryKey, exact: true });
  void queryClient.invalidateQueries({ queryKey: ['customers'] });
}
