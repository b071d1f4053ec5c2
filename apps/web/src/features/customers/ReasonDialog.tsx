import { Button, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly confirm: string;
  /** What follows from it. */
  readonly children: ReactNode;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}
/** Switching a company off: what happens is said first, and the reason is kept. */
export function ReasonDialog({ opened, title, confirm, children, busy, error, onConfirm, onClose }: Props) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const shown = useShownAfterMount(opened);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) onConfirm(reason.trim());
  };
  return (
    <Dialog opened={shown} onClose={onClose} title={title} centered closeOnClickOutside={!busy}>
      <form className="stack" onSubmit={submit}>
        {Boolean(error) && <ErrorState compact error={error} />}
        <div>{children}</div>
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
          <Button variant="default" disabled={busy} onClick={onClose}>
            <Trans>Leave unchanged</Trans>
          </Button>
          <Button type="submit" color="red.9" loading={busy} disabled={!reason.trim()}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
