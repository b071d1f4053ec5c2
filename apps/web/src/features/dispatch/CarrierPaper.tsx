import '@mantine/core/styles/Radio.css';
import { Button, Radio, Textarea, TextInput } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type ClosedList, decideClosing, type WaitingPlace } from '@scanship/contracts/shipping/dispatch';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { endOfDayChanged } from './dispatch-api.ts';

/** Which paper closing a group makes, and the way to a driver. */
export function PaperNote({
  group,
  locationId,
}: {
  readonly group: WaitingPlace['groups'][number];
  readonly locationId: string | null;
}) {
  const rest = group.paper ? group.shipments - group.paper.shipments : 0;
  return (
    <div className="row group-row small" data-testid="group-paper">
      <div className="grow">
        {group.paper ? (
          <>
            <Trans>The carrier's own paper: {group.paper.name}.</Trans>{' '}
            {group.paper.required && <Trans>Without it the carrier does not move or bill the parcels.</Trans>}{' '}
            {rest > 0 && (
              <Plural
                value={rest}
                one="# shipment goes on a list for the driver, because its service needs no such paper."
                other="# shipments go on a list for the driver, because their service needs no such paper."
              />
            )}
          </>
        ) : (
          <Trans>A list for the driver.</Trans>
        )}
        {group.pickupWhy !== null && <div className="dim">{group.pickupWhy}</div>}
      </div>
      {group.pickup && group.grantId !== null && locationId !== null && (
        <Link className="link" to="/carrier-manager/pickups" search={{ place: locationId, account: group.grantId }}>
          <Trans>Book a pickup</Trans>
        </Link>
      )}
    </div>
  );
}

/** How a carrier's closing stands: its number, what it left out, and a decision where nobody else can tell. */
export function CarrierState({ list }: { readonly list: ClosedList }) {
  const { t } = useLingui();
  const maySettle = useProfile().rights.includes('labels.settle');
  const [deciding, setDeciding] = useState(false);
  if (list.kind !== 'carrier') return null;
  return (
    <div className="stack tight small" data-testid="carrier-paper" data-state={list.state}>
      <span>
        {list.paperName} <span className="num">{list.numbers.join(', ')}</span>{' '}
        {list.state === 'closing' && <Badge tone="info">{t`Being made`}</Badge>}
        {list.state === 'failed' && <Badge tone="bad">{t`Not made`}</Badge>}
        {list.state === 'unknown' && <Badge tone="warn">{t`Not known yet`}</Badge>}
      </span>
      {list.problem && <span>{list.problem}</span>}
      {list.state === 'failed' && (
        <span>
          <Trans>Its shipments wait again.</Trans>
        </span>
      )}
      {list.leftOut.map((left) => (
        <span key={left.shipmentId}>
          <Trans>
            Left out: {left.orderNumbers.join(', ')}. {left.message}
          </Trans>
        </span>
      ))}
      {list.open && maySettle && (
        <div>
          <Button size="compact-sm" onClick={() => setDeciding(true)}>
            <Trans>Record what the carrier has</Trans>
          </Button>
        </div>
      )}
      <Dialog opened={deciding} onClose={() => setDeciding(false)} title={t`What does the carrier have?`} size="md">
        {deciding && list.open && <Decision list={list} open={list.open} onClose={() => setDeciding(false)} />}
      </Dialog>
    </div>
  );
}

function Decision({
  list,
  open,
  onClose,
}: {
  readonly list: ClosedList;
  readonly open: NonNullable<ClosedList['open']>;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [decision, setDecision] = useState<'exists' | 'absent' | 'ask-again'>(open.canAsk ? 'ask-again' : 'exists');
  const [numbers, setNumbers] = useState('');
  const [note, setNote] = useState('');
  const decide = useMutation({
    mutationFn: () =>
      api.call(decideClosing, {
        params: { id: list.id },
        body: { decision, numbers: numbers.split(/[\s,;]+/).filter(Boolean), note: note.trim() || null },
      }),
    onSuccess: async () => {
      notify.success(t`Your decision was recorded.`);
      onClose();
      await endOfDayChanged();
    },
  });
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
          Ask {list.carrierName} about our reference <span className="num">{open.reference}</span> before you decide.
        </Trans>
      </p>
      <Radio.Group label={t`What did you find?`} value={decision} onChange={setDecision}>
        <div className="stack tight">
          {open.canAsk && <Radio value="ask-again" label={t`Ask the carrier again`} />}
          <Radio value="exists" label={t`The paper was made`} disabled={!open.canDecide} />
          <Radio value="absent" label={t`There is no paper`} disabled={!open.canDecide} />
        </div>
      </Radio.Group>
      {!open.canDecide && (
        <p className="dim small">
          <Trans>The carrier may still answer; deciding is possible after its time.</Trans>
        </p>
      )}
      {decision === 'exists' && (
        <TextInput
          label={t`Numbers of the papers`}
          value={numbers}
          onChange={(event) => setNumbers(event.currentTarget.value)}
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
      {decide.isError && <ErrorState compact error={decide.error} />}
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Not now</Trans>
        </Button>
        <Button type="submit" loading={decide.isPending} disabled={decision !== 'ask-again' && !open.canDecide}>
          <Trans>Decide</Trans>
        </Button>
      </div>
    </form>
  );
}
