import { Button, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ExceptionDetail } from '@scanship/contracts/shipping/exceptions';
import { decideException } from '@scanship/contracts/shipping/shipments';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import NumberHint from '../tracking/NumberHint.tsx';

type Decision = 'exists' | 'absent' | 'ask-again';

interface Props {
  readonly detail: ExceptionDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A person states what the carrier has, after looking there. */
export function DecisionDialog({ detail, opened, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog opened={opened} onClose={onClose} title={t`What does the carrier have?`} size="md">
      {opened && <DecisionForm detail={detail} onClose={onClose} />}
    </Dialog>
  );
}

function DecisionForm({ detail, onClose }: { readonly detail: ExceptionDetail; readonly onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const carrierName = detail.subject.carrier?.name ?? '';
  const [decision, setDecision] = useState<Decision>('ask-again');
  const [numbers, setNumbers] = useState('');
  const [note, setNote] = useState('');
  const key = useRef(newIdempotencyKey());
  const decide = useMutation({
    mutationFn: () => {
      const trackingNumbers = numbers.split(/[\s,;]+/).filter((n) => n.length >= 4);
      return api.call(decideException, {
        params: { id: detail.id },
        body: {
          decision,
          note: note.trim() || null,
          ...(decision === 'exists' && trackingNumbers.length > 0 ? { trackingNumbers } : {}),
        },
        idempotencyKey: key.current,
      });
    },
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? t`Your decision was recorded.`);
      for (const queryKey of [['exceptions'], ['orders'], ['order', detail.subject.order?.id]])
        void client.invalidateQueries({ queryKey });
      onClose();
    },
    onError: () => {
      key.current = newIdempotencyKey();
    },
  });
  const buying = detail.kind === 'purchase';
  const choices: readonly { value: Decision; label: string; help: string }[] = [
    { value: 'ask-again', label: t`Ask the carrier again`, help: t`Nothing is decided; the carrier is asked at once.` },
    {
      value: 'exists',
      label: buying ? t`The label exists` : t`The label was cancelled`,
      help: buying
        ? t`You saw it in the carrier's own account. The shipment counts as bought.`
        : t`You saw it in the carrier's own account. The refund is booked.`,
    },
    {
      value: 'absent',
      label: buying ? t`There is no label` : t`The label still stands`,
      help: buying
        ? t`The carrier has nothing under our reference. The money is released and the order can be shipped again.`
        : t`The carrier did not void it. The label can be used or cancelled again.`,
    },
  ];
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
          Look for our reference {detail.reference} in the account at {carrierName} before you decide.
        </Trans>
      </p>
      <div role="radiogroup" aria-label={t`Decision`} className="stack tight">
        {choices.map((choice) => (
          <label key={choice.value} className="choice" data-chosen={decision === choice.value}>
            <input
              type="radio"
              name="decision"
              checked={decision === choice.value}
              onChange={() => setDecision(choice.value)}
            />
            <span className="strong">{choice.label}</span>
            <span className="dim small">{choice.help}</span>
          </label>
        ))}
      </div>
      {decision === 'exists' && buying && (
        <TextInput
          label={t`Tracking numbers`}
          description={t`One for each parcel, separated by blanks.`}
          value={numbers}
          onChange={(event) => setNumbers(event.currentTarget.value)}
        />
      )}
      {decision === 'exists' &&
        buying &&
        numbers
          .split(/[\s,;]+/)
          .filter(Boolean)
          .map((number) => <NumberHint key={number} text={number} />)}
      <Textarea
        label={t`Note (optional)`}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {decide.isError && <ErrorState compact error={decide.error} />}
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={decide.isPending}>
          <Trans>Record the decision</Trans>
        </Button>
      </div>
    </form>
  );
}
