import { Button, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { notify } from '../../app/notify.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { actAs } from './act-as.ts';

interface Props {
  /** Whom; the dialog is open while somebody is named. */
  readonly person: { readonly userName: string; readonly fullName: string; readonly franchiseId?: string } | undefined;
  readonly onClose: () => void;
  /** What to open as that person; absent: their first page. */
  readonly path?: string | undefined;
}

/** Asks for the reason, which the customer can read, before acting as one of their people. */
export function ActAsDialog({ person, onClose, path }: Props) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const shown = useShownAfterMount(person !== undefined);
  const name = person?.fullName ?? '';
  const act = useMutation({
    mutationFn: () =>
      actAs({ userName: person?.userName ?? '', reason: reason.trim(), franchiseId: person?.franchiseId, path }),
    onSuccess: (changed) => {
      if (!changed) notify.info(t`That is you; nothing was changed.`);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) act.mutate();
  };
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Act as ${name}`} centered>
      <form className="stack" onSubmit={submit}>
        {act.error && <ErrorState compact error={act.error} />}
        <p>
          <Trans>What you do is recorded under both names, and the customer can read it.</Trans>
        </p>
        <Textarea
          label={t`Reason`}
          data-autofocus
          required
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={act.isPending} disabled={!reason.trim()}>
            <Trans>Act as this person</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
