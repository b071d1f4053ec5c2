import { useQuery } from '@tanstack/react-query';
import type { FranchiseDetail } from '@scanship/contracts/network/franchises';
import { queryClient } from '../../app/query-client.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { PlanCardsEditor } from '../customers/PlanCardsEditor.tsx';
import { plansQuery, savePlan } from './platform-api.ts';

/** The plans of a franchise, for the operator. */
export default function PlansEditor({ franchise }: { readonly franchise: FranchiseDetail }) {
  const plans = useQuery(plansQuery(franchise.id));
  if (!plans.data)
    return plans.isError ? (
      <div className="card">
        <ErrorState error={plans.error} onRetry={() => void plans.refetch()} />
      </div>
    ) : (
      <Skeletons rows={6} height={32} />
    );
  return (
    <PlanCardsEditor
      plans={plans.data.plans}
      currency={franchise.currency}
      save={(code, body) => savePlan(franchise.id, code, body)}
      onSaved={(saved) => queryClient.setQueryData(plansQuery(franchise.id).queryKey, { plans: [...saved.plans] })}
    />
  );
}
