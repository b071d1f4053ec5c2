import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { GoLiveShipment, GoLiveStep } from '@scanship/contracts/carriers/go-live';
import type { ExactCall } from '@scanship/contracts/carriers/live-accounts';
import { useFormat } from '../../../app/use-format.ts';
import { saveBlob } from '../../../lib/download.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { SizeText } from '../../packages/SizeText.tsx';
import { GoLiveUnderstood } from './GoLiveUnderstood.tsx';
import { OPERATION_WORDS, SHIPMENT_WORDS, STATE_TONES, STATE_WORDS } from './go-live-words.ts';
import { caseOf, readCall } from './live-api.ts';

/** As the contract of the export has it. */
const MOST_IN_CASE = 20;

interface Props {
  readonly shipment: GoLiveShipment;
  readonly recordingId: string | null;
  readonly connectorName: string;
}

/** One shipment of a check: what it is, and a row for each step. */
export function GoLiveShipmentSteps({ shipment, recordingId, connectorName }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const name = i18n._(SHIPMENT_WORDS[shipment.kind]);
  const [shown, setShown] = useState<readonly ExactCall[]>([]);
  const look = useMutation({
    mutationFn: async (step: GoLiveStep) => {
      const calls: ExactCall[] = [];
      for (const callId of step.callIds) calls.push((await readCall(recordingId ?? '', callId)).data);
      return calls;
    },
    onSuccess: setShown,
  });
  const save = useMutation({
    mutationFn: (step: GoLiveStep) => {
      const operation = i18n._(OPERATION_WORDS[step.operation]);
      return caseOf(recordingId ?? '', {
        name: `${connectorName}, ${name}: ${operation}`.slice(0, 100),
        callIds: step.callIds.slice(0, MOST_IN_CASE),
      });
    },
    onSuccess: (answer) => saveBlob(answer.blob, answer.fileName ?? 'case.json'),
  });
  const failed = look.error ?? save.error;
  if (shipment.why !== null)
    return (
      <section className="stack tight" aria-label={name} data-testid="go-live-shipment" data-kind={shipment.kind}>
        <h3 className="row tight">
          {name} <Badge>{i18n._(STATE_WORDS['not-offered'])}</Badge>
        </h3>
        <p className="dim small">{shipment.why}</p>
      </section>
    );
  return (
    <section className="stack tight" aria-label={name} data-testid="go-live-shipment" data-kind={shipment.kind}>
      <h3>{name}</h3>
      <ShipmentFacts shipment={shipment} />
      <TableWrap label={name}>
        <table className="plain-table go-live-steps">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Step</Trans>
              </th>
              <th scope="col">
                <Trans>Sent</Trans>
              </th>
              <th scope="col">
                <Trans>Understood</Trans>
              </th>
              <th scope="col" aria-label={t`Exact calls`} />
            </tr>
          </thead>
          <tbody>
            {shipment.steps.map((step) => (
              <StepRow
                key={step.id}
                step={step}
                shipment={name}
                kept={recordingId !== null && step.callIds.length > 0}
                onLook={() => look.mutate(step)}
                onSave={() => save.mutate(step)}
              />
            ))}
          </tbody>
        </table>
      </TableWrap>
      {failed && <ErrorState compact error={failed} />}
      {shown.length > 0 && (
        <div className="stack" data-testid="go-live-calls">
          <div className="row between">
            <span className="strong small">
              <Trans>Exact calls</Trans>
            </span>
            <Button size="compact-sm" variant="default" onClick={() => setShown([])}>
              <Trans>Close</Trans>
            </Button>
          </div>
          {shown.map(({ call, address, request, response }) => (
            <article key={call.id} className="stack tight" aria-label={t`Call`}>
              <div className="small strong">{`${call.method} ${address}`}</div>
              <pre className="trace">{request}</pre>
              {response !== null && <pre className="trace">{response}</pre>}
            </article>
          ))}
        </div>
      )}
    </section>
  );
}

function ShipmentFacts({ shipment }: Pick<Props, 'shipment'>) {
  const format = useFormat();
  const { from, to, parcels, insured, customsValue } = shipment;
  const [first] = parcels;
  const place = ({ city, provinceCode, zipcode, countryCode }: GoLiveShipment['from']) =>
    `${city} ${provinceCode} ${zipcode} ${countryCode}`;
  return (
    <p className="dim small">
      {`${place(from)} → ${place(to)} · `}
      <Plural value={parcels.length} one="# package" other="# packages" />
      {first && ` · ${format.weight(first.weightGrams)} · `}
      {first?.dimensions && <SizeText size={first.dimensions} />}
      {insured && (
        <>
          {' · '}
          <Trans>insured for {format.money(insured)}</Trans>
        </>
      )}
      {customsValue && (
        <>
          {' · '}
          <Trans>goods worth {format.money(customsValue)}</Trans>
        </>
      )}
    </p>
  );
}

function StepRow({
  step,
  shipment,
  kept,
  onLook,
  onSave,
}: {
  readonly step: GoLiveStep;
  readonly shipment: string;
  /** Its exact calls are there. */
  readonly kept: boolean;
  readonly onLook: () => void;
  readonly onSave: () => void;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const operation = i18n._(OPERATION_WORDS[step.operation]);
  return (
    <tr data-step={step.operation} data-state={step.state}>
      <th scope="row">
        {operation}
        <span className="block">
          <Badge tone={STATE_TONES[step.state]}>{i18n._(STATE_WORDS[step.state])}</Badge>
        </span>
      </th>
      <td className="small" data-label={t`Sent`}>
        <Sent step={step} />
      </td>
      <td className="small" data-label={t`Understood`}>
        <GoLiveUnderstood step={step} />
      </td>
      <td className="end">
        {kept && (
          <div className="stack tight go-live-buttons">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t`Exact calls: ${shipment}, ${operation}`}
              onClick={onLook}
            >
              <Trans>Exact calls</Trans>
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t`Export case: ${shipment}, ${operation}`}
              onClick={onSave}
            >
              <Trans>Export case</Trans>
            </Button>
          </div>
        )}
      </td>
    </tr>
  );
}

/** What the step asked for, beside the shipment itself. */
function Sent({ step }: { readonly step: GoLiveStep }) {
  if (step.startedAt === null) return '–';
  const { operation, service, reference, trackingNumbers } = step;
  const numbers = trackingNumbers.join(', ');
  if (operation === 'rate') return <Trans>All services for this shipment</Trans>;
  if (operation === 'buy')
    return (
      <Trans>
        {service}, reference {reference}
      </Trans>
    );
  if (operation === 'track') return numbers;
  return (
    <Trans>
      Reference {reference}, {numbers}
    </Trans>
  );
}
