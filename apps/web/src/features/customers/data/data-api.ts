/** What is stored of a customer: files of everything, and the end of it. */
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import {
  type CustomerErasure,
  type CustomerExport,
  downloadCustomerExport,
  eraseCustomer,
  getCustomerErasure,
  listCustomerExports,
  startCustomerExport,
  withdrawErasure as withdrawErasureCall,
} from '@scanship/contracts/network/customer-data';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';
import { saveBlob } from '../../../lib/download.ts';
import { customerQuery } from '../customers-api.ts';

const LOOK_AGAIN_MS = 3_000;

export const exportsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer', customerId, 'exports'],
    queryFn: ({ signal }) => fetchData(listCustomerExports, { params: { id: customerId }, signal }),
    refetchInterval: ({ state }) => (state.data?.exports.some(isWaiting) ? LOOK_AGAIN_MS : false),
  });
export const isWaiting = ({ state }: Pick<CustomerExport, 'state'>): boolean => state === 'waiting';

export const startExport = (customerId: string) => api.call(startCustomerExport, { params: { id: customerId } });
export async function saveExport(customerId: string, exportId: string): Promise<void> {
  const { blob, fileName } = await api.file(downloadCustomerExport, { params: { id: customerId, exportId } });
  saveBlob(blob, fileName ?? 'Customer.tar.gz');
}

/** Looked up whenever the page is opened: it is about now. */
export const erasureQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer', customerId, 'erasure'],
    queryFn: ({ signal }) => fetchData(getCustomerErasure, { params: { id: customerId }, signal }),
    staleTime: 0,
  });
export const askErasure = (customerId: string, body: BodyOf<typeof eraseCustomer>) =>
  api.call(eraseCustomer, { params: { id: customerId }, body });
export const withdrawErasure = (customerId: string) => api.call(withdrawErasureCall, { params: { id: customerId } });
/** The customer is suspended, or works again. */
export function tookErasure(customerId: string, erasure: CustomerErasure): void {
  queryClient.setQueryData(erasureQuery(customerId).queryKey, erasure);
  void queryClient.invalidateQueries({ queryKey: customerQuery(customerId).queryKey, exact: true });
  void queryClient.invalidateQueries({ queryKey: ['customers'] });
}
