import { QueryClient } from '@tanstack/react-query';
import { ApiError, isRetryable, SupersededError } from '../lib/api-errors.ts';

/** Queries try again twice where trying again can help; what a person pressed is never repeated behind their back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      networkMode: 'always',
      retry: (count, error) => count < 2 && !(error instanceof SupersededError) && isRetryable(error),
      retryDelay: (attempt) => 600 * 2 ** attempt,
      refetchOnWindowFocus: (query) => !(query.state.error instanceof ApiError),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
