import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { FranchiseDashboard } from '@scanship/contracts/network/dashboard';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { CarrierShares } from './CarrierShares.tsx';
import { DayChart, type Series } from './DayChart.tsx';
import { DueTasks } from './DueTasks.tsx';
import { Figure, Trend } from './Figure.tsx';
import { OpeningCard } from './OpeningCard.tsx';
import { TroubleList } from './TroubleList.tsx';

/** A franchise's: its customers, what they ship and bring in, and who needs a call. A sales agent's are their own. */
export function FranchiseBoard({ board }: { readonly board: FranchiseDashboard }) {
  const { t } = useLingui();
  const format = useFormat();
  const { rights, roleName } = useProfile();
  const { customers, currency, before } = board;
  const seesMoney = rights.includes('money.view') || rights.includes('rates.see-cost');
  const all = customers.active + customers.suspended;
  const series: Series[] = [
    {
      name: t`Labels`,
      days: board.days.map(({ day, labels }) => ({ day, value: labels })),
      show: (value) => format.number(value),
    },
  ];
  const amounts = (minor: number) => format.money({ minor, currency });
  if (seesMoney)
    series.push({
      name: t`Spend`,
      days: board.days.map(({ day, spendMinor }) => ({ day, value: spendMinor })),
      show: amounts,
    });
  if (board.margin)
    series.push({
      name: t`Margin on labels`,
      days: board.days.map(({ day, marginMinor }) => ({ day, value: marginMinor ?? 0 })),
      show: amounts,
    });
  const opening = roleName === 'ROLE_FRANCHISE_ADMIN' && rights.includes('rates.see-cost') && (
    <OpeningCard of="franchise" />
  );
  if (all === 0)
    return (
      <div className="board">
        {opening}
        <FirstCustomer />
      </div>
    );
  const { Basic, Standard, Advanced } = customers.byPlan;
  return (
    <div className="board">
      {opening}
      <div className="figures">
        <Figure label={t`Customers`} value={format.number(customers.active)}>
          <Trans>
            {customers.shipping} shipping · {customers.added} new · {customers.suspended} suspended
          </Trans>
          <div>
            {Basic} Basic · {Standard} Standard · {Advanced} Advanced
          </div>
        </Figure>
        <Figure label={t`Labels`} value={format.number(board.labels)}>
          <Trend now={board.labels} before={before.labels} />
          <div>
            <Trans context="labels">{board.voided} cancelled</Trans>
          </div>
        </Figure>
        {seesMoney && (
          <Figure label={t`Spend of customers`} value={format.money(board.spend)}>
            <Trend now={board.spend.minor} before={before.spendMinor} />
          </Figure>
        )}
        {board.margin && (
          <Figure label={t`Margin on labels`} value={format.money(board.margin)}>
            <Trend now={board.margin.minor} before={before.marginMinor ?? 0} />
            <div>
              <Trans>Labels of these days that were not voided, before adjustments and fees.</Trans>{' '}
              {roleName === 'ROLE_FRANCHISE_ADMIN' &&
                rights.includes('rates.see-cost') &&
                rights.includes('money.view') && (
                  <Link className="link" to="/customer/money" search={{ range: 'custom', ...board.range }}>
                    <Trans>What was booked</Trans>
                  </Link>
                )}
            </div>
          </Figure>
        )}
      </div>
      <DueTasks />
      <TroubleList trouble={board.trouble} />
      <div className="board-split">
        <DayChart series={series} />
        <CarrierShares carriers={board.carriers} currency={currency} seesMoney={seesMoney} />
      </div>
      {board.top.length > 0 && <Top board={board} seesMoney={seesMoney} />}
    </div>
  );
}

function Top({ board, seesMoney }: { readonly board: FranchiseDashboard; readonly seesMoney: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const { currency } = board;
  return (
    <section className="card" aria-labelledby="top-head">
      <div className="card-head">
        <h2 id="top-head">
          <Trans>Customers that ship most</Trans>
        </h2>
      </div>
      <TableWrap label={t`Customers that ship most`}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Customer</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Labels</Trans>
              </th>
              {seesMoney && (
                <th scope="col" className="end">
                  <Trans>Spend</Trans>
                </th>
              )}
              {board.margin && (
                <th scope="col" className="end">
                  <Trans>Margin</Trans>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {board.top.map((row) => (
              <tr key={row.customerId}>
                <td>
                  <Link className="link" to="/customer/$customerId" params={{ customerId: row.customerId }}>
                    {row.name}
                  </Link>
                </td>
                <td className="end num">{format.number(row.labels)}</td>
                {seesMoney && <td className="end num">{format.money({ minor: row.spendMinor, currency })}</td>}
                {board.margin && (
                  <td className="end num">
                    {row.marginMinor !== null && format.money({ minor: row.marginMinor, currency })}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </section>
  );
}

function FirstCustomer() {
  const { t } = useLingui();
  const { rights } = useProfile();
  const manages = rights.includes('customers.manage');
  return (
    <div className="card">
      <EmptyState
        title={manages ? t`No customers yet` : t`No customers are assigned to you yet`}
        actions={
          manages && (
            <LinkButton to="/customer" search={{ create: true }}>
              <Trans>Create the first customer</Trans>
            </LinkButton>
          )
        }
      >
        {manages ? (
          <Trans>Create one and invite its administrator; what they ship is counted here from the first label.</Trans>
        ) : (
          <Trans>Your franchise administrator assigns them.</Trans>
        )}
      </EmptyState>
    </div>
  );
}
