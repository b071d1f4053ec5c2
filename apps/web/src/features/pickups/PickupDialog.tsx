import { PICKUP_PLACES, type PickupPlace } from '@scanship/domain/shipping/carrier-operations';
import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  bookPickup,
  changePickup,
  type Pickup,
  pickupAvailability,
  type PickupOptions,
} from '@scanship/contracts/shipping/pickups';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { PLACE_WORDS } from './pickup-words.ts';
import { pickupsChanged } from './pickups-api.ts';

interface Props {
  readonly opened: boolean;
  readonly options: PickupOptions;
  /** What is chosen at first. */
  readonly place?: string | undefined;
  readonly account?: string | undefined;
  /** A booked pickup to be changed; absent: a new one. */
  readonly change?: Pickup | undefined;
  readonly onClose: () => void;
}

/** Books a pickup or changes one: the carrier is asked before, and says what it costs. */
export function PickupDialog(props: Props) {
  const { t } = useLingui();
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={props.change ? t`Change the pickup` : t`Book a pickup`}
      size="lg"
    >
      {props.opened && <Form {...props} />}
    </Dialog>
  );
}

const KILO = 1_000;
const atLeast = (value: string | number, least: number): number | undefined =>
  typeof value === 'number' && value >= least ? value : undefined;

function Form({ options, place, account, change, onClose }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const usable = options.accounts.filter((each) => each.pickup !== null);
  const [grantId, setGrantId] = useState(
    change?.grantId ?? (usable.find((each) => each.grantId === account) ?? usable[0])?.grantId ?? '',
  );
  const [locationId, setLocationId] = useState(change?.locationId ?? place ?? options.places[0]?.locationId ?? '');
  const at = options.places.find((each) => each.locationId === locationId);
  const by = options.accounts.find((each) => each.grantId === grantId);
  const lastDay = at && by?.pickup ? dayAfter(at.today, by.pickup.daysAhead) : '';
  const days = (at?.days ?? []).filter((each) => each <= lastDay);
  const [chosenDay, setDay] = useState(change?.day ?? '');
  const day = days.includes(chosenDay) ? chosenDay : (days[0] ?? '');
  const [readyTime, setReady] = useState(change?.readyTime ?? '10:00');
  const [closeTime, setClose] = useState(change?.closeTime ?? '17:00');
  const [door, setDoor] = useState<PickupPlace>(change?.place ?? 'front-door');
  const [instructions, setInstructions] = useState(change?.instructions ?? '');
  const [parcels, setParcels] = useState<string | number>('');
  const [kilograms, setKilograms] = useState<string | number>('');
  const [key, setKey] = useState(newIdempotencyKey);
  const waits = change?.load ?? options.waiting.find((w) => w.locationId === locationId && w.grantId === grantId)?.load;
  const grams = atLeast(kilograms, 0.001);

  const window = {
    day,
    readyTime,
    closeTime,
    place: door,
    instructions: instructions.trim() || null,
    load: {
      ...(atLeast(parcels, 1) === undefined ? {} : { parcels: Math.round(atLeast(parcels, 1) ?? 1) }),
      ...(grams === undefined ? {} : { totalGrams: Math.round(grams * KILO) }),
    },
  };
  const question = JSON.stringify([locationId, grantId, window]);
  const ask = useMutation({
    mutationFn: (_asked: string) => api.call(pickupAvailability, { body: { locationId, grantId, ...window } }),
  });
  const send = useMutation({
    mutationFn: () =>
      change
        ? api.call(changePickup, { params: { id: change.id }, body: window, idempotencyKey: key })
        : api.call(bookPickup, { body: { locationId, grantId, ...window }, idempotencyKey: key }),
    onSuccess: ({ data }) => {
      if (data.doing) notify.info(t`The carrier is being asked; this page follows it.`);
      else notify.success(change ? t`The pickup is changed.` : t`The pickup is booked.`);
      onClose();
    },
    onSettled: () => {
      setKey(newIdempotencyKey());
      void pickupsChanged();
    },
  });
  const failed = send.error ?? ask.error;
  const fields = fieldErrorsOf(failed);
  // An answer counts for what was asked only.
  const answer = ask.variables === question ? ask.data?.data : undefined;

  if (usable.length === 0)
    return (
      <p>
        <Trans>None of your carrier accounts can have a driver called from here.</Trans>
      </p>
    );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <div className="fields">
        <NativeSelect
          className="w6"
          label={t`Place`}
          value={locationId}
          disabled={change !== undefined}
          data={options.places.map((each) => ({ value: each.locationId, label: each.name }))}
          description={at?.address}
          onChange={(event) => setLocationId(event.currentTarget.value)}
        />
        <NativeSelect
          className="w6"
          label={t`Carrier account`}
          value={grantId}
          disabled={change !== undefined}
          data={usable.map((each) => ({ value: each.grantId, label: labelOf(each) }))}
          description={by?.pickup?.charged ? t`The carrier charges for pickups.` : undefined}
          onChange={(event) => setGrantId(event.currentTarget.value)}
        />
        <NativeSelect
          className="w6"
          label={t`Day`}
          value={day}
          data={days.map((each) => ({ value: each, label: format.day(each) }))}
          error={fields['day']}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <TextInput
          className="w3"
          type="time"
          label={t`Ready from`}
          value={readyTime}
          error={fields['readyTime']}
          onChange={(event) => setReady(event.currentTarget.value)}
        />
        <TextInput
          className="w3"
          type="time"
          label={t`Someone there until`}
          value={closeTime}
          error={fields['closeTime']}
          onChange={(event) => setClose(event.currentTarget.value)}
        />
        <NativeSelect
          className="w6"
          label={t`Where the driver finds it`}
          value={door}
          data={PICKUP_PLACES.map((each) => ({ value: each, label: i18n._(PLACE_WORDS[each]) }))}
          onChange={(event) => setDoor(event.currentTarget.value as PickupPlace)}
        />
        <TextInput
          className="w6"
          label={t`Instructions for the driver`}
          value={instructions}
          maxLength={100}
          onChange={(event) => setInstructions(event.currentTarget.value)}
        />
        <NumberInput
          className="w6"
          label={t`Parcels`}
          value={parcels}
          min={1}
          max={9_999}
          allowDecimal={false}
          placeholder={waits ? String(waits.parcels) : ''}
          error={fields['load.parcels']}
          onChange={setParcels}
        />
        <NumberInput
          className="w6"
          label={t`Weight of all, in kilograms`}
          value={kilograms}
          min={0}
          decimalScale={3}
          placeholder={waits ? String(waits.totalGrams / KILO) : ''}
          error={fields['load.totalGrams']}
          onChange={setKilograms}
        />
      </div>
      <p className="dim small">
        {waits ? (
          <Trans>
            <Plural value={waits.parcels} one="# parcel waits" other="# parcels wait" /> here for this account (
            {format.weight(waits.totalGrams)}); leave the fields empty to tell that to the carrier.
          </Trans>
        ) : (
          <Trans>Nothing waits here for this account: say what the driver will find.</Trans>
        )}
      </p>
      {answer && (
        <div
          className="notice"
          data-tone={answer.available ? 'good' : 'bad'}
          role="status"
          data-testid="pickup-availability"
        >
          <div>
            <p className="strong">
              {answer.available ? <Trans>The carrier comes.</Trans> : <Trans>The carrier does not come.</Trans>}
              {answer.price && <> {format.money(answer.price.total)}</>}
            </p>
            {answer.bookBy && (
              <p>
                <Trans>Book it by {answer.bookBy} of that day.</Trans>
              </p>
            )}
            {answer.messages.map((message) => (
              <p key={message}>{message}</p>
            ))}
          </div>
        </div>
      )}
      {failed && Object.keys(fields).length === 0 && <ErrorState compact error={failed} />}
      <div className="row end">
        {by?.pickup?.canAsk && (
          <Button
            variant="default"
            loading={ask.isPending}
            disabled={send.isPending || day === ''}
            onClick={() => {
              send.reset();
              ask.mutate(question);
            }}
          >
            <Trans>Ask the carrier first</Trans>
          </Button>
        )}
        <Button
          type="submit"
          loading={send.isPending}
          disabled={ask.isPending || day === '' || answer?.available === false}
          data-testid="send-pickup"
        >
          {change ? <Trans>Change the pickup</Trans> : <Trans>Book the pickup</Trans>}
        </Button>
      </div>
    </form>
  );
}

const labelOf = (account: PickupOptions['accounts'][number]): string =>
  account.accountName && account.accountName !== account.carrierName
    ? `${account.carrierName} · ${account.accountName}`
    : account.carrierName;

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
