import { Button, Checkbox, TextInput } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ExactCall, RecordedCall } from '@scanship/contracts/carriers/live-accounts';
import { useFormat } from '../../../app/use-format.ts';
import { saveBlob } from '../../../lib/download.ts';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { caseOf, readCall, recordedCallsQuery } from './live-api.ts';

/** As the contract has it. */
const MOST_IN_CASE = 20;

/** Calls of a recording: look at one, or choose some for a case. */
export function RecordedCalls({ recordingId }: { readonly recordingId: string }) {
  const { t } = useLingui();
  const [before, setBefore] = useState<string>();
  const calls = useQuery(recordedCallsQuery(recordingId, before));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<ExactCall>();
  const look = useMutation({
    mutationFn: (callId: string) => readCall(recordingId, callId),
    onSuccess: ({ data }) => setShown(data),
  });
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  if (!calls.data)
    return calls.isError ? (
      <ErrorState compact error={calls.error} onRetry={() => void calls.refetch()} />
    ) : (
      <Skeletons rows={3} height={28} />
    );
  const { calls: list, more } = calls.data;
  if (list.length === 0)
    return (
      <p className="dim small">
        <Trans>
          No call was kept yet. Do what went wrong once more: ask for rates, track, or synchronise the store.
        </Trans>
      </p>
    );
  return (
    <div className="stack">
      <Export recordingId={recordingId} chosen={[...chosen]} onDone={() => setChosen(new Set())} />
      <TableWrap label={t`Calls`}>
        <table className="plain-table" data-testid="recorded-calls">
          <thead>
            <tr>
              <th scope="col">
                <Trans>In the case</Trans>
              </th>
              <th scope="col">
                <Trans>Time</Trans>
              </th>
              <th scope="col">
                <Trans>Call</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Answer</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>kB</Trans>
              </th>
              <th scope="col" aria-label={t`Show`} />
            </tr>
          </thead>
          <tbody>
            {list.map((call) => (
              <CallRow
                key={call.id}
                call={call}
                chosen={chosen.has(call.id)}
                full={chosen.size >= MOST_IN_CASE}
                onToggle={() => toggle(call.id)}
                onLook={() => look.mutate(call.id)}
              />
            ))}
          </tbody>
        </table>
      </TableWrap>
      {(more || before !== undefined) && (
        <div className="row">
          {before !== undefined && (
            <Button size="compact-sm" variant="default" onClick={() => setBefore(undefined)}>
              <Trans>Newest</Trans>
            </Button>
          )}
          {more && (
            <Button size="compact-sm" variant="default" onClick={() => setBefore(list.at(-1)?.id)}>
              <Trans>Earlier</Trans>
            </Button>
          )}
        </div>
      )}
      {look.isError && <ErrorState compact error={look.error} />}
      {shown && (
        <article className="stack" aria-label={t`Call`} data-testid="exact-call">
          <div className="small strong">{`${shown.call.method} ${shown.address}`}</div>
          <pre className="trace">{shown.request}</pre>
          {shown.response !== null && <pre className="trace">{shown.response}</pre>}
        </article>
      )}
    </div>
  );
}

function CallRow({
  call,
  chosen,
  full,
  onToggle,
  onLook,
}: {
  readonly call: RecordedCall;
  readonly chosen: boolean;
  readonly full: boolean;
  readonly onToggle: () => void;
  readonly onLook: () => void;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const { operation } = call;
  const when = format.instant(call.at, 'short');
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={t`${operation}, ${when}: in the case`}
          checked={chosen}
          disabled={full && !chosen}
          onChange={onToggle}
        />
      </td>
      <td className="num">{when}</td>
      <td>
        {operation} <span className="dim small">{call.method}</span>
      </td>
      <td className="end num">{call.status ?? t`none`}</td>
      <td className="end num">{format.number(Math.ceil(call.bytes / 1_000))}</td>
      <td className="end">
        <Button size="compact-sm" variant="default" aria-label={t`Show ${operation}, ${when}`} onClick={onLook}>
          <Trans>Show</Trans>
        </Button>
      </td>
    </tr>
  );
}

function Export({
  recordingId,
  chosen,
  onDone,
}: {
  readonly recordingId: string;
  readonly chosen: readonly string[];
  readonly onDone: () => void;
}) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () => caseOf(recordingId, { name: name.trim(), callIds: [...chosen] }),
    onSuccess: (answer) => {
      saveBlob(answer.blob, answer.fileName ?? 'case.json');
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && chosen.length > 0) make.mutate();
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <div className="row end-aligned">
        <TextInput
          className="grow"
          label={t`Case for developers`}
          description={t`Choose up to 20 calls below and say what was wrong. Names, addresses and numbers are replaced in the file.`}
          placeholder={t`No price for Xpresspost`}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={make.isPending}
          disabled={chosen.length === 0 || name.trim() === ''}
        >
          <Trans>Export case</Trans>
        </Button>
      </div>
      {chosen.length > 0 && (
        <p className="dim small">
          <Plural value={chosen.length} one="# call selected" other="# calls selected" />
        </p>
      )}
      {make.isError && <ErrorState compact error={make.error} />}
    </form>
  );
}
