import './automation.css';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { TabNav } from '../../ui/TabNav.tsx';
import { PresetsTab } from './PresetsTab.tsx';
import { RequestedTab } from './RequestedTab.tsx';
import { RulesTab } from './RulesTab.tsx';

export const AUTOMATION_TABS = ['rules', 'presets', 'services'] as const;
export type AutomationTab = (typeof AUTOMATION_TABS)[number];

const route = getRouteApi('/inside/account/automation');

export function AutomationPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { tab = 'rules' } = route.useSearch();
  const mayEdit = useProfile().rights.includes('settings.manage');
  const words: Readonly<Record<AutomationTab, string>> = {
    rules: t`Rules`,
    presets: t`Presets`,
    services: t`Requested services`,
  };
  return (
    <div className="page-narrow">
      <PageHead title={t`Automation`} description={i18n._(PAGES.automation.description)} />
      <div className="page-head">
        <h1>
          <Trans>Automation</Trans>
        </h1>
      </div>
      <div className="stack">
        <TabNav label={t`Automation`}>
          {AUTOMATION_TABS.map((name) => (
            <Link
              key={name}
              to="/account/automation"
              search={name === 'rules' ? {} : { tab: name }}
              aria-current={name === tab ? 'page' : undefined}
              activeProps={{}}
              activeOptions={{ exact: true, includeSearch: true }}
            >
              {words[name]}
            </Link>
          ))}
        </TabNav>
        {tab === 'rules' ? (
          <RulesTab mayEdit={mayEdit} />
        ) : tab === 'presets' ? (
          <PresetsTab mayEdit={mayEdit} />
        ) : (
          <RequestedTab mayEdit={mayEdit} />
        )}
      </div>
    </div>
  );
}
