import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useProfile } from '../../app/profile.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { TabNav } from '../../ui/TabNav.tsx';

/** What the operator tells its franchises, and what it asks of them: two pages of one menu entry. */
export function OperatorWordsFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useLingui();
  const mayTerms = useProfile().rights.includes('users.manage');
  return (
    <div className="page-narrow">
      <PageHead title={title} />
      <div className="page-head">
        <h1>
          <Trans>Announcements and terms</Trans>
        </h1>
      </div>
      <TabNav label={t`Announcements and terms`}>
        <Link to="/platform/announcements">
          <Trans>Announcements</Trans>
        </Link>
        {mayTerms && (
          <Link to="/platform/terms">
            <Trans>Terms</Trans>
          </Link>
        )}
      </TabNav>
      {children}
    </div>
  );
}
