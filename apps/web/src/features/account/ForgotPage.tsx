import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { forgotPassword } from '@scanship/contracts/access/auth';
import { api } from '../../app/api.ts';
import { FormDone, FormProblem, PublicFrame } from '../auth/PublicFrame.tsx';
import { OutboxLink } from './OutboxLink.tsx';

export function ForgotPage() {
  const { t } = useLingui();
  const [who, setWho] = useState('');
  const ask = useMutation({ mutationFn: () => api.call(forgotPassword, { params: { x: who.trim() } }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (who.trim()) ask.mutate();
  };
  return (
    <PublicFrame
      title={t`Forgotten password`}
      heading={<Trans>Forgotten password</Trans>}
      lead={<Trans>You get a link to choose a new one.</Trans>}
      links={
        <>
          <Link className="link" to="/auth/login">
            <Trans>Back to sign-in</Trans>
          </Link>
          <OutboxLink />
        </>
      }
    >
      <FormProblem error={ask.error} />
      {ask.isSuccess ? (
        <FormDone>
          <Trans>
            If there is such an account, a link is on its way to its e-mail address. It works for 30 minutes, once.
          </Trans>
        </FormDone>
      ) : (
        <form className="stack" noValidate onSubmit={submit}>
          <TextInput
            label={t`User name or e-mail`}
            name="userName"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            value={who}
            onChange={(event) => setWho(event.currentTarget.value)}
          />
          <Button type="submit" size="md" fullWidth loading={ask.isPending} disabled={!who.trim()}>
            <Trans>Send the link</Trans>
          </Button>
        </form>
      )}
    </PublicFrame>
  );
}
