import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { PAGES } from '../../app/routes/pages.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { PeoplePanel } from './PeoplePanel.tsx';
import { parsePeopleSearch } from './people-search.ts';

const route = getRouteApi('/inside/user-manager');

/** People of the own company (product-spec section 2, `/user-manager`). */
export function PeoplePage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const navigate = useNavigate();
  return (
    <div className="page-narrow">
      <PageHead title={t`People`} description={i18n._(PAGES.users.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>People</Trans>
          </h1>
          <p className="dim small">
            <Trans>Who works here, what they may do, and who is invited.</Trans>
          </p>
        </div>
      </div>
      <PeoplePanel
        search={parsePeopleSearch({ ...route.useSearch() })}
        onSearch={(search) => void navigate({ to: '/user-manager', search, replace: true })}
      />
    </div>
  );
}
