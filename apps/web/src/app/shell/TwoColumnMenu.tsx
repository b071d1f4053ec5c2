import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { useProfile } from '../profile.ts';
import { MENU_GROUPS, type MenuSection, menuSections } from '../routes/pages.ts';
import { GROUP_ICONS, PAGE_ICONS } from './menu-icons.ts';
import { MenuEntry, useCurrentPath } from './MenuLink.tsx';
import { UserInfo } from './UserInfo.tsx';

/** Parents as icons in the first column, the pages of the chosen one in the second. */
export default function TwoColumnMenu() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { twoColumnTheme, showUserInfo } = usePreferences();
  const sections = menuSections(useProfile());
  const current = useCurrentPath();
  const [chosen, setChosen] = useState<string>();
  const keyOf = (section: MenuSection) => section.group ?? 'own';
  const here = sections.find((section) => section.pages.some((page) => page.path === current));
  const shown = sections.find((section) => keyOf(section) === chosen) ?? here ?? sections[0];
  return (
    <nav aria-label={t`Main menu`} className="two-column">
      <div className="icon-column" data-surface={twoColumnTheme} role="group" aria-label={t`Areas`}>
        {sections.map((section) => {
          const first = section.pages[0];
          const Icon = section.group ? GROUP_ICONS[section.group] : first?.icon && PAGE_ICONS[first.icon];
          const title = section.group ? i18n._(MENU_GROUPS[section.group]) : first && i18n._(first.title);
          return (
            <button
              key={keyOf(section)}
              type="button"
              className="menu-link"
              title={title}
              aria-label={title}
              aria-pressed={section === shown}
              onClick={() => setChosen(keyOf(section))}
            >
              {Icon && <Icon size={20} stroke={1.7} aria-hidden />}
            </button>
          );
        })}
      </div>
      <div className="menu">
        {showUserInfo === 'yes' && <UserInfo />}
        {shown?.group && <div className="menu-heading">{i18n._(MENU_GROUPS[shown.group])}</div>}
        {shown?.pages.map((page) => (
          <MenuEntry key={page.path} page={page} current={page.path === current} />
        ))}
      </div>
    </nav>
  );
}
