import { Button, NumberInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type BuyerPageSettings,
  getBuyerPageSettings,
  LEAST_LIFE_DAYS,
  MOST_LIFE_DAYS,
  putBuyerPageSettings,
  USUAL_LIFE_DAYS,
} from '@scanship/contracts/stores/buyer-page';
import { api, fetchData } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { queryClient } from '../../../app/query-client.ts';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';

const settingsQuery = queryOptions({
  queryKey: ['buyer-page-settings'],
  queryFn: ({ signal }) => fetchData(getBuyerPageSettings, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How long the page of an order lives. */
export function BuyerPageForm() {
  const settings = useQuery(settingsQuery);
  if (settings.data) return <Form key={settings.data.version} settings={settings.data} />;
  if (settings.isError)
    return (
      <div className="card">
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      </div>
    );
  return <Skeletons rows={3} />;
}

function Form({ settings }: { readonly settings: BuyerPageSettings }) {
  const { t } = useLingui();
  const mayChange = useProfile().rights.includes('stores.manage');
  const [days, setDays] = useState<number | string>(settings.lifeDays);
  const save = useMutation({
    mutationFn: () =>
      api.call(putBuyerPageSettings, {
        body: { lifeDays: Number(days) || USUAL_LIFE_DAYS, version: settings.version },
      }),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(settingsQuery.queryKey, data);
      notify.success(successMessage ?? t`Tracking page saved.`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="card" onSubmit={submit}>
      <div className="card-body stack">
        {save.error && <ErrorState compact error={save.error} />}
        <NumberInput
          label={t`Days after the delivery`}
          description={t`So long a link to the tracking page works; longer while a return may still be asked for.`}
          min={LEAST_LIFE_DAYS}
          max={MOST_LIFE_DAYS}
          allowDecimal={false}
          disabled={!mayChange}
          value={days}
          onChange={setDays}
        />
        <div className="row">
          <Button type="submit" loading={save.isPending} disabled={!mayChange}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}
