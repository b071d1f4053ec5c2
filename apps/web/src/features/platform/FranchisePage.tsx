import '../customers/customers.css';
import './platform.css';
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconArrowLeft } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { FranchiseDetail } from '@scanship/contracts/network/franchises';
import { notify } from '../../app/notify.ts';
import { Badge } from '../../ui/Badge.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { TabNav } from '../../ui/TabNav.tsx';
import { LazyReason } from '../customers/LazyConfirm.tsx';
import { FranchiseOverview } from './FranchiseOverview.tsx';
import { FRANCHISE_TABS, type FranchiseTab } from './franchises-search.ts';
import { franchiseQuery, resume, suspend, tookFranchise } from './platform-api.ts';

const HostsCard = lazy(async () => ({ default: (await import('./HostsCard.tsx')).HostsCard }));
const SenderCard = lazy(async () => ({ default: (await import('./SenderCard.tsx')).SenderCard }));
const FranchiseBranding = lazy(() => import('./FranchiseBranding.tsx'));
const PlansEditor = lazy(() => import('./PlansEditor.tsx'));
const Administrators = lazy(() => import('./Administrators.tsx'));

const route = getRouteApi('/inside/franchises/$franchiseId');

/** One franchise as its operator runs it. */
export function FranchisePage() {
  const { t } = useLingui();
  const { franchiseId } = route.useParams();
  const { tab: wished } = route.useSearch();
  const tab = FRANCHISE_TABS.find((one) => one === wished) ?? 'overview';
  const franchise = useQuery(franchiseQuery(franchiseId));
  const words: Readonly<Record<FranchiseTab, string>> = {
    overview: t`Overview`,
    hosts: t`Hosts`,
    sender: t`Sender of e-mails`,
    branding: t`Branding`,
    plans: t`Plans`,
    administrators: t`Administrators`,
  };
  const name = franchise.data ? franchise.data.brandName || franchise.data.name : t`Franchise`;
  const pending = franchise.data?.hosts.filter(({ state }) => state === 'pending').length ?? 0;
  return (
    <div className="page-narrow">
      <PageHead title={name} />
      <div className="page-head">
        <div className="grow">
          <Link to="/franchises" className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Franchises</Trans>
          </Link>
          <div className="row">
            <h1 className="break-anywhere">{name}</h1>
            {franchise.data?.state === 'suspended' && <Badge tone="bad">{t`Suspended`}</Badge>}
          </div>
        </div>
        {franchise.data && <SuspendButton franchise={franchise.data} />}
      </div>
      {franchise.data ? (
        <div className="stack">
          {franchise.data.state === 'suspended' && (
            <div className="notice" data-tone="warn">
              <IconAlertTriangle size={17} aria-hidden />
              <Trans>Its hosts show the maintenance screen, and nobody of it can work. Nothing is lost.</Trans>
            </div>
          )}
          <TabNav label={name}>
            {FRANCHISE_TABS.map((one) => (
              <Link
                key={one}
                to="/franchises/$franchiseId"
                params={{ franchiseId }}
                search={one === 'overview' ? {} : { tab: one }}
                aria-current={one === tab ? 'page' : undefined}
                activeProps={{}}
                activeOptions={{ exact: true, includeSearch: true }}
              >
                {words[one]}
                {one === 'hosts' && pending > 0 && (
                  <span className="count">
                    {pending}
                    <span className="sr-only"> {t`await verification`}</span>
                  </span>
                )}
              </Link>
            ))}
          </TabNav>
          <Suspense fallback={<Skeletons rows={6} />}>
            <Tab tab={tab} franchise={franchise.data} />
          </Suspense>
        </div>
      ) : franchise.isError ? (
        <div className="card">
          <ErrorState error={franchise.error} onRetry={() => void franchise.refetch()} />
        </div>
      ) : (
        <Skeletons rows={8} />
      )}
    </div>
  );
}

function Tab({ tab, franchise }: { readonly tab: FranchiseTab; readonly franchise: FranchiseDetail }) {
  switch (tab) {
    case 'overview':
      return <FranchiseOverview key={franchise.version} franchise={franchise} />;
    case 'hosts':
      return <HostsCard franchise={franchise} />;
    case 'sender':
      return <SenderCard key={franchise.sender.address} franchise={franchise} />;
    case 'branding':
      return <FranchiseBranding franchiseId={franchise.id} />;
    case 'plans':
      return <PlansEditor franchise={franchise} />;
    case 'administrators':
      return <Administrators franchise={franchise} />;
  }
}

function SuspendButton({ franchise }: { readonly franchise: FranchiseDetail }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const name = franchise.brandName || franchise.name;
  const off = useMutation({
    mutationFn: (reason: string) => suspend(franchise.id, reason),
    onSuccess: ({ data, successMessage }) => {
      tookFranchise(data);
      setAsking(false);
      notify.success(successMessage ?? t`Franchise suspended.`);
    },
  });
  const on = useMutation({
    mutationFn: () => resume(franchise.id),
    onSuccess: ({ data, successMessage }) => {
      tookFranchise(data);
      notify.success(successMessage ?? t`Franchise restored.`);
    },
    onError: (error) => notify.error(error),
  });
  return (
    <>
      {franchise.state === 'suspended' ? (
        <Button loading={on.isPending} onClick={() => on.mutate()}>
          <Trans>Restore it</Trans>
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAsking(true)}>
          <Trans>Suspend</Trans>
        </Button>
      )}
      <LazyReason
        opened={asking}
        title={t`Suspend ${name}?`}
        confirm={t`Suspend`}
        busy={off.isPending}
        error={off.error}
        onConfirm={(reason) => off.mutate(reason)}
        onClose={() => setAsking(false)}
      >
        <Trans>
          Its hosts show the maintenance screen from now on; the franchise and all its customers stop working until you
          restore it. Nothing is lost.
        </Trans>
      </LazyReason>
    </>
  );
}
