import './settings.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { DefaultsForm } from './DefaultsForm.tsx';
import { LocationsCard } from './LocationsCard.tsx';
import { settingsQuery } from './settings-api.ts';

/** Ship-from addresses and the defaults of the account. */
export function SettingsPage() {
  const { t } = useLingui();
  const settings = useQuery(settingsQuery);
  return (
    <div className="page-narrow">
      <PageHead title={t`Settings`} />
      <div className="page-head">
        <h1>
          <Trans>Settings</Trans>
        </h1>
      </div>
      <div className="stack wide">
        <LocationsCard />
        {settings.data ? (
          <DefaultsForm key={String(settings.data.version ?? 0)} settings={settings.data} />
        ) : settings.isError ? (
          <div className="card">
            <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
          </div>
        ) : (
          <Skeletons rows={8} />
        )}
      </div>
    </div>
  );
}
