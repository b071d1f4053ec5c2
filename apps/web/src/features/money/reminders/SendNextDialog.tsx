import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { DataOf } from '@scanship/contracts/call';
import type { sendNextStep } from '@scanship/contracts/money/reminders';
import { notify } from '../../../app/notify.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { nextStepQuery, remindersSent, send } from './reminders-api.ts';
import { RoundView } from './RoundView.tsx';

interface Props {
  /** Undefined: closed. */
  readonly buyerIds: readonly string[] | undefined;
  readonly onClose: () => void;
  /** It was sent, but not to these. */
  readonly onSent: (left: readonly string[]) => void;
}

/** The next step for chosen buyers, looked at and then sent. */
export function SendNextDialog({ buyerIds, onClose, onSent }: Props) {
  const { t } = useLingui();
  return (
    <Dialog opened={buyerIds !== undefined} onClose={onClose} title={t`Send the next reminder now`} size="lg">
      {buyerIds && <Body buyerIds={buyerIds} onClose={onClose} onSent={onSent} />}
    </Dialog>
  );
}

function Body({ buyerIds, onClose, onSent }: Props & { readonly buyerIds: readonly string[] }) {
  const { t } = useLingui();
  const round = useQuery(nextStepQuery(buyerIds));
  const go = useMutation({
    mutationFn: (seen: string) => send({ buyerIds: [...buyerIds], seen }),
    onSuccess: ({ data: { sent, notSent } }) => {
      remindersSent();
      if (sent > 0) notify.success(sent === 1 ? t`1 reminder is on its way.` : t`${sent} reminders are on their way.`);
      onSent(notSent.map(({ buyerId }) => buyerId));
      // Who was left out stays on the screen, with the reason.
      if (notSent.length === 0) onClose();
    },
    // Somebody paid or was written to meanwhile: it is looked at again.
    onError: () => void round.refetch(),
  });
  if (go.data) return <NotSent of={go.data.data} onClose={onClose} />;
  if (round.isError) return <ErrorState compact error={round.error} onRetry={() => void round.refetch()} />;
  if (!round.data) return <Skeletons rows={4} />;
  const { count, seen } = round.data;
  return (
    <div className="stack wide">
      {go.error && <ErrorState compact error={go.error} />}
      <p className="strong">
        {count === 0 ? (
          <Trans>Nobody you selected would get a reminder.</Trans>
        ) : (
          <Plural value={count} one="# reminder goes out now:" other="# reminders go out now:" />
        )}
      </p>
      <RoundView round={round.data} />
      <div className="row end">
        <Button variant="default" onClick={onClose} disabled={go.isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button onClick={() => go.mutate(seen)} loading={go.isPending || round.isFetching} disabled={count === 0}>
          <Trans>Send now</Trans>
        </Button>
      </div>
    </div>
  );
}

/** Whom it did not go to, although it was agreed to. */
function NotSent({
  of: { sent, notSent },
  onClose,
}: {
  readonly of: DataOf<typeof sendNextStep>;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const why = { meanwhile: t`paid or reminded in the meantime`, failed: t`not sent because of a fault; try again` };
  return (
    <div className="stack wide" role="alert">
      <p className="strong">
        {sent === 0 ? (
          <Trans>No reminder was sent.</Trans>
        ) : (
          <Plural
            value={sent}
            one="# reminder is on its way, but not to:"
            other="# reminders are on their way, but not to:"
          />
        )}
      </p>
      <ul className="reminder-left-out">
        {notSent.map(({ buyerId, name, why: reason }) => (
          <li key={buyerId}>
            <span className="strong break-anywhere">{name}</span> · {why[reason]}
          </li>
        ))}
      </ul>
      <div className="row end">
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </div>
  );
}
