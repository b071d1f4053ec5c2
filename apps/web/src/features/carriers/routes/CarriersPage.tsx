import '../carriers.css';
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ForCustomer } from '../../../app/ForCustomer.tsx';
import { PAGES } from '../../../app/routes/pages.ts';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { PageHead } from '../../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import '../../shipping/shipping.css';
import { accountsQuery } from '../carriers-api.ts';
import { AccountTable } from '../components/AccountTable.tsx';
import { useCarrierHome } from '../use-carrier-home.ts';

const ConnectDialog = lazy(() => import('../components/ConnectDialog.tsx'));

interface Props {
  /** Of the page this is a tab of: a franchise's customers (decisions 9). */
  readonly tabs?: ReactNode;
}
/** Connected carriers. */
export function CarriersPage({ tabs }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const franchise = kindOf(useProfile()) === 'franchise';
  const home = useCarrierHome();
  const accounts = useQuery(accountsQuery);
  /** Undefined until it is opened for the first time: its code is fetched then. */
  const [connecting, setConnecting] = useState<boolean>();
  const add = (
    <ForCustomer>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setConnecting(true)}>
        <Trans>Connect a carrier</Trans>
      </Button>
    </ForCustomer>
  );
  return (
    <div className="page-narrow">
      <PageHead
        title={franchise ? t`Carriers and rate sheets` : t`Carriers`}
        description={i18n._(PAGES.carriers.description)}
      />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Carriers</Trans>
          </h1>
        </div>
        <Link className="link" to={`${home}/health`}>
          <Trans>Health</Trans>
        </Link>
        {add}
      </div>
      {tabs}
      {accounts.data ? (
        accounts.data.accounts.length === 0 ? (
          <div className="card">
            <EmptyState title={t`No carrier is connected yet`} actions={add}>
              <Trans>Connect your own courier with a rate sheet, or an account at a carrier.</Trans>
            </EmptyState>
          </div>
        ) : (
          <AccountTable accounts={accounts.data.accounts} monthCosts={accounts.data.monthCosts} />
        )
      ) : accounts.isError ? (
        <div className="card">
          <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
        </div>
      ) : (
        <Skeletons rows={6} height={40} />
      )}
      {connecting !== undefined && (
        <Suspense>
          <ConnectDialog opened={connecting} onClose={() => setConnecting(false)} />
        </Suspense>
      )}
    </div>
  );
}
