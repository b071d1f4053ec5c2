import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AccountDto, putAccount } from '@scanship/contracts/access/account';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';
import { tookMyAccount } from './account-api.ts';

export function ProfileForm({ account }: { readonly account: AccountDto }) {
  const { t } = useLingui();
  const [value, setValue] = useState({
    firstName: account.firstName,
    lastName: account.lastName,
    phone: account.phone ?? '',
    language: account.language,
  });
  const save = useMutation({
    mutationFn: () =>
      api.call(putAccount, { body: { ...value, phone: value.phone.trim() || null, version: account.version } }),
    onSuccess: ({ data, successMessage }) => {
      tookMyAccount(data);
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const refused = fieldErrorsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const text = (name: 'firstName' | 'lastName' | 'phone') => ({
    value: value[name],
    error: refused[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const typed = event.currentTarget.value;
      setValue((was) => ({ ...was, [name]: typed }));
    },
  });
  return (
    <form className="card" onSubmit={submit}>
      <div className="card-body stack">
        {save.error && <ErrorState compact error={save.error} />}
        <div className="fields">
          <TextInput className="w6" label={t`First name`} autoComplete="given-name" {...text('firstName')} />
          <TextInput className="w6" label={t`Last name`} autoComplete="family-name" {...text('lastName')} />
          <TextInput className="w6" label={t`User name`} value={account.userName} readOnly />
          <TextInput className="w6" label={t`Phone`} type="tel" autoComplete="tel" {...text('phone')} />
          <NativeSelect
            className="w6"
            label={t`Language of e-mails and screens`}
            value={value.language}
            data={[
              { value: 'en', label: 'English' },
              { value: 'fr', label: 'Français' },
            ]}
            onChange={(event) => {
              const language = event.currentTarget.value === 'fr' ? ('fr' as const) : ('en' as const);
              setValue((was) => ({ ...was, language }));
            }}
          />
        </div>
        <div className="row">
          <Button type="submit" loading={save.isPending} disabled={!value.firstName.trim() || !value.lastName.trim()}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}
