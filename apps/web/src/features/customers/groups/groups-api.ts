/** Calls of customer groups. Who is in one, and what it is called, is shown with customers and with prices. */
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import {
  addCustomerGroup,
  listCustomerGroups,
  putCustomersInGroup,
  removeCustomerGroup,
  renameCustomerGroup,
} from '@scanship/contracts/network/customer-groups';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';

export const groupsQuery = queryOptions({
  queryKey: ['customers', 'groups'],
  queryFn: async ({ signal }) => (await fetchData(listCustomerGroups, { signal })).groups,
});

export const addGroup = (input: { readonly name: string; readonly key: string }) =>
  api.call(addCustomerGroup, { body: { name: input.name }, idempotencyKey: input.key });
export const renameGroup = (id: string, body: BodyOf<typeof renameCustomerGroup>) =>
  api.call(renameCustomerGroup, { params: { id }, body });
export const removeGroup = (id: string) => api.call(removeCustomerGroup, { params: { id } });
export const putInGroup = (body: BodyOf<typeof putCustomersInGroup>) => api.call(putCustomersInGroup, { body });

export async function groupsChanged(): Promise<void> {
  await Promise.all(
    [['customers'], ['customer'], ['markups']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
