import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AccountDto, cancelEmail, changeEmail, confirmEmail } from '@scanship/contracts/access/account';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';
import { myAccountQuery, tookMyAccount } from './account-api.ts';

/** The address changes only when the new one has proved itself by a code; the old one is told. */
export function EmailCard({ account }: { readonly account: AccountDto }) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <Trans>E-mail address</Trans>
        </h2>
        <span className="dim">{account.email}</span>
      </div>
      <div className="card-body">{account.pendingEmail ? <Confirm account={account} /> : <Ask />}</div>
    </section>
  );
}

function Ask() {
  const { t } = useLingui();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const ask = useMutation({
    mutationFn: () => api.call(changeEmail, { body: { email: email.trim(), password } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: myAccountQuery.queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {ask.error && <ErrorState compact error={ask.error} />}
      <div className="fields">
        <TextInput
          className="w6"
          label={t`New e-mail address`}
          type="email"
          autoComplete="email"
          value={email}
          error={fieldErrorsOf(ask.error)['email']}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          className="w6"
          label={t`Your password`}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </div>
      <div className="row">
        <Button type="submit" variant="default" loading={ask.isPending} disabled={!email.trim() || !password}>
          <Trans>Change the address</Trans>
        </Button>
      </div>
    </form>
  );
}

function Confirm({ account }: { readonly account: AccountDto }) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => api.call(confirmEmail, { body: { code } }),
    onSuccess: ({ data, successMessage }) => {
      tookMyAccount(data);
      notify.success(successMessage ?? t`The address is changed.`);
    },
    onError: () => setCode(''),
  });
  const keep = useMutation({
    mutationFn: () => api.call(cancelEmail, {}),
    onSuccess: ({ data }) => tookMyAccount(data),
    onError: (error) => notify.error(error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) confirm.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {confirm.error && <ErrorState compact error={confirm.error} />}
      <p>
        <Trans>A code was sent to {account.pendingEmail}.</Trans>
      </p>
      <div className="row">
        <TextInput
          aria-label={t`Code`}
          placeholder={t`Code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={confirm.isPending} disabled={!code.trim()}>
          <Trans>Confirm</Trans>
        </Button>
        <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
          <Trans>Keep the old one</Trans>
        </Button>
      </div>
    </form>
  );
}
