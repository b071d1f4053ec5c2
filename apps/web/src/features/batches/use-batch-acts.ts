/** What can be done with a batch; each answer replaces what is shown. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { planBlocked } from '@scanship/contracts/shipping/batch-mending';
import {
  type Batch,
  type BatchCause,
  buyPriced as buyPricedCall,
  cancelBatch,
  leaveOutAccount,
  pauseBatch,
  replanBatch,
  resumeBatch,
  retryBatch,
  startBatch,
} from '@scanship/contracts/shipping/batches';
import { useRef } from 'react';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { closeBatchPlan } from './batch-store.ts';
import { batchQuery, keepBatch } from './batches-api.ts';

export function useBatchActs(batch: Batch) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const params = { id: batch.id };
  // The key of a start stays until it was answered: pressing again after a broken line starts nothing twice.
  const startKey = useRef(newIdempotencyKey());
  const settle = {
    onSuccess: ({ data }: { readonly data: Batch }) => keepBatch(data),
    onError: (error: unknown) => {
      if (error instanceof ApiError && error.code === 'stale_version')
        void queryClient.invalidateQueries({ queryKey: batchQuery(batch.id).queryKey });
      notify.error(error);
    },
  };
  const start = useMutation({
    mutationKey: ['print', 'batch'],
    mutationFn: () =>
      api.call(startBatch, {
        params,
        body: { version: batch.version, totals: batch.plan.totals },
        idempotencyKey: startKey.current,
      }),
    ...settle,
    onError: (error: unknown) => {
      if (error instanceof ApiError) startKey.current = newIdempotencyKey();
      settle.onError(error);
    },
  });
  const buyPriced = useMutation({
    mutationKey: ['print', 'batch'],
    mutationFn: (seen: { readonly step: number; readonly totals: Batch['plan']['totals'] }) =>
      api.call(buyPricedCall, {
        params,
        body: { ...seen },
        idempotencyKey: startKey.current,
      }),
    onSuccess: ({ data }: { readonly data: Batch }) => {
      keepBatch(data);
      startKey.current = newIdempotencyKey();
      void queryClient.invalidateQueries({ queryKey: batchQuery(batch.id).queryKey });
      notify.success(
        t`${plural(data.counts.total, { one: '# label is being bought.', other: '# labels are being bought.' })} The rest is still being planned.`,
      );
    },
    onError: (error: unknown) => {
      if (error instanceof ApiError) startKey.current = newIdempotencyKey();
      settle.onError(error);
    },
  });
  const simple = (call: typeof pauseBatch | typeof resumeBatch | typeof cancelBatch | typeof replanBatch) => ({
    mutationFn: () => api.call(call, { params, idempotencyKey: newIdempotencyKey() }),
    ...settle,
  });
  const pause = useMutation(simple(pauseBatch));
  const resume = useMutation(simple(resumeBatch));
  const stop = useMutation(simple(cancelBatch));
  const replan = useMutation(simple(replanBatch));
  const planAgain = useMutation({
    mutationFn: () => api.call(planBlocked, { params, idempotencyKey: newIdempotencyKey() }),
    ...settle,
    onSuccess: ({ data }: { readonly data: Batch }) => {
      keepBatch(data);
      // Of a batch that was started they are a plan of their own.
      if (data.id === batch.id) return;
      closeBatchPlan();
      void navigate({ to: '/ecommerce/orders/batches/$batchId', params: { batchId: data.id } });
    },
  });
  const leaveOut = useMutation({
    mutationFn: (grantId: string) =>
      api.call(leaveOutAccount, { params, body: { grantId }, idempotencyKey: newIdempotencyKey() }),
    ...settle,
  });
  const retry = useMutation({
    mutationFn: (causes: readonly BatchCause[] | undefined) =>
      api.call(retryBatch, {
        params,
        body: causes ? { causes: [...causes] } : {},
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: ({ data }: { readonly data: Batch }) => {
      keepBatch(data);
      notify.success(t`Being tried again.`);
    },
    onError: settle.onError,
  });
  return { start, buyPriced, pause, resume, stop, replan, planAgain, leaveOut, retry };
}
