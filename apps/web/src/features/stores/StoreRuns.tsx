import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { StoreDetail, SyncRun } from '@scanship/contracts/stores/stores';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { STREAM_WORDS } from './StoreOverview.tsx';
import { runsQuery } from './stores-api.ts';

/** Every sync of the store, newest first, with what could not be taken. */
export function StoreRuns({ store }: { readonly store: StoreDetail }) {
  const { t } = useLingui();
  const runs = useInfiniteQuery(runsQuery(store.id));
  const list = runs.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <section className="card">
      {runs.isPending ? (
        <div className="card-body">
          <Skeletons rows={5} />
        </div>
      ) : runs.isError && list.length === 0 ? (
        <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
      ) : list.length === 0 ? (
        <EmptyState title={t`Nothing was synced yet`}>
          <Trans>The first sync starts when the store’s address is complete.</Trans>
        </EmptyState>
      ) : (
        <TableWrap label={t`Sync history`}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{t`Began`}</th>
                <th scope="col">{t`What`}</th>
                <th scope="col">{t`Why`}</th>
                <th scope="col">{t`Result`}</th>
                <th scope="col" className="end">{t`Seen`}</th>
                <th scope="col" className="end">{t`New`}</th>
                <th scope="col" className="end">{t`Changed`}</th>
                <th scope="col" className="end">
                  {t({ message: 'Failed', context: 'count' })}
                </th>
              </tr>
            </thead>
            <tbody>
              {list.map((run) => (
                <Run key={run.id} run={run} />
              ))}
            </tbody>
          </table>
        </TableWrap>
      )}
      {runs.hasNextPage && (
        <div className="card-body row">
          <Button variant="default" loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
            <Trans>Older ones</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

function Run({ run }: { readonly run: SyncRun }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const causes = { poll: t`By the clock`, webhook: t`The store told`, manual: t`By hand`, nightly: t`Nightly` };
  const states = { running: t`Running`, done: t`Done`, failed: t`Failed` };
  const tones = { running: 'violet', done: 'good', failed: 'bad' } as const;
  return (
    <tr>
      <th scope="row">{format.instant(run.startedAt, 'short')}</th>
      <td>{i18n._(STREAM_WORDS[run.stream])}</td>
      <td>{causes[run.cause]}</td>
      <td>
        <Badge tone={tones[run.state]}>{states[run.state]}</Badge>
        {run.problem && <div className="small danger">{run.problem}</div>}
        {run.items.length > 0 && (
          <details className="small">
            <summary>
              <Trans>What could not be imported</Trans>
            </summary>
            <ul>
              {run.items.map((item, at) => (
                <li key={`${item.externalId ?? ''}${at}`}>
                  {item.externalId && <strong>{item.externalId}: </strong>}
                  {item.message}
                </li>
              ))}
            </ul>
          </details>
        )}
      </td>
      <td className="end num">{format.number(run.seen)}</td>
      <td className="end num">{format.number(run.created)}</td>
      <td className="end num">{format.number(run.changed)}</td>
      <td className={run.failed > 0 ? 'end num danger' : 'end num'}>{format.number(run.failed)}</td>
    </tr>
  );
}
