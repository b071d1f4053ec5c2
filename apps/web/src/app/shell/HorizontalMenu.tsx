import { Menu } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { IconChevronDown } from '#icons';
import { Link } from '@tanstack/react-router';
import { useProfile } from '../profile.ts';
import { MENU_GROUPS, type MenuSection, menuSections, type Page } from '../routes/pages.ts';
import { useAreas } from './AreaLinks.tsx';
import { GROUP_ICONS, PAGE_ICONS } from './menu-icons.ts';
import { MenuLink, useCurrentPath } from './MenuLink.tsx';

/** The menu as a bar below the top bar: one button a parent, its pages below it. */
export default function HorizontalMenu() {
  const { t } = useLingui();
  const sections = menuSections(useProfile());
  const current = useCurrentPath();
  return (
    <nav aria-label={t`Main menu`} className="menu-bar">
      {sections.map((section) => (
        <Section key={section.group ?? 'own'} section={section} current={current} />
      ))}
    </nav>
  );
}

function Section({ section, current }: { readonly section: MenuSection; readonly current: string | undefined }) {
  const { i18n } = useI18n();
  const { group, pages } = section;
  if (!group || pages.length === 1)
    return pages.map((page) => <Entry key={page.path} page={page} current={page.path === current} />);
  const Icon = GROUP_ICONS[group];
  const open = pages.some((page) => page.path === current);
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <button type="button" className="menu-link" data-open={open}>
          <Icon size={18} stroke={1.7} aria-hidden />
          <span className="menu-word">{i18n._(MENU_GROUPS[group])}</span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {pages.map((page) => {
          const PageIcon = page.icon && PAGE_ICONS[page.icon];
          return (
            <Menu.Item
              key={page.path}
              component={Link}
              to={page.path}
              aria-current={page.path === current ? 'page' : undefined}
              leftSection={PageIcon && <PageIcon size={16} aria-hidden />}
            >
              {i18n._(page.menuTitle ?? page.title)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A page by itself, or with the areas below it as a list. */
function Entry({ page, current }: { readonly page: Page; readonly current: boolean }) {
  const { i18n } = useI18n();
  const { areas, here } = useAreas(page);
  if (areas.length === 0) return <MenuLink page={page} current={current} />;
  const Icon = page.icon && PAGE_ICONS[page.icon];
  const lines = [{ name: 'customers', title: page.title, icon: page.icon, tabs: [{ to: page.path }] }, ...areas];
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <button type="button" className="menu-link" data-open={current}>
          {Icon && <Icon size={18} stroke={1.7} aria-hidden />}
          <span className="menu-word">{i18n._(page.menuTitle ?? page.title)}</span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {lines.map(({ name, title, icon, tabs: [first] }) => {
          const LineIcon = icon && PAGE_ICONS[icon];
          return (
            first && (
              <Menu.Item
                key={name}
                component={Link}
                to={first.to}
                aria-current={name === here ? 'page' : undefined}
                leftSection={LineIcon && <LineIcon size={16} aria-hidden />}
              >
                {i18n._(title)}
              </Menu.Item>
            )
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
