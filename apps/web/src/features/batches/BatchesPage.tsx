import './batches.css';
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Batch } from '@scanship/contracts/shipping/batches';
import { PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import { KIND_WORDS, STATE_TONES, STATE_WORDS } from './batch-words.ts';
import { batchesQuery } from './batches-api.ts';

/** Every plan and job of this company, newest first. */
export function BatchesPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const list = useInfiniteQuery(batchesQuery);
  const batches = list.data?.pages.flatMap((page) => page.batches) ?? [];
  return (
    <div className="page-narrow">
      <PageHead title={t`Batches`} description={i18n._(PAGES.batches.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Batches</Trans>
          </h1>
          <p className="dim">
            <Trans>Choose orders in the list and press Auto Ship: the plan and its total come first.</Trans>
          </p>
        </div>
        <LinkButton to="/ecommerce/orders" search={{ tab: 'unfulfilled' }}>
          <Trans>Choose orders</Trans>
        </LinkButton>
      </div>
      {list.data ? (
        batches.length === 0 ? (
          <div className="card">
            <EmptyState title={t`No batch yet`}>
              <Trans>Labels of many orders are planned and bought together here.</Trans>
            </EmptyState>
          </div>
        ) : (
          <>
            <ul className="batches" aria-label={t`Batches`}>
              {batches.map((batch) => (
                <BatchCard key={batch.id} batch={batch} />
              ))}
            </ul>
            {list.hasNextPage && (
              <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                <Trans>Show more</Trans>
              </Button>
            )}
          </>
        )
      ) : list.isError ? (
        <div className="card">
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : (
        <Skeletons rows={4} height={72} />
      )}
    </div>
  );
}

function BatchCard({ batch }: { readonly batch: Batch }) {
  const { i18n } = useI18n();
  const format = useFormat();
  return (
    <li className="card batch-card">
      <div className="row between">
        <div className="grow">
          <Link className="link strong" to="/ecommerce/orders/batches/$batchId" params={{ batchId: batch.id }}>
            {batch.name}
          </Link>
          <div className="dim small">
            {i18n._(KIND_WORDS[batch.kind])} · {format.instant(batch.createdAt, 'short')}
            {batch.createdBy !== null && ` · ${batch.createdBy}`}
          </div>
        </div>
        <Badge tone={STATE_TONES[batch.state]}>{i18n._(STATE_WORDS[batch.state])}</Badge>
      </div>
      <BatchProgress batch={batch} />
    </li>
  );
}
