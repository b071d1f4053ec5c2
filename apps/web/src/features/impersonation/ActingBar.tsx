import './acting.css';
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronRight, IconUserShield } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { notify } from '../../app/notify.ts';
import { isSupport, nameOf, useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { goBack } from './act-as.ts';

/** On every page while somebody acts for somebody: the whole chain, each link of it one press away (ux.md line 6). */
export default function ActingBar() {
  const { t } = useLingui();
  const format = useFormat();
  const profile = useProfile();
  const back = useMutation({
    mutationFn: (sessionId: string | undefined) => goBack(sessionId),
    onError: (error) => notify.error(error),
  });
  const chain = profile.impersonation;
  const last = chain.at(-1);
  if (!last) return null;
  return (
    <aside className="acting" aria-label={t`Acting for somebody else`} data-testid="acting">
      <IconUserShield size={18} aria-hidden />
      <ol className="acting-chain">
        {chain.map((person) => (
          <li key={person.sessionId}>
            <button
              type="button"
              className="link"
              disabled={back.isPending}
              title={t`Back to ${person.fullName}`}
              onClick={() => back.mutate(person.sessionId)}
            >
              {person.fullName}
            </button>
            <span className="dim small"> {person.tenantName}</span>
            <IconChevronRight size={14} aria-hidden />
          </li>
        ))}
        <li>
          <strong>{nameOf(profile)}</strong>
          <span className="dim small"> {profile.tenantName}</span>
        </li>
      </ol>
      <span className="acting-why small dim grow">
        <Trans>
          since {format.instant(last.since, 'short')}: {last.reason}
        </Trans>
        {isSupport(profile) && (
          <>
            {' · '}
            <Trans>Support cannot change payments, people, cards or connections.</Trans>
          </>
        )}
      </span>
      <Button size="compact-sm" variant="default" loading={back.isPending} onClick={() => back.mutate(undefined)}>
        <Trans>Back to {last.fullName}</Trans>
      </Button>
    </aside>
  );
}
