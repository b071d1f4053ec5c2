import { useLingui } from '@lingui/react/macro';
import { FranchiseFrame } from './FranchiseFrame.tsx';
import { MailLogCard } from './MailLogCard.tsx';

export function MailLogPage() {
  const { t } = useLingui();
  return (
    <FranchiseFrame title={t`E-mails`}>
      <MailLogCard />
    </FranchiseFrame>
  );
}
