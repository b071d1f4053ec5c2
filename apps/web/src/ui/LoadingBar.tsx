/** The thin bar at the top while orders, Scan and Ship or print files load (product-spec section 2). */
import { useLingui } from '@lingui/react/macro';
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useLoading } from './loading.ts';

/** Queries and mutations whose key begins with one of these show the bar. */
const SHOWN = new Set<unknown>(['orders', 'order', 'print']);

export function LoadingBar() {
  const { t } = useLingui();
  // Background polling is not waiting: only what has `meta.quiet` unset counts.
  const fetching = useIsFetching({ predicate: (q) => SHOWN.has(q.queryKey[0]) && q.meta?.quiet !== true });
  const printing = useIsMutating({ predicate: (m) => SHOWN.has(m.options.mutationKey?.[0]) });
  const scanning = useLoading();
  if (fetching + printing === 0 && !scanning) return null;
  return <div className="loading-bar" role="progressbar" aria-label={t`Loading`} />;
}
