import './login.css';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { session } from '../../app/api.ts';
import { useBrand } from '../../app/branding.ts';
import { goInside } from '../../app/router.ts';
import { LanguageLinks } from '../../ui/LanguageLinks.tsx';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { sayError } from '../../lib/error-words.ts';
import { signInWith } from './auth-api.ts';
import { LoginArt } from './LoginArt.tsx';

const route = getRouteApi('/auth/login');

export function LoginPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const brand = useBrand();
  const { redirect } = route.useSearch();
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<{ userName?: string; password?: string }>({});
  const form = useRef<HTMLFormElement>(null);
  // Ready to type with a keyboard; on touch screens the keyboard would cover the page.
  useEffect(() => {
    if (window.matchMedia('(hover: hover)').matches) form.current?.querySelector('input')?.focus();
  }, []);

  const enter = useMutation({
    mutationFn: signInWith,
    onSuccess: async ({ data }) => {
      if (!data.token || !data.refreshToken) return;
      session.start(data.token, data.refreshToken);
      await goInside(redirect);
    },
    onError: () => form.current?.querySelector<HTMLInputElement>('input[type=password], input[name=password]')?.focus(),
  });
  const unverified = enter.data !== undefined && !enter.data.data.token;

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
  const title = brand.raw.globalTitle?.trim();
  const heading = title && title !== brand.name ? title : undefined;
  const failed = enter.error ? sayError(enter.error, i18n) : undefined;

  return (
    <div className="login">
      <PageHead title={t`Sign in`} indexed />
      <LoginArt />
      <main className="login-side">
        <div className="login-card">
          <BrandMark />
          <div className="stack tight">
            {heading && <div className="strong dim">{heading}</div>}
            <h1>
              <Trans>Sign in</Trans>
            </h1>
            <p className="dim">{brand.tagLine || <Trans>Compare rates, print labels and ship smarter.</Trans>}</p>
          </div>
          {failed && (
            <div className="notice" data-tone="bad" role="alert">
              <IconAlertTriangle size={17} aria-hidden />
              <div>
                <div className="strong">{failed.title}</div>
                {failed.advice && <div>{failed.advice}</div>}
                {failed.reference && <div className="dim small">{failed.reference}</div>}
              </div>
            </div>
          )}
          {unverified && (
            <div className="notice" data-tone="warn" role="alert">
              <IconAlertTriangle size={17} aria-hidden />
              <div>
                <Trans>This account is not verified yet. A code was sent to {enter.data.data.email}.</Trans>
              </div>
            </div>
          )}
          <form ref={form} className="stack" noValidate onSubmit={submit}>
            <TextInput
              label={t`User name or e-mail`}
              name="userName"
              autoComplete="username"
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
          </form>
          <div className="login-foot">
            <LanguageLinks />
          </div>
        </div>
        <footer className="login-legal">
          {brand.raw.globalFooter?.trim() && <span>{brand.raw.globalFooter}</span>}
          {brand.links.map((link) => (
            <a key={link.name} className="link" href={link.url} target="_blank" rel="noreferrer noopener">
              {link.name}
            </a>
          ))}
          {brand.providerLogo && (
            <span className="row">
              <Trans>Powered by</Trans> <img src={brand.providerLogo} alt="" height={18} />
            </span>
          )}
        </footer>
      </main>
    </div>
  );
}
