import type { ModalProps } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useLoaded } from './use-loaded.ts';

const DialogBody = lazy(() => import('./DialogBody.tsx'));

/**
 * A modal dialog whose close button has a name. Keep it mounted and toggle `opened`, so that the focus returns. What draws it
 * is loaded when the first dialog is opened: no page waits for it.
 */
export function Dialog(props: ModalProps) {
  if (!useLoaded(props.opened)) return null;
  return (
    <Suspense fallback={null}>
      <DialogBody {...props} />
    </Suspense>
  );
}
