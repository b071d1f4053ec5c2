import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShipmentRow } from '@scanship/contracts/shipping/shipment-list';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { REFUND_PROMISES } from '../shipping/shipment-words.ts';
import { cancelLabels, labelsChanged } from './labels-api.ts';

/** Names what is cancelled and what becomes of the money before anything is pressed (ux.md line 30). */
export function CancelQuestion({
  rows,
  onClose,
}: {
  readonly rows: readonly ShipmentRow[];
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const [kept, setKept] = useState(rows);
  if (rows.length > 0 && rows !== kept) setKept(rows);
  const cancel = useMutation({
    mutationFn: (these: readonly ShipmentRow[]) => cancelLabels(these.map(({ id }) => id)),
    onSuccess: async ({ data }) => {
      onClose();
      await labelsChanged();
      const refused = data.results.filter(({ outcome }) => outcome === 'refused' || outcome === 'not-found');
      if (data.voided > 0) notify.success(t`${data.voided} cancelled at the carrier.`);
      if (data.voiding > 0) notify.success(t`${data.voiding} asked for; the carrier’s answer is awaited.`);
      for (const each of refused.slice(0, 3))
        notify.problem(t`The label of ${each.orderNumber} was not cancelled.`, each.message ?? '');
    },
    onError: (error) => notify.error(error),
  });
  const count = kept.length;
  const until = kept.map((row) => row.cancel.until).find((each) => each !== null);
  const refunds = [...new Set(kept.map((row) => row.cancel.refund))];
  return (
    <ConfirmDialog
      opened={rows.length > 0}
      title={count === 1 ? t`Cancel this label?` : t`Cancel ${count} labels?`}
      confirm={count === 1 ? t`Cancel the label` : t`Cancel the labels`}
      danger
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(kept)}
      onClose={onClose}
    >
      <div className="stack tight">
        <p>
          <Trans>
            The carrier is asked to void it. Only when it agrees is it cancelled, and the order can ship again.
          </Trans>
        </p>
        {until && (
          <p className="small">
            <Trans>Possible until {format.instant(until, 'short')}, unless it is scanned before.</Trans>
          </p>
        )}
        {refunds.map((refund) => (
          <p key={refund} className="small">
            {i18n._(REFUND_PROMISES[refund])}
          </p>
        ))}
      </div>
    </ConfirmDialog>
  );
}
