import { Modal, type ModalProps } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';

/** A modal dialog whose close button has a name. Keep it mounted and toggle `opened`, so that the focus returns. */
export function Dialog(props: ModalProps) {
  const { t } = useLingui();
  return <Modal closeButtonProps={{ 'aria-label': t`Close` }} {...props} />;
}
