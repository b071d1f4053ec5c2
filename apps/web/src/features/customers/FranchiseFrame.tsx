import './customers.css';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { kindOf, useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { FranchiseTabs } from './FranchiseTabs.tsx';

interface Props {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}
/** The frame of every tab of `/customer` (decisions 9: the franchise's menu has three entries, the rest are tabs). */
export function FranchiseFrame({ title, actions, children }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const agent = kindOf(useProfile()) === 'agent';
  const heading = agent ? t`My customers` : t`Customers`;
  return (
    <div className="page-narrow">
      <PageHead title={title} description={i18n._(PAGES.customers.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>{heading}</h1>
          {agent && (
            <p className="dim small">
              <Trans>Those assigned to you, with what they ship.</Trans>
            </p>
          )}
        </div>
        {actions}
      </div>
      <FranchiseTabs />
      {children}
    </div>
  );
}
