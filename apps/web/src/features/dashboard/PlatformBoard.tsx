import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PlatformDashboard } from '@scanship/contracts/network/dashboard';
import { useProfile } from '../../app/profile.ts';
import { mayOpen, PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { systemStateQuery } from '../platform/platform-api.ts';
import { CHECK_WORDS } from '../platform/system-words.ts';
import { Figure } from './Figure.tsx';
import { OpeningCard } from './OpeningCard.tsx';

/** The operator's: every franchise with its volume, and whether the installation works. */
export function PlatformBoard({ board }: { readonly board: PlatformDashboard }) {
  const { t } = useLingui();
  const format = useFormat();
  const { totals } = board;
  const opensSystem = mayOpen(PAGES.system, useProfile());
  return (
    <div className="board">
      <OpeningCard of="platform" />
      <div className="figures">
        <Figure label={t`Franchises`} value={format.number(totals.franchises)} />
        <Figure label={t`Customers`} value={format.number(totals.customers)} />
        <Figure label={t`Labels`} value={format.number(totals.labels)} />
      </div>
      <div className="board-split">
        <Franchises board={board} />
        {opensSystem && <HealthCard />}
      </div>
    </div>
  );
}

function Franchises({ board }: { readonly board: PlatformDashboard }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <section className="card" aria-labelledby="franchises-head">
      <div className="card-head">
        <h2 id="franchises-head">
          <Trans>Franchises</Trans>
        </h2>
      </div>
      {board.franchises.length === 0 ? (
        <EmptyState
          title={t`No franchise yet`}
          actions={
            <LinkButton to="/franchises" search={{ create: true }}>
              <Trans>Create the first franchise</Trans>
            </LinkButton>
          }
        />
      ) : (
        <TableWrap label={t`Franchises`}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Franchise</Trans>
                </th>
                <th scope="col" className="end">
                  <Trans>Customers</Trans>
                </th>
                <th scope="col" className="end">
                  <Trans>Labels</Trans>
                </th>
                <th scope="col" className="end">
                  <Trans>Spend</Trans>
                </th>
                <th scope="col">
                  <Trans>Last label</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {board.franchises.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link className="link" to="/franchises/$franchiseId" params={{ franchiseId: row.id }}>
                      {row.name}
                    </Link>
                    {row.state === 'suspended' && (
                      <>
                        {' '}
                        <Badge tone="bad">{t`Suspended`}</Badge>
                      </>
                    )}
                    {row.hostsPending > 0 && (
                      <div>
                        <Link
                          className="link small"
                          to="/franchises/$franchiseId"
                          params={{ franchiseId: row.id }}
                          search={{ tab: 'hosts' }}
                        >
                          <Plural
                            value={row.hostsPending}
                            one="# host awaits verification"
                            other="# hosts await verification"
                          />
                        </Link>
                      </div>
                    )}
                  </td>
                  <td className="end num">{format.number(row.customers)}</td>
                  <td className="end num">{format.number(row.labels)}</td>
                  <td className="end num">{format.money(row.spend)}</td>
                  <td className="nowrap">
                    {row.lastLabelAt ? format.instant(row.lastLabelAt, 'short') : <Trans>none yet</Trans>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      )}
    </section>
  );
}

/** Whether everything is well, and what is not; the page behind it has every check. */
function HealthCard() {
  const { i18n } = useI18n();
  const state = useQuery(systemStateQuery);
  const late = state.data?.checks.filter((check) => check.state === 'late') ?? [];
  return (
    <section className="card" aria-labelledby="health-head">
      <div className="card-head">
        <h2 id="health-head">
          <Trans>Health</Trans>
        </h2>
        <Link className="link small" to="/platform/system">
          <Trans>System status</Trans>
        </Link>
      </div>
      {state.isError ? (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} />
      ) : !state.data ? (
        <div className="card-body">
          <Skeletons rows={1} height={28} />
        </div>
      ) : (
        <ul className="todo">
          {late.length === 0 && (
            <li data-testid="health" data-state="ok">
              <IconCircleCheck size={18} aria-hidden />
              <span className="grow strong">
                <Trans>Everything is running normally</Trans>
              </span>
            </li>
          )}
          {late.map((check) => (
            <li key={check.id} data-testid="health" data-state="late">
              <IconAlertTriangle size={18} aria-hidden />
              <span className="grow">
                <span className="strong">{i18n._(CHECK_WORDS[check.id].title)}</span>
                <span className="dim small block">{i18n._(CHECK_WORDS[check.id].means)}</span>
              </span>
              <Badge tone="bad">
                <Trans>Overdue</Trans>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
