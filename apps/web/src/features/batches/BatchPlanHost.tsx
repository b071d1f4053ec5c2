/** The plan of many labels as a dialog over the list it was opened from, so that the choice of orders stays. */
import './batches.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type BatchRequest, createBatch } from '@scanship/contracts/shipping/batches';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { BatchDocuments } from './BatchDocuments.tsx';
import { BatchSummary } from './BatchSummary.tsx';
import { batchQuery, type ItemFilter, keepBatch } from './batches-api.ts';
import { closeBatchPlan, useBatchPlan } from './batch-store.ts';

export default function BatchPlanHost() {
  const { t } = useLingui();
  const request = useBatchPlan();
  const shown = useShownAfterMount(request !== undefined);
  // The last plan stays drawn while the dialog fades out.
  const [kept, setKept] = useState(request);
  useEffect(() => {
    if (request) setKept(request);
  }, [request]);
  return (
    <Dialog opened={shown} onClose={closeBatchPlan} title={t`Labels for these orders`} size="xl">
      {kept && <Plan key={keyOf(kept)} request={kept} />}
    </Dialog>
  );
}

const keys = new WeakMap<BatchRequest, string>();
/** Two openings of the same choice are two plans. */
function keyOf(request: BatchRequest): string {
  const known = keys.get(request) ?? newIdempotencyKey();
  keys.set(request, known);
  return known;
}

function Plan({ request }: { readonly request: BatchRequest }) {
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => api.call(createBatch, { body: request, idempotencyKey: keyOf(request) }),
    onSuccess: ({ data }) => keepBatch(data),
  });
  const { mutate } = create;
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate();
  }, [mutate]);
  const id = create.data?.data.id ?? '';
  const batch = useQuery({ ...batchQuery(id), enabled: id !== '' });
  const data = batch.data ?? create.data?.data;
  if (create.isError) return <ErrorState error={create.error} onRetry={() => mutate()} />;
  if (!data) return <Skeletons rows={5} />;
  const show = (filter: ItemFilter) => {
    closeBatchPlan();
    void navigate({ to: '/ecommerce/orders/batches/$batchId', params: { batchId: data.id }, search: filter });
  };
  return (
    <div className="stack wide">
      <BatchSummary batch={data} onShow={show} />
      <BatchDocuments batch={data} />
      <div className="row end">
        <LinkButton
          variant="default"
          to="/ecommerce/orders/batches/$batchId"
          params={{ batchId: data.id }}
          onClick={closeBatchPlan}
        >
          <Trans>Open as a page</Trans>
        </LinkButton>
      </div>
    </div>
  );
}
