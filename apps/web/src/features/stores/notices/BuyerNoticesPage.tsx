import '../stores.css';
import { NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { PageHead } from '../../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TabNav } from '../../../ui/TabNav.tsx';
import { storesQuery } from '../stores-api.ts';
import { BuyerHostForm } from './BuyerHostForm.tsx';
import { BuyerPageForm } from './BuyerPageForm.tsx';
import { NoticeForm } from './NoticeForm.tsx';
import { NoticeLog } from './NoticeLog.tsx';
import { noticeSettingsQuery } from './notices-api.ts';
import { SenderForm } from './SenderForm.tsx';
import { SuppressedList } from './SuppressedList.tsx';
import { WebhookForm } from './WebhookForm.tsx';

const route = getRouteApi('/inside/ecommerce/buyer-notices');
const NOTICE_TABS = ['settings', 'sender', 'webhook', 'sent', 'left-alone', 'page'] as const;
export type NoticeTab = (typeof NOTICE_TABS)[number];

/** E-mails to buyers about their parcels: what is sent, what became of it, and who gets none. */
export function BuyerNoticesPage() {
  const { t } = useLingui();
  const { tab = 'settings', store } = route.useSearch();
  const words: Readonly<Record<NoticeTab, string>> = {
    settings: t`What is sent`,
    sender: t`Sender`,
    webhook: t`Webhook`,
    sent: t`Log`,
    'left-alone': t`Addresses that get none`,
    page: t`Tracking page`,
  };
  return (
    <div className="page-narrow">
      <PageHead title={t`Notices to buyers`} />
      <div className="page-head">
        <div className="grow">
          <Link to="/ecommerce/connect-store" className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Stores</Trans>
          </Link>
          <h1>
            <Trans>Notices to buyers</Trans>
          </h1>
          <div className="dim small">
            <Trans>E-mails about their parcels, in your name, with a link to the tracking page.</Trans>
          </div>
        </div>
      </div>
      <div className="stack">
        <TabNav label={t`Parts of notices`}>
          {NOTICE_TABS.map((name) => (
            <Link
              key={name}
              to="/ecommerce/buyer-notices"
              search={{ ...(name === 'settings' ? {} : { tab: name }), ...(store ? { store } : {}) }}
              aria-current={tab === name ? 'page' : undefined}
              activeProps={{}}
              activeOptions={{ exact: true, includeSearch: true }}
            >
              {words[name]}
            </Link>
          ))}
        </TabNav>
        {tab === 'settings' && <Settings storeId={store ?? null} />}
        {tab === 'sender' && <SenderForm />}
        {tab === 'webhook' && <WebhookForm />}
        {tab === 'sent' && <NoticeLog />}
        {tab === 'left-alone' && <SuppressedList />}
        {tab === 'page' && (
          <>
            <BuyerHostForm />
            <BuyerPageForm />
          </>
        )}
      </div>
    </div>
  );
}

function Settings({ storeId }: { readonly storeId: string | null }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const stores = useQuery(storesQuery);
  const settings = useQuery(noticeSettingsQuery(storeId));
  return (
    <>
      <NativeSelect
        label={t`Settings of`}
        value={storeId ?? ''}
        data={[
          { value: '', label: t`All stores` },
          ...(stores.data?.stores ?? []).map((store) => ({
            value: store.id,
            label: `${store.name} (${store.platformName})`,
          })),
        ]}
        onChange={(event) => {
          const store = event.currentTarget.value;
          void navigate({ to: '/ecommerce/buyer-notices', search: store ? { store } : {} });
        }}
      />
      {settings.data ? (
        <NoticeForm key={`${storeId ?? ''} ${settings.data.version}`} settings={settings.data} />
      ) : settings.isError ? (
        <div className="card">
          <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
        </div>
      ) : (
        <Skeletons rows={8} />
      )}
    </>
  );
}
