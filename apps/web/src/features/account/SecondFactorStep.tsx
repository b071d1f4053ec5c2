/** The second stage of a sign-in: a code of the app, a mailed code, a recovery code, or a passkey. */
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import '../../styles/segmented-control.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type FactorMethod, signInSecondFactor } from '@scanship/contracts/access/auth';
import { api } from '../../app/api.ts';
import { isCode } from '../../lib/api-errors.ts';
import { afterSignIn, type Challenge } from '../auth/after-sign-in.ts';
import { FormProblem } from '../auth/PublicFrame.tsx';
import { signInByPasskey } from './passkeys.ts';

interface Props {
  readonly challenge: Challenge;
  readonly redirect: string | undefined;
  /** Back to user name and password. */
  readonly onRestart: () => void;
}

export function SecondFactorStep({ challenge, redirect, onRestart }: Props) {
  const { t } = useLingui();
  const [method, setMethod] = useState<FactorMethod>(challenge.methods[0] ?? 'totp');
  const [code, setCode] = useState('');
  const prove = useMutation({
    mutationFn: async () =>
      method === 'passkey'
        ? signInByPasskey(challenge.id)
        : api.call(signInSecondFactor, { body: { challengeId: challenge.id, method, code } }),
    onSuccess: ({ data }) => afterSignIn(data, redirect),
    onError: () => setCode(''),
  });
  const words: Readonly<Record<FactorMethod, { readonly name: string; readonly lead: string }>> = {
    totp: { name: t`App`, lead: t`Enter the six digits your authenticator app shows.` },
    email: { name: t`E-mail`, lead: t`Enter the code that was sent to your e-mail address.` },
    recovery: { name: t`Recovery`, lead: t`Enter one of the recovery codes you kept.` },
    passkey: { name: t`Passkey`, lead: t`Use the passkey of this device or a security key.` },
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (method === 'passkey' || code.trim()) prove.mutate();
  };
  return (
    <>
      <FormProblem error={prove.error} />
      {challenge.methods.length > 1 && (
        <SegmentedControl
          aria-label={t`How to confirm that it is you`}
          fullWidth
          value={method}
          data={challenge.methods.map((value) => ({ value, label: words[value].name }))}
          onChange={(value) => {
            setMethod(challenge.methods.find((m) => m === value) ?? method);
            setCode('');
          }}
        />
      )}
      <form className="stack" noValidate onSubmit={submit}>
        <p className="dim">{words[method].lead}</p>
        {method !== 'passkey' && (
          <TextInput
            key={method}
            // The person has just asked for this field.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            className={method === 'recovery' ? undefined : 'code-input'}
            label={t`Code`}
            inputMode={method === 'recovery' ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            size="md"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <Button type="submit" size="md" fullWidth loading={prove.isPending}>
          {method === 'passkey' ? <Trans>Use a passkey</Trans> : <Trans>Continue</Trans>}
        </Button>
        {(isCode(prove.error, 'challenge_expired') || !prove.isPending) && (
          <button type="button" className="link" onClick={onRestart}>
            <Trans>Sign in as somebody else</Trans>
          </button>
        )}
      </form>
    </>
  );
}
