/** The menus of the top bar. Loaded when one of their buttons is first pointed at, focused or pressed. */
import { Menu } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconBell,
  IconCheck,
  IconDeviceDesktop,
  IconLayout,
  IconLock,
  IconLogout,
  IconMap2,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '#icons';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FirstRun, showFirstRun } from '@scanship/contracts/network/first-run';
import { chooseLocale } from '../../lib/i18n.ts';
import { LOCALES, preferences, usePreferences } from '../../lib/preferences.ts';
import { LOCALE_NAMES } from '../../ui/LanguageLinks.tsx';
import { OpenedBy } from '../../ui/OpenedBy.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { api } from '../api.ts';
import { notify } from '../notify.ts';
import { nameOf, useProfile } from '../profile.ts';
import { queryClient } from '../query-client.ts';
import { ROLE_NAMES } from '../role-names.ts';
import { mayOpen, PAGES } from '../routes/pages.ts';
import { goToLock, signOut } from '../sign-out.ts';

export type TopMenuKind = 'scheme' | 'language' | 'person';
interface Props {
  readonly kind: TopMenuKind;
  readonly label: string;
  readonly anchor: HTMLElement | null;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly onLayout: () => void;
}
const WIDTHS: Readonly<Record<TopMenuKind, number>> = { scheme: 200, language: 180, person: 250 };

export default function TopMenus({ kind, label, anchor, opened, onChange, onLayout }: Props) {
  const shown = useShownAfterMount(opened);
  return (
    <Menu opened={shown} onChange={onChange} position="bottom-end" width={WIDTHS[kind]}>
      <Menu.Target>
        <OpenedBy element={anchor} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {kind === 'scheme' && <SchemeItems onLayout={onLayout} />}
        {kind === 'language' && <LanguageItems />}
        {kind === 'person' && <PersonItems />}
      </Menu.Dropdown>
    </Menu>
  );
}

function SchemeItems({ onLayout }: { readonly onLayout: () => void }) {
  const { t } = useLingui();
  const { theme, density } = usePreferences();
  const compact = density === 'compact';
  const choices = [
    { value: 'light', label: t`Light`, Icon: IconSun },
    { value: 'dark', label: t`Dark`, Icon: IconMoon },
    { value: 'system', label: t`Use the system setting`, Icon: IconDeviceDesktop },
  ] as const;
  return (
    <>
      {choices.map(({ value, label, Icon }) => (
        <Menu.Item
          key={value}
          leftSection={<Icon size={16} aria-hidden />}
          rightSection={theme === value ? <IconCheck size={15} aria-label={t`chosen`} /> : undefined}
          onClick={() => preferences.set({ theme: value })}
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item
        rightSection={compact ? <IconCheck size={15} aria-hidden /> : undefined}
        onClick={() => preferences.set({ density: compact ? 'comfortable' : 'compact' })}
      >
        {compact ? <Trans>Comfortable rows</Trans> : <Trans>Compact rows</Trans>}
      </Menu.Item>
      <Menu.Item leftSection={<IconLayout size={16} aria-hidden />} onClick={onLayout}>
        <Trans>Layout…</Trans>
      </Menu.Item>
    </>
  );
}

function LanguageItems() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  return LOCALES.map((locale) => (
    <Menu.Item
      key={locale}
      lang={locale}
      rightSection={i18n.locale === locale ? <IconCheck size={15} aria-label={t`chosen`} /> : undefined}
      onClick={() => void chooseLocale(locale).catch((error: unknown) => notify.error(error))}
    >
      {LOCALE_NAMES[locale]}
    </Menu.Item>
  ));
}

function PersonItems() {
  const { i18n } = useI18n();
  const profile = useProfile();
  const navigate = useNavigate();
  /** Calls the guide of the dashboard back. */
  const toFirstSteps = async (): Promise<void> => {
    const { data } = await api.call(showFirstRun, { body: { shown: true } });
    queryClient.setQueryData<FirstRun>(['first-run'], data);
    await navigate({ to: '/dashboard' });
  };
  return (
    <>
      <Menu.Label>
        <span className="person-facts">
          <strong>{nameOf(profile)}</strong>
          <span>{profile.email}</span>
          <span>{i18n._(ROLE_NAMES[profile.roleName])}</span>
          {profile.tenantKind === 'customer' && <Trans>Plan: {profile.subscription.currentPlan.planName}</Trans>}
        </span>
      </Menu.Label>
      <Menu.Divider />
      <Menu.Item component={Link} to="/account/me" leftSection={<IconUserCircle size={16} aria-hidden />}>
        <Trans>My account</Trans>
      </Menu.Item>
      {profile.tenantKind !== 'platform' && (
        <Menu.Item component={Link} to="/news" leftSection={<IconBell size={16} aria-hidden />}>
          <Trans>What’s new</Trans>
        </Menu.Item>
      )}
      {mayOpen(PAGES.orders, profile) && mayOpen(PAGES.dashboard, profile) && (
        <Menu.Item
          leftSection={<IconMap2 size={16} aria-hidden />}
          onClick={() => void toFirstSteps().catch((error: unknown) => notify.error(error))}
        >
          <Trans>First steps</Trans>
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLock size={16} aria-hidden />} onClick={goToLock}>
        <Trans>Lock the screen</Trans>
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
        <Trans>Sign out</Trans>
      </Menu.Item>
    </>
  );
}
