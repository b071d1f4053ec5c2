/** Does what an action of the registry asks for: at once, after a dialog, or in another part of the application. */
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import type { OrderSort } from '@scanship/contracts/orders/order-list';
import { openBatchPlan } from '../../batches/batch-store.ts';
import { openPreview } from '../../shipping/printing/preview-store.ts';
import { slipPdf } from '../../shipping/shipping-api.ts';
import { usePrintJobs } from '../../shipping/printing/use-print-jobs.ts';
import {
  type ActionId,
  type ActionTarget,
  asksFirst,
  MOST_LABELS,
  MOST_SLIPS,
  type PresetActionId,
} from '../model/order-actions.ts';
import {
  AssignDialog,
  CancelLabelsDialog,
  CancelOrderDialog,
  ConfirmAll,
  type DialogProps,
  HoldDialog,
  MarkFulfilledDialog,
  NoteDialog,
  ShipFromDialog,
  TagDialog,
} from './ActionDialogs.tsx';
import * as commands from './commands.ts';
import type { Done } from './commands.ts';
import { OutcomeBar } from './OutcomeBar.tsx';
import { EditDialog } from './EditDialog.tsx';
import { ServiceDialog } from './ServiceDialog.tsx';

export interface Asked {
  readonly id: ActionId | PresetActionId;
  readonly target: ActionTarget;
  /** Of a preset. */
  readonly name: string | undefined;
  /** The same action may be asked for twice in a row. */
  readonly serial: number;
}
interface Props {
  readonly asked: Asked | undefined;
  /** Columns that are shown, for the export. */
  readonly columns: readonly string[];
  readonly sort: OrderSort;
  readonly onShow: (orderIds: readonly string[]) => void;
}

const DIALOGS: Partial<Record<ActionId, (props: DialogProps) => React.ReactNode>> = {
  chosenCarrier: ServiceDialog,
  hold: HoldDialog,
  tag: TagDialog,
  assign: AssignDialog,
  note: NoteDialog,
  shipFrom: ShipFromDialog,
  edit: EditDialog,
  markFulfilled: MarkFulfilledDialog,
  cancelLabels: CancelLabelsDialog,
  cancelOrder: CancelOrderDialog,
};
/** Those that have an undo for named orders, and are asked about when there will be none. */
const CONFIRMED: Partial<Record<ActionId, (target: ActionTarget) => Promise<Done>>> = {
  archive: commands.archive,
  restore: commands.restore,
  release: commands.release,
  uncancelOrder: commands.uncancelOrder,
  unmarkFulfilled: commands.unmark,
};

export default function ActionHost({ asked, columns, sort, onShow }: Props) {
  const { t } = useLingui();
  const { labels } = usePrintJobs();
  const [dialog, setDialog] = useState<Asked | undefined>(undefined);
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<{ readonly done: Done; readonly serial: number } | undefined>(undefined);
  const last = useRef(0);

  const work = async (task: () => Promise<Done>) => {
    setBusy(true);
    try {
      setDone({ done: await task(), serial: Date.now() });
      setOpened(false);
    } catch (error) {
      // A dialog stays open with what was typed.
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  const begin = (wanted: Asked) => {
    const { id, target, name } = wanted;
    const known = id as ActionId;
    if (id.startsWith('preset:'))
      return void work(() => commands.preset(target, id.slice('preset:'.length), name ?? ''));
    if (known === 'autoShip') return openBatchPlan({ kind: 'auto-ship', ...target.selection });
    if (asksFirst(id, target)) {
      setDialog(wanted);
      setOpened(true);
      return;
    }
    const direct = CONFIRMED[known];
    if (direct) return void work(() => direct(target));
    switch (known) {
      case 'downloadSlips':
        return void work(() => commands.downloadSlips(target));
      case 'printSlips':
        return void commands
          .idsOf(target, MOST_SLIPS)
          .then(slipPdf)
          .then((document) => openPreview([document]))
          .catch((error: unknown) => notify.error(error));
      case 'printLabels':
        return void commands
          .idsOf(target, MOST_LABELS)
          .then((ids) => labels.mutate(ids))
          .catch((error: unknown) => notify.error(error));
      case 'export':
        return void work(() => commands.exportFile(target, columns, sort));
      case 'packingList':
        return void work(() => commands.packingListFile(target, sort));
      case 'summary':
        return void work(() => commands.summaryFile(target, sort));
      case 'saveProducts':
        return void work(() => commands.saveProducts(target));
      case 'retry':
        return void work(() => commands.retry(target));
      default:
        return undefined;
    }
  };
  useEffect(() => {
    if (!asked || asked.serial === last.current) return;
    last.current = asked.serial;
    begin(asked);
  });

  const Form = dialog && DIALOGS[dialog.id as ActionId];
  const confirmed = dialog && CONFIRMED[dialog.id as ActionId];
  const shared = dialog && {
    target: dialog.target,
    opened,
    busy,
    onClose: () => setOpened(false),
    onSubmit: (task: () => Promise<Done>) => void work(task),
  };
  return (
    <>
      {/* A new question begins with empty fields. */}
      {shared && Form && <Form key={dialog.serial} {...shared} />}
      {shared && !Form && confirmed && (
        <ConfirmAll key={dialog.serial} {...shared} id={dialog.id as ActionId} work={() => confirmed(dialog.target)} />
      )}
      {busy && !opened && (
        <div className="bulk-note" role="status">
          {t`Working…`}
        </div>
      )}
      {done && (
        <OutcomeBar
          key={done.serial}
          done={done.done}
          busy={busy}
          onUndo={(undo) => void work(undo)}
          onShow={onShow}
          onClose={() => setDone(undefined)}
        />
      )}
    </>
  );
}
