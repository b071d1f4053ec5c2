import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { AccrualData, CommissionData } from '@scanship/contracts/money/commissions';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { AgentSection } from './AgentSection.tsx';
import { accrualQuery } from './statements-api.ts';
import { useMonth } from './statement-words.ts';
import { usePlanWord } from './use-plan-word.ts';

/** What agents have earned in months that are not closed, by customer and plan. */
export function AccrualSection({ plans }: Pick<CommissionData, 'plans'>) {
  const { t } = useLingui();
  const accrual = useQuery(accrualQuery);
  return (
    <AgentSection title={t`Earned so far`}>
      {accrual.data ? (
        accrual.data.months.length === 0 ? (
          <EmptyState title={t`Nothing earned yet this month`}>
            <Trans>Labels count here as soon as they are bought.</Trans>
          </EmptyState>
        ) : (
          <Accrued months={accrual.data.months} plans={plans} />
        )
      ) : accrual.isError ? (
        <ErrorState error={accrual.error} onRetry={() => void accrual.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={3} height={28} />
        </div>
      )}
    </AgentSection>
  );
}

function Accrued({ months, plans }: Pick<AccrualData, 'months'> & Pick<CommissionData, 'plans'>) {
  const { t } = useLingui();
  const format = useFormat();
  const month = useMonth();
  const word = usePlanWord();
  return (
    <>
      <p className="card-body dim small">
        <Trans>Estimated until the month is closed: voids, adjustments and changes of plans still count.</Trans>
      </p>
      <TableWrap label={t`Earned so far`}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Month</Trans>
              </th>
              <th scope="col">
                <Trans>Sales agent or customer</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Revenue</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Commission</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {months.map((one) => {
              const { currency } = one.amount;
              return (
                <Fragment key={`${one.month} ${one.agentId} ${currency}`}>
                  <tr>
                    <th scope="row">
                      {month(one.month)} {one.over && <Badge tone="warn">{t`Not closed yet`}</Badge>}
                    </th>
                    <td className="strong" colSpan={2}>
                      {one.agentName}
                    </td>
                    <td className="end num strong">{format.money(one.amount)}</td>
                  </tr>
                  {one.lines.map((line) => {
                    const plan = plans.find(({ id }) => id === line.planId);
                    return (
                      <tr key={`${line.planId} ${line.customerName}`}>
                        <td className="dim" colSpan={2}>
                          {line.customerName}, <Plural value={line.labels} one="# label" other="# labels" />
                          {plan && `, ${word(plan)}`}
                        </td>
                        <td className="end num dim">{format.money({ minor: line.revenueMinor, currency })}</td>
                        <td className="end num dim">{format.money({ minor: line.minor, currency })}</td>
                      </tr>
                    );
                  })}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </TableWrap>
    </>
  );
}
