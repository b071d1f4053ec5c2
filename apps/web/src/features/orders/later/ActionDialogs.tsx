/** What an action has to know before it is done. One dialog stands at a time; its words say what happens to how many. */
import { Button, Checkbox, NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { locationsQuery } from '../../settings/settings-api.ts';
import { HoldUntilField } from '../components/HoldUntilField.tsx';
import { assigneesQuery, orderQuery, tagsQuery } from '../api/orders-api.ts';
import { type ActionId, actionOf, type ActionTarget } from '../model/order-actions.ts';
import * as commands from './commands.ts';
import type { Done } from './commands.ts';

export interface DialogProps {
  readonly target: ActionTarget;
  readonly opened: boolean;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onSubmit: (work: () => Promise<Done>) => void;
}
interface QuestionProps extends Omit<DialogProps, 'onSubmit'> {
  readonly id: ActionId;
  readonly confirm: string;
  readonly ready?: boolean;
  readonly size?: 'sm' | 'lg';
  readonly children: ReactNode;
  readonly onSubmit: () => void;
}
interface FormProps extends Omit<QuestionProps, 'onSubmit'>, Pick<DialogProps, 'onSubmit'> {
  readonly work: () => Promise<Done>;
}

const ActionForm = ({ work, onSubmit, ...question }: FormProps) => (
  <QuestionForm {...question} onSubmit={() => onSubmit(work)} />
);

/** What an action asks before it begins, for how many orders. */
export function QuestionForm(props: QuestionProps) {
  const { id, target, opened, busy, confirm, ready = true, size = 'sm', children, onClose, onSubmit } = props;
  const { i18n } = useI18n();
  const action = actionOf(id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !busy) onSubmit();
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={i18n._(action.name)}
      centered
      size={size}
      closeOnClickOutside={!busy}
    >
      <form className="stack wide" onSubmit={submit}>
        <p className="dim small">
          <Scope target={target} />
        </p>
        {children}
        <div className="row end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            <Trans>Leave unchanged</Trans>
          </Button>
          <Button type="submit" color={action.danger ? 'red.9' : undefined} loading={busy} disabled={!ready}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
function Scope({ target }: { readonly target: ActionTarget }) {
  const [row] = target.rows;
  if (target.whole && target.count === 1 && row) return <Trans>Order {row.ecomOrderNumber}</Trans>;
  if (target.capped) return <Trans>More than {target.count} orders</Trans>;
  return <Plural value={target.count} one="# order" other="# orders" />;
}

export function HoldDialog(props: DialogProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  return (
    <ActionForm
      {...props}
      id="hold"
      confirm={t`Hold`}
      ready={until === '' || until > format.today()}
      work={() => commands.hold(props.target, reason.trim(), until || null)}
    >
      <TextInput
        label={t`Why`}
        description={t`Shown beside the order in the list.`}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      <HoldUntilField value={until} onChange={setUntil} />
    </ActionForm>
  );
}

export function CancelOrderDialog(props: DialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  return (
    <ActionForm
      {...props}
      id="cancelOrder"
      confirm={t`Cancel the order`}
      work={() => commands.cancelOrder(props.target, reason.trim())}
    >
      <p>
        <Trans>
          The store is notified where its platform allows it. An order with a label stays as it is: cancel the label
          first.
        </Trans>
      </p>
      <TextInput
        label={t`Why (optional)`}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </ActionForm>
  );
}

export function MarkFulfilledDialog(props: DialogProps) {
  const { t } = useLingui();
  const [carrier, setCarrier] = useState('');
  const [number, setNumber] = useState('');
  const [notify, setNotify] = useState<'' | 'yes' | 'no'>('');
  const single = props.target.count === 1;
  return (
    <ActionForm
      {...props}
      id="markFulfilled"
      confirm={t({ message: 'Mark as Fulfilled', context: 'button' })}
      work={() =>
        commands.markFulfilled(props.target, {
          carrier: carrier.trim(),
          number: single ? number.trim() : '',
          notify: notify === '' ? undefined : notify === 'yes',
        })
      }
    >
      <p>
        <Trans>For orders that were shipped without a label from here. Their stores are notified.</Trans>
      </p>
      <TextInput
        label={t`Carrier (optional)`}
        placeholder={t`For example: Canada Post`}
        maxLength={60}
        value={carrier}
        onChange={(event) => setCarrier(event.currentTarget.value)}
        data-autofocus
      />
      {single && (
        <TextInput
          label={t`Tracking number (optional)`}
          maxLength={60}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label={t`E-mail to the buyer`}
        value={notify}
        onChange={(event) => setNotify(event.currentTarget.value as typeof notify)}
        data={[
          { value: '', label: t`As the store is set` },
          { value: 'yes', label: t`Send it` },
          { value: 'no', label: t`Do not send it` },
        ]}
      />
    </ActionForm>
  );
}

export function TagDialog(props: DialogProps) {
  const { t } = useLingui();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 200);
  const found = useQuery(tagsQuery(search)).data?.tags ?? [];
  const present = [...new Set(props.target.rows.flatMap((row) => row.tags))].toSorted();
  return (
    <ActionForm
      {...props}
      id="tag"
      confirm={t`Save`}
      ready={add.length + remove.length > 0 || text.trim() !== ''}
      work={() => commands.tag(props.target, text.trim() ? [...new Set([...add, text.trim()])] : add, remove)}
    >
      <TagsInput
        label={t`Add`}
        value={add}
        onChange={setAdd}
        searchValue={text}
        onSearchChange={setText}
        data={found}
        filter={({ options }) => options}
        maxTags={20}
        placeholder={t`Type and press Enter`}
        acceptValueOnBlur
        openOnFocus={false}
        clearable={false}
        data-autofocus
      />
      {present.length > 0 && (
        <fieldset className="check-group">
          <legend>
            <Trans>Remove</Trans>
          </legend>
          {present.map((name) => (
            <Checkbox
              key={name}
              size="xs"
              label={name}
              checked={remove.includes(name)}
              onChange={() => setRemove(remove.includes(name) ? remove.filter((n) => n !== name) : [...remove, name])}
            />
          ))}
        </fieldset>
      )}
    </ActionForm>
  );
}

export function AssignDialog(props: DialogProps) {
  const { t } = useLingui();
  const people = useQuery(assigneesQuery);
  const [userId, setUserId] = useState('');
  return (
    <ActionForm {...props} id="assign" confirm={t`Assign`} work={() => commands.assign(props.target, userId || null)}>
      {people.isError ? (
        <ErrorState compact error={people.error} onRetry={() => void people.refetch()} />
      ) : (
        <NativeSelect
          label={t`Assign to`}
          value={userId}
          onChange={(event) => setUserId(event.currentTarget.value)}
          data={[
            { value: '', label: t`Nobody` },
            ...(people.data?.people ?? []).map((person) => ({ value: person.id, label: person.name })),
          ]}
          data-autofocus
        />
      )}
    </ActionForm>
  );
}

export function ShipFromDialog(props: DialogProps) {
  const { t } = useLingui();
  const locations = useQuery(locationsQuery);
  const [id, setId] = useState('');
  return (
    <ActionForm {...props} id="shipFrom" confirm={t`Save`} work={() => commands.shipFrom(props.target, id || null)}>
      {locations.isError ? (
        <ErrorState compact error={locations.error} onRetry={() => void locations.refetch()} />
      ) : (
        <NativeSelect
          label={t`Ship-from address`}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          data={[
            { value: '', label: t`As the store or the default settings say` },
            ...(locations.data?.locations ?? []).map((each) => ({ value: each.id, label: each.name })),
          ]}
          data-autofocus
        />
      )}
    </ActionForm>
  );
}

export function NoteDialog(props: DialogProps) {
  const { t } = useLingui();
  const single = props.target.whole && props.target.count === 1 ? props.target.rows[0]?.id : undefined;
  const known = useQuery({ ...orderQuery(single ?? ''), enabled: single !== undefined });
  const [text, setText] = useState<string | undefined>(undefined);
  const loading = single !== undefined && known.isPending;
  return (
    <ActionForm
      {...props}
      id="note"
      confirm={t`Save`}
      ready={!loading}
      work={() => commands.note(props.target, (text ?? known.data?.internalNote ?? '').trim())}
    >
      <Textarea
        label={t`Only your own people see it`}
        description={single ? undefined : t`Takes the place of the notes these orders have.`}
        rows={5}
        maxLength={2000}
        readOnly={loading}
        placeholder={loading ? t`Loading…` : undefined}
        value={text ?? known.data?.internalNote ?? ''}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
    </ActionForm>
  );
}

/** Voids labels: what can still be cancelled until when is said before it is pressed (ux.md line 30). */
export function CancelLabelsDialog(props: DialogProps) {
  const { t } = useLingui();
  const format = useFormat();
  const single = props.target.count === 1 ? props.target.rows[0]?.id : undefined;
  const order = useQuery({ ...orderQuery(single ?? ''), enabled: single !== undefined });
  const shipments = (order.data?.shipments ?? []).filter(
    (each) => each.state !== 'voided' && each.parcels.some((parcel) => parcel.hasLabel),
  );
  return (
    <ActionForm
      {...props}
      id="cancelLabels"
      confirm={t`Cancel labels`}
      ready={!single || shipments.some((each) => each.cancel.allowed)}
      work={() => commands.cancelLabels(props.target)}
    >
      <p>
        <Trans>
          The carriers are asked to void all active labels. An order without a label reopens, and its store is notified
          where that is possible.
        </Trans>
      </p>
      {single && order.isPending && <Skeletons rows={3} />}
      {single && order.isError && <ErrorState compact error={order.error} onRetry={() => void order.refetch()} />}
      {shipments.map((each) => (
        <div key={each.id} className="notice" data-tone={each.cancel.allowed ? 'info' : 'warn'}>
          <div>
            <div className="strong">
              {each.carrierName} {each.serviceName} · {format.money(each.price)}
            </div>
            <div className="small">
              {!each.cancel.allowed
                ? each.cancel.reason
                : each.cancel.until
                  ? t`Can be cancelled until ${format.instant(each.cancel.until, 'short')}, or until its first scan.`
                  : t`Can be cancelled until its first scan.`}
            </div>
          </div>
        </div>
      ))}
    </ActionForm>
  );
}

/** Before something is done to orders that are not all in view: it could not be taken back. */
export function ConfirmAll({
  id,
  work,
  ...props
}: DialogProps & { readonly id: ActionId; readonly work: () => Promise<Done> }) {
  const { i18n } = useI18n();
  return (
    <ActionForm {...props} id={id} confirm={i18n._(actionOf(id).name)} work={work}>
      <p>
        <Trans>This changes all orders that match the filters, also those on other pages, and has no undo.</Trans>
      </p>
    </ActionForm>
  );
}
