/** Invoices, statements and closed months of the caller's company. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  addCommissionPlan,
  type CommissionData,
  endCommissionPlan,
  getAccrual,
  getCommissions,
  getRoyalties,
  payCommission,
  setRoyaltyTerms,
} from '@scanship/contracts/money/commissions';
import {
  closeMonth,
  creditInvoice,
  downloadInvoice,
  downloadStatement,
  getAging,
  getClosing,
  getInvoice,
  getStatement,
  type InvoiceSummary,
  listInvoiceLines,
  listInvoices,
  listStatementLines,
  previewClose,
  saveStatementSettings,
  type StatementSettingsDto,
} from '@scanship/contracts/money/statements';
import { getAgentLink, renewAgentLink } from '@scanship/contracts/network/agent-links';
import type { BodyOf, ParamsOf } from '@scanship/contracts/call';
import { api, fetchData, newIdempotencyKey } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';
import { saveBlob } from '../../../lib/download.ts';

export type Side = 'owed' | 'sold';
export type Format = 'pdf' | 'xlsx';
export interface SpanChoice {
  readonly side: Side;
  readonly partnerId: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
}

export const INVOICES_A_PAGE = 50;

export const invoicesQuery = (wish: {
  readonly side: Side;
  readonly buyerId: string;
  readonly state: InvoiceSummary['state'] | '';
  readonly page: number;
}) =>
  queryOptions({
    queryKey: ['statements', 'invoices', wish],
    queryFn: ({ signal }) =>
      fetchData(listInvoices, {
        query: {
          side: wish.side,
          page: wish.page,
          size: INVOICES_A_PAGE,
          ...(wish.buyerId === '' ? {} : { buyerId: wish.buyerId }),
          ...(wish.state === '' ? {} : { state: wish.state }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: ['statements', 'invoice', id],
    queryFn: ({ signal }) => fetchData(getInvoice, { params: { id }, signal }),
  });

export const invoiceLinesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['statements', 'invoice', id, 'lines'],
    queryFn: ({ pageParam, signal }) =>
      fetchData(listInvoiceLines, { params: { id }, query: pageParam === '' ? {} : { after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const statementQuery = (span: SpanChoice) =>
  queryOptions({
    queryKey: ['statements', 'span', span],
    queryFn: ({ signal }) => fetchData(getStatement, { query: { ...span }, signal }),
  });

export const statementLinesQuery = (span: SpanChoice) =>
  infiniteQueryOptions({
    queryKey: ['statements', 'span', span, 'lines'],
    queryFn: ({ pageParam, signal }) =>
      fetchData(listStatementLines, { query: { ...span, ...(pageParam === '' ? {} : { after: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export async function saveInvoiceFile(id: string, format: Format): Promise<void> {
  const { blob, fileName } = await api.file(downloadInvoice, { params: { id }, query: { format } });
  saveBlob(blob, fileName ?? `Invoice.${format}`);
}
export async function saveStatementFile(span: SpanChoice, format: Format): Promise<void> {
  const { blob, fileName } = await api.file(downloadStatement, { query: { ...span, format } });
  saveBlob(blob, fileName ?? `Statement.${format}`);
}

export const agingQuery = queryOptions({
  queryKey: ['statements', 'aging'],
  queryFn: ({ signal }) => fetchData(getAging, { signal }),
});

/** Asked again every two seconds while a month is being closed. */
export const closingQuery = queryOptions({
  queryKey: ['statements', 'closing'],
  queryFn: ({ signal }) => fetchData(getClosing, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.months.some((month) => month.state === 'closing' || (month.state === 'due' && month.byHand))
      ? 2_000
      : false,
});
export const previewQuery = (month: string) =>
  queryOptions({
    queryKey: ['statements', 'preview', month],
    queryFn: ({ signal }) => fetchData(previewClose, { signal }),
  });

export const changed = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['statements'] });

export const beginClose = (month: string) => api.call(closeMonth, { body: { month } });
export const saveSettings = (body: StatementSettingsDto) => api.call(saveStatementSettings, { body });
export const credit = (id: string, body: BodyOf<typeof creditInvoice>) =>
  api.call(creditInvoice, { params: { id }, body, idempotencyKey: newIdempotencyKey() });

export const commissionsQuery = queryOptions({
  queryKey: ['commissions'],
  queryFn: ({ signal }) => fetchData(getCommissions, { signal }),
});
/** Moves with every label, so it is asked anew whenever the page is opened. */
export const accrualQuery = queryOptions({
  queryKey: ['commissions', 'accrual'],
  queryFn: ({ signal }) => fetchData(getAccrual, { signal }),
  staleTime: 0,
});
/** Takes what a change of plans answers; what was earned so far follows. */
export const tookCommissions = (data: CommissionData): void => {
  queryClient.setQueryData(commissionsQuery.queryKey, data);
  void queryClient.invalidateQueries({ queryKey: accrualQuery.queryKey });
};
export const agentLinkQuery = queryOptions({
  queryKey: ['agent-link'],
  queryFn: ({ signal }) => fetchData(getAgentLink, { signal }),
});
export const renewLink = () => api.call(renewAgentLink, {});
export const addPlan = (body: BodyOf<typeof addCommissionPlan>) =>
  api.call(addCommissionPlan, { body, idempotencyKey: newIdempotencyKey() });
export const endPlan = (params: ParamsOf<typeof endCommissionPlan>, lastDay: string) =>
  api.call(endCommissionPlan, { params, body: { lastDay } });
export const pay = (body: BodyOf<typeof payCommission>) =>
  api.call(payCommission, { body, idempotencyKey: newIdempotencyKey() });

export const royaltiesQuery = queryOptions({
  queryKey: ['royalties'],
  queryFn: ({ signal }) => fetchData(getRoyalties, { signal }),
});
export const setRoyalty = (id: string, body: BodyOf<typeof setRoyaltyTerms>) =>
  api.call(setRoyaltyTerms, { params: { id }, body });
