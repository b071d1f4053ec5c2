import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '#icons';
import { useState } from 'react';
import type { LocationDto } from '@scanship/contracts/network/settings';
import { HOLIDAY_REGIONS, type HolidayRegion, holidayRegionOf } from '@scanship/domain/calendar/public-holidays';
import { useFormat } from '../../app/use-format.ts';
import { type CalendarDraft, withHolidays } from './calendar-draft.ts';

interface Props {
  readonly draft: CalendarDraft;
  readonly set: (change: Partial<CalendarDraft>) => void;
  readonly address: LocationDto['address'];
  /** The other places, for returns. */
  readonly others: readonly LocationDto[];
  readonly errors: Readonly<Record<string, string>>;
}

const zones = (): string[] => (typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []);
/** A Monday, for the names of the days. */
const MONDAY = Date.UTC(2024, 0, 1);

/** When a place works: ship dates, ship-by dates and the end of a day go by it. */
export function CalendarFields({ draft, set, address, others, errors }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const dayName = (day: number) =>
    new Intl.DateTimeFormat(format.locale, { weekday: 'short', timeZone: 'UTC' }).format(
      MONDAY + (day - 1) * 86_400_000,
    );
  return (
    <>
      <div className="fields">
        <NativeSelect
          className="w6"
          label={t`Time zone`}
          value={draft.timeZone}
          error={errors.timeZone}
          data={[...new Set([draft.timeZone, ...zones()])]}
          onChange={(e) => set({ timeZone: e.currentTarget.value })}
        />
        <TextInput
          className="w3"
          type="time"
          label={t`Cut-off`}
          value={draft.cutOff}
          error={errors.cutOff ?? (draft.cutOff === '' ? t`Enter a time.` : undefined)}
          onChange={(e) => set({ cutOff: e.currentTarget.value.slice(0, 5) })}
        />
        <TextInput
          className="w3"
          label={t`Ship within (days)`}
          placeholder={t`No limit`}
          inputMode="numeric"
          value={draft.handlingDays}
          error={errors.handlingDays}
          onChange={(e) => set({ handlingDays: e.currentTarget.value.replace(/\D/g, '').slice(0, 2) })}
        />
      </div>
      <fieldset className="check-list days">
        <legend>
          <Trans>Working days</Trans>
        </legend>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <Checkbox
            key={day}
            label={dayName(day)}
            checked={draft.workingDays.includes(day)}
            onChange={(e) =>
              set({
                workingDays: e.currentTarget.checked
                  ? [...draft.workingDays, day].toSorted((a, b) => a - b)
                  : draft.workingDays.filter((each) => each !== day),
              })
            }
          />
        ))}
      </fieldset>
      <Holidays draft={draft} set={set} address={address} />
      {others.length > 0 && (
        <NativeSelect
          label={t`Returns go to`}
          value={draft.returnLocationId ?? ''}
          error={errors.returnLocationId}
          data={[{ value: '', label: t`This address` }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(e) => set({ returnLocationId: e.currentTarget.value || null })}
        />
      )}
    </>
  );
}

function Holidays({ draft, set, address }: Pick<Props, 'draft' | 'set' | 'address'>) {
  const { t } = useLingui();
  const format = useFormat();
  // With its year, because the list holds several. Noon is the same day wherever the page is read.
  const dateOf = (date: string): string => format.instant(`${date}T12:00:00Z`, 'day');
  const thisYear = Number(format.today().slice(0, 4));
  const [region, setRegion] = useState<HolidayRegion>(() => holidayRegionOf(address) ?? 'CA');
  const [year, setYear] = useState(thisYear);
  const [day, setDay] = useState('');
  const words = new Intl.DisplayNames(format.locale, { type: 'region' });
  const nameOf = (each: HolidayRegion): string =>
    each === 'CA'
      ? t`Canada (federal)`
      : each === 'US'
        ? (words.of('US') ?? 'US')
        : `${words.of('CA') ?? 'CA'}: ${each.slice(3)}`;
  const add = () => {
    if (/^\d{4}-\d{2}-\d{2}$/.test(day)) set({ holidays: [...new Set([...draft.holidays, day])].toSorted() });
    setDay('');
  };
  const last = draft.holidays.at(-1);
  return (
    <fieldset className="check-list">
      <legend>
        <Trans>Days off</Trans>
      </legend>
      {draft.holidays.length > 0 && (
        <ul className="holidays" aria-label={t`Days off`}>
          {draft.holidays.map((each) => (
            <li key={each}>
              {dateOf(each)}
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label={t`Remove ${dateOf(each)}`}
                onClick={() => set({ holidays: draft.holidays.filter((other) => other !== each) })}
              >
                <IconX size={13} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {last !== undefined && last < format.today() && (
        <p className="small danger">
          <Trans>All of these days are past: add those of this year.</Trans>
        </p>
      )}
      <div className="row">
        <TextInput type="date" aria-label={t`Day off`} value={day} onChange={(e) => setDay(e.currentTarget.value)} />
        <Button variant="default" onClick={add} disabled={day === ''}>
          <Trans>Add the day</Trans>
        </Button>
      </div>
      <div className="row">
        <NativeSelect
          aria-label={t`Public holidays of`}
          value={region}
          data={HOLIDAY_REGIONS.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(e) => setRegion(HOLIDAY_REGIONS.find((each) => each === e.currentTarget.value) ?? 'CA')}
        />
        <NativeSelect
          aria-label={t`Year`}
          value={String(year)}
          data={[thisYear, thisYear + 1, thisYear + 2].map(String)}
          onChange={(e) => setYear(Number(e.currentTarget.value))}
        />
        <Button
          variant="default"
          onClick={() => set({ holidays: withHolidays(draft.holidays, region, year, draft.workingDays) })}
        >
          <Trans>Add the public holidays</Trans>
        </Button>
      </div>
    </fieldset>
  );
}
