/** Loads orders of a shift onto this station, shows how they stand, and ends it. */
import '@mantine/core/styles/Progress.css';
import '@mantine/core/styles/Radio.css';
import { Button, NativeSelect, NumberInput, Progress, Radio, TextInput } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { LONGEST_SHIFT_HOURS, MOST_SHIFT_ORDERS, type ShiftMode } from '@scanship/contracts/printing/scan-shift';
import type { ScanSettings } from '@scanship/contracts/printing/scan-ship';
import { useEffect, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useShownAfterMount } from '../../../ui/use-shown-after-mount.ts';
import { useShift } from './shift-api.ts';
import type { ShiftHold } from './shift-hold.ts';
import { keepProgram } from './station-worker.ts';

interface Props {
  readonly opened: boolean;
  readonly hold: ShiftHold;
  readonly settings: ScanSettings;
  readonly onClose: () => void;
}

export default function ShiftDialog({ opened, hold, settings, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const { shift } = useShift(hold);
  const [left, setLeft] = useState<readonly string[]>([]);
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Work offline`} size="lg">
      <div className="stack wide">
        {left.length > 0 && !shift && (
          <div className="notice" data-tone="warn" role="status">
            <Trans>Bought and not packed: {left.join(', ')}. Pack them, or cancel their labels.</Trans>
          </div>
        )}
        {shift ? <Standing hold={hold} onEnded={setLeft} /> : <Begin hold={hold} settings={settings} />}
        <Refused hold={hold} />
        <Lasting hold={hold} />
      </div>
    </Dialog>
  );
}

const USUAL = { hours: 8, most: 100 };

function Begin({ hold, settings }: Pick<Props, 'hold' | 'settings'>) {
  const { t } = useLingui();
  const { userName, rights } = useProfile();
  const [name, setName] = useState('');
  const [mode, setMode] = useState<ShiftMode>('pre-bought');
  const [hours, setHours] = useState<number | string>(USUAL.hours);
  const [most, setMost] = useState<number | string>(USUAL.most);
  const [storeId, setStoreId] = useState(settings.setting.storeId ?? '');
  const load = useMutation({
    mutationFn: () =>
      hold.load(userName, {
        stationName: name.trim(),
        mode,
        hours: Number(hours),
        most: Number(most),
        storeId: storeId || null,
      }),
    onError: (error) => notify.error(error),
  });
  const mayBuy = rights.includes('labels.buy');
  const ready = name.trim() !== '' && Number(hours) >= 1 && Number(most) >= 1 && mayBuy;
  return (
    <form
      className="stack wide"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) load.mutate();
      }}
    >
      <p className="dim">
        <Trans>
          The oldest open orders are kept for this station alone until the shift ends. What is scanned and packed
          without a connection is written down here and sent as soon as it is back. Addresses and labels are kept
          encrypted and are gone with the shift.
        </Trans>
      </p>
      <div className="fields">
        <TextInput
          className="w6"
          label={t`Name of this station`}
          placeholder={t`North table`}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          className="w6"
          label={t`Store`}
          value={storeId}
          data={[
            { value: '', label: t`All stores` },
            ...settings.choices.stores.map((store) => ({ value: store.id, label: store.name })),
          ]}
          onChange={(event) => setStoreId(event.currentTarget.value)}
        />
        <NumberInput
          className="w6"
          label={t`Hours`}
          min={1}
          max={LONGEST_SHIFT_HOURS}
          allowDecimal={false}
          value={hours}
          onChange={setHours}
        />
        <NumberInput
          className="w6"
          label={t`Most orders`}
          min={1}
          max={MOST_SHIFT_ORDERS}
          allowDecimal={false}
          value={most}
          onChange={setMost}
        />
      </div>
      <Radio.Group
        label={t`Labels`}
        value={mode}
        onChange={(value) => setMode(value === 'pre-rated' ? value : 'pre-bought')}
      >
        <div className="stack">
          <Radio
            value="pre-bought"
            label={t`Buy them now`}
            description={t`They print offline, from this browser. A label that is not used can be cancelled.`}
          />
          <Radio
            value="pre-rated"
            label={t`Only ask for rates`}
            description={t`Items can be checked offline; labels are bought and printed when the connection is back.`}
          />
        </div>
      </Radio.Group>
      {!mayBuy && (
        <div className="notice" data-tone="warn" role="status">
          <Trans>Your role may look orders up here, but not buy labels.</Trans>
        </div>
      )}
      <div className="row end">
        <Button type="submit" disabled={!ready} loading={load.isPending}>
          <Trans>Load the shift</Trans>
        </Button>
      </div>
    </form>
  );
}

function Standing({
  hold,
  onEnded,
}: Pick<Props, 'hold'> & { readonly onEnded: (unpacked: readonly string[]) => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const { shift, orders, progress, waiting } = useShift(hold);
  const goOn = useMutation({ mutationFn: () => hold.prepare(), onError: (error) => notify.error(error) });
  const end = useMutation({
    mutationFn: () => hold.end(),
    onSuccess: (unpacked) => {
      onEnded(unpacked);
      notify.success(t`The shift has ended.`);
    },
    onError: (error) => notify.error(error),
  });
  if (!shift) return null;
  const of = (state: (typeof orders)[number]['state']) => orders.filter((each) => each.state === state);
  const failed = of('failed');
  const undecided = of('leased').length;
  return (
    <>
      <p>
        <strong>{shift.stationName}</strong> <Trans>until {format.instant(shift.endsAt, 'short')}</Trans>
      </p>
      {progress && (
        <div role="status">
          <Trans>
            {progress.done} of {progress.of} orders are ready
          </Trans>
          <Progress value={(100 * progress.done) / Math.max(1, progress.of)} aria-label={t`Loading the shift`} />
        </div>
      )}
      <ul className="plain-list">
        <li>
          <Plural value={of('bought').length} one="# label is here" other="# labels are here" />
        </li>
        <li>
          <Plural value={of('rated').length} one="# order is rated" other="# orders are rated" />
        </li>
        <li>
          <Plural value={of('packed').length} one="# order is packed" other="# orders are packed" />
        </li>
        {waiting > 0 && (
          <li>
            <Plural value={waiting} one="# action waits to be sent" other="# actions wait to be sent" />
          </li>
        )}
      </ul>
      {failed.length > 0 && (
        <section aria-label={t`Not ready`}>
          <h3>
            <Trans>Not ready</Trans>
          </h3>
          <ul className="plain-list">
            {failed.map(({ order, why }) => (
              <li key={order.id}>
                <strong>{order.ecomOrderNumber}</strong> {why}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="row end">
        {(undecided > 0 || failed.length > 0) && !progress && (
          <Button variant="default" loading={goOn.isPending} onClick={() => goOn.mutate()}>
            <Trans>Retry what is not ready</Trans>
          </Button>
        )}
        <Button color="red" variant="light" loading={end.isPending} onClick={() => end.mutate()}>
          <Trans>End the shift</Trans>
        </Button>
      </div>
    </>
  );
}

/** What this browser cannot do is said before anybody counts on it. */
function Lasting({ hold }: Pick<Props, 'hold'>) {
  const [starts, setStarts] = useState(true);
  useEffect(() => {
    let gone = false;
    const look = async () => {
      const kept = await keepProgram();
      if (!gone) setStarts(kept);
    };
    void look();
    return () => {
      gone = true;
    };
  }, []);
  if (hold.lasting && starts) return null;
  return (
    <div className="notice" data-tone="warn" role="status">
      <Trans>This browser keeps nothing once the page is closed: leave it open until the shift has ended.</Trans>
    </div>
  );
}

/** What the server would not have stays until somebody has seen it. */
function Refused({ hold }: Pick<Props, 'hold'>) {
  const { t } = useLingui();
  const { refused } = useShift(hold);
  if (refused.length === 0) return null;
  return (
    <section aria-label={t`Needs you`}>
      <h3>
        <Trans>Needs you</Trans>
      </h3>
      <ul className="plain-list">
        {refused.map(({ id, why }) => (
          <li key={id} className="row">
            <span className="grow">{why}</span>
            <Button size="xs" variant="default" onClick={() => void hold.dismiss(id)}>
              <Trans>Seen</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
