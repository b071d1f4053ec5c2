/** Calls about the bank's statements and the card provider's payouts. */
import type { QueryOf } from '@scanship/contracts/call';
import * as calls from '@scanship/contracts/money/bank';
import * as payouts from '@scanship/contracts/money/payouts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, fetchData, newIdempotencyKey } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';
import { moneyMoved } from '../payments/payments-api.ts';

export const PAGE_SIZE = 25;
/** A search waits until somebody stops typing. */
export const TYPING_MS = 300;
const key = (...parts: readonly unknown[]) => ['bank', ...parts] as const;

/** Everything here hangs together: a match moves lines, months, payouts and what is owed. */
export function bankChanged(): void {
  void queryClient.invalidateQueries({ queryKey: ['bank'] });
  moneyMoved();
}

export const bankQuery = queryOptions({
  queryKey: key('accounts'),
  queryFn: ({ signal }) => fetchData(calls.getBank, { signal }),
});
export const linesQuery = (query: NonNullable<QueryOf<typeof calls.listBankLines>>) =>
  queryOptions({
    queryKey: key('lines', query),
    queryFn: ({ signal }) => fetchData(calls.listBankLines, { query: { ...query, size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
export const choicesQuery = (id: string, search: string) =>
  queryOptions({
    queryKey: key('choices', id, search),
    queryFn: ({ signal }) =>
      fetchData(calls.bankChoices, { params: { id }, query: search === '' ? {} : { search }, signal }),
    placeholderData: keepPreviousData,
  });
export const monthsQuery = (id: string) =>
  queryOptions({
    queryKey: key('months', id),
    queryFn: ({ signal }) => fetchData(calls.listBankMonths, { params: { id }, signal }),
  });
export const payoutsQuery = (page: number) =>
  queryOptions({
    queryKey: key('payouts', page),
    queryFn: ({ signal }) => fetchData(payouts.listPayouts, { query: { page, size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: key('payout', id),
    queryFn: ({ signal }) => fetchData(payouts.getPayout, { params: { id }, signal }),
  });

export const addAccount = (body: { readonly name: string; readonly currency: 'CAD' | 'USD' }) =>
  api.call(calls.addBankAccount, { body });
export const renameAccount = (id: string, name: string) =>
  api.call(calls.renameBankAccount, { params: { id }, body: { name } });
export const uploadStatement = (
  id: string,
  file: File,
  wish: {
    readonly mapping?: calls.BankMappingDto | undefined;
    readonly remap?: boolean | undefined;
    readonly alike?: boolean | undefined;
  },
) =>
  api.call(calls.uploadBankFile, {
    params: { id },
    body: {
      ...(wish.mapping ? { mapping: JSON.stringify(wish.mapping) } : {}),
      ...(wish.remap ? { remap: 'yes' as const } : {}),
      ...(wish.alike ? { alike: 'yes' as const } : {}),
    },
    file,
  });
export const takeBackFile = (id: string) => api.call(calls.takeBackBankFile, { params: { id } });
export const matchLine = (id: string, parts: readonly calls.BankPart[], separate = false) =>
  api.call(calls.matchBankLine, {
    params: { id },
    body: { parts: parts.map(({ kind, id: of, minor }) => ({ kind, id: of, minor })), separate },
    idempotencyKey: newIdempotencyKey(),
  });
export const setAside = (id: string, reason: calls.AsideReason, note: string) =>
  api.call(calls.setAsideBankLine, { params: { id }, body: { reason, note } });
export const undoLine = (id: string) =>
  api.call(calls.undoBankLine, { params: { id }, idempotencyKey: newIdempotencyKey() });
export const readPayouts = () => api.call(payouts.readPayouts, {});
