import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomerDetail } from '@scanship/contracts/customers';
import type { Plan } from '@scanship/contracts/franchises';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { LazyConfirm } from './LazyConfirm.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { ownPlansQuery, setPlan, tookCustomer } from './customers-api.ts';
import { PlanCard } from './PlanCard.tsx';

/** Which of the franchise's plans the customer has. */
export function CustomerPlan({ customer }: { readonly customer: CustomerDetail }) {
  const { t } = useLingui();
  const plans = useQuery(ownPlansQuery);
  const [wanted, setWanted] = useState<Plan>();
  const [asking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: (plan: Plan) => setPlan(customer.id, plan.code),
    onSuccess: ({ data, successMessage }) => {
      tookCustomer(data);
      void queryClient.invalidateQueries({ queryKey: ownPlansQuery.queryKey });
      notify.success(successMessage ?? t`Plan saved.`);
    },
    onError: (error) => notify.error(error),
    onSettled: () => setAsking(false),
  });
  if (!plans.data)
    return plans.isError ? (
      <div className="card">
        <ErrorState error={plans.error} onRetry={() => void plans.refetch()} />
      </div>
    ) : (
      <Skeletons rows={5} height={32} />
    );
  const { name } = customer;
  const planName = wanted?.name ?? '';
  return (
    <>
      <ul className="plan-cards">
        {plans.data.plans.map((plan) => {
          const title = plan.name;
          return (
            <PlanCard key={plan.code} plan={plan} chosen={plan.code === customer.plan}>
              {plan.code === customer.plan ? (
                <span className="strong">
                  <Trans>This is their plan</Trans>
                </span>
              ) : (
                <Button
                  variant="default"
                  aria-label={t`Change to this plan: ${title}`}
                  onClick={() => {
                    setWanted(plan);
                    setAsking(true);
                  }}
                >
                  <Trans>Change to this plan</Trans>
                </Button>
              )}
            </PlanCard>
          );
        })}
      </ul>
      <LazyConfirm
        opened={asking}
        title={t`Change ${name} to ${planName}?`}
        confirm={t`Change the plan`}
        busy={change.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => wanted && change.mutate(wanted)}
      >
        {wanted?.code === 'Advanced' ? (
          <Trans>It holds from their next press. Scan and Ship opens for everybody whose role allows it.</Trans>
        ) : customer.plan === 'Advanced' ? (
          <Trans>It holds from their next press. Scan and Ship closes; their settings for it are kept.</Trans>
        ) : (
          <Trans>It holds from their next press. Nothing of theirs is removed.</Trans>
        )}
      </LazyConfirm>
    </>
  );
}
