import { useLingui } from '@lingui/react/macro';
import { FranchiseFrame } from '../customers/FranchiseFrame.tsx';
import { AnnouncementList } from './AnnouncementList.tsx';
import { OperatorWordsFrame } from './OperatorWordsFrame.tsx';

/** A franchise's, to its customers. */
export function FranchiseAnnouncementsPage() {
  const { t } = useLingui();
  return (
    <FranchiseFrame title={t`Announcements`}>
      <AnnouncementList />
    </FranchiseFrame>
  );
}

/** The operator's, to franchises and those below them. */
export function PlatformAnnouncementsPage() {
  const { t } = useLingui();
  return (
    <OperatorWordsFrame title={t`Announcements`}>
      <AnnouncementList />
    </OperatorWordsFrame>
  );
}
