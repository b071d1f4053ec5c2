import { Button, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { ERASURE_WAIT_DAYS } from '@scanship/contracts/network/customer-data';
import { notify } from '../../../app/notify.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useShownAfterMount } from '../../../ui/use-shown-after-mount.ts';
import { askErasure, tookErasure } from './data-api.ts';

interface Props {
  readonly opened: boolean;
  readonly customer: CustomerDetail;
  readonly onClose: () => void;
}

/** Nobody erases the wrong one in passing: the name is typed. */
export default function EraseDialog({ opened, customer, onClose }: Props) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const shown = useShownAfterMount(opened);
  const ask = useMutation({
    mutationFn: () => askErasure(customer.id, { name: name.trim(), reason: reason.trim() }),
    onSuccess: ({ data, successMessage }) => {
      tookErasure(customer.id, data);
      onClose();
      notify.success(successMessage ?? t`The customer is suspended, and erased when the days are over.`);
    },
  });
  const refused = fieldErrorsOf(ask.error);
  const complete = name.trim() === customer.name.trim() && reason.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (complete) ask.mutate();
  };
  const own = customer.name;
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Erase ${own}?`} centered closeOnClickOutside={!ask.isPending}>
      <form className="stack" onSubmit={submit}>
        {Boolean(ask.error) && <ErrorState compact error={ask.error} />}
        <div>
          <Trans>
            Its people are signed out now. You can withdraw it for {ERASURE_WAIT_DAYS} days; after that nobody brings it
            back. Make a file of everything first if somebody may need it.
          </Trans>
        </div>
        <TextInput
          label={t`Name of the customer`}
          description={t`Type ${own}`}
          data-autofocus
          required
          autoComplete="off"
          maxLength={120}
          error={refused['name']}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={t`Reason`}
          required
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className="row end">
          <Button variant="default" disabled={ask.isPending} onClick={onClose}>
            <Trans>Leave unchanged</Trans>
          </Button>
          <Button type="submit" color="red.9" loading={ask.isPending} disabled={!complete}>
            <Trans>Erase after {ERASURE_WAIT_DAYS} days</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
