import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, Skeletons } from './states.tsx';

/**
 * What was loaded, or why it was not, with a way to try again. `stale` rows are those of the page or filter before, shown
 * until the answer is there: whoever draws them keeps them from being pressed.
 */
export function Loaded<T>({
  query,
  children,
}: {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T, stale: boolean) => ReactNode;
}) {
  if (query.data !== undefined)
    return (
      <div className="stack" aria-busy={query.isPlaceholderData}>
        {children(query.data, query.isPlaceholderData)}
      </div>
    );
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeletons rows={6} height={32} />;
}
