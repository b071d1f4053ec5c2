/** What the palette finds on the server: one call for everything the person may see. */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type Found, LEAST_SEARCH, searchEverything, type SearchGroup } from '@scanship/contracts/network/search';
import { fetchData } from '../api.ts';

/** A look-up waits for this pause of typing, so that results stand within 300 ms of the last key. */
const PAUSE_MS = 120;

export interface Search {
  /** The answer to exactly what is typed; undefined until it is there. */
  readonly found: Found | undefined;
  /** Kinds that were looked through. */
  readonly searched: readonly SearchGroup[];
  readonly waiting: boolean;
  readonly error: Error | null;
}

/**
 * An answer belongs to its text, so an older one never takes the place of a newer one, and none is shown for another text.
 * @param wide a kind of which all hits are wanted
 */
export function useSearch(typed: string, wide: SearchGroup | undefined): Search {
  const text = typed.trim();
  const [rested] = useDebouncedValue(text, PAUSE_MS);
  const enough = text.length >= LEAST_SEARCH;
  const ask = (group: SearchGroup | undefined, enabled: boolean) => ({
    queryKey: ['search', rested, group ?? ''],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      fetchData(searchEverything, { body: { text: rested, ...(group ? { group } : {}) }, signal }),
    enabled: enabled && rested.length >= LEAST_SEARCH,
    staleTime: 15_000,
  });
  const all = useQuery(ask(undefined, true));
  const more = useQuery(ask(wide, wide !== undefined));
  const current = enough && rested === text;
  const found = current && all.data ? all.data.found : undefined;
  return {
    found: found && wide !== undefined && more.data ? { ...found, [wide]: more.data.found[wide] } : found,
    searched: (current && all.data?.searched) || [],
    waiting: enough && (rested !== text || all.isFetching || more.isFetching),
    error: current ? (all.error ?? more.error) : null,
  };
}
