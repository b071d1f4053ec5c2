import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconMail } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { notify } from '../../app/notify.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';

interface Props {
  readonly label: string;
  /** Sends it and keeps what came back. */
  readonly onInvite: (email: string) => Promise<{ readonly successMessage?: string | undefined }>;
}
/** Mails an invitation to administer a company. */
export function InviteForm({ label, onInvite }: Props) {
  const { t } = useLingui();
  const [email, setEmail] = useState('');
  const send = useMutation({
    mutationFn: () => onInvite(email.trim()),
    onSuccess: ({ successMessage }) => {
      setEmail('');
      notify.success(successMessage ?? t`Invitation sent.`);
    },
  });
  const refused = fieldErrorsOf(send.error).email;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim()) send.mutate();
  };
  return (
    <form className="stack tight" onSubmit={submit}>
      {send.error && !refused && <ErrorState compact error={send.error} />}
      <div className="row top invite-row">
        <TextInput
          className="grow"
          type="email"
          label={label}
          placeholder="name@example.com"
          maxLength={254}
          required
          value={email}
          error={refused}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button
          type="submit"
          mt={24}
          leftSection={<IconMail size={16} aria-hidden />}
          loading={send.isPending}
          disabled={!email.trim()}
        >
          <Trans>Send the invitation</Trans>
        </Button>
      </div>
    </form>
  );
}
