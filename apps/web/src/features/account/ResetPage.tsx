import { Button, PasswordInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { PASSWORD_MIN, resetPassword } from '@scanship/contracts/access/auth';
import { api } from '../../app/api.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { FormDone, FormProblem, PublicFrame } from '../auth/PublicFrame.tsx';

const route = getRouteApi('/auth/reset-password');

export function ResetPage() {
  const { t } = useLingui();
  const { token } = route.useSearch();
  const [password, setPassword] = useState('');
  const [pressed, setPressed] = useState(false);
  const choose = useMutation({
    mutationFn: () => api.call(resetPassword, { params: { x: token ?? '' }, body: { password } }),
  });
  const short = password.length < PASSWORD_MIN ? t`Use at least ${PASSWORD_MIN} characters.` : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (!short) choose.mutate();
  };
  return (
    <PublicFrame
      title={t`New password`}
      heading={<Trans>Choose a new password</Trans>}
      lead={choose.isSuccess || !token ? undefined : <Trans>All devices that are signed in will be signed out.</Trans>}
      links={
        <Link className="link" to="/auth/forget-password">
          <Trans>Ask for another link</Trans>
        </Link>
      }
    >
      <FormProblem error={choose.error} />
      {choose.isSuccess ? (
        <>
          <FormDone>
            <Trans>The new password is set.</Trans>
          </FormDone>
          <LinkButton to="/auth/login" size="md" fullWidth>
            <Trans>Sign in</Trans>
          </LinkButton>
        </>
      ) : token ? (
        <form className="stack" noValidate onSubmit={submit}>
          <PasswordInput
            label={t`New password`}
            autoComplete="new-password"
            size="md"
            value={password}
            error={(pressed ? short : undefined) ?? fieldErrorsOf(choose.error)['password']}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
          />
          <Button type="submit" size="md" fullWidth loading={choose.isPending}>
            <Trans>Set the password</Trans>
          </Button>
        </form>
      ) : (
        <p>
          <Trans>The link is incomplete. Open it from the e-mail again, or ask for another one.</Trans>
        </p>
      )}
    </PublicFrame>
  );
}
