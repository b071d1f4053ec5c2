import { Button, NativeSelect } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DryRunOrder, RuleDraft } from '@scanship/contracts/shipping/automation';
import { useFormat } from '../../app/use-format.ts';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { runDry } from './automation-api.ts';
import { PART_WORDS } from './automation-words.ts';

const DAYS = [1, 7, 30, 90, 365] as const;

/** What rules, or one that is not saved yet, would do to past orders. Nothing is changed by looking. */
export function DryRun({ draft }: { readonly draft: { readonly id: string | null; readonly rule: RuleDraft } | null }) {
  const { t } = useLingui();
  const format = useFormat();
  const [days, setDays] = useState<number>(30);
  const run = useQuery({
    queryKey: ['automation', 'dry-run', days, draft],
    queryFn: () => runDry({ days, draft }),
    gcTime: 0,
  });
  const shown = run.data;
  return (
    <section className="card" aria-label={t`Dry run`} data-testid="dry-run">
      <div className="card-head">
        <h2 className="grow">
          <Trans>Dry run: nothing is changed</Trans>
        </h2>
        <NativeSelect
          aria-label={t`Orders of`}
          value={String(days)}
          data={DAYS.map((n) => ({ value: String(n), label: n === 1 ? t`the last day` : t`the last ${n} days` }))}
          onChange={(e) => setDays(Number(e.currentTarget.value))}
        />
        <Button variant="default" size="compact-md" loading={run.isFetching} onClick={() => void run.refetch()}>
          <Trans>Run again</Trans>
        </Button>
      </div>
      <div className="card-body stack" aria-live="polite">
        {run.isError ? (
          <ErrorState compact error={run.error} onRetry={() => void run.refetch()} />
        ) : !shown ? (
          <Skeletons rows={3} />
        ) : (
          <>
            <p>
              <Plural
                value={shown.looked}
                one="# order was looked at"
                other={`${format.number(shown.looked)} orders were looked at`}
              />
              {shown.capped && (
                <>
                  {' '}
                  <Trans>(the newest; there are more)</Trans>
                </>
              )}
              {'; '}
              <strong>
                <Plural
                  value={shown.changed}
                  one="# would change."
                  other={`${format.number(shown.changed)} would change.`}
                />
              </strong>
            </p>
            {shown.perRule.length > 1 && (
              <ul className="dim small">
                {shown.perRule.map((rule) => (
                  <li key={rule.id ?? 'draft'}>
                    <Trans>
                      {rule.name}: matches {format.number(rule.matched)}, changes {format.number(rule.changed)}
                    </Trans>
                  </li>
                ))}
              </ul>
            )}
            {shown.orders.length === 0 ? (
              <EmptyState title={t`No order of this period matches`}>
                <Trans>Choose a longer time, or loosen a condition.</Trans>
              </EmptyState>
            ) : (
              <Orders orders={shown.orders} />
            )}
          </>
        )}
      </div>
    </section>
  );
}

function Orders({ orders }: { readonly orders: readonly DryRunOrder[] }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const partOf = (what: string) => {
    const word = PART_WORDS[what];
    return word ? i18n._(word) : what;
  };
  return (
    <TableWrap label={t`Orders that match`} className="dry-run-orders">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t`Order`}</th>
            <th>{t`Rules`}</th>
            <th>{t`What would be set`}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.orderId}>
              <td>
                <Link
                  to="/ecommerce/order/$orderId"
                  params={{ orderId: order.orderId }}
                  className="link"
                  target="_blank"
                >
                  {order.orderNumber}
                </Link>
                <div className="dim small">
                  {order.recipient} · {format.instant(order.placedAt, 'day')}
                </div>
              </td>
              <td>{order.rules.map((rule) => rule.name).join(', ')}</td>
              <td>
                <ul>
                  {order.changes.map((change) => (
                    <li key={`${change.what} ${change.to}`} className={change.changes ? '' : 'dim'}>
                      {partOf(change.what)}: {change.from !== null && change.changes && `${change.from} → `}
                      {change.to}
                      {!change.changes && (
                        <>
                          {' '}
                          <Trans>(as it is)</Trans>
                        </>
                      )}
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}
