import { useQuery } from '@tanstack/react-query';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { DefaultsForm } from './DefaultsForm.tsx';
import { LogoCard } from './LogoCard.tsx';
import { settingsQuery } from './settings-api.ts';

/** The defaults of the company's shipments. */
export function DefaultsPanel() {
  const settings = useQuery(settingsQuery);
  if (settings.data)
    return (
      <>
        <DefaultsForm key={String(settings.data.version ?? 0)} settings={settings.data} />
        <LogoCard settings={settings.data} />
      </>
    );
  if (!settings.isError) return <Skeletons rows={8} />;
  return (
    <div className="card">
      <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
    </div>
  );
}
