import './reminders.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { BuyerReminders, PaymentPromise, SentReminder } from '@scanship/contracts/money/reminders';
import { useFormat } from '../../../app/use-format.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';

type Entry =
  | { readonly at: string; readonly promise: PaymentPromise }
  | { readonly at: string; readonly reminder: SentReminder };

/** Reminders and promises, newest first, in plain words. */
export function BuyerHistory({ of }: { readonly of: BuyerReminders }) {
  const format = useFormat();
  const entries: readonly Entry[] = [
    ...of.promises.map((promise) => ({ at: promise.madeAt, promise })),
    ...of.reminders.map((reminder) => ({ at: reminder.sentAt, reminder })),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
  if (entries.length === 0)
    return (
      <p className="dim">
        <Trans>No reminders or promises yet.</Trans>
      </p>
    );
  return (
    <ol className="reminder-history" data-testid="reminder-history">
      {entries.map((entry) => (
        <li key={`${entry.at} ${'promise' in entry ? 'promise' : 'reminder'}`}>
          <span className="dim small">{format.instant(entry.at, 'short')}</span>
          {'promise' in entry ? <PromiseWords promise={entry.promise} /> : <ReminderWords reminder={entry.reminder} />}
        </li>
      ))}
    </ol>
  );
}

function PromiseWords({ promise }: { readonly promise: PaymentPromise }) {
  const { t } = useLingui();
  const format = useFormat();
  const day = format.day(promise.promisedOn);
  const amount = promise.amount ? format.money(promise.amount) : undefined;
  const states: Readonly<Record<PaymentPromise['state'], readonly [Tone, string]>> = {
    open: ['info', t`Pending`],
    kept: ['good', t`Kept`],
    broken: ['bad', t`Broken`],
    withdrawn: ['plain', t`Withdrawn`],
  };
  const [tone, word] = states[promise.state];
  return (
    <div>
      <div className="row tight">
        <span>
          {amount === undefined ? (
            <Trans>Promised to pay by {day}</Trans>
          ) : (
            <Trans>
              Promised to pay {amount} by {day}
            </Trans>
          )}
        </span>
        <Badge tone={tone}>{word}</Badge>
      </div>
      {promise.note !== '' && <div className="dim small break-anywhere">{promise.note}</div>}
    </div>
  );
}

function ReminderWords({ reminder }: { readonly reminder: SentReminder }) {
  const { t } = useLingui();
  const format = useFormat();
  const { people, days } = reminder;
  return (
    <div>
      <div className="row tight">
        <span>
          <Plural value={people} one="Reminder to # person" other="Reminder to # people" />,{' '}
          <Plural value={days} one="# day after the due date" other="# days after the due date" />
        </span>
        {reminder.stopped && <Badge tone="bad">{t`Shipping stopped`}</Badge>}
        {reminder.byHand && <Badge outline>{t`By hand`}</Badge>}
      </div>
      <div className="dim small">
        {reminder.invoices.map(({ number, open }) => `${number} ${format.money(open)}`).join(' · ')}
      </div>
    </div>
  );
}
