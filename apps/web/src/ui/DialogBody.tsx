import { Modal, type ModalProps } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useShownAfterMount } from './use-shown-after-mount.ts';

export default function DialogBody({ opened, ...props }: ModalProps) {
  const { t } = useLingui();
  return <Modal closeButtonProps={{ 'aria-label': t`Close` }} {...props} opened={useShownAfterMount(opened)} />;
}
