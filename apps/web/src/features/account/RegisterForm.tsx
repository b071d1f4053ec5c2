/** Sign-up, and the automatic sign-in after it (product-spec section 4). */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { getInvitation, PASSWORD_MIN, signUp } from '@scanship/contracts/access/auth';
import { getSiteTerms } from '@scanship/contracts/access/terms';
import { api, fetchData } from '../../app/api.ts';
import { useBrand } from '../../app/branding.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { browserStore } from '../../lib/storage.ts';
import { ErrorState } from '../../ui/states.tsx';
import { afterSignIn } from '../auth/after-sign-in.ts';
import { signInWith } from '../auth/auth-api.ts';
import { FormProblem } from '../auth/PublicFrame.tsx';
import { forgetAgentCode, keptAgentCode } from './agent-code.ts';
import { SignUpTerms } from './terms/SignUpTerms.tsx';

const EMPTY = { firstName: '', lastName: '', companyName: '', email: '', userName: '', password: '' };
type Fields = typeof EMPTY;

export function RegisterForm({ invitation }: { readonly invitation?: string | undefined }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const brand = useBrand();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const [pressed, setPressed] = useState(false);
  const invited = useQuery({
    queryKey: ['invitation', invitation],
    queryFn: ({ signal }) => fetchData(getInvitation, { params: { token: invitation ?? '' }, signal }),
    enabled: invitation !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const language = i18n.locale.startsWith('fr') ? 'fr' : 'en';
  // Where they cannot be read nobody is kept out: the person is asked when they first come in.
  const site = useQuery({
    queryKey: ['site-terms', language],
    queryFn: async ({ signal }) => (await fetchData(getSiteTerms, { query: { language }, signal })).terms,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const asked = invitation === undefined || invited.data?.agreesToTerms === true;
  const terms = (asked && site.data) || undefined;
  /** Hash of what was agreed to: other words must be agreed to anew. */
  const [agreedTo, setAgreedTo] = useState<string>();
  const agreed = terms !== undefined && agreedTo === terms.hash;
  const fields: Fields = {
    ...EMPTY,
    ...(invited.data && {
      email: invited.data.email,
      firstName: invited.data.firstName,
      lastName: invited.data.lastName,
    }),
    ...typed,
  };
  const { tenantId } = brand.raw;
  const open = useMutation({
    mutationFn: async () => {
      const { companyName, ...person } = fields;
      const agent = invitation === undefined ? keptAgentCode(browserStore()) : undefined;
      await api.call(signUp, {
        query: { tenantId },
        body: {
          ...person,
          language,
          ...(terms && agreed ? { terms: { id: terms.id, hash: terms.hash } } : {}),
          ...(invitation ? { invitation } : companyName.trim() ? { companyName } : {}),
          ...(agent === undefined ? {} : { agent }),
        },
      });
      if (agent !== undefined) forgetAgentCode(browserStore());
      return signInWith({ tenantId, userName: fields.userName, password: fields.password });
    },
    onSuccess: ({ data }) => afterSignIn(data),
    onError: (error) => {
      if (fieldErrorsOf(error)['terms']) void site.refetch();
    },
  });

  const missing: Partial<Record<keyof Fields | 'terms', string>> = {
    ...(fields.firstName.trim() ? {} : { firstName: t`Enter your first name.` }),
    ...(fields.lastName.trim() ? {} : { lastName: t`Enter your last name.` }),
    ...(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(fields.email.trim()) ? {} : { email: t`Enter your e-mail address.` }),
    ...(fields.userName.trim().length >= 3 ? {} : { userName: t`Use at least 3 characters.` }),
    ...(fields.password.length >= PASSWORD_MIN ? {} : { password: t`Use at least ${PASSWORD_MIN} characters.` }),
    ...(terms && !agreed ? { terms: t`Agree to the terms to open an account.` } : {}),
  };
  const refused = fieldErrorsOf(open.error);
  const errorOf = (name: keyof typeof missing) => (pressed ? missing[name] : undefined) ?? refused[name];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    const first = Object.keys(missing)[0];
    if (first) form.current?.querySelector<HTMLInputElement>(`input[name=${first}]`)?.focus();
    else open.mutate();
  };
  const field = (name: keyof Fields) => ({
    name,
    size: 'md' as const,
    value: fields[name],
    error: errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((was) => ({ ...was, [name]: value }));
    },
  });

  if (invited.isError) return <ErrorState error={invited.error} onRetry={() => void invited.refetch()} />;
  return (
    <>
      {invited.data && (
        <div className="notice" role="status">
          <div>
            <Trans>
              {invited.data.tenantName} invites you as: {invited.data.roleName}.
            </Trans>
          </div>
        </div>
      )}
      <FormProblem error={open.error} />
      <form ref={form} className="fields" noValidate onSubmit={submit}>
        <TextInput className="w6" label={t`First name`} autoComplete="given-name" {...field('firstName')} />
        <TextInput className="w6" label={t`Last name`} autoComplete="family-name" {...field('lastName')} />
        {!invitation && (
          <TextInput
            label={t`Company`}
            description={t`Optional; your own name is used otherwise.`}
            autoComplete="organization"
            {...field('companyName')}
          />
        )}
        <TextInput
          label={t`E-mail`}
          type="email"
          autoComplete="email"
          readOnly={invited.data !== undefined}
          {...field('email')}
        />
        <TextInput
          label={t`User name`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('userName')}
        />
        <PasswordInput
          label={t`Password`}
          description={t`At least ${PASSWORD_MIN} characters. A sentence is easier to remember than a riddle.`}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
          {...field('password')}
        />
        {terms && (
          <SignUpTerms
            terms={terms}
            agreed={agreed}
            error={errorOf('terms')}
            onChange={(now) => setAgreedTo(now ? terms.hash : undefined)}
          />
        )}
        <Button type="submit" size="md" fullWidth loading={open.isPending}>
          <Trans>Open the account</Trans>
        </Button>
      </form>
    </>
  );
}
