import { NativeSelect, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useFormat } from '../../../app/use-format.ts';
import { addDays } from '../../../lib/format.ts';
import type { DashboardRange, DashboardSearch } from '../../dashboard/dashboard-api.ts';

/** The days of all figures, kept in the address so that a link shows the same. */
export function DaysChoice({ search }: { readonly search: DashboardSearch }) {
  const { t } = useLingui();
  const format = useFormat();
  const navigate = useNavigate();
  const { range = 'byMonth', from = addDays(format.today(), -29), to = format.today() } = search;
  const go = (next: DashboardSearch) => void navigate({ to: '.', search: () => next, replace: true });
  const choose = (chosen: string) => {
    const ranges: readonly DashboardRange[] = ['today', 'byWeek', 'byMonth', 'byYear'];
    const found = ranges.find((one) => one === chosen);
    if (found) go(found === 'byMonth' ? {} : { range: found });
    else go({ range: 'custom', from, to });
  };
  return (
    <div className="fields">
      <NativeSelect
        className="w4"
        label={t`Days shown`}
        value={range}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: 'today', label: t`Today` },
          { value: 'byWeek', label: t`7 days` },
          { value: 'byMonth', label: t`30 days` },
          { value: 'byYear', label: t`365 days` },
          { value: 'custom', label: t`Other days` },
        ]}
      />
      {range === 'custom' && (
        <>
          <TextInput
            className="w4"
            type="date"
            label={t({ message: 'From', context: 'day' })}
            value={from}
            max={to}
            onChange={(event) => event.currentTarget.value && go({ range, from: event.currentTarget.value, to })}
          />
          <TextInput
            className="w4"
            type="date"
            label={t({ message: 'To', context: 'day' })}
            value={to}
            error={to < from ? t`The last day is before the first.` : undefined}
            onChange={(event) => event.currentTarget.value && go({ range, from, to: event.currentTarget.value })}
          />
        </>
      )}
    </div>
  );
}
