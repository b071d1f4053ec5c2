import { useLingui } from '@lingui/react/macro';
import { MoneyFrame } from '../MoneyFrame.tsx';
import { BillingDesk } from './BillingDesk.tsx';

/** A customer's account at its franchise. */
export function BillingPage() {
  const { t } = useLingui();
  return (
    <MoneyFrame title={t`Balance and payments`}>
      <BillingDesk />
    </MoneyFrame>
  );
}

/** A franchise's account at the platform. */
export function AccountWithPlatformPage() {
  const { t } = useLingui();
  return (
    <MoneyFrame title={t`Account with the platform`}>
      <BillingDesk />
    </MoneyFrame>
  );
}
