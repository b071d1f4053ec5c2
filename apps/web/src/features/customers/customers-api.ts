/** Calls of a franchise's own: its customers, plans, sign-in policy and mails. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getSignInPolicy, putSignInPolicy, type SignInPolicyDto } from '@scanship/contracts/access/account';
import { listFactorResets } from '@scanship/contracts/access/factor-resets';
import type { BodyOf } from '@scanship/contracts/call';
import {
  assignAgent,
  createCustomer,
  exportCustomers,
  type CustomerDetail,
  getCustomer,
  inviteCustomerAdmin,
  sendCustomerCode,
  liftRestriction as liftRestrictionCall,
  listCustomers,
  restrictCustomer,
  resumeCustomer,
  setCustomerCredit,
  suspendCustomer,
  updateCustomer,
} from '@scanship/contracts/network/customers';
import {
  getOwnFranchise,
  listOwnPlans,
  type Plan,
  type PlanInput,
  updateOwnPlan,
} from '@scanship/contracts/network/franchises';
import { getMailLog, type MAIL_STATES } from '@scanship/contracts/network/mail-outbox';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';
import { saveBlob } from '../../lib/download.ts';
import { type CustomersSearch, PAGE_SIZE } from './customers-search.ts';

const soughtOf = ({ q, agent, group, state, plan, sort }: CustomersSearch) => ({
  ...(state ? { state } : {}),
  ...(plan ? { plan } : {}),
  ...(sort ? { sort } : {}),
  ...(q ? { search: q } : {}),
  ...(agent ? { agentId: agent } : {}),
  ...(group ? { groupId: group } : {}),
});

export const customersQuery = (search: Omit<CustomersSearch, 'create'>) =>
  queryOptions({
    queryKey: ['customers', search],
    queryFn: ({ signal }) =>
      fetchData(listCustomers, {
        query: { ...soughtOf(search), ...(search.page ? { page: search.page } : {}), size: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
/** All that match, whichever page is shown. */
export async function saveCustomersFile(search: CustomersSearch): Promise<void> {
  const { blob, fileName } = await api.file(exportCustomers, { query: soughtOf(search) });
  saveBlob(blob, fileName ?? 'Customers.csv');
}
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id],
    queryFn: ({ signal }) => fetchData(getCustomer, { params: { id }, signal }),
  });
export const factorResetsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer', customerId, 'factor-resets'],
    queryFn: ({ signal }) => fetchData(listFactorResets, { params: { id: customerId }, signal }),
  });
/** Sales agents a customer can be assigned to come with the list. */
export const agentsQuery = queryOptions({
  queryKey: ['customers', 'agents'],
  queryFn: async ({ signal }) => (await fetchData(listCustomers, { query: { size: 1 }, signal })).agents,
});

/** Figures of the dashboard count customers, too. */
export function tookCustomer(customer: CustomerDetail): void {
  queryClient.setQueryData(customerQuery(customer.id).queryKey, customer);
  void queryClient.invalidateQueries({ queryKey: ['customers'] });
  void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
}

export const addCustomer = (input: { readonly body: BodyOf<typeof createCustomer>; readonly key: string }) =>
  api.call(createCustomer, { body: input.body, idempotencyKey: input.key });
export const saveCustomer = (id: string, body: BodyOf<typeof updateCustomer>) =>
  api.call(updateCustomer, { params: { id }, body });
export const invite = (id: string, email: string) => api.call(inviteCustomerAdmin, { params: { id }, body: { email } });
export const sendCode = (id: string, username: string) =>
  api.call(sendCustomerCode, { params: { id }, body: { username } });
export const suspend = (id: string, reason: string) => api.call(suspendCustomer, { params: { id }, body: { reason } });
export const resume = (id: string) => api.call(resumeCustomer, { params: { id } });
export const restrict = (id: string, body: BodyOf<typeof restrictCustomer>) =>
  api.call(restrictCustomer, { params: { id }, body });
export const liftRestriction = (id: string) => api.call(liftRestrictionCall, { params: { id } });
export const setCredit = (id: string, body: BodyOf<typeof setCustomerCredit>) =>
  api.call(setCustomerCredit, { params: { id }, body });
export const setAgent = (id: string, agentId: string | null) =>
  api.call(assignAgent, { params: { id }, body: { agentId } });

export const ownPlansQuery = queryOptions({
  queryKey: ['own-plans'],
  queryFn: ({ signal }) => fetchData(listOwnPlans, { signal }),
});
export const saveOwnPlan = (code: Plan['code'], body: PlanInput) => api.call(updateOwnPlan, { params: { code }, body });
export const ownFranchiseQuery = queryOptions({
  queryKey: ['own-franchise'],
  queryFn: ({ signal }) => fetchData(getOwnFranchise, { signal }),
});
export const policyQuery = queryOptions({
  queryKey: ['sign-in-policy'],
  queryFn: ({ signal }) => fetchData(getSignInPolicy, { signal }),
});
export const savePolicy = (body: SignInPolicyDto) => api.call(putSignInPolicy, { body });

export type MailState = (typeof MAIL_STATES)[number];
export const mailLogQuery = (filter: {
  readonly state?: MailState | undefined;
  readonly customerId?: string | undefined;
}) =>
  infiniteQueryOptions({
    queryKey: ['mail-log', filter],
    queryFn: ({ pageParam, signal }) =>
      fetchData(getMailLog, { query: { ...filter, ...(pageParam === '' ? {} : { before: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 20_000,
  });
