import './batches.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useFormat } from '../../app/use-format.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { BatchDocuments } from './BatchDocuments.tsx';
import { BatchItems } from './BatchItems.tsx';
import { BatchSummary } from './BatchSummary.tsx';
import { batchQuery, type ItemFilter } from './batches-api.ts';

const route = getRouteApi('/inside/ecommerce/orders/batches/$batchId');

/** Plan, progress, failures and documents of one batch; it goes on whether somebody looks or not. */
export function BatchPage() {
  const { t } = useLingui();
  const format = useFormat();
  const { batchId } = route.useParams();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const batch = useQuery(batchQuery(batchId));
  const show = (next: ItemFilter) => {
    void navigate({ search: next, replace: true, resetScroll: false });
    requestAnimationFrame(() => document.getElementById('batch-orders')?.scrollIntoView({ block: 'start' }));
  };
  const { data } = batch;
  const name = data?.name ?? t`Batch`;
  return (
    <div className="page-narrow">
      <PageHead title={name} description={t`Labels of many orders, planned and bought together.`} />
      <div className="page-head">
        <div className="grow">
          <Link className="link back-link" to="/ecommerce/orders/batches">
            <Trans>All batches</Trans>
          </Link>
          <h1>{name}</h1>
          {data && (
            <p className="dim small">
              {data.createdBy === null ? (
                format.instant(data.createdAt, 'short')
              ) : (
                <Trans>
                  {format.instant(data.createdAt, 'short')} by {data.createdBy}
                </Trans>
              )}
            </p>
          )}
        </div>
      </div>
      {data ? (
        <div className="stack wide">
          {batch.isError && <ErrorState compact error={batch.error} onRetry={() => void batch.refetch()} />}
          <section className="card" aria-label={t`Plan and progress`}>
            <div className="card-body">
              <BatchSummary batch={data} onShow={show} />
            </div>
          </section>
          <BatchDocuments batch={data} />
          <BatchItems batch={data} filter={filter} onFilter={show} />
        </div>
      ) : batch.isError ? (
        <div className="card">
          <ErrorState error={batch.error} onRetry={() => void batch.refetch()} />
        </div>
      ) : (
        <Skeletons rows={8} height={32} />
      )}
    </div>
  );
}
