import { useLingui } from '@lingui/react';
import { nameOf, initialsOf, useProfile } from '../profile.ts';
import { ROLE_NAMES } from '../role-names.ts';

/** Who is signed in, above the menu (layout setting "user info"). */
export function UserInfo() {
  const { i18n } = useLingui();
  const profile = useProfile();
  return (
    <div className="side-user">
      <span className="person-initials" aria-hidden>
        {initialsOf(profile)}
      </span>
      <span className="person-name side-user-words">
        <span className="strong">{nameOf(profile)}</span>
        <span className="dim">{i18n._(ROLE_NAMES[profile.roleName])}</span>
      </span>
    </div>
  );
}
