import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { ownPlansQuery } from './customers-api.ts';
import { FranchiseFrame } from './FranchiseFrame.tsx';
import { MailLogCard } from './MailLogCard.tsx';
import { PlanCard } from './PlanCard.tsx';
import { SignInPolicyCard } from './SignInPolicyCard.tsx';

/** The plans the franchise sells; the platform's operator changes them. */
export function PlansPage() {
  const { t } = useLingui();
  const plans = useQuery(ownPlansQuery);
  return (
    <FranchiseFrame title={t`Plans`}>
      {plans.data ? (
        <div className="stack">
          <ul className="plan-cards">
            {plans.data.plans.map((plan) => (
              <PlanCard key={plan.code} plan={plan} />
            ))}
          </ul>
          <p className="dim small">
            <Trans>
              Scan and Ship belongs to Advanced. Names, limits and prices are changed by the platform’s operator.
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
