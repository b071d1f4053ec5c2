import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useShownAfterMount } from './use-shown-after-mount.ts';
import { Dialog } from './Dialog.tsx';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}
/** A question before something that cannot be taken back. Stay mounted and toggle `opened`, so that focus returns. */
export function ConfirmDialog({
  opened,
  title,
  confirm,
  danger = false,
  busy = false,
  children,
  onConfirm,
  onClose,
}: Props) {
  const shown = useShownAfterMount(opened);
  return (
    <Dialog opened={shown} onClose={onClose} title={title} centered size="sm" closeOnClickOutside={!busy}>
      <div className="stack wide">
        <div>{children}</div>
        <div className="row end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            <Trans>Leave unchanged</Trans>
          </Button>
          <Button color={danger ? 'red.9' : undefined} onClick={onConfirm} loading={busy} data-autofocus>
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
