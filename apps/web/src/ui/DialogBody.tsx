import { Modal, type ModalProps } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { Fragment, useState } from 'react';
import { useShownAfterMount } from './use-shown-after-mount.ts';

export default function DialogBody({ opened, children, ...props }: ModalProps) {
  const { t } = useLingui();
  return (
    <Modal closeButtonProps={{ 'aria-label': t`Close` }} {...props} opened={useShownAfterMount(opened)}>
      <Fragment key={useOpenings(opened)}>{children}</Fragment>
    </Modal>
  );
}

/** How often it was opened: opened again while it still fades out, it must not begin with what was typed before. */
function useOpenings(opened: boolean): number {
  const [before, setBefore] = useState(opened);
  const [count, setCount] = useState(0);
  if (before !== opened) {
    setBefore(opened);
    if (opened) setCount(count + 1);
  }
  return count;
}
