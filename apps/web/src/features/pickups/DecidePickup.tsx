import '@mantine/core/styles/Radio.css';
import { Button, Radio, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { decidePickup, type Pickup } from '@scanship/contracts/shipping/pickups';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { pickupsChanged } from './pickups-api.ts';

interface Props {
  readonly pickup: Pickup;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A person states what the carrier has, after asking there. */
export function DecidePickup({ pickup, opened, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog opened={opened} onClose={onClose} title={t`What does the carrier have?`} size="md">
      {opened && pickup.doing && <Form pickup={pickup} doing={pickup.doing} onClose={onClose} />}
    </Dialog>
  );
}

function Form({
  pickup,
  doing,
  onClose,
}: {
  readonly pickup: Pickup;
  readonly doing: NonNullable<Pickup['doing']>;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [decision, setDecision] = useState<'exists' | 'absent' | 'ask-again'>(doing.canAsk ? 'ask-again' : 'exists');
  const [confirmation, setConfirmation] = useState('');
  const [note, setNote] = useState('');
  const decide = useMutation({
    mutationFn: () =>
      api.call(decidePickup, {
        params: { id: pickup.id },
        body: { decision, confirmation: confirmation.trim() || null, note: note.trim() || null },
      }),
    onSuccess: () => {
      notify.success(t`Your decision was recorded.`);
      onClose();
      void pickupsChanged();
    },
  });
  const fields = fieldErrorsOf(decide.error);
  const done = { book: t`The pickup is booked`, change: t`The change was made`, cancel: t`The pickup is cancelled` };
  const not = {
    book: t`There is no booking`,
    change: t`The pickup stands as it was`,
    cancel: t`The driver still comes`,
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        decide.mutate();
      }}
    >
      <p className="dim small">
        <Trans>
          Ask {pickup.carrierName} about our reference <span className="num">{doing.reference}</span> before you decide.
        </Trans>
      </p>
      <Radio.Group label={t`What did you find?`} value={decision} onChange={setDecision}>
        <div className="stack tight">
          {doing.canAsk && <Radio value="ask-again" label={t`Ask the carrier again`} />}
          <Radio value="exists" label={done[doing.what]} disabled={!doing.canDecide} />
          <Radio value="absent" label={not[doing.what]} disabled={!doing.canDecide} />
        </div>
      </Radio.Group>
      {!doing.canDecide && (
        <p className="dim small">
          <Trans>The carrier may still answer; deciding is possible after its time.</Trans>
        </p>
      )}
      {decision === 'exists' && doing.what !== 'cancel' && (
        <TextInput
          label={t`Confirmation number`}
          value={confirmation}
          maxLength={60}
          error={fields['confirmation']}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
      )}
      <Textarea
        label={t`Note`}
        value={note}
        maxLength={500}
        autosize
        minRows={2}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {decide.isError && Object.keys(fields).length === 0 && <ErrorState compact error={decide.error} />}
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Not now</Trans>
        </Button>
        <Button type="submit" loading={decide.isPending} disabled={decision !== 'ask-again' && !doing.canDecide}>
          <Trans>Decide</Trans>
        </Button>
      </div>
    </form>
  );
}
