import { Button, PasswordInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changePassword } from '@scanship/contracts/access/account';
import { PASSWORD_MIN } from '@scanship/contracts/access/auth';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';
import { sessionsQuery } from './account-api.ts';

export function PasswordCard() {
  const { t } = useLingui();
  const [now, setNow] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () => api.call(changePassword, { body: { currentPassword: now, newPassword: next } }),
    onSuccess: ({ data }) => {
      notify.success(t`The password is changed. Other devices signed out: ${data.sessionsEnded}.`);
      setNow('');
      setNext('');
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  const short = next.length > 0 && next.length < PASSWORD_MIN ? t`Use at least ${PASSWORD_MIN} characters.` : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!short) change.mutate();
  };
  const toggle = { 'aria-label': t`Show or hide the password`, tabIndex: 0 };
  return (
    <form className="card" onSubmit={submit}>
      <div className="card-head">
        <h2>
          <Trans>Password</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        {change.error && <ErrorState compact error={change.error} />}
        <div className="fields">
          <PasswordInput
            className="w6"
            label={t`Current password`}
            autoComplete="current-password"
            value={now}
            onChange={(event) => setNow(event.currentTarget.value)}
            visibilityToggleButtonProps={toggle}
          />
          <PasswordInput
            className="w6"
            label={t`New password`}
            autoComplete="new-password"
            value={next}
            error={short ?? fieldErrorsOf(change.error)['newPassword']}
            onChange={(event) => setNext(event.currentTarget.value)}
            visibilityToggleButtonProps={toggle}
          />
        </div>
        <div className="row">
          <Button type="submit" loading={change.isPending} disabled={!now || !next}>
            <Trans>Change the password</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}
