import { type ComponentProps, lazy, Suspense } from 'react';
import type { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { ReasonDialog } from './ReasonDialog.tsx';

const Confirm = lazy(async () => ({ default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog }));
const Reason = lazy(async () => ({ default: (await import('./ReasonDialog.tsx')).ReasonDialog }));

/** A question whose dialog loads when it is first asked. */
export function LazyConfirm(props: ComponentProps<typeof ConfirmDialog>) {
  if (!useLoaded(props.opened)) return null;
  return (
    <Suspense fallback={null}>
      <Confirm {...props} />
    </Suspense>
  );
}

/** The same where a reason is asked for. */
export function LazyReason(props: ComponentProps<typeof ReasonDialog>) {
  if (!useLoaded(props.opened)) return null;
  return (
    <Suspense fallback={null}>
      <Reason {...props} />
    </Suspense>
  );
}
