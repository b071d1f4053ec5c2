import { Button, PasswordInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { getLock, lockSession, unlockSession } from '@scanship/contracts/access/account';
import { api, fetchData, session } from '../../app/api.ts';
import { goInside } from '../../app/go-inside.ts';
import { signOut } from '../../app/sign-out.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { FormProblem, PublicFrame } from '../auth/PublicFrame.tsx';

const route = getRouteApi('/auth/lock-screen');

/** Keeps the session and asks the password; until then the server answers nothing else (decisions 13). */
export function LockPage() {
  const { t } = useLingui();
  const { redirect } = route.useSearch();
  const [password, setPassword] = useState('');
  const lock = useQuery({
    queryKey: ['lock'],
    // Opening the page locks: somebody who leaves the desk needs one press.
    queryFn: async ({ signal }) => {
      const now = await fetchData(getLock, { signal });
      if (!now.locked) await api.call(lockSession, { signal });
      return now;
    },
    enabled: session.token() !== null,
    gcTime: 0,
    retry: false,
  });
  const unlock = useMutation({
    mutationFn: () => api.call(unlockSession, { body: { password } }),
    onSuccess: () => goInside(redirect),
    onError: () => setPassword(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password) unlock.mutate();
  };
  const name = lock.data && (`${lock.data.firstName} ${lock.data.lastName}`.trim() || lock.data.userName);
  return (
    <PublicFrame
      title={t`Locked`}
      heading={<Trans>The screen is locked</Trans>}
      lead={name && <Trans>{name} is signed in. Enter the password to go on.</Trans>}
      links={
        <button type="button" className="link" onClick={() => void signOut()}>
          <Trans>Sign out</Trans>
        </button>
      }
    >
      {session.token() === null ? (
        <LinkButton to="/auth/login" size="md" fullWidth>
          <Trans>Sign in</Trans>
        </LinkButton>
      ) : lock.isPending ? (
        <Skeletons rows={2} />
      ) : lock.isError ? (
        <ErrorState error={lock.error} onRetry={() => void lock.refetch()} compact />
      ) : (
        <>
          <FormProblem error={unlock.error} />
          <form className="stack" noValidate onSubmit={submit}>
            <PasswordInput
              // The only field of the page, which the person came here to fill in.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              label={t`Password`}
              autoComplete="current-password"
              size="md"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
            />
            <Button type="submit" size="md" fullWidth loading={unlock.isPending} disabled={!password}>
              <Trans>Unlock</Trans>
            </Button>
          </form>
        </>
      )}
    </PublicFrame>
  );
}
