/** Sign-up, and the automatic sign-in after it (product-spec section 4). */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { getInvitation, PASSWORD_MIN, signUp } from '@scanship/contracts/access/auth';
import { api, fetchData } from '../../app/api.ts';
import { useBrand } from '../../app/branding.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';
import { afterSignIn } from '../auth/after-sign-in.ts';
import { signInWith } from '../auth/auth-api.ts';
import { FormProblem } from '../auth/PublicFrame.tsx';

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
      await api.call(signUp, {
        query: { tenantId },
        body: {
          ...person,
          language: i18n.locale.startsWith('fr') ? 'fr' : 'en',
          ...(invitation ? { invitation } : companyName.trim() ? { companyName } : {}),
        },
      });
      return signInWith({ tenantId, userName: fields.userName, password: fields.password });
    },
    onSuccess: ({ data }) => afterSignIn(data),
  });

  const missing: Partial<Record<keyof Fields, string>> = {
    ...(fields.firstName.trim() ? {} : { firstName: t`Enter your first name.` }),
    ...(fields.lastName.trim() ? {} : { lastName: t`Enter your last name.` }),
    ...(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(fields.email.trim()) ? {} : { email: t`Enter your e-mail address.` }),
    ...(fields.userName.trim().length >= 3 ? {} : { userName: t`Use at least 3 characters.` }),
    ...(fields.password.length >= PASSWORD_MIN ? {} : { password: t`Use at least ${PASSWORD_MIN} characters.` }),
  };
  const refused = fieldErrorsOf(open.error);
  const errorOf = (name: keyof Fields) => (pressed ? missing[name] : undefined) ?? refused[name];
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
        <Button type="submit" size="md" fullWidth loading={open.isPending}>
          <Trans>Open the account</Trans>
        </Button>
      </form>
    </>
  );
}
