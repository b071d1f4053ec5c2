import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Role } from '@scanship/contracts/access/roles';
import { newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { ApiError, fieldErrorsOf } from '../../lib/api-errors.ts';
import { LOCALE_NAMES } from '../../ui/LanguageLinks.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { roleName } from '../roles/role-words.ts';
import { rolesQuery } from '../roles/roles-api.ts';
import { type Invitation, sendInvitation } from './people-api.ts';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}
/** Asks whom to invite and as what. */
export default function InviteDialog({ opened, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const roles = useQuery({ ...rolesQuery, enabled: opened });
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Invite somebody`} centered>
      {roles.data ? (
        <InviteForm roles={roles.data.roles.filter((role) => role.assignable)} onClose={onClose} />
      ) : roles.isError ? (
        <ErrorState compact error={roles.error} onRetry={() => void roles.refetch()} />
      ) : (
        <Skeletons rows={5} height={28} />
      )}
    </Dialog>
  );
}

function InviteForm({ roles, onClose }: { readonly roles: readonly Role[]; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  // The same wish pressed twice is one invitation; whatever changes makes another wish of it.
  const [key, setKey] = useState(newIdempotencyKey);
  const [pressed, setPressed] = useState(false);
  const [value, keepValue] = useState<Invitation>(() => ({
    email: '',
    firstName: '',
    lastName: '',
    // Whoever is in a hurry gives less, not more: the smallest built-in role stands last.
    roleId: (roles.findLast((role) => role.builtIn) ?? roles[0])?.id ?? '',
    locale: i18n.locale === 'fr-CA' ? 'fr-CA' : 'en-CA',
  }));
  const setValue = (change: Partial<Invitation>) => {
    keepValue((was) => ({ ...was, ...change }));
    setKey(newIdempotencyKey());
  };
  const send = useMutation({
    mutationFn: () => sendInvitation(value, key),
    onError: (error) => {
      // Refused, and so not sent: once the reason is gone, the same wish may be asked for again.
      if (error instanceof ApiError) setKey(newIdempotencyKey());
    },
    onSuccess: () => {
      notify.success(t`Invitation sent.`);
      onClose();
    },
  });
  const refused = fieldErrorsOf(send.error);
  const noAddress = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value.email.trim())
    ? undefined
    : t`Enter an e-mail address.`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (!noAddress) send.mutate();
  };
  const text = (name: 'email' | 'firstName' | 'lastName') => ({
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      setValue({ [name]: event.currentTarget.value });
    },
  });
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {send.error && <ErrorState compact error={send.error} />}
      <p className="dim small">
        <Trans>A link goes to this address. Whoever opens it chooses a user name and a password of their own.</Trans>
      </p>
      <div className="fields">
        <TextInput
          label={t`E-mail`}
          type="email"
          autoComplete="off"
          data-autofocus
          required
          maxLength={254}
          error={(pressed ? noAddress : undefined) ?? refused['email']}
          {...text('email')}
        />
        <TextInput
          className="w6"
          label={t`First name`}
          maxLength={80}
          error={refused['firstName']}
          {...text('firstName')}
        />
        <TextInput
          className="w6"
          label={t`Last name`}
          maxLength={80}
          error={refused['lastName']}
          {...text('lastName')}
        />
        <NativeSelect
          className="w6"
          label={t`Role`}
          value={value.roleId}
          error={refused['roleId']}
          data={roles.map((role) => ({ value: role.id, label: roleName(role, i18n) }))}
          onChange={(event) => setValue({ roleId: event.currentTarget.value })}
        />
        <NativeSelect
          className="w6"
          label={t`Language of the e-mail`}
          value={value.locale}
          data={[
            { value: 'en-CA', label: LOCALE_NAMES['en-CA'] },
            { value: 'fr-CA', label: LOCALE_NAMES['fr-CA'] },
          ]}
          onChange={(event) => setValue({ locale: event.currentTarget.value === 'fr-CA' ? 'fr-CA' : 'en-CA' })}
        />
      </div>
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button type="submit" loading={send.isPending}>
          <Trans>Send the invitation</Trans>
        </Button>
      </div>
    </form>
  );
}
