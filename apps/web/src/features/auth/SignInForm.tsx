import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useBrand } from '../../app/branding.ts';
import { loadMessages } from '../../lib/i18n.ts';
import { afterSignIn, type Challenge } from './after-sign-in.ts';
import { signInWith } from './auth-api.ts';
import { FormProblem } from './PublicFrame.tsx';

const SecondFactorStep = lazy(async () => {
  const [step] = await Promise.all([import('../account/SecondFactorStep.tsx'), loadMessages('account')]);
  return { default: step.SecondFactorStep };
});

/** User name and password, then whatever else the account asks for. */
export function SignInForm({ redirect }: { readonly redirect?: string | undefined }) {
  const { t } = useLingui();
  const brand = useBrand();
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [challenge, setChallenge] = useState<Challenge>();
  const [missing, setMissing] = useState<{ userName?: string; password?: string }>({});
  const form = useRef<HTMLFormElement>(null);
  // Ready to type with a keyboard; on touch screens the keyboard would cover the page.
  useEffect(() => {
    if (window.matchMedia('(hover: hover)').matches) form.current?.querySelector('input')?.focus();
  }, []);

  const enter = useMutation({
    mutationFn: signInWith,
    onSuccess: async ({ data }) => setChallenge(await afterSignIn(data, redirect)),
    onError: () => form.current?.querySelector<HTMLInputElement>('input[type=password], input[name=password]')?.focus(),
  });

  const byPasskey = useMutation({
    mutationFn: async () => {
      const { signInByPasskey } = await import('../account/passkeys.ts');
      return signInByPasskey();
    },
    onMutate: () => enter.reset(),
    onSuccess: async ({ data }) => setChallenge(await afterSignIn(data, redirect)),
  });

  if (challenge)
    return (
      <Suspense fallback={null}>
        <SecondFactorStep challenge={challenge} redirect={redirect} onRestart={() => setChallenge(undefined)} />
      </Suspense>
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = {
      ...(userName.trim() ? {} : { userName: t`Enter your user name or e-mail.` }),
      ...(password ? {} : { password: t`Enter your password.` }),
    };
    setMissing(empty);
    const first = Object.keys(empty)[0];
    if (first) form.current?.querySelector<HTMLInputElement>(`input[name=${first}]`)?.focus();
    else enter.mutate({ tenantId: brand.raw.tenantId, userName, password });
  };

  return (
    <>
      <FormProblem error={enter.error ?? byPasskey.error} />
      <form ref={form} className="stack" noValidate onSubmit={submit}>
        <TextInput
          label={t`User name or e-mail`}
          name="userName"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          value={userName}
          error={missing.userName}
          onChange={(event) => setUserName(event.currentTarget.value)}
        />
        <PasswordInput
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          size="md"
          value={password}
          error={missing.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
        />
        <Button type="submit" size="md" fullWidth mt={4} loading={enter.isPending}>
          <Trans>Sign in</Trans>
        </Button>
        {typeof globalThis.PublicKeyCredential === 'function' && (
          <Button
            variant="default"
            size="md"
            fullWidth
            loading={byPasskey.isPending}
            onClick={() => byPasskey.mutate()}
          >
            <Trans>Sign in with a passkey</Trans>
          </Button>
        )}
      </form>
    </>
  );
}
