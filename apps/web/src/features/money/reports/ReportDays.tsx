import { NativeSelect, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type AskedDays, REPORT_AGAINST, REPORT_DAYS } from '@scanship/domain/calendar/report-period';
import type { ReportSearch } from './report-search.ts';

interface Props {
  readonly search: ReportSearch;
  readonly asked: AskedDays;
}

/** Which days are shown and which they are held against, kept in the address. */
export function ReportDays({ search, asked }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const go = (next: ReportSearch) => void navigate({ to: '.', search: () => next, replace: true });
  const { saved, tables, currency } = search;
  const kept = { saved, tables, currency };
  const given = { from: asked.from, to: asked.to };
  const before = { beforeFrom: asked.beforeFrom, beforeTo: asked.beforeTo };
  const chooseDays = (chosen: string) => {
    const days = REPORT_DAYS.find((name) => name === chosen);
    const { against } = search;
    if (days)
      go({ ...kept, days, against, ...(days === 'other' ? given : {}), ...(against === 'other' ? before : {}) });
  };
  const chooseAgainst = (chosen: string) => {
    const against = REPORT_AGAINST.find((name) => name === chosen);
    const { days } = search;
    if (against)
      go({ ...kept, days, against, ...(days === 'other' ? given : {}), ...(against === 'other' ? before : {}) });
  };
  const input = (label: string, name: keyof AskedDays, error?: string) => (
    <TextInput
      className="w4"
      type="date"
      label={label}
      value={asked[name]}
      error={error}
      onChange={(event) => event.currentTarget.value && go({ ...search, [name]: event.currentTarget.value })}
    />
  );
  const backwards = t`The last day is before the first.`;
  return (
    <div className="fields">
      <NativeSelect
        className="w4"
        label={t`Days shown`}
        value={search.days ?? 'week'}
        onChange={(event) => chooseDays(event.currentTarget.value)}
        data={[
          { value: 'day', label: t`Yesterday` },
          { value: 'week', label: t`Last week` },
          { value: 'weeks', label: t`Last four weeks` },
          { value: 'month', label: t`Last month` },
          { value: 'other', label: t`Other days` },
        ]}
      />
      {search.days === 'other' && (
        <>
          {input(t({ message: 'From', context: 'day' }), 'from')}
          {input(t({ message: 'To', context: 'day' }), 'to', asked.to < asked.from ? backwards : undefined)}
        </>
      )}
      <NativeSelect
        className="w4"
        label={t`Compared with`}
        value={search.against ?? 'before'}
        onChange={(event) => chooseAgainst(event.currentTarget.value)}
        data={[
          { value: 'before', label: t`The days before` },
          { value: 'year', label: t`A year before` },
          { value: 'other', label: t`Other days` },
        ]}
      />
      {search.against === 'other' && (
        <>
          {input(t`Compared from`, 'beforeFrom')}
          {input(t`Compared to`, 'beforeTo', asked.beforeTo < asked.beforeFrom ? backwards : undefined)}
        </>
      )}
    </div>
  );
}
