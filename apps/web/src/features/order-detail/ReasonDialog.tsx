import { Button, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormat } from '../../app/use-format.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { HoldUntilField } from '../orders/components/HoldUntilField.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';

interface Props {
  readonly what: 'hold' | 'cancel';
  readonly number: string;
  readonly opened: boolean;
  readonly busy: boolean;
  readonly onClose: () => void;
  /** @param until YYYY-MM-DD, of a hold */
  readonly onConfirm: (reason: string, until: string | null) => void;
}

/** Why an order is held or cancelled; everybody who opens it reads the reason. */
export default function ReasonDialog({ what, number, opened, busy, onClose, onConfirm }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const format = useFormat();
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  return (
    <Dialog
      opened={shown}
      onClose={onClose}
      title={what === 'hold' ? t`Hold order ${number}` : t`Cancel order ${number}?`}
      centered
      size="sm"
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm(reason.trim(), until || null);
        }}
      >
        <p>
          {what === 'hold' ? (
            <Trans>No label can be bought for it until it is released.</Trans>
          ) : (
            <Trans>
              It is not shipped any more. Where its store cannot be told by us, a notice asks you to. A label that was
              bought is cancelled first.
            </Trans>
          )}
        </p>
        <Textarea
          label={t`Reason (optional)`}
          value={reason}
          maxLength={200}
          autosize
          minRows={2}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        {what === 'hold' && <HoldUntilField value={until} onChange={setUntil} />}
        <div className="row end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            <Trans>Leave unchanged</Trans>
          </Button>
          <Button
            type="submit"
            color={what === 'cancel' ? 'red.9' : undefined}
            loading={busy}
            disabled={until !== '' && until <= format.today()}
          >
            {what === 'hold' ? <Trans>Hold the order</Trans> : <Trans>Cancel the order</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
