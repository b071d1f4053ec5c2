import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { TabNav } from '../../ui/TabNav.tsx';
import '../settings/settings.css';
import { myAccountQuery } from './account-api.ts';
import { EmailCard } from './EmailCard.tsx';
import { NoticesCard } from './NoticesCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SessionsCard } from './SessionsCard.tsx';

// One tab is looked at at a time; the large ones load when they are.
const DefaultsPanel = lazy(async () => ({ default: (await import('../settings/DefaultsPanel.tsx')).DefaultsPanel }));
const LocationsCard = lazy(async () => ({ default: (await import('../settings/LocationsCard.tsx')).LocationsCard }));
const TaxIdsCard = lazy(async () => ({ default: (await import('../settings/TaxIdsCard.tsx')).TaxIdsCard }));
const SecondFactorCard = lazy(async () => ({ default: (await import('./SecondFactorCard.tsx')).SecondFactorCard }));

export const OWN_TABS = ['profile', 'security', 'sessions', 'notifications'] as const;
export const SETTINGS_TABS = [...OWN_TABS, 'defaults', 'addresses', 'tax-numbers'] as const;
export type AccountTab = (typeof SETTINGS_TABS)[number];

const settings = getRouteApi('/inside/account/settings');
const me = getRouteApi('/inside/account/me');

/** Settings of a customer's person: the own account, and what the company ships with (product-spec section 2). */
export function AccountSettingsPage() {
  const { tab = 'profile' } = settings.useSearch();
  return <AccountPage path="/account/settings" tabs={SETTINGS_TABS} tab={tab} />;
}

/** The own account of anybody, reached from the user menu (decisions 9). */
export function MyAccountPage() {
  const { tab = 'profile' } = me.useSearch();
  return <AccountPage path="/account/me" tabs={OWN_TABS} tab={tab} />;
}

interface Props {
  readonly path: '/account/settings' | '/account/me';
  readonly tabs: readonly AccountTab[];
  readonly tab: AccountTab;
}

function AccountPage({ path, tabs, tab }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { secondFactorDue } = useProfile();
  const words: Readonly<Record<AccountTab, string>> = {
    profile: t`Profile`,
    security: t`Password and second factor`,
    sessions: t`Devices`,
    notifications: t`Notifications`,
    defaults: t`Shipping defaults`,
    addresses: t`Ship-from addresses`,
    'tax-numbers': t`Tax numbers`,
  };
  return (
    <div className="page-narrow">
      <PageHead
        title={words[tab]}
        description={path === PAGES.settings.path ? i18n._(PAGES.settings.description) : undefined}
      />
      <div className="page-head">
        <h1>{path === '/account/settings' ? <Trans>Account settings</Trans> : <Trans>My account</Trans>}</h1>
      </div>
      <div className="stack">
        {secondFactorDue && (
          <div className="notice" data-tone="warn" role="alert">
            <IconAlertTriangle size={17} aria-hidden />
            <div>
              <Trans>Your company asks for a second factor. Set one up below; everything else opens then.</Trans>
            </div>
          </div>
        )}
        <TabNav label={t`Account settings`}>
          {tabs.map((name) => (
            <Link
              key={name}
              to={path}
              search={name === 'profile' ? {} : { tab: name }}
              aria-current={name === tab ? 'page' : undefined}
              activeProps={{}}
              activeOptions={{ exact: true, includeSearch: true }}
            >
              {words[name]}
            </Link>
          ))}
        </TabNav>
        <Suspense fallback={<Skeletons rows={6} />}>
          <Shown tab={tab} />
        </Suspense>
      </div>
    </div>
  );
}

function Shown({ tab }: { readonly tab: AccountTab }) {
  if (tab === 'defaults') return <DefaultsPanel />;
  if (tab === 'addresses') return <LocationsCard />;
  return tab === 'tax-numbers' ? <TaxIdsCard /> : <Own tab={tab} />;
}

function Own({ tab }: { readonly tab: AccountTab }) {
  const account = useQuery(myAccountQuery);
  if (tab === 'sessions') return <SessionsCard />;
  if (tab === 'notifications') return <NoticesCard />;
  if (!account.data)
    return account.isError ? (
      <div className="card">
        <ErrorState error={account.error} onRetry={() => void account.refetch()} />
      </div>
    ) : (
      <Skeletons rows={6} />
    );
  return tab === 'security' ? (
    <>
      <SecondFactorCard account={account.data} />
      <PasswordCard />
    </>
  ) : (
    <>
      <ProfileForm key={account.data.version} account={account.data} />
      <EmailCard account={account.data} />
    </>
  );
}
