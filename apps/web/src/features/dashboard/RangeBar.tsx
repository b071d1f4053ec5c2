import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useFormat } from '../../app/use-format.ts';
import { addDays } from '../../lib/format.ts';
import type { DashboardRange, DashboardSearch } from './dashboard-api.ts';

/** The days of all figures, kept in the address so that a link shows the same. */
export function RangeBar({ search }: { readonly search: DashboardSearch }) {
  const { t } = useLingui();
  const [custom, setCustom] = useState(search.range === 'custom');
  const choices: readonly { readonly range: DashboardRange; readonly word: string }[] = [
    { range: 'today', word: t`Today` },
    { range: 'byWeek', word: t`7 days` },
    { range: 'byMonth', word: t`30 days` },
    { range: 'byYear', word: t`365 days` },
  ];
  const current = search.range ?? 'byMonth';
  return (
    <div className="ranges">
      <nav className="choice-row" aria-label={t`Days shown`}>
        {choices.map(({ range, word }) => (
          <Link
            key={range}
            to="/dashboard"
            search={range === 'byMonth' ? {} : { range }}
            aria-current={range === current && !custom ? 'true' : undefined}
            activeProps={{}}
            activeOptions={{ exact: true, includeSearch: true }}
            onClick={() => setCustom(false)}
          >
            {word}
          </Link>
        ))}
        <button type="button" aria-pressed={custom} aria-expanded={custom} onClick={() => setCustom(true)}>
          <Trans>Other days</Trans>
        </button>
      </nav>
      {custom && <CustomDays key={`${search.from} ${search.to}`} search={search} />}
    </div>
  );
}

function CustomDays({ search }: { readonly search: DashboardSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const format = useFormat();
  const [from, setFrom] = useState(search.from ?? addDays(format.today(), -29));
  const [to, setTo] = useState(search.to ?? format.today());
  const wrong = from && to && to < from ? t`The last day is before the first.` : undefined;
  const show = (event: FormEvent) => {
    event.preventDefault();
    if (from && to && !wrong) void navigate({ to: '/dashboard', search: { range: 'custom', from, to } });
  };
  return (
    <form className="ranges" onSubmit={show}>
      <TextInput
        type="date"
        size="xs"
        label={t({ message: 'From', context: 'day' })}
        required
        value={from}
        max={to}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        size="xs"
        label={t({ message: 'To', context: 'day' })}
        required
        value={to}
        error={wrong}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default">
        <Trans>Show these days</Trans>
      </Button>
    </form>
  );
}
