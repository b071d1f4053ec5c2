/**
 * A part of the frame around the pages that loads by itself. Where its code does not come, the page stays, and a button in its place
 * loads all of it anew.
 */
import { ActionIcon } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { IconRefresh } from '#icons';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';

export function Beside({ wait, children }: { readonly wait?: ReactNode; readonly children: ReactNode }) {
  return (
    // Code that did not come does not come on the next page either.
    <ErrorBoundary resetKey="always" instead={<LoadAnew />}>
      <Suspense fallback={wait}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function LoadAnew() {
  const { t } = useLingui();
  const words = t`A part of this page could not be loaded. Reload the page.`;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      title={words}
      aria-label={words}
      onClick={() => location.reload()}
    >
      <IconRefresh size={19} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
