import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useProfile } from '../../app/profile.ts';
import { queryClient } from '../../app/query-client.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { ownFranchiseQuery, ownPlansQuery, saveOwnPlan } from './customers-api.ts';
import { FranchiseFrame } from './FranchiseFrame.tsx';
import { MailLogCard } from './MailLogCard.tsx';
import { PlanCard } from './PlanCard.tsx';
import { PlanCardsEditor } from './PlanCardsEditor.tsx';
import { SignInPolicyCard } from './SignInPolicyCard.tsx';

/** The plans the franchise sells: changed by its administrator, and by the platform's operator. */
export function PlansPage() {
  const { t } = useLingui();
  const plans = useQuery(ownPlansQuery);
  const mayEdit = useProfile().rights.includes('money.pricing');
  // Its currency is for who changes prices; support may not ask for it.
  const franchise = useQuery({ ...ownFranchiseQuery, enabled: mayEdit });
  return (
    <FranchiseFrame title={t`Plans`}>
      {plans.data ? (
        <div className="stack">
          {mayEdit && franchise.data ? (
            <PlanCardsEditor
              plans={plans.data.plans}
              currency={franchise.data.currency}
              save={saveOwnPlan}
              onSaved={(saved) => queryClient.setQueryData(ownPlansQuery.queryKey, { plans: [...saved.plans] })}
            />
          ) : (
            <ul className="plan-cards">
              {plans.data.plans.map((plan) => (
                <PlanCard key={plan.code} plan={plan} />
              ))}
            </ul>
          )}
          {franchise.isError && <ErrorState compact error={franchise.error} onRetry={() => void franchise.refetch()} />}
          <p className="dim small">
            <Trans>
              Scan and Ship belongs to Advanced. A change of price or labels counts for each customer from its next fee
              on; names, people and stores count at once.
            </Trans>
          </p>
        </div>
      ) : plans.isError ? (
        <div className="card">
          <ErrorState error={plans.error} onRetry={() => void plans.refetch()} />
        </div>
      ) : (
        <Skeletons rows={6} height={32} />
      )}
    </FranchiseFrame>
  );
}

/** What the franchise asks of a sign-in, and who may sign up. */
export function SignInPolicyPage() {
  const { t } = useLingui();
  return (
    <FranchiseFrame title={t`Sign-in`}>
      <SignInPolicyCard />
    </FranchiseFrame>
  );
}

export function MailLogPage() {
  const { t } = useLingui();
  return (
    <FranchiseFrame title={t`E-mails`}>
      <MailLogCard />
    </FranchiseFrame>
  );
}
