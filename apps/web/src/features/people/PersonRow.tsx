import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconShieldCheck } from '#icons';
import type { Person } from '@scanship/contracts/access/people';
import { ForCustomer } from '../../app/ForCustomer.tsx';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { roleName } from '../roles/role-words.ts';
import { isPast, nameOfPerson, STATE_TONES, STATE_WORDS } from './people-words.ts';

interface Props {
  readonly person: Person;
  /** When the list was read, in milliseconds; says which invitations have expired. */
  readonly asOf: number;
  readonly onOpen: () => void;
}
/** One person or open invitation: who, as what, since when, and the way to change it. */
export function PersonRow({ person, asOf, onOpen }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const name = nameOfPerson(person);
  const under = [person.userName, person.email].filter((text) => text !== '' && text !== name).join(' · ');
  const expired = person.state === 'invited' && isPast(person.expiresAt, asOf);
  return (
    <li className="person-row" data-testid="person" data-state={person.state}>
      <div>
        <div className="strong">
          {name} {person.self && <Badge outline>{t`You`}</Badge>}
        </div>
        {under && <div className="dim small">{under}</div>}
      </div>
      <div>{roleName(person.role, i18n)}</div>
      <div className="row tight">
        {expired ? (
          <Badge tone="warn">{t`Invitation expired`}</Badge>
        ) : (
          <Badge tone={STATE_TONES[person.state]}>{i18n._(STATE_WORDS[person.state])}</Badge>
        )}
        {person.secondFactor && (
          <Badge outline icon={<IconShieldCheck size={13} aria-hidden />} title={t`Signs in with a second factor`}>
            {t`Second factor`}
          </Badge>
        )}
      </div>
      <div className="dim small">
        <Since person={person} expired={expired} />
      </div>
      <div className="person-row-act">
        {person.editable && !person.self && (
          <ForCustomer>
            <Button size="compact-sm" variant="default" aria-label={t`Change ${name}`} onClick={onOpen}>
              <Trans>Change</Trans>
            </Button>
          </ForCustomer>
        )}
      </div>
    </li>
  );
}

function Since({ person, expired }: { readonly person: Person; readonly expired: boolean }) {
  const format = useFormat();
  if (person.state === 'invited') {
    const until = format.instant(person.expiresAt ?? person.createdAt, 'day');
    return expired ? <Trans>Expired {until}</Trans> : <Trans>Open until {until}</Trans>;
  }
  if (!person.lastSignInAt) return <Trans>Never signed in</Trans>;
  return <Trans>Last sign-in {format.instant(person.lastSignInAt, 'short')}</Trans>;
}
