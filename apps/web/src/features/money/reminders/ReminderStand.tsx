import './reminders.css';
import { useLingui } from '@lingui/react/macro';
import type { Receivable } from '@scanship/contracts/money/receivables';
import { useFormat } from '../../../app/use-format.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';

/** Whether there is anything to say of it. */
export const hasStand = (of: Receivable, advice: boolean): boolean =>
  of.promise !== null ||
  of.payingMinor > 0 ||
  of.notReminded ||
  of.nobodyToTell ||
  of.lastReminder !== null ||
  (advice && of.toAct !== null);

/** How reminders of what is overdue stand, in a word or two. @param advice with what one can do where nothing goes on by itself */
export function ReminderStand({ of, advice }: { readonly of: Receivable; readonly advice: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const { promise, lastReminder, toAct } = of;
  const by = promise ? format.day(promise.promisedOn) : '';
  const reminded = lastReminder ? format.day(lastReminder.day) : '';
  const marks: readonly (readonly [Tone, string])[] = [
    ...(promise?.state === 'broken' ? [['bad', t`Promise broken`] as const] : []),
    ...(promise?.state === 'open' ? [['info', t`Promised by ${by}`] as const] : []),
    ...(of.payingMinor > 0 ? [['info', t`Payment under way`] as const] : []),
    ...(of.notReminded ? [['warn', t`Paused`] as const] : []),
    ...(of.nobodyToTell ? [['warn', t`Nobody to write to`] as const] : []),
    ...(lastReminder?.stopped ? [['bad', t`Shipping stopped`] as const] : []),
  ];
  const todo: Readonly<Record<NonNullable<Receivable['toAct']>, string>> = {
    unanswered: t`A payment has had no answer for two weeks: look it up with your card provider.`,
    broken: t`Promised by ${by} and not paid: call.`,
    paused: t`Reminders are paused: settle it, then resume them.`,
    nobody: t`Call, or ask them to give somebody access to billing.`,
    off: t`Reminders are off: switch them on, or write yourself.`,
    last: t`The last reminder was sent: call them.`,
  };
  return (
    <div className="reminder-stand">
      {marks.map(([tone, word]) => (
        <Badge key={word} tone={tone}>
          {word}
        </Badge>
      ))}
      {reminded !== '' && <span className={marks.length > 0 ? 'dim' : ''}>{t`Sent ${reminded}`}</span>}
      {advice && toAct !== null && <div className="dim small">{todo[toAct]}</div>}
    </div>
  );
}
