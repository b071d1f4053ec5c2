import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { PAGES } from '../../app/routes/pages.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { AuditPanel } from './AuditPanel.tsx';
import { parseAuditSearch } from './audit-search.ts';

const route = getRouteApi('/inside/account/audit');

/** Who did what, as whom and when: the customer reads it itself (issue 4, line 5). */
export function AuditPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const navigate = useNavigate();
  return (
    <div className="page-narrow">
      <PageHead title={t`Audit log`} description={i18n._(PAGES.audit.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Audit log</Trans>
          </h1>
          <p className="dim small">
            <Trans>Who changed people, roles and settings, and everything others did in your people’s names.</Trans>
          </p>
        </div>
      </div>
      <AuditPanel
        search={parseAuditSearch({ ...route.useSearch() })}
        onSearch={(search) => void navigate({ to: '/account/audit', search, replace: true })}
      />
    </div>
  );
}
