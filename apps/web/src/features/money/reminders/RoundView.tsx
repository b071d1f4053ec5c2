import './reminders.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { LeftOut, ReminderRound, ReminderTarget } from '@scanship/contracts/money/reminders';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { MailView } from './MailView.tsx';

/** Whom a press writes to, with each mail, and why others are left out. */
export function RoundView({ round }: { readonly round: ReminderRound }) {
  const { t } = useLingui();
  const why: Readonly<Record<LeftOut['why'], string>> = {
    promise: t`has promised to pay`,
    paying: t`a payment is under way`,
    paused: t`reminders are paused`,
    today: t`already had a reminder today`,
    nobody: t`nobody there receives mails about money: call, or ask them to give somebody access to billing`,
    last: t`already had the last reminder`,
    paid: t`has nothing overdue`,
  };
  const more = round.count - round.targets.length;
  return (
    <>
      {round.targets.length > 0 && (
        <ul className="reminder-targets" data-testid="reminder-targets">
          {round.targets.map((target) => (
            <Target key={target.buyerId} target={target} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="dim">
          <Plural value={more} one="and # more" other="and # more" />
        </p>
      )}
      {round.leftOut.length > 0 && (
        <div>
          <h3>
            <Trans>Not included</Trans>
          </h3>
          <ul className="reminder-left-out">
            {round.leftOut.map(({ buyerId, name, why: reason }) => (
              <li key={buyerId}>
                <span className="strong break-anywhere">{name}</span> · {why[reason]}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Target({ target }: { readonly target: ReminderTarget }) {
  const { t } = useLingui();
  const format = useFormat();
  const { people } = target;
  const days = target.step.days;
  return (
    <li>
      <details>
        <summary>
          <span className="strong break-anywhere">{target.name}</span>
          <span>{target.overdue.map((amount) => format.money(amount)).join(', ')}</span>
          {target.step.kind === 'stop' ? (
            <Badge tone="bad">{t`Stops shipping`}</Badge>
          ) : (
            <Badge>
              <Plural value={days} one="# day after the due date" other="# days after the due date" />
            </Badge>
          )}
          <span className="dim">
            <Plural value={people} one="to # person" other="to # people" />
          </span>
        </summary>
        <MailView mail={target.mail} />
      </details>
    </li>
  );
}
