import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { resendVerification, verifyAccount } from '@scanship/contracts/access/auth';
import { api } from '../../app/api.ts';
import { afterSignIn } from '../auth/after-sign-in.ts';
import { FormDone, FormProblem, PublicFrame } from '../auth/PublicFrame.tsx';
import { OutboxLink } from './OutboxLink.tsx';

/** The mailed code of an unverified account (product-spec section 4; decisions 6). */
export function OtpPage() {
  const { t } = useLingui();
  const carried = useRouterState({ select: (s) => s.location.state.verify });
  const [verification, setVerification] = useState(carried?.verification);
  const [code, setCode] = useState('');
  const [wait, setWait] = useState(carried?.verification?.resendInSeconds ?? 0);
  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);

  const verify = useMutation({
    mutationFn: () => api.call(verifyAccount, { query: { username: carried?.userName ?? '', value: code } }),
    onSuccess: ({ data }) => afterSignIn(data),
    onError: () => setCode(''),
  });
  const resend = useMutation({
    mutationFn: () => api.call(resendVerification, { body: { ticket: verification?.ticket ?? '' } }),
    onSuccess: ({ data }) => {
      setVerification(data);
      setWait(data.resendInSeconds);
      verify.reset();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) verify.mutate();
  };
  const back = (
    <>
      <Link className="link" to="/auth/login">
        <Trans>Back to sign-in</Trans>
      </Link>
      <OutboxLink />
    </>
  );

  if (!carried)
    return (
      <PublicFrame
        title={t`Verify your account`}
        heading={<Trans>Verify your account</Trans>}
        lead={<Trans>Sign in first; a code is then sent to your e-mail address.</Trans>}
        links={back}
      >
        {null}
      </PublicFrame>
    );
  return (
    <PublicFrame
      title={t`Verify your account`}
      heading={<Trans>Check your e-mail</Trans>}
      lead={<Trans>A code with six digits was sent to {carried.email}.</Trans>}
      links={back}
    >
      <FormProblem error={verify.error ?? resend.error} />
      {resend.isSuccess && !verify.error && (
        <FormDone>
          <Trans>Another code is on its way. Only the newest one works.</Trans>
        </FormDone>
      )}
      <form className="stack" noValidate onSubmit={submit}>
        <TextInput
          // The only field of the page, which the person came here to fill in.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          className="code-input"
          label={t`Code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          size="md"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={verify.isPending}>
          <Trans>Verify</Trans>
        </Button>
        {verification && (
          <Button
            variant="default"
            size="md"
            fullWidth
            disabled={wait > 0}
            loading={resend.isPending}
            onClick={() => resend.mutate()}
          >
            {wait > 0 ? <Trans>Send another code in {wait} s</Trans> : <Trans>Send another code</Trans>}
          </Button>
        )}
      </form>
    </PublicFrame>
  );
}
