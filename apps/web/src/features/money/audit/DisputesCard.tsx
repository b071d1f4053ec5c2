import { Button, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { answerDispute, type Dispute } from '@scanship/contracts/carriers/carrier-bills';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { saveBlob } from '../../../lib/download.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { billsChanged, disputesQuery, fetchDisputeFile, PAGE_SIZE } from './audit-api.ts';
import { DISPUTE_STATE, KIND_WORDS } from './bill-words.ts';
import { Evidence } from './Evidence.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';

/** Objections of buyers, and claims above and at carriers. */
export function DisputesCard() {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const [answering, setAnswering] = useState<Dispute>();
  const disputes = useQuery(disputesQuery(page));
  return (
    <Loaded query={disputes}>
      {(data, stale) =>
        data.disputes.length === 0 ? (
          <EmptyState title={t`No objections`}>
            <Trans>What customers object to and what you claim from carriers is kept here until it is decided.</Trans>
          </EmptyState>
        ) : (
          <>
            <TableWrap label={t`Objections`}>
              <table className="plain-table" data-testid="disputes" inert={stale}>
                <thead>
                  <tr>
                    <th>{t`Who`}</th>
                    <th>{t`What`}</th>
                    <th>{t`State`}</th>
                    <th className="num">{t`Amount`}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.disputes.map((one) => (
                    <DisputeRow key={one.id} dispute={one} onAnswer={() => setAnswering(one)} />
                  ))}
                </tbody>
              </table>
            </TableWrap>
            <Pager page={page} size={PAGE_SIZE} total={data.totalRecords} onPage={setPage} />
            {answering && <Answer dispute={answering} onClose={() => setAnswering(undefined)} />}
          </>
        )
      }
    </Loaded>
  );
}

function DisputeRow({ dispute, onAnswer }: { readonly dispute: Dispute; readonly onAnswer: () => void }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { state, fileName } = dispute;
  const file = useMutation({
    mutationFn: (name: string) => fetchDisputeFile(dispute.id, name),
    onSuccess: ({ blob, name }) => saveBlob(blob, name),
    onError: (error) => notify.error(error),
  });
  const mine = dispute.side === 'received' || dispute.carrier;
  return (
    <tr>
      <td>
        <div className="strong">{dispute.withWhom}</div>
        <div className="dim small">{dispute.side === 'received' ? t`objects` : t`claimed there`}</div>
      </td>
      <td>
        <span className="num">{dispute.evidence?.trackingNumber}</span> {i18n._(KIND_WORDS[dispute.kind])}
        <div>{dispute.text}</div>
        {dispute.evidence && <Evidence evidence={dispute.evidence} />}
        {fileName && (
          <Button size="compact-xs" variant="default" loading={file.isPending} onClick={() => file.mutate(fileName)}>
            {fileName}
          </Button>
        )}
      </td>
      <td>
        <Badge tone={DISPUTE_STATE[state].tone}>{i18n._(DISPUTE_STATE[state].word)}</Badge>
        {dispute.dueAt && (state === 'open' || state === 'sent') && (
          <div className="dim small">
            <Trans>Until {format.instant(dispute.dueAt, 'day')}</Trans>
          </div>
        )}
        {dispute.answer !== '' && <div className="dim small">{dispute.answer}</div>}
        {mine && (state === 'open' || state === 'sent') && (
          <Button size="compact-sm" onClick={onAnswer}>
            {dispute.carrier ? <Trans>Record the answer</Trans> : <Trans context="button">Answer</Trans>}
          </Button>
        )}
      </td>
      <td className="num">{format.money(dispute.amount)}</td>
    </tr>
  );
}

function Answer({ dispute, onClose }: { readonly dispute: Dispute; readonly onClose: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const answer = useMutation({
    mutationFn: (action: 'won' | 'lost' | 'hand-on') =>
      api.call(answerDispute, { params: { id: dispute.id }, body: { action, answer: text.trim() } }),
    onSuccess: () => {
      notify.success(t`Your answer was recorded.`);
      void billsChanged();
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={dispute.carrier ? t`What did the carrier say?` : t`Answer the objection`}
      size="md"
    >
      <div className="stack">
        <Textarea
          label={t`Answer`}
          value={text}
          maxLength={1_000}
          autosize
          minRows={2}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {answer.isError && <ErrorState compact error={answer.error} />}
        <div className="row end">
          {dispute.canHandOn && (
            <Button variant="default" loading={answer.isPending} onClick={() => answer.mutate('hand-on')}>
              <Trans>Forward it</Trans>
            </Button>
          )}
          <Button variant="default" loading={answer.isPending} onClick={() => answer.mutate('lost')}>
            <Trans>Refused</Trans>
          </Button>
          <Button loading={answer.isPending} onClick={() => answer.mutate('won')}>
            <Trans>Granted</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
