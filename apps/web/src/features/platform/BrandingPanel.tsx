import { useQuery } from '@tanstack/react-query';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { BrandingEditor } from './BrandingEditor.tsx';
import { brandRecordQuery, type Whose } from './branding-api.ts';

/** @param whose id of a franchise; undefined: the own one */
export function BrandingPanel({ whose }: { readonly whose: Whose }) {
  const record = useQuery(brandRecordQuery(whose));
  if (record.data) return <BrandingEditor key={record.data.version} whose={whose} record={record.data} />;
  if (!record.isError) return <Skeletons rows={10} height={28} />;
  return (
    <div className="card">
      <ErrorState error={record.error} onRetry={() => void record.refetch()} />
    </div>
  );
}
