import { queryOptions, useQuery } from '@tanstack/react-query';
import { getLogos } from '@scanship/contracts/network/logos';
import { logoKey } from '@scanship/domain/shipping/logo-key';
import { fetchData } from '../../../app/api.ts';
import { safeUrl } from '../../../app/branding.ts';

/** Asked for once; without an answer there are the marks we draw. */
export const logosQuery = queryOptions({
  queryKey: ['logos'],
  queryFn: ({ signal }) => fetchData(getLogos, { signal }),
  staleTime: 30 * 60_000,
  retry: false,
  retryOnMount: false,
  refetchOnWindowFocus: false,
});

/** Where the franchise's logo of a carrier or store is. @param code connector's slug or platform's code, where it is known */
export function useLogo(name: string, code: string | undefined): string | undefined {
  const key = code === undefined ? undefined : logoKey(code, name);
  const { data } = useQuery({
    ...logosQuery,
    select: ({ logos }) => logos.find((logo) => logo.key === key)?.address,
  });
  return safeUrl(data, 'image');
}
