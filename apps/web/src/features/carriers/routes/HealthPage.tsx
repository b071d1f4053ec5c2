import '../carriers.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft, IconCheck, IconMinus } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AccountHealthDto, CallFigures, CarrierOffer } from '@scanship/contracts/carriers/carrier-health';
import { useFormat } from '../../../app/use-format.ts';
import { Badge, TestBadge } from '../../../ui/Badge.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { healthQuery } from '../carriers-api.ts';
import { VendorWarnings, VendorWatch } from '../components/VendorWatch.tsx';
import { TraceFinder } from '../components/TraceFinder.tsx';
import { useOperationWords } from '../operation-words.ts';
import { useCarrierHome } from '../use-carrier-home.ts';

/** How the carriers do: figures of each account, what each carrier offers, and the trace of a call. */
export function HealthPage() {
  const { t } = useLingui();
  const home = useCarrierHome();
  const health = useQuery(healthQuery);
  const isOperator = home === '/platform/carriers';
  return (
    <div>
      <PageHead title={t`Carrier health`} />
      <div className="page-head">
        <div className="grow">
          <Link to={home} className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Carriers</Trans>
          </Link>
          <h1>
            <Trans>Carrier health</Trans>
          </h1>
        </div>
      </div>
      {health.data ? (
        <div className="stack wide">
          {isOperator && <VendorWarnings />}
          {health.data.accounts.length === 0 && health.data.lent.length === 0 && (
            <div className="card">
              <EmptyState title={t`No carrier is connected yet`} />
            </div>
          )}
          {health.data.accounts.length > 0 && (
            <AccountsTable accounts={health.data.accounts} offers={health.data.carriers} />
          )}
          {health.data.lent.length > 0 && (
            <section className="card">
              <div className="card-head">
                <h2>
                  <Trans>Lent to you</Trans>
                </h2>
              </div>
              <ul className="services">
                {health.data.lent.map((one) => (
                  <li key={one.id} className="row between">
                    <span>
                      <span className="strong">{one.name}</span> <span className="dim small">{one.carrierName}</span>
                    </span>
                    <Badge tone={one.state === 'active' ? 'good' : one.state === 'paused' ? 'plain' : 'bad'}>
                      {one.state === 'active'
                        ? t({ message: 'Active', context: 'carrier account' })
                        : one.state === 'paused'
                          ? t`Paused`
                          : t`Does not work`}
                    </Badge>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <TraceFinder />
          <OffersTable offers={health.data.carriers} />
          {isOperator && <VendorWatch />}
        </div>
      ) : health.isError ? (
        <div className="card">
          <ErrorState error={health.error} onRetry={() => void health.refetch()} />
        </div>
      ) : (
        <Skeletons rows={8} />
      )}
    </div>
  );
}

function AccountsTable({
  accounts,
  offers,
}: {
  readonly accounts: readonly AccountHealthDto[];
  readonly offers: readonly CarrierOffer[];
}) {
  const { t } = useLingui();
  const format = useFormat();
  const maturity = {
    own: t`Own courier`,
    contract: t`Checked against the contract`,
    samples: t`Checked against samples`,
  };
  const share = (figures: CallFigures): string =>
    figures.calls === 0 ? '–' : `${format.number(Math.round((figures.failed * 1000) / figures.calls) / 10)} %`;
  const time = (ms: number | null): string =>
    ms === null ? '–' : ms > 30_000 ? '> 30 s' : `≤ ${format.number(ms / 1000)} s`;
  return (
    <section className="card" aria-label={t`Accounts`}>
      <TableWrap label={t`Accounts`}>
        <table className="plain-table" data-testid="health-accounts">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Account</Trans>
              </th>
              <th scope="col">
                <Trans>Connector</Trans>
              </th>
              <th scope="col">
                <Trans>Last success</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Calls, 24 h / 7 days</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Failed, 24 h / 7 days</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Time of half / of 95 %</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Calls left</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((one) => {
              const offer = offers.find(({ id }) => id === one.carrier);
              return (
                <tr key={one.id}>
                  <td>
                    <span className="strong">{one.name}</span> {one.mode !== 'live' && <TestBadge />}
                    <span className="dim small block">{one.carrierName}</span>
                    {one.breakerOpen && <Badge tone="bad">{t`Held back: it keeps failing`}</Badge>}
                    {one.lastProblem !== null && <span className="danger small block">{one.lastProblem}</span>}
                  </td>
                  <td className="small">
                    {offer && maturity[offer.maturity]}
                    <span className="dim block">{offer?.contractVersion}</span>
                  </td>
                  <td className="small">{one.lastOkAt === null ? '–' : format.instant(one.lastOkAt, 'short')}</td>
                  <td className="end num">{`${format.number(one.day.calls)} / ${format.number(one.week.calls)}`}</td>
                  <td className="end num">{`${share(one.day)} / ${share(one.week)}`}</td>
                  <td className="end num">{`${time(one.week.medianMs)} / ${time(one.week.p95Ms)}`}</td>
                  <td className="end num">
                    {`${format.number(one.quota.left ?? one.quota.of)} / ${format.number(one.quota.of)}`}
                    {one.quota.pausedUntil !== null && (
                      <span className="danger small block">
                        <Trans>Paused until {format.instant(one.quota.pausedUntil, 'short')}</Trans>
                      </span>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableWrap>
    </section>
  );
}

function OffersTable({ offers }: { readonly offers: readonly CarrierOffer[] }) {
  const { t } = useLingui();
  const words = useOperationWords();
  const operations = offers[0]?.operations.map(({ operation }) => operation) ?? [];
  return (
    <section className="card" aria-label={t`What each carrier offers`}>
      <div className="card-head">
        <h2>
          <Trans>What each carrier offers</Trans>
        </h2>
      </div>
      <TableWrap label={t`What each carrier offers`}>
        <table className="plain-table offers-table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Operation</Trans>
              </th>
              {offers.map((one) => (
                <th key={one.id} scope="col">
                  {one.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {operations.map((operation) => (
              <tr key={operation}>
                <th scope="row">{words[operation]}</th>
                {offers.map((one) => {
                  const cell = one.operations.find((each) => each.operation === operation);
                  return (
                    <td key={one.id}>
                      {cell?.offered ? <IconCheck size={15} aria-hidden /> : <IconMinus size={15} aria-hidden />}
                      <span className="sr-only">{cell?.offered ? t`offered` : t`not offered`}</span>
                      {cell?.why && <span className="dim small block">{cell.why}</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </section>
  );
}
