import { ActionIcon, Menu, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconCheck,
  IconCommand,
  IconDeviceDesktop,
  IconLanguage,
  IconLayout,
  IconLock,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { LOCALE_NAMES } from '../../ui/LanguageLinks.tsx';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { chooseLocale } from '../../lib/i18n.ts';
import { LOCALES, preferences, usePreferences } from '../../lib/preferences.ts';
import { notify } from '../notify.ts';
import { mayOpen, PAGES } from '../routes/pages.ts';
import { initialsOf, nameOf, useProfile } from '../profile.ts';
import { ROLE_NAMES } from '../role-names.ts';
import { goToLock, signOut } from '../sign-out.ts';
import { openPalette } from './CommandKeys.tsx';
import { surfaceOf } from './surface.ts';

interface Props {
  readonly onMenu: () => void;
  readonly onLayout: () => void;
}

export function TopBar({ onMenu, onLayout }: Props) {
  const { t } = useLingui();
  const profile = useProfile();
  const { topBarTheme, orientation, horizontalMenu } = usePreferences();
  const barHidden = horizontalMenu === 'hidden';
  return (
    <header className="topbar" data-surface={topBarTheme}>
      <ActionIcon
        className="top-menu"
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t`Open the menu`}
        onClick={onMenu}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      {orientation === 'horizontal' && (
        <ActionIcon
          className="top-bar-toggle"
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t`Menu bar`}
          aria-expanded={!barHidden}
          onClick={() => preferences.set({ horizontalMenu: barHidden ? 'shown' : 'hidden' })}
        >
          <IconMenu2 size={20} aria-hidden />
        </ActionIcon>
      )}
      <div className="top-brand">
        <BrandMark surface={surfaceOf(topBarTheme)} />
      </div>
      {mayOpen(PAGES.orders, profile) ? <OrderSearch /> : <div className="grow" />}
      <div className="row tight top-tools">
        <Tooltip label={t`Find and do (Ctrl K)`}>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t`Find and do`} onClick={openPalette}>
            <IconCommand size={19} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <SchemeMenu onLayout={onLayout} />
        <LanguageMenu />
        <PersonMenu />
      </div>
    </header>
  );
}

/** Looks an order up from anywhere: the list opens with this search over all statuses. */
function OrderSearch() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const search = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    if (q) void navigate({ to: '/ecommerce/orders', search: { q, key: 'orderNumber' } }).then(() => setText(''));
  };
  return (
    <form role="search" className="top-search" onSubmit={search} aria-label={t`All orders`}>
      <TextInput
        aria-label={t`Find an order by its number`}
        placeholder={t`Find an order number`}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        size="sm"
        type="search"
        enterKeyHint="search"
      />
    </form>
  );
}

function SchemeMenu({ onLayout }: { readonly onLayout: () => void }) {
  const { t } = useLingui();
  const { theme } = usePreferences();
  const Icon = theme === 'dark' ? IconMoon : theme === 'system' ? IconDeviceDesktop : IconSun;
  const choices = [
    { value: 'light', label: t`Light`, Icon: IconSun },
    { value: 'dark', label: t`Dark`, Icon: IconMoon },
    { value: 'system', label: t`Like the system`, Icon: IconDeviceDesktop },
  ] as const;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Tooltip label={t`Colour scheme`}>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t`Colour scheme`}>
            <Icon size={19} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Colour scheme`}>
        {choices.map(({ value, label, Icon: ChoiceIcon }) => (
          <Menu.Item
            key={value}
            leftSection={<ChoiceIcon size={16} aria-hidden />}
            rightSection={theme === value ? <IconCheck size={15} aria-label={t`chosen`} /> : undefined}
            onClick={() => preferences.set({ theme: value })}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <DensityItem />
        <Menu.Item leftSection={<IconLayout size={16} aria-hidden />} onClick={onLayout}>
          <Trans>Layout…</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function DensityItem() {
  const { density } = usePreferences();
  const compact = density === 'compact';
  return (
    <Menu.Item
      rightSection={compact ? <IconCheck size={15} aria-hidden /> : undefined}
      onClick={() => preferences.set({ density: compact ? 'comfortable' : 'compact' })}
    >
      {compact ? <Trans>Comfortable rows</Trans> : <Trans>Compact rows</Trans>}
    </Menu.Item>
  );
}

function LanguageMenu() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Tooltip label={t`Language`}>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t`Language`}>
            <IconLanguage size={19} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Language`}>
        {LOCALES.map((locale) => (
          <Menu.Item
            key={locale}
            lang={locale}
            rightSection={i18n.locale === locale ? <IconCheck size={15} aria-label={t`chosen`} /> : undefined}
            onClick={() => void chooseLocale(locale).catch((error: unknown) => notify.error(error))}
          >
            {LOCALE_NAMES[locale]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function PersonMenu() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const profile = useProfile();
  const name = nameOf(profile);
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <UnstyledButton className="person">
          <span className="sr-only">{t`Your account:`} </span>
          <span className="person-initials" aria-hidden>
            {initialsOf(profile)}
          </span>
          <span className="person-name">
            <span className="strong">{name}</span>
            <span className="dim">{profile.tenantName}</span>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Your account`}>
        <Menu.Label>
          <span className="person-facts">
            <strong>{name}</strong>
            <span>{profile.email}</span>
            <span>{i18n._(ROLE_NAMES[profile.roleName])}</span>
            {profile.tenantKind === 'customer' && <Trans>Plan: {profile.subscription.currentPlan.planName}</Trans>}
          </span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account/me" leftSection={<IconUserCircle size={16} aria-hidden />}>
          <Trans>My account</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconLock size={16} aria-hidden />} onClick={goToLock}>
          <Trans>Lock the screen</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
