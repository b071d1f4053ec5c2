import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { usePreferences } from '../../lib/preferences.ts';
import { useProfile } from '../profile.ts';
import { MENU_GROUPS, menuSections } from '../routes/pages.ts';
import { MenuEntry, useCurrentPath } from './MenuLink.tsx';
import { UserInfo } from './UserInfo.tsx';

/** The menu as a column: vertical and detached layouts, and the drawer of narrow windows. */
export function MainMenu() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { showUserInfo } = usePreferences();
  const sections = menuSections(useProfile());
  const current = useCurrentPath();
  return (
    <>
      {showUserInfo === 'yes' && <UserInfo />}
      <nav aria-label={t`Main menu`} className="menu">
        {sections.map(({ group, pages }) => (
          <div key={group ?? 'own'} className="menu-section">
            {group && sections.length > 1 && <div className="menu-heading">{i18n._(MENU_GROUPS[group])}</div>}
            {pages.map((page) => (
              <MenuEntry key={page.path} page={page} current={page.path === current} />
            ))}
          </div>
        ))}
      </nav>
    </>
  );
}
