import { useLingui } from '@lingui/react/macro';
import { OperatorWordsFrame } from '../announcements/OperatorWordsFrame.tsx';
import { FranchiseFrame } from '../customers/FranchiseFrame.tsx';
import { TermsPanel } from './TermsPanel.tsx';

/** A franchise's, for its customers. */
export function FranchiseTermsPage() {
  const { t } = useLingui();
  return (
    <FranchiseFrame title={t`Terms`}>
      <TermsPanel />
    </FranchiseFrame>
  );
}

/** The operator's, for its franchises. */
export function PlatformTermsPage() {
  const { t } = useLingui();
  return (
    <OperatorWordsFrame title={t`Terms`}>
      <TermsPanel />
    </OperatorWordsFrame>
  );
}
