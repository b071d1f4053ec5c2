import { Button, FileButton, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import {
  addDisputeFile,
  type Adjustment,
  bearAdjustment,
  disputeAdjustment,
  withdrawDispute,
} from '@scanship/contracts/carriers/carrier-bills';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, newIdempotencyKey } from '../../../app/api.ts';
import { ForCustomer } from '../../../app/ForCustomer.tsx';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { adjustmentsQuery, billsChanged, PAGE_SIZE } from './audit-api.ts';
import { ADJUSTMENT_STATE, KIND_WORDS, UNDONE } from './bill-words.ts';
import { Evidence } from './Evidence.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';

/** What a level was told of and is charged later: why, how much, from when, and how to object. */
export function AdjustmentsCard() {
  const { t } = useLingui();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const [objecting, setObjecting] = useState<Adjustment>();
  const adjustments = useQuery(adjustmentsQuery(page));
  return (
    <Loaded query={adjustments}>
      {(data, stale) =>
        data.adjustments.length === 0 ? (
          <EmptyState title={t`No adjustments`}>
            <Trans>
              When a carrier bills something else than was bought, you are told here with its reasons before anything is
              charged.
            </Trans>
          </EmptyState>
        ) : (
          <>
            {data.notice.length > 0 && (
              <p className="notice">
                <Trans>Announced, not charged yet: {data.notice.map((sum) => format.money(sum)).join(', ')}</Trans>
              </p>
            )}
            <TableWrap label={t`Adjustments`}>
              <table className="plain-table" data-testid="adjustments" inert={stale}>
                <thead>
                  <tr>
                    <th>{t`Shipment`}</th>
                    <th>{t`Why`}</th>
                    <th>{t`State`}</th>
                    <th className="num">{t`Amount`}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.adjustments.map((one) => (
                    <AdjustmentRow key={one.id} adjustment={one} onObject={() => setObjecting(one)} />
                  ))}
                </tbody>
              </table>
            </TableWrap>
            <Pager page={page} size={PAGE_SIZE} total={data.totalRecords} onPage={setPage} />
            {objecting && <ObjectDialog adjustment={objecting} onClose={() => setObjecting(undefined)} />}
          </>
        )
      }
    </Loaded>
  );
}

function AdjustmentRow({ adjustment, onObject }: { readonly adjustment: Adjustment; readonly onObject: () => void }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { state, dispute } = adjustment;
  const said = state === 'cancelled' && adjustment.bookedAt ? UNDONE : ADJUSTMENT_STATE[state];
  const done = { onSuccess: () => void billsChanged(), onError: (error: Error) => notify.error(error) };
  const bear = useMutation({ mutationFn: () => api.call(bearAdjustment, { params: { id: adjustment.id } }), ...done });
  const back = useMutation({ mutationFn: (id: string) => api.call(withdrawDispute, { params: { id } }), ...done });
  return (
    <tr>
      <td>
        <span className="num">{adjustment.evidence.trackingNumber}</span>
        <div className="dim small">{adjustment.evidence.service}</div>
      </td>
      <td>
        {i18n._(KIND_WORDS[adjustment.kind])}
        <Evidence evidence={adjustment.evidence} />
      </td>
      <td>
        <Badge tone={said.tone}>{i18n._(said.word)}</Badge>
        {state === 'notice' && adjustment.noticeUntil && (
          <div className="dim small">
            <Trans>Charged on {format.instant(adjustment.noticeUntil, 'day')} unless you object</Trans>
          </div>
        )}
        {adjustment.bookedAt && <div className="dim small">{format.instant(adjustment.bookedAt, 'day')}</div>}
        {dispute && dispute.answer !== '' && <div className="dim small">{dispute.answer}</div>}
        {adjustment.canDispute && (
          <ForCustomer say>
            <Button size="compact-sm" variant="default" onClick={onObject}>
              <Trans>Object</Trans>
            </Button>
          </ForCustomer>
        )}
        {dispute && state === 'disputed' && (
          <ForCustomer say>
            <Button
              size="compact-sm"
              variant="default"
              loading={back.isPending}
              onClick={() => back.mutate(dispute.id)}
            >
              <Trans>Withdraw</Trans>
            </Button>
          </ForCustomer>
        )}
      </td>
      <td className="num">
        <div className="strong">{format.money(adjustment.amount)}</div>
        {adjustment.passedOn && adjustment.passedTo && (
          <div className="dim small">
            <Trans>
              {adjustment.passedTo} pays {format.money(adjustment.passedOn)}
            </Trans>
          </div>
        )}
        {adjustment.canBear && (
          <Button size="compact-sm" variant="default" loading={bear.isPending} onClick={() => bear.mutate()}>
            {t`Do not pass on`}
          </Button>
        )}
      </td>
    </tr>
  );
}

function ObjectDialog({ adjustment, onClose }: { readonly adjustment: Adjustment; readonly onClose: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [key] = useState(newIdempotencyKey);
  const send = useMutation({
    mutationFn: async () => {
      const { data } = await api.call(disputeAdjustment, {
        params: { id: adjustment.id },
        body: { text: text.trim() },
        idempotencyKey: key,
      });
      if (file) await api.call(addDisputeFile, { params: { id: data.disputeId }, file });
    },
    onSuccess: () => {
      notify.success(t`Your objection was sent. Nothing is charged until it is decided.`);
      onClose();
    },
    // The objection may stand although its file was refused.
    onSettled: () => void billsChanged(),
  });
  return (
    <Dialog opened onClose={onClose} title={t`Object to this charge`} size="md">
      <div className="stack">
        <Textarea
          label={t`Why is it wrong?`}
          required
          value={text}
          maxLength={2_000}
          autosize
          minRows={3}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="row">
          <FileButton accept="image/png,image/jpeg,application/pdf" onChange={setFile}>
            {(props) => (
              <Button {...props} variant="default">
                <Trans>Add a picture or PDF</Trans>
              </Button>
            )}
          </FileButton>
          <span className="dim small">{file?.name}</span>
        </div>
        {send.isError && <ErrorState compact error={send.error} />}
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button loading={send.isPending} disabled={text.trim() === ''} onClick={() => send.mutate()}>
            <Trans>Send objection</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
