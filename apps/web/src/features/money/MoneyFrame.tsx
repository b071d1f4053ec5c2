import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { kindOf, useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { TabNav } from '../../ui/TabNav.tsx';
import { FranchiseFrame } from '../customers/FranchiseFrame.tsx';
import { MONEY_TABS, type MoneyLevel } from './money-tabs.ts';

function MoneyTabs({ level }: { readonly level: MoneyLevel }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { rights, roleName } = useProfile();
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, '') });
  const tabs = MONEY_TABS[level].filter(
    ({ right, roles }) => (!right || rights.includes(right)) && (!roles || roles.includes(roleName)),
  );
  return (
    <TabNav label={t`Money`}>
      {tabs.map(({ to, word }) => (
        <Link
          key={to}
          to={to}
          aria-current={path === to ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {i18n._(word)}
        </Link>
      ))}
    </TabNav>
  );
}

interface Props {
  /** Of the tab, for the head of the document. */
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page of money: a customer's under Billing, a franchise's area of work, the platform's under Money. */
export function MoneyFrame({ title, actions, children }: Props) {
  const { i18n } = useI18n();
  const kind = kindOf(useProfile());
  if (kind === 'franchise' || kind === 'agent' || kind === 'support')
    return (
      <FranchiseFrame title={title} actions={actions}>
        <div className="tab-body">{children}</div>
      </FranchiseFrame>
    );
  const page = kind === 'platform' ? PAGES.platformMoney : PAGES.billing;
  return (
    <div className="page-narrow">
      <PageHead title={title} description={i18n._(page.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>{i18n._(page.title)}</h1>
        </div>
        {actions}
      </div>
      <MoneyTabs level={kind === 'platform' ? 'platform' : 'customer'} />
      <div className="tab-body">{children}</div>
    </div>
  );
}
