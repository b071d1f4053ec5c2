import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { brandRecordQuery, type Whose } from './branding-api.ts';

const BrandingEditor = lazy(async () => ({ default: (await import('./BrandingEditor.tsx')).BrandingEditor }));

/** @param whose id of a franchise; undefined: the own one */
export function BrandingPanel({ whose }: { readonly whose: Whose }) {
  const record = useQuery(brandRecordQuery(whose));
  const waiting = <Skeletons rows={10} height={28} />;
  if (record.data)
    return (
      <Suspense fallback={waiting}>
        <BrandingEditor key={record.data.version} whose={whose} record={record.data} />
      </Suspense>
    );
  if (!record.isError) return waiting;
  return (
    <div className="card">
      <ErrorState error={record.error} onRetry={() => void record.refetch()} />
    </div>
  );
}
