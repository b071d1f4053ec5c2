import { Button, Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { BUSINESS_TABLES, type ReportTableId, SPEND_TABLES } from '@scanship/contracts/money/reports';
import type { SavedReport, SavedReports } from '@scanship/contracts/money/saved-reports';
import { SCHEDULES } from '@scanship/domain/calendar/report-period';
import { type FormEvent, useState } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { isShown, type ReportSearch } from './report-search.ts';
import { useReportWords } from './report-words.ts';
import { keepReport, type ReportKind } from './reports-api.ts';

interface FormProps {
  readonly kind: ReportKind;
  /** The days that are shown are those that are kept. */
  readonly search: ReportSearch;
  /** Absent: a new one. */
  readonly is: SavedReport | undefined;
  readonly people: SavedReports['people'];
  readonly onClose: () => void;
  readonly onKept: (report: SavedReport) => void;
}

/** What a kept report is called, which tables it has, and when it is sent to whom. */
export function SaveReportDialog({ opened, ...form }: FormProps & { readonly opened: boolean }) {
  const { t } = useLingui();
  return (
    <Dialog
      opened={opened}
      onClose={form.onClose}
      title={form.is ? t`Change the report` : t`Save as a report`}
      size="lg"
      closeOnClickOutside={false}
    >
      <Form {...form} />
    </Dialog>
  );
}

function Form({ kind, search, is, people, onClose, onKept }: FormProps) {
  const { t } = useLingui();
  const format = useFormat();
  const words = useReportWords();
  const platform = kindOf(useProfile()) === 'platform';
  const known: readonly ReportTableId[] = (kind === 'spend' ? SPEND_TABLES : BUSINESS_TABLES).filter(
    (id) => id !== 'total' && !(platform && id === 'agents'),
  );
  const [name, setName] = useState(is?.name ?? '');
  const [tables, setTables] = useState<readonly ReportTableId[]>(known.filter((id) => isShown(search, id)));
  const [schedule, setSchedule] = useState<SavedReport['schedule']>(is?.schedule ?? null);
  const [onDay, setOnDay] = useState(is?.onDay ?? 1);
  const [file, setFile] = useState<SavedReport['format']>(is?.format ?? 'xlsx');
  const [toUsers, setToUsers] = useState<readonly string[]>(
    is && is.toUsers.length > 0 ? is.toUsers : people.filter(({ me }) => me).map(({ id }) => id),
  );
  const keep = useMutation({
    mutationFn: () =>
      keepReport(is, {
        name: name.trim(),
        tables: [...tables],
        days: search.days ?? 'week',
        against: search.against ?? 'before',
        ...(search.days === 'other' ? { from: search.from, to: search.to } : {}),
        ...(search.against === 'other' ? { beforeFrom: search.beforeFrom, beforeTo: search.beforeTo } : {}),
        ...(search.currency ? { currency: search.currency } : {}),
        schedule,
        onDay: Math.min(onDay, schedule === 'weekly' ? 7 : 31),
        format: file,
        toUsers: [...toUsers],
      }),
    onSuccess: (report) => {
      onKept(report);
      onClose();
    },
  });
  const errors = fieldErrorsOf(keep.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep.mutate();
  };
  const weekday = new Intl.DateTimeFormat(format.locale, { weekday: 'long', timeZone: 'UTC' });
  // Any Monday names the days of the week.
  const weekdays = Array.from({ length: 7 }, (_, at) => ({
    value: String(at + 1),
    label: weekday.format(new Date(`2026-06-0${at + 1}T12:00:00Z`)),
  }));
  const incomplete = name.trim() === '' || tables.length === 0 || (schedule !== null && toUsers.length === 0);
  return (
    <form className="stack wide" onSubmit={submit}>
      <TextInput
        label={t`Name`}
        maxLength={60}
        required
        value={name}
        error={errors['name']}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Checkbox.Group
        label={t`Tables`}
        description={t`Of the days that are shown on the page, and those they are compared with. “Last month” stays the last month.`}
        value={[...tables]}
        error={errors['tables']}
        onChange={(chosen) => setTables(known.filter((id) => chosen.includes(id)))}
      >
        <div className="row" style={{ columnGap: 20, marginBlockStart: 8 }}>
          {known.map((id) => (
            <Checkbox key={id} value={id} label={words.table(id).title} />
          ))}
        </div>
      </Checkbox.Group>
      <div className="fields">
        <NativeSelect
          className="w4"
          label={t`Send by e-mail`}
          value={schedule ?? ''}
          onChange={(event) => setSchedule(SCHEDULES.find((each) => each === event.currentTarget.value) ?? null)}
          data={[
            { value: '', label: t`Not` },
            { value: 'daily', label: t`Every day` },
            { value: 'weekly', label: t`Every week` },
            { value: 'monthly', label: t`Every month` },
          ]}
        />
        {schedule === 'weekly' && (
          <NativeSelect
            className="w4"
            label={t`On`}
            value={String(Math.min(onDay, 7))}
            onChange={(event) => setOnDay(Number(event.currentTarget.value))}
            data={weekdays}
          />
        )}
        {schedule === 'monthly' && (
          <NumberInput
            className="w3"
            label={t`On day`}
            min={1}
            max={31}
            clampBehavior="strict"
            allowDecimal={false}
            value={onDay}
            onChange={(value) => typeof value === 'number' && setOnDay(value)}
          />
        )}
        {schedule !== null && (
          <NativeSelect
            className="w4"
            label={t`With files`}
            value={file}
            onChange={(event) => setFile(event.currentTarget.value === 'csv' ? 'csv' : 'xlsx')}
            data={[
              { value: 'xlsx', label: t`XLSX` },
              { value: 'csv', label: t`CSV` },
            ]}
          />
        )}
      </div>
      {schedule !== null && (
        <Checkbox.Group
          label={t`To`}
          description={t`At seven in the morning. Each time it is asked again who may see the report; others get nothing.`}
          value={[...toUsers]}
          error={errors['toUsers']}
          onChange={setToUsers}
        >
          <div className="row" style={{ columnGap: 20, marginBlockStart: 8 }}>
            {people.map((person) => (
              <Checkbox key={person.id} value={person.id} label={person.name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {keep.error && <ErrorState compact error={keep.error} />}
      <div className="row end">
        <Button variant="default" disabled={keep.isPending} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={keep.isPending} disabled={incomplete}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}
