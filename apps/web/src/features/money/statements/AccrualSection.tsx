import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AccrualData, CommissionData } from '@scanship/contracts/money/commissions';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { AgentSection } from './AgentSection.tsx';
import { EarningsTable } from './EarningsTable.tsx';
import { accrualQuery } from './statements-api.ts';

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
  return (
    <>
      <p className="card-body dim small">
        <Trans>Estimated until the month is closed: voids, adjustments and changes of plans still count.</Trans>
      </p>
      <EarningsTable label={t`Earned so far`} earned={months} plans={plans} />
    </>
  );
}
