import { useLingui } from '@lingui/react/macro';
import { FranchiseFrame } from './FranchiseFrame.tsx';
import { SignInPolicyCard } from './SignInPolicyCard.tsx';

/** What the franchise asks of a sign-in, and who may sign up. */
export function SignInPolicyPage() {
  const { t } = useLingui();
  return (
    <FranchiseFrame title={t`Sign-in`}>
      <SignInPolicyCard />
    </FranchiseFrame>
  );
}
