import { infiniteQueryOptions } from '@tanstack/react-query';
import { exportAudit, listAudit, verifyAudit } from '@scanship/contracts/access/audit';
import { api, fetchData } from '../../app/api.ts';
import type { AuditSearch } from './audit-search.ts';

const PAGE = 50;

const asked = ({ from, to, who, act, acting }: AuditSearch) => ({
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
  ...(who ? { userName: who } : {}),
  ...(act ? { action: act } : {}),
  ...(acting ? { impersonated: 'true' as const } : {}),
});

/** Newest first; each page asks for what came before the last entry of the one above. */
export const auditQuery = ({ from, to, who, act, acting }: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', { from, to, who, act, acting }],
    queryFn: ({ signal, pageParam }) =>
      fetchData(listAudit, {
        query: {
          size: PAGE,
          ...asked({ from, to, who, act, acting }),
          ...(pageParam ? { before: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const verifyLog = () => fetchData(verifyAudit, {});

/** All entries that the filters find, as CSV. */
export const exportLog = (search: AuditSearch) => api.file(exportAudit, { query: asked(search) });
