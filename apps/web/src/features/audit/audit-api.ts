import { infiniteQueryOptions } from '@tanstack/react-query';
import { listAudit, verifyAudit } from '@scanship/contracts/access/audit';
import { fetchData } from '../../app/api.ts';
import type { AuditSearch } from './audit-search.ts';

const PAGE = 50;

/** Newest first; each page asks for what came before the last entry of the one above. */
export const auditQuery = ({ from, to, who, act, acting }: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', { from, to, who, act, acting }],
    queryFn: ({ signal, pageParam }) =>
      fetchData(listAudit, {
        query: {
          size: PAGE,
          ...(from ? { from } : {}),
          ...(to ? { to } : {}),
          ...(who ? { userName: who } : {}),
          ...(act ? { action: act } : {}),
          ...(acting ? { impersonated: 'true' as const } : {}),
          ...(pageParam ? { before: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const verifyLog = () => fetchData(verifyAudit, {});
