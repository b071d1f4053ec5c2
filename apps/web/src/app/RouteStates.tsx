import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../ui/states.tsx';

/** Nothing for the first quarter second, then the neutral bar. */
export function RouteWaiting() {
  return (
    <div className="boot" role="status" aria-busy="true">
      <span className="boot-bar" />
    </div>
  );
}

/** A page that could not be prepared (no network, server down): the session is kept and trying again is offered. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
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
