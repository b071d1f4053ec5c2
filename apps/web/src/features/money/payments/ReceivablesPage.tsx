import './payments.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import type { Receivable } from '@scanship/contracts/money/receivables';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { MoneyFrame } from '../MoneyFrame.tsx';
import { ChargebacksCard } from './ChargebacksCard.tsx';
import { CreditLimitDialog } from './CreditLimitDialog.tsx';
import { PAGE_SIZE, receivablesQuery } from './payments-api.ts';
import { ReceivedCard } from './ReceivedCard.tsx';
import { RecordPaymentDialog } from './RecordPaymentDialog.tsx';

type Sort = 'owed' | 'available' | 'name';

/** Everybody who buys from one: what is owed, since when, and what came in. */
export function ReceivablesPage() {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>('owed');
  const [paying, setPaying] = useState<Receivable>();
  const [limiting, setLimiting] = useState<Receivable>();
  const [only, setOnly] = useState<Receivable>();
  const list = useQuery(receivablesQuery({ page, sort, search: useDeferredValue(search.trim()) }));
  return (
    <MoneyFrame title={t`Receivables`}>
      <div className="stack">
        <section className="card" aria-label={t`Receivables`}>
          <div className="card-head">
            <TextInput
              className="grow"
              aria-label={t`Search by name`}
              placeholder={t`Search by name`}
              value={search}
              onChange={(event) => {
                setSearch(event.currentTarget.value);
                setPage(1);
              }}
            />
            <NativeSelect
              aria-label={t`Order by`}
              value={sort}
              data={[
                { value: 'owed', label: t`Most owed first` },
                { value: 'available', label: t`Least available first` },
                { value: 'name', label: t`By name` },
              ]}
              onChange={(event) => setSort(event.currentTarget.value as Sort)}
            />
          </div>
          {list.data ? (
            list.data.receivables.length > 0 ? (
              <>
                <Table rows={list.data.receivables} onPay={setPaying} onLimit={setLimiting} onOnly={setOnly} />
                <Pager page={page} size={PAGE_SIZE} total={list.data.totalRecords} onPage={setPage} />
              </>
            ) : (
              <EmptyState title={t`No results`}>
                <Trans>Whoever buys from you is listed here with what it owes.</Trans>
              </EmptyState>
            )
          ) : list.isError ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <div className="card-body">
              <Skeletons rows={5} height={28} />
            </div>
          )}
        </section>
        <ReceivedCard key={only?.id} only={only} onAll={() => setOnly(undefined)} />
        <ChargebacksCard />
      </div>
      <RecordPaymentDialog of={paying} onClose={() => setPaying(undefined)} />
      <CreditLimitDialog of={limiting} onClose={() => setLimiting(undefined)} />
    </MoneyFrame>
  );
}

function Table({
  rows,
  onPay,
  onLimit,
  onOnly,
}: {
  readonly rows: readonly Receivable[];
  readonly onPay: (of: Receivable) => void;
  readonly onLimit: (of: Receivable) => void;
  readonly onOnly: (of: Receivable) => void;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const profile = useProfile();
  const mayEnter = profile.rights.includes('money.credit');
  const autos = { on: t`On`, off: t`Off`, paused: t`Paused` };
  return (
    <TableWrap label={t`Receivables`}>
      <table className="plain-table" data-testid="receivables">
        <thead>
          <tr>
            <th>{t`Who`}</th>
            <th className="num">{t`Owed`}</th>
            <th className="num">{t`Available`}</th>
            <th>{t`Oldest unpaid`}</th>
            <th>{t`Terms`}</th>
            <th>{t`Automatic top-up`}</th>
            <th scope="col">
              <span className="sr-only">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const money = (minor: number) => format.money({ minor, currency: row.balance.currency });
            const { availableMinor: available, limitMinor: limit } = row.balance;
            const days = row.termsDays;
            return (
              <tr key={`${row.id} ${row.balance.currency}`}>
                <th scope="row">
                  {kindOf(profile) === 'franchise' ? (
                    <Link to="/customer/$customerId" params={{ customerId: row.id }}>
                      {row.name}
                    </Link>
                  ) : (
                    row.name
                  )}
                </th>
                <td className="num">{money(row.balance.owedMinor)}</td>
                <td className="num">
                  {available !== null
                    ? money(available)
                    : row.balance.limitedIn !== null
                      ? t`Limit in ${row.balance.limitedIn}`
                      : t`No limit`}
                </td>
                <td>
                  {row.oldestUnpaidAt && format.instant(row.oldestUnpaidAt, 'day')}{' '}
                  {row.overdue && <Badge tone="bad">{t`${money(row.overdueMinor)} overdue`}</Badge>}
                </td>
                <td>{limit === 0 ? t`Paid ahead` : days !== null && <Trans>{days} days</Trans>}</td>
                <td>
                  <Badge tone={row.autoTopUp === 'paused' ? 'warn' : row.autoTopUp === 'on' ? 'good' : 'plain'}>
                    {autos[row.autoTopUp]}
                  </Badge>
                </td>
                <td className="num">
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t`Payments of ${row.name}`}
                    onClick={() => onOnly(row)}
                  >
                    <Trans>Payments</Trans>
                  </Button>
                  {mayEnter && kindOf(profile) === 'platform' && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={t`Credit limit of ${row.name}`}
                      onClick={() => onLimit(row)}
                    >
                      <Trans>Limit</Trans>
                    </Button>
                  )}
                  {mayEnter && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={t`Enter a payment of ${row.name}`}
                      onClick={() => onPay(row)}
                    >
                      <Trans>Enter a payment</Trans>
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableWrap>
  );
}
