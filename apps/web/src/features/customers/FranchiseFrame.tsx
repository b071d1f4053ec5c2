import './customers.css';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { kindOf, useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { AreaTitle, FranchiseTabs, useArea } from './FranchiseTabs.tsx';

interface Props {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}
/** The frame of every page below `/customer`: the area's name, its pages as tabs. */
export function FranchiseFrame({ title, actions, children }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const area = useArea()?.area.name;
  const agent = kindOf(useProfile()) === 'agent' && area === 'customers';
  return (
    <div className="page-narrow">
      <PageHead title={title} description={i18n._(PAGES.customers.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>{agent ? t`My customers` : <AreaTitle />}</h1>
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
