import { ActionIcon, TextInput, UnstyledButton } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { IconCommand, IconDeviceDesktop, IconLanguage, IconMenu2, IconMoon, IconSearch, IconSun } from '#icons';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { type Layer, useLayer } from '../../ui/use-layer.ts';
import { preferences, usePreferences } from '../../lib/preferences.ts';
import { mayOpen, PAGES } from '../routes/pages.ts';
import { initialsOf, nameOf, useProfile } from '../profile.ts';
import { Beside } from './Beside.tsx';
import { openPalette } from './CommandKeys.tsx';
import { surfaceOf } from './surface.ts';
import type { TopMenuKind } from './TopMenus.tsx';

const HeaderAlerts = lazy(() => import('./HeaderAlerts.tsx'));
const OwnerAlerts = lazy(() => import('./OwnerAlerts.tsx'));

interface Props {
  readonly onMenu: () => void;
  readonly onLayout: () => void;
}

export function TopBar({ onMenu, onLayout }: Props) {
  const { t } = useLingui();
  const profile = useProfile();
  const { topBarTheme, orientation, horizontalMenu, theme } = usePreferences();
  const SchemeIcon = theme === 'dark' ? IconMoon : theme === 'system' ? IconDeviceDesktop : IconSun;
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
        {profile.tenantKind === 'customer' && (
          <Beside wait={<span className="top-bell-wait" />}>
            <HeaderAlerts />
          </Beside>
        )}
        {(profile.roleName === 'ROLE_FRANCHISE_ADMIN' || profile.roleName === 'ROLE_SUPER_ADMIN') && (
          <Beside wait={<span className="top-bell-wait" />}>
            <OwnerAlerts />
          </Beside>
        )}
        <ActionIcon
          className="tipped top-palette"
          data-tip={t`Search and commands (Ctrl K)`}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t`Search and commands`}
          onClick={openPalette}
        >
          <IconCommand size={19} stroke={1.7} aria-hidden />
        </ActionIcon>
        <IconMenu kind="scheme" label={t`Colour scheme`} onLayout={onLayout}>
          <SchemeIcon size={19} stroke={1.7} aria-hidden />
        </IconMenu>
        <IconMenu kind="language" label={t`Language`} onLayout={onLayout}>
          <IconLanguage size={19} stroke={1.7} aria-hidden />
        </IconMenu>
        <PersonMenu onLayout={onLayout} />
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
    if (q) void navigate({ to: '/ecommerce/orders', search: { q, key: 'anything' } }).then(() => setText(''));
  };
  return (
    <form role="search" className="top-search" onSubmit={search} aria-label={t`All orders`}>
      <TextInput
        aria-label={t`Find orders by any field`}
        placeholder={t`Find orders`}
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

const loadMenus = () => import('./TopMenus.tsx');
const TopMenus = lazy(loadMenus);

/** The menu that `button` opens, once it was asked for. */
function TopMenu({
  kind,
  label,
  layer,
  onLayout,
}: {
  readonly kind: TopMenuKind;
  readonly label: string;
  readonly layer: Layer;
  readonly onLayout: () => void;
}) {
  if (!layer.loaded) return null;
  return (
    <Suspense fallback={null}>
      <TopMenus
        kind={kind}
        label={label}
        anchor={layer.anchor}
        opened={layer.opened}
        onChange={layer.setOpened}
        onLayout={onLayout}
      />
    </Suspense>
  );
}

interface IconMenuProps {
  readonly kind: TopMenuKind;
  readonly label: string;
  readonly children: ReactNode;
  readonly onLayout: () => void;
}
function IconMenu({ kind, label, children, onLayout }: IconMenuProps) {
  const layer = useLayer(loadMenus, 'menu');
  return (
    <>
      <ActionIcon
        {...layer.button}
        className="tipped"
        data-tip={label}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
      >
        {children}
      </ActionIcon>
      <TopMenu kind={kind} label={label} layer={layer} onLayout={onLayout} />
    </>
  );
}

function PersonMenu({ onLayout }: { readonly onLayout: () => void }) {
  const { t } = useLingui();
  const profile = useProfile();
  const layer = useLayer(loadMenus, 'menu');
  return (
    <>
      <UnstyledButton {...layer.button} className="person">
        <span className="sr-only">{t`Your account:`} </span>
        <span className="person-initials" aria-hidden>
          {initialsOf(profile)}
        </span>
        <span className="person-name">
          <span className="strong">{nameOf(profile)}</span>
          <span className="dim">{profile.tenantName}</span>
        </span>
      </UnstyledButton>
      <TopMenu kind="person" label={t`Your account`} layer={layer} onLayout={onLayout} />
    </>
  );
}
