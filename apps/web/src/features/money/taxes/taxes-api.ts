import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import { getBuyerTaxes, getTaxSettings, putBuyerTaxes, putTaxSettings } from '@scanship/contracts/money/taxes';
import { api, fetchData } from '../../../app/api.ts';

export const taxSettingsQuery = queryOptions({
  queryKey: ['money', 'taxes'],
  queryFn: ({ signal }) => fetchData(getTaxSettings, { signal }),
});
export const saveTaxSettings = (body: BodyOf<typeof putTaxSettings>) => api.call(putTaxSettings, { body });

export const buyerTaxesQuery = (id: string) =>
  queryOptions({
    queryKey: ['money', 'taxes', id],
    queryFn: ({ signal }) => fetchData(getBuyerTaxes, { params: { id }, signal }),
  });
export const saveBuyerTaxes = (id: string, body: BodyOf<typeof putBuyerTaxes>) =>
  api.call(putBuyerTaxes, { params: { id }, body });
