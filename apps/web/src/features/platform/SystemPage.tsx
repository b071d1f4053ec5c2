import './platform.css';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { StateCheck } from '@scanship/contracts/network/system-state';
import { useQuery } from '@tanstack/react-query';
import { PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { systemStateQuery } from './platform-api.ts';
import { amountOf, CHECK_WORDS } from './system-words.ts';

/** Whether everything is well: the checks that also raise the alerts, what is late first. */
export function SystemPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const state = useQuery(systemStateQuery);
  const late = state.data?.checks.filter((check) => check.state === 'late').length ?? 0;
  return (
    <div>
      <PageHead title={t`System status`} description={i18n._(PAGES.system.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            {!state.data ? (
              <Trans>System status</Trans>
            ) : late === 0 ? (
              <Trans>Everything is running normally</Trans>
            ) : (
              <Plural value={late} one="# check needs attention" other="# checks need attention" />
            )}
          </h1>
          <p className="dim small">
            <Trans>
              The same checks raise the alerts. An overdue one usually means that no worker is running or that the
              database is overloaded. The runbooks have a page for each.
            </Trans>
          </p>
        </div>
        {state.data && (
          <span className="dim small">
            <Trans>
              As of {format.instant(state.data.at, 'short')}, version {state.data.version}
            </Trans>
          </span>
        )}
      </div>
      <section className="card" aria-label={t`Checks`}>
        {state.data ? (
          <Checks checks={state.data.checks} />
        ) : state.isError ? (
          <ErrorState error={state.error} onRetry={() => void state.refetch()} />
        ) : (
          <div className="card-body">
            <Skeletons rows={8} height={36} />
          </div>
        )}
      </section>
    </div>
  );
}

function Checks({ checks }: { readonly checks: readonly StateCheck[] }) {
  const { t } = useLingui();
  const sorted = checks.toSorted((a, b) => Number(b.state === 'late') - Number(a.state === 'late'));
  return (
    <TableWrap label={t`Checks`}>
      <table className="plain-table phone-rows" data-testid="system-checks">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Check</Trans>
            </th>
            <th scope="col">
              <Trans>Status</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>Waiting</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>Now</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>Limit</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((check) => (
            <Row key={check.id} check={check} />
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}

/** What the server counts to; one more stands for all that are beyond. */
const MOST_COUNTED = 10_000;

function Row({ check }: { readonly check: StateCheck }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { id, state, value, limit, unit, waiting } = check;
  const number = (amount: number): string => format.number(amount);
  const { title, means } = CHECK_WORDS[id];
  return (
    <tr data-check={id} data-state={state}>
      <th scope="row">
        {i18n._(title)}
        {state === 'late' && <span className="dim small block">{i18n._(means)}</span>}
      </th>
      <td data-label={t`Status`}>
        {state === 'late' ? (
          <Badge tone="bad">
            <Trans>Overdue</Trans>
          </Badge>
        ) : (
          <Badge tone="good">
            <Trans>OK</Trans>
          </Badge>
        )}
      </td>
      <td className="end num" data-label={t`Waiting`}>
        {waiting === null ? '–' : waiting > MOST_COUNTED ? <Trans>over {number(MOST_COUNTED)}</Trans> : number(waiting)}
      </td>
      <td className="end num nowrap" data-label={t`Now`}>
        {amountOf(value, unit, number)}
      </td>
      <td className="end num nowrap" data-label={t`Limit`}>
        {amountOf(limit, unit, number)}
      </td>
    </tr>
  );
}
