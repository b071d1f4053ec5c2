import './reminders.css';
import '../../../styles/segmented-control.css';
import { ActionIcon, Button, NativeSelect, SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { DataOf } from '@scanship/contracts/call';
import type { previewReminders, ReminderSettings, RemindersView } from '@scanship/contracts/money/reminders';
import { money, parseMoney, toDecimal } from '@scanship/domain/money/money';
import {
  areReminderSteps,
  MOST_REMINDER_DAYS,
  MOST_REMINDER_STEPS,
  type ReminderKind,
} from '@scanship/domain/money/reminders';
import { notify } from '../../../app/notify.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { MailView } from './MailView.tsx';
import { preview, save, tookReminders } from './reminders-api.ts';
import { RoundView } from './RoundView.tsx';

interface Props {
  readonly opened: boolean;
  readonly view: RemindersView;
  readonly onClose: () => void;
}

/** Sets reminders up: first the steps, then whom they write to today, which is agreed to before anything goes out. */
export function RemindersDialog({ opened, view, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t`Reminders for overdue invoices`}
      size="lg"
      closeOnClickOutside={false}
    >
      <Setup view={view} onClose={onClose} />
    </Dialog>
  );
}

interface Looked {
  readonly settings: ReminderSettings;
  readonly found: DataOf<typeof previewReminders>;
}

function Setup({ view, onClose }: Omit<Props, 'opened'>) {
  const { t } = useLingui();
  const [settings, setSettings] = useState(view.settings);
  const [looked, setLooked] = useState<Looked>();
  const look = useMutation({
    mutationFn: (given: ReminderSettings) => preview(given),
    onSuccess: (found, given) => setLooked({ settings: given, found }),
  });
  const keep = useMutation({
    mutationFn: (given: ReminderSettings) =>
      save({ ...given, ...(looked === undefined ? {} : { seen: looked.found.round.seen }) }),
    onSuccess: ({ data, successMessage }) => {
      tookReminders(data);
      notify.success(successMessage ?? t`Saved.`);
      onClose();
    },
    onError: (error) => {
      // Others would be written to by now: looked at again.
      if (looked && fieldErrorsOf(error).seen) look.mutate(looked.settings);
    },
  });
  if (looked)
    return (
      <div className="stack wide">
        {keep.error && <ErrorState compact error={keep.error} />}
        <WhomNow found={looked.found} franchises={!view.mayStop} />
        <div className="row end">
          <Button variant="default" onClick={() => setLooked(undefined)} disabled={keep.isPending}>
            <Trans>Back</Trans>
          </Button>
          <Button loading={keep.isPending || look.isPending} onClick={() => keep.mutate(looked.settings)}>
            {view.settings.on ? <Trans>Save</Trans> : <Trans>Switch on</Trans>}
          </Button>
        </div>
      </div>
    );
  return (
    <StepsForm
      view={view}
      settings={settings}
      error={look.error ?? keep.error}
      busy={look.isPending || keep.isPending}
      onSubmit={(given) => {
        setSettings(given);
        if (given.on) look.mutate(given);
        else keep.mutate(given);
      }}
      onClose={onClose}
    />
  );
}

/** What would go out today, and what each step says. */
function WhomNow({
  found: { round, mails },
  franchises,
}: {
  readonly found: Looked['found'];
  /** The operator's buyers. */
  readonly franchises: boolean;
}) {
  const { t, i18n } = useLingui();
  // Their own language first.
  const [language, setLanguage] = useState<'en' | 'fr'>(i18n.locale.startsWith('fr') ? 'fr' : 'en');
  const { count } = round;
  return (
    <>
      <p className="strong">
        {count === 0 ? (
          <Trans>No reminder would go out today.</Trans>
        ) : franchises ? (
          <Plural
            value={count}
            one="# franchise would get a reminder today:"
            other="# franchises would get a reminder today:"
          />
        ) : (
          <Plural
            value={count}
            one="# customer would get a reminder today:"
            other="# customers would get a reminder today:"
          />
        )}
      </p>
      <RoundView round={round} />
      <div className="row">
        <h3 className="grow">
          <Trans>Wording of each step</Trans>
        </h3>
        <SegmentedControl
          aria-label={t`Language`}
          size="xs"
          value={language}
          data={[
            { value: 'en', label: 'English' },
            { value: 'fr', label: 'Français' },
          ]}
          onChange={(value) => setLanguage(value === 'fr' ? 'fr' : 'en')}
        />
      </div>
      <div>
        {mails
          .filter(({ mail }) => mail.language === language)
          .map(({ step: { days }, mail }) => (
            <details key={days} className="reminder-sample">
              <summary>
                <Plural value={days} one="After # day" other="After # days" />
              </summary>
              <MailView mail={mail} />
            </details>
          ))}
      </div>
    </>
  );
}

interface FormProps {
  readonly view: RemindersView;
  readonly settings: ReminderSettings;
  readonly error: unknown;
  readonly busy: boolean;
  readonly onSubmit: (given: ReminderSettings) => void;
  readonly onClose: () => void;
}

interface StepDraft {
  readonly key: number;
  readonly days: string;
  readonly kind: ReminderKind;
}

function StepsForm({ view, settings, error, busy, onSubmit, onClose }: FormProps) {
  const { t } = useLingui();
  const { currency } = view;
  const [on, setOn] = useState(settings.on);
  const [steps, setSteps] = useState<readonly StepDraft[]>(() =>
    settings.steps.map(({ days, kind }, key) => ({ key, days: String(days), kind })),
  );
  const [least, setLeast] = useState(() => toDecimal(money(settings.leastMinor, currency)));
  const [noteEn, setNoteEn] = useState(settings.noteEn);
  const [noteFr, setNoteFr] = useState(settings.noteFr);
  const [tried, setTried] = useState(false);
  const refused = fieldErrorsOf(error);
  const leastMinor = parseMoney(least.trim().replace(',', '.') || '0', currency)?.minor;
  const wrongLeast = leastMinor === undefined || leastMinor < 0 ? t`Enter an amount such as 10.00.` : undefined;
  const given = steps.map(({ days, kind }) => ({ days: /^\d{1,3}$/.test(days) ? Number(days) : 0, kind }));
  const wrongDays = given.some(({ days }) => days < 1 || days > MOST_REMINDER_DAYS)
    ? t`Enter days from 1 to ${MOST_REMINDER_DAYS}.`
    : areReminderSteps(given)
      ? undefined
      : t`Each step needs a later day than the one before; only the last may stop shipping.`;
  const change = (key: number, to: Partial<StepDraft>) =>
    setSteps((was) => was.map((step) => (step.key === key ? { ...step, ...to } : step)));
  const add = () =>
    setSteps((was) => {
      const last = was.at(-1);
      const key = was.reduce((most, step) => Math.max(most, step.key), 0) + 1;
      // Before the one that stops shipping, which stays the last.
      return last?.kind === 'stop'
        ? [...was.slice(0, -1), { key, days: '', kind: 'reminder' }, last]
        : [...was, { key, days: '', kind: 'reminder' }];
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrongDays || leastMinor === undefined || wrongLeast) return;
    onSubmit({ ...settings, on, steps: given, leastMinor, noteEn: noteEn.trim(), noteFr: noteFr.trim() });
  };
  const kinds = { reminder: t`E-mail`, stop: t`E-mail, and stop shipping` };
  const stepsError = refused.steps ?? (tried ? wrongDays : undefined);
  return (
    <form className="stack wide" onSubmit={submit} noValidate>
      {Boolean(error) && Object.keys(refused).length === 0 && <ErrorState compact error={error} />}
      <Switch
        label={t`Send reminders for overdue invoices by e-mail`}
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <fieldset className="reminder-steps">
        <legend>
          <Trans>Steps</Trans>
        </legend>
        {steps.map(({ key, days, kind }, at) => (
          <div className="row reminder-step" key={key}>
            <TextInput
              className="reminder-days"
              label={at === 0 && t`Days after due`}
              aria-label={t`Step ${at + 1}: days after the due date`}
              inputMode="numeric"
              maxLength={3}
              value={days}
              onChange={(event) => change(key, { days: event.currentTarget.value.trim() })}
            />
            <NativeSelect
              className="grow"
              label={at === 0 && t`What happens`}
              aria-label={t`Step ${at + 1}: what happens`}
              value={kind}
              data={(view.mayStop ? (['reminder', 'stop'] as const) : (['reminder'] as const)).map((value) => ({
                value,
                label: kinds[value],
              }))}
              onChange={(event) => change(key, { kind: event.currentTarget.value === 'stop' ? 'stop' : 'reminder' })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t`Remove step ${at + 1}`}
              disabled={steps.length === 1}
              onClick={() => setSteps((was) => was.filter((step) => step.key !== key))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {stepsError && (
          <p className="danger" role="alert">
            {stepsError}
          </p>
        )}
        {steps.length < MOST_REMINDER_STEPS && (
          <Button variant="subtle" size="compact-sm" onClick={add}>
            <Trans>Add a step</Trans>
          </Button>
        )}
      </fieldset>
      <TextInput
        label={t`Minimum overdue amount for a reminder (${currency})`}
        description={t`Total overdue of a customer in one currency.`}
        inputMode="decimal"
        value={least}
        error={tried ? wrongLeast : undefined}
        onChange={(event) => setLeast(event.currentTarget.value)}
      />
      <Textarea
        label={t`Your own note, in English`}
        lang="en"
        autosize
        minRows={2}
        maxLength={500}
        value={noteEn}
        onChange={(event) => setNoteEn(event.currentTarget.value)}
      />
      <Textarea
        label={t`Your own note, in French`}
        lang="fr"
        autosize
        minRows={2}
        maxLength={500}
        value={noteFr}
        onChange={(event) => setNoteFr(event.currentTarget.value)}
      />
      <p className="dim small">
        <Trans>
          At most one reminder a day goes to a company, about all its overdue invoices. Where several steps have passed,
          only the latest is sent. What is paid, promised or being paid is left out.
        </Trans>
      </p>
      <div className="row end">
        <Button variant="default" onClick={onClose} disabled={busy}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={busy}>
          {on ? <Trans>Preview recipients</Trans> : <Trans>Save</Trans>}
        </Button>
      </div>
    </form>
  );
}
