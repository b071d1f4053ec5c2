import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { FranchiseDetail } from '@scanship/contracts/network/franchises';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { LOCALE_NAMES } from '../../ui/LanguageLinks.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Figure } from '../dashboard/Figure.tsx';
import '../dashboard/dashboard.css';
import { TimeZoneField } from '../customers/TimeZoneField.tsx';
import { saveFranchise, tookFranchise } from './platform-api.ts';

/** The record of a franchise, and how much hangs on it. */
export function FranchiseOverview({ franchise }: { readonly franchise: FranchiseDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const { name, currency, timeZone, locale, version } = franchise;
  const [value, setValue] = useState({ name, currency, timeZone, locale });
  const change = (part: Partial<typeof value>) => setValue((was) => ({ ...was, ...part }));
  const save = useMutation({
    mutationFn: () => saveFranchise(franchise.id, { ...value, name: value.name.trim(), version }),
    onSuccess: ({ data, successMessage }) => {
      tookFranchise(data);
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const refused = fieldErrorsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.name.trim()) save.mutate();
  };
  const served = franchise.hosts.filter(({ state }) => state === 'verified').length;
  return (
    <div className="stack wide">
      <div className="figures">
        <Figure label={t`Customers`} value={format.number(franchise.customers)} />
        <Figure label={t`Hosts served`} value={`${format.number(served)} / ${format.number(franchise.hosts.length)}`} />
        <Figure label={t`Administrators`} value={format.number(franchise.administrators.length)} />
        <Figure label={t`Since`} value={format.instant(franchise.createdAt, 'day')} />
      </div>
      <form className="card" onSubmit={submit} aria-labelledby="record-head">
        <div className="card-head">
          <h2 id="record-head">
            <Trans>Record</Trans>
          </h2>
        </div>
        <div className="card-body stack">
          {save.error && <ErrorState compact error={save.error} />}
          <div className="fields">
            <TextInput
              className="w6"
              label={t`Name of the franchise`}
              description={t`Internal name; customers see the brand name.`}
              required
              maxLength={120}
              value={value.name}
              error={refused.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <NativeSelect
              className="w6"
              label={t`Currency`}
              description={t`Of prices, credit and figures.`}
              value={value.currency}
              error={refused.currency}
              data={[...new Set(['CAD', 'USD', value.currency])]}
              onChange={(event) => change({ currency: event.currentTarget.value })}
            />
            <TimeZoneField
              value={value.timeZone}
              error={refused.timeZone}
              onChange={(zone) => change({ timeZone: zone })}
            />
            <NativeSelect
              className="w6"
              label={t`Language where nobody has chosen one`}
              value={value.locale}
              data={Object.entries(LOCALE_NAMES).map(([code, label]) => ({ value: code, label }))}
              onChange={(event) => change({ locale: event.currentTarget.value === 'fr-CA' ? 'fr-CA' : 'en-CA' })}
            />
          </div>
          <div className="row">
            <Button type="submit" loading={save.isPending} disabled={!value.name.trim()}>
              <Trans>Save</Trans>
            </Button>
          </div>
        </div>
      </form>
    </div>
  );
}
