import { useLingui as useI18n } from '@lingui/react';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck } from '#icons';
import { Link } from '@tanstack/react-router';
import type { PlatformDashboard } from '@scanship/contracts/network/dashboard';
import { useProfile } from '../../app/profile.ts';
import { mayOpen, PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { Figure } from './Figure.tsx';

type Health = PlatformDashboard['health'][number];

/** The operator's: every franchise with its volume, and whether the installation works. */
export function PlatformBoard({ board }: { readonly board: PlatformDashboard }) {
  const { t } = useLingui();
  const format = useFormat();
  const { totals } = board;
  return (
    <div className="board">
      <div className="figures">
        <Figure label={t`Franchises`} value={format.number(totals.franchises)} />
        <Figure label={t`Customers`} value={format.number(totals.customers)} />
        <Figure label={t`Labels`} value={format.number(totals.labels)} />
      </div>
      <div className="board-split">
        <Franchises board={board} />
        <HealthCard health={board.health} />
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

const HEALTH: Readonly<Record<Health['what'], MessageDescriptor>> = {
  database: msg`Database`,
  journal: msg`Purchases in progress`,
  outcomes: msg`Outcomes to decide`,
  effects: msg`Mails and pushes`,
  audit: msg`Audit log`,
  rollups: msg`Figures`,
  streams: msg`Stores’ orders`,
};

function HealthCard({ health }: { readonly health: readonly Health[] }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const words = useHealthWords();
  const opensSystem = mayOpen(PAGES.system, useProfile());
  return (
    <section className="card" aria-labelledby="health-head">
      <div className="card-head">
        <h2 id="health-head">
          <Trans>Health</Trans>
        </h2>
        {opensSystem && (
          <Link className="link small" to="/platform/system">
            <Trans>System status</Trans>
          </Link>
        )}
      </div>
      <ul className="todo">
        {health.map((one) => (
          <li key={one.what} data-testid="health" data-state={one.state}>
            {one.state === 'ok' ? (
              <IconCircleCheck size={18} aria-hidden />
            ) : (
              <IconAlertTriangle size={18} aria-hidden />
            )}
            <span className="grow">
              <span className="strong">{i18n._(HEALTH[one.what])}</span>
              <span className="dim small"> {words(one)}</span>
            </span>
            {one.state === 'ok' ? (
              <Badge tone="good">{t`Good`}</Badge>
            ) : one.state === 'attention' ? (
              <Badge tone="warn">{t`Needs attention`}</Badge>
            ) : (
              <Badge tone="bad">{t`Failing`}</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The server's sentence is English; these say the same in the reader's language. */
function useHealthWords(): (one: Health) => string {
  const { t } = useLingui();
  return ({ what, count, state }) => {
    if (what === 'database') return t`answered in ${count} ms`;
    if (state === 'ok') return t`nothing waits`;
    const words: Readonly<Record<Exclude<Health['what'], 'database'>, string>> = {
      journal: t`${count} have waited for more than a minute`,
      outcomes: t`${count} wait for an answer or a decision`,
      effects: t`${count} have waited for more than 15 minutes`,
      audit: t`${count} entries wait for their seal`,
      rollups: t`of ${count} customers are behind`,
      streams: t`${count} are more than 15 minutes late`,
    };
    return words[what];
  };
}
