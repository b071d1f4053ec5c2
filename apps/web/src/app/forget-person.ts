/** What the page keeps of the signed-in person in its memory. */
import { drawnFor } from './api.ts';
import { brandingQuery } from './branding.ts';
import { queryClient } from './query-client.ts';

/** Branding stays; everything that belonged to the person goes. */
export function forgetPerson(): void {
  drawnFor.forget();
  queryClient.removeQueries({ predicate: (q) => q.queryKey[0] !== brandingQuery.queryKey[0] });
}
