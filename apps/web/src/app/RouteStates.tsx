import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ApiError, TransportError } from '../lib/api-errors.ts';
import { DrawingFailed } from '../ui/DrawingFailed.tsx';
import { ErrorState } from '../ui/states.tsx';

/** Nothing for the first quarter second, then the neutral bar. */
export function RouteWaiting() {
  return (
    <div className="boot" role="status" aria-busy="true">
      <span className="boot-bar" />
    </div>
  );
}

/**
 * A page that could not be prepared (no network, server down): the session is kept and trying again is offered. One that
 * could not be drawn shows a page like a 404 (product-spec section 2); the menu around it stays.
 */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (!(error instanceof ApiError || error instanceof TransportError)) return <DrawingFailed />;
  return (
    <main>
      <ErrorState
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </main>
  );
}
