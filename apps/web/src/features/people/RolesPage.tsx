import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { PAGES } from '../../app/routes/pages.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { RolesPanel } from '../roles/RolesPanel.tsx';

/** Roles of a customer (product-spec section 2, `/user/role-and-permissions`). */
export function RolesPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  return (
    <div className="page-narrow">
      <PageHead title={t`Roles and permissions`} description={i18n._(PAGES.roles.description)} />
      <div className="page-head">
        <h1>
          <Trans>Roles and permissions</Trans>
        </h1>
      </div>
      <RolesPanel />
    </div>
  );
}
