import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { EmptyState } from './states.tsx';

/** What the error boundary shows: a page that could not be drawn. */
export function DrawingFailed() {
  const { t } = useLingui();
  return (
    <main data-testid="drawing-failed">
      <EmptyState
        title={t`This page could not be shown`}
        actions={
          <>
            <Button onClick={() => location.reload()}>
              <Trans>Reload</Trans>
            </Button>
            <Button variant="default" component="a" href="/">
              <Trans>Go to the start page</Trans>
            </Button>
          </>
        }
      >
        <Trans>Something on it went wrong. Nothing you saved is lost.</Trans>
      </EmptyState>
    </main>
  );
}
