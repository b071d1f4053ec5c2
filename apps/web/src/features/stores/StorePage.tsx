import './stores.css';
import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconArrowLeft, IconPlugConnected, IconRefresh } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { StoreDetail, StoreProblem } from '@scanship/contracts/stores/stores';
import { ForCustomer } from '../../app/ForCustomer.tsx';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { TabNav } from '../../ui/TabNav.tsx';
import { rememberChoice } from './pending.ts';
import { StoreBadges } from './StoreBadges.tsx';
import { StoreOverview } from './StoreOverview.tsx';
import {
  consentAddress,
  disconnectStore,
  pause,
  renameStore,
  resume,
  storeQuery,
  storesQuery,
  syncNow,
  tookStore,
  tryStore,
} from './stores-api.ts';

// One tab is looked at at a time; those beside the first load when they are.
const StoreBranding = lazy(async () => ({ default: (await import('./StoreBranding.tsx')).StoreBranding }));
const StoreRuns = lazy(async () => ({ default: (await import('./StoreRuns.tsx')).StoreRuns }));
const StoreSettingsForm = lazy(async () => ({ default: (await import('./StoreSettingsForm.tsx')).StoreSettingsForm }));

const route = getRouteApi('/inside/ecommerce/store/$storeId');
export const STORE_TABS = ['overview', 'settings', 'branding', 'history'] as const;
export type StoreTab = (typeof STORE_TABS)[number];

/** One store: whether orders come in and how old they are, its settings, its address and its sync history. */
export function StorePage() {
  const { t } = useLingui();
  const { storeId } = route.useParams();
  const { tab = 'overview' } = route.useSearch();
  const store = useQuery(storeQuery(storeId));
  const words: Readonly<Record<StoreTab, string>> = {
    overview: t`Overview`,
    settings: t`Settings`,
    branding: t`Branding`,
    history: t`Sync history`,
  };
  return (
    <div className="page-narrow">
      <PageHead title={store.data?.name ?? t`Store`} />
      <div className="page-head">
        <div className="grow">
          <Link to="/ecommerce/connect-store" className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Stores</Trans>
          </Link>
          <div className="row">
            <h1>{store.data?.name ?? <Trans>Store</Trans>}</h1>
            {store.data && <StoreBadges store={store.data} />}
          </div>
          {store.data && (
            <div className="dim small">
              {store.data.platformName} · {store.data.externalAccount}
            </div>
          )}
        </div>
        {store.data && store.data.state !== 'disconnected' && <StoreActions store={store.data} />}
      </div>
      {store.data ? (
        <div className="stack">
          {store.data.problem && <ProblemNotice store={store.data} problem={store.data.problem} />}
          <TabNav label={t`Parts of the store`}>
            {STORE_TABS.map((name) => (
              <Link
                key={name}
                to="/ecommerce/store/$storeId"
                params={{ storeId }}
                search={name === 'overview' ? {} : { tab: name }}
                aria-current={tab === name ? 'page' : undefined}
                activeProps={{}}
                activeOptions={{ exact: true, includeSearch: true }}
              >
                {words[name]}
                {name === 'branding' && store.data.missingAddressFields.length > 0 && (
                  <span className="sr-only"> {t`(address missing)`}</span>
                )}
              </Link>
            ))}
          </TabNav>
          {tab === 'overview' && <StoreOverview store={store.data} />}
          <Suspense fallback={<Skeletons rows={5} />}>
            {tab === 'settings' && <StoreSettingsForm key={store.data.version} store={store.data} />}
            {tab === 'branding' && <StoreBranding key={store.data.version} store={store.data} />}
            {tab === 'history' && <StoreRuns store={store.data} />}
          </Suspense>
          {tab === 'settings' && (
            <>
              <Rename key={`name-${store.data.version}`} store={store.data} />
              <ForCustomer>
                <Disconnect store={store.data} />
              </ForCustomer>
            </>
          )}
        </div>
      ) : store.isError ? (
        <div className="card">
          <ErrorState error={store.error} onRetry={() => void store.refetch()} />
        </div>
      ) : (
        <Skeletons rows={8} />
      )}
    </div>
  );
}

function StoreActions({ store }: { readonly store: StoreDetail }) {
  const { t } = useLingui();
  const sync = useMutation({
    mutationFn: () => syncNow(store.id),
    onSuccess: ({ data }) => {
      tookStore(data);
      notify.success(t`Syncing in Process`);
    },
    onError: (error) => notify.error(error),
  });
  const test = useMutation({ mutationFn: () => tryStore(store.id), onError: (error) => notify.error(error) });
  const hold = useMutation({
    mutationFn: () => (store.state === 'paused' ? resume(store.id) : pause(store.id)),
    onSuccess: ({ data }) => tookStore(data),
    onError: (error) => notify.error(error),
  });
  const result = test.data?.data;
  return (
    <div className="row">
      {result && (
        <span className={result.ok ? 'small' : 'small danger'} role="status" data-testid="test-result">
          {result.message}
        </span>
      )}
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        <Trans>Test the connection</Trans>
      </Button>
      <Button variant="default" loading={hold.isPending} onClick={() => hold.mutate()}>
        {store.state === 'paused' ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}
      </Button>
      <Button
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={sync.isPending}
        disabled={store.syncing || store.state === 'paused'}
        onClick={() => sync.mutate()}
      >
        {store.syncing ? <Trans>Syncing…</Trans> : <Trans>Sync now</Trans>}
      </Button>
    </div>
  );
}

function ProblemNotice({ store, problem }: { readonly store: StoreDetail; readonly problem: StoreProblem }) {
  const again = useMutation({
    mutationFn: async () => {
      rememberChoice(store.platformId, store.id);
      const { url } = await consentAddress(store.platformId, {
        mode: store.mode,
        shop: store.externalAccount,
        storeId: store.id,
      });
      location.assign(url);
    },
    onError: (error) => notify.error(error),
  });
  return (
    <div className="notice" data-tone={problem.action === 'wait' ? 'warn' : 'bad'} role="alert">
      <IconAlertTriangle size={17} aria-hidden />
      <div className="grow">
        <div className="strong">{problem.message}</div>
        <div>{problem.nextStep}</div>
        {store.missingAddressFields.length > 0 && <MissingFields store={store} />}
      </div>
      {problem.action === 'reconnect' && (
        <ForCustomer>
          <Button size="compact-sm" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            <Trans>Connect again</Trans>
          </Button>
        </ForCustomer>
      )}
    </div>
  );
}

/** Names what is missing and leads to it (ux.md line 38). */
function MissingFields({ store }: { readonly store: StoreDetail }) {
  const { t } = useLingui();
  const words: Readonly<Record<StoreDetail['missingAddressFields'][number], string>> = {
    address1: t`street and number`,
    city: t`city`,
    countryCode: t`country`,
    zipcode: t`postal code`,
    provinceCode: t`province`,
    companyName: t`company name`,
  };
  return (
    <Link className="link" to="/ecommerce/store/$storeId" params={{ storeId: store.id }} search={{ tab: 'branding' }}>
      <Trans>Add: {store.missingAddressFields.map((field) => words[field]).join(', ')}</Trans>
    </Link>
  );
}

function Rename({ store }: { readonly store: StoreDetail }) {
  const { t } = useLingui();
  const [name, setName] = useState(store.name);
  const save = useMutation({
    mutationFn: () => renameStore({ id: store.id, name: name.trim(), version: store.version }),
    onSuccess: ({ data, successMessage }) => {
      tookStore(data);
      notify.success(successMessage ?? t`Store updated successfully.`);
    },
    onError: (error) => notify.error(error),
  });
  return (
    <section className="card">
      <div className="card-body row">
        <TextInput
          className="grow"
          label={t`Name of the store here`}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          variant="default"
          mt={24}
          disabled={!name.trim() || name.trim() === store.name}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          <Trans>Rename</Trans>
        </Button>
      </div>
    </section>
  );
}

function Disconnect({ store }: { readonly store: StoreDetail }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { name } = store;
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => disconnectStore(store.id),
    onSuccess: async ({ successMessage }) => {
      notify.success(successMessage ?? t`Store deleted successfully!`);
      await navigate({ to: '/ecommerce/connect-store' });
      queryClient.removeQueries({ queryKey: storeQuery(store.id).queryKey });
      void queryClient.invalidateQueries({ queryKey: storesQuery.queryKey });
    },
    onError: (error) => {
      setAsking(false);
      notify.error(error);
    },
  });
  return (
    <div className="row end">
      <Button variant="subtle" color="red.9" className="danger-button" onClick={() => setAsking(true)}>
        <Trans>Disconnect this store</Trans>
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t`Disconnect ${name}?`}
        confirm={t`Disconnect`}
        danger
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        <Trans>No more orders come in and no tracking goes back. Orders, labels and history stay.</Trans>
      </ConfirmDialog>
    </div>
  );
}
