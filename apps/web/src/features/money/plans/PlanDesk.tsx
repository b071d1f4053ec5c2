import '../../customers/customers.css';
import './plans.css';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { PlanCharges } from './PlanCharges.tsx';
import { PlanOffers } from './PlanOffers.tsx';
import { PlanNotices, PlanSummary } from './PlanSummary.tsx';
import { type Of, planQuery } from './plans-api.ts';

/** A plan with all that belongs to it; the franchise sees its customer's the same way. */
export function PlanDesk({ of, mayChange }: { readonly of: Of; readonly mayChange: boolean }) {
  const plan = useQuery(planQuery(of));
  if (!plan.data)
    return plan.isError ? (
      <div className="card">
        <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />
      </div>
    ) : (
      <Skeletons rows={8} height={28} />
    );
  return (
    <div className="stack">
      {plan.isError && <ErrorState compact error={plan.error} onRetry={() => void plan.refetch()} />}
      <PlanNotices of={of} view={plan.data} mayChange={mayChange} />
      <PlanSummary view={plan.data} />
      <PlanOffers key={plan.data.interval} of={of} view={plan.data} mayChange={mayChange} />
      <PlanCharges of={of} />
    </div>
  );
}
