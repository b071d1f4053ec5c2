/** How this person works at this station. */
import { Button, NativeSelect, Switch } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ScanSettingDto, ScanSettings } from '@scanship/contracts/printing/scan-ship';
import {
  LONGEST_COUNTDOWN_SECONDS,
  PRINT_MODES,
  type PrintMode,
  SHIP_MODES,
  type ShipMode,
  VERIFICATIONS,
  type Verification,
} from '@scanship/domain/scan-ship/scan-ship';
import { useState } from 'react';
import { notify } from '../../app/notify.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { saveSetting } from './scan-ship-api.ts';
import { playTone } from './sounds.ts';

interface Props {
  readonly opened: boolean;
  readonly machineId: string | undefined;
  readonly settings: ScanSettings;
  readonly onClose: () => void;
}

export default function SettingsDialog({ opened, machineId, settings, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Settings of this station`} size="lg">
      <Form machineId={machineId} settings={settings} onClose={onClose} />
    </Dialog>
  );
}

function Form({ machineId, settings, onClose }: Omit<Props, 'opened'>) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(settings.setting);
  const change = (more: Partial<ScanSettingDto>) => setDraft((now) => ({ ...now, ...more }));
  const save = useMutation({
    mutationFn: () => saveSetting(machineId, draft),
    onSuccess: () => {
      notify.success(t`Settings saved.`);
      onClose();
    },
    onError: (error) => notify.error(error),
  });
  const { choices } = settings;
  const carrier = choices.carriers.find(({ grantId }) => grantId === draft.grantId);
  const namesCarrier = draft.printMode === 'printByCarrier' || draft.printMode === 'printByDetails';
  const lacksCarrier = draft.printMode === 'printByCarrier' && !carrier;
  const shipModes: Readonly<Record<ShipMode, string>> = {
    shipIndividual: t`Ship Individual: every unit its own parcel`,
    shipInBox: t`Ship In Box: all items in one box`,
  };
  const printModes: Readonly<Record<PrintMode, string>> = {
    printByCheapest: t`Print By Cheapest`,
    printByCarrier: t`Print by Carrier`,
    printByDetails: t`Print by Details`,
    quoteByDetails: t`Quote by Details`,
  };
  const verifications: Readonly<Record<Verification, string>> = {
    off: t({ message: 'Off', context: 'verification' }),
    optional: t`Optional for the packer`,
    required: t`Before every label`,
  };
  return (
    <form
      className="stack wide"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className="fields">
        <NativeSelect
          className="w6"
          label={t`Store`}
          value={draft.storeId ?? ''}
          data={[
            { value: '', label: t`All stores` },
            ...choices.stores.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => change({ storeId: event.currentTarget.value || null })}
        />
        <NativeSelect
          className="w6"
          label={t`Ship mode`}
          value={draft.shipMode}
          data={SHIP_MODES.map((value) => ({ value, label: shipModes[value] }))}
          onChange={(event) =>
            change({ shipMode: SHIP_MODES.find((mode) => mode === event.currentTarget.value) ?? draft.shipMode })
          }
        />
        <NativeSelect
          className="w6"
          label={t`Print or quote`}
          value={draft.printMode}
          data={PRINT_MODES.map((value) => ({ value, label: printModes[value] }))}
          onChange={(event) =>
            change({ printMode: PRINT_MODES.find((mode) => mode === event.currentTarget.value) ?? draft.printMode })
          }
        />
        <NativeSelect
          className="w6"
          label={t`Box`}
          value={draft.packageId ?? ''}
          data={[
            { value: '', label: t`As Auto Ship decides` },
            ...choices.packages.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => change({ packageId: event.currentTarget.value || null })}
        />
        {namesCarrier && (
          <>
            <NativeSelect
              className="w6"
              label={t`Carrier`}
              value={carrier?.grantId ?? ''}
              error={lacksCarrier ? t`Choose the carrier to print with.` : undefined}
              data={[
                { value: '', label: draft.printMode === 'printByCarrier' ? t`Choose…` : t`Any` },
                ...choices.carriers.map(({ grantId, name }) => ({ value: grantId, label: name })),
              ]}
              onChange={(event) => change({ grantId: event.currentTarget.value || null, service: null })}
            />
            <NativeSelect
              className="w6"
              label={t`Service`}
              disabled={!carrier}
              value={draft.service ?? ''}
              data={[
                { value: '', label: t`The cheapest of it` },
                ...(carrier?.services ?? []).map(({ code, name }) => ({ value: code, label: name })),
              ]}
              onChange={(event) => change({ service: event.currentTarget.value || null })}
            />
          </>
        )}
        <NativeSelect
          className="w6"
          label={t`Scan the items`}
          value={draft.verification}
          data={VERIFICATIONS.map((value) => ({ value, label: verifications[value] }))}
          onChange={(event) =>
            change({
              verification: VERIFICATIONS.find((each) => each === event.currentTarget.value) ?? draft.verification,
            })
          }
        />
        <NativeSelect
          className="w6"
          label={t`After the scan`}
          value={draft.autoPrintSeconds === null ? '' : String(draft.autoPrintSeconds)}
          onChange={(event) =>
            change({ autoPrintSeconds: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
          }
        >
          <option value="">{t`Wait for “Print”`}</option>
          <option value="0">{t`Ship and print at once`}</option>
          {Array.from({ length: LONGEST_COUNTDOWN_SECONDS }, (_, index) => (
            <Seconds key={index} seconds={index + 1} />
          ))}
        </NativeSelect>
      </div>
      <Switch
        label={t`Weigh every parcel on the scale`}
        checked={draft.scale}
        onChange={(event) => change({ scale: event.currentTarget.checked })}
      />
      <div className="row">
        <Switch
          label={t`Sounds`}
          checked={!draft.muted}
          onChange={(event) => change({ muted: !event.currentTarget.checked })}
        />
        <input
          type="range"
          className="grow"
          aria-label={t`Volume`}
          disabled={draft.muted}
          min={0}
          max={100}
          step={10}
          value={draft.volume}
          onChange={(event) => change({ volume: Number(event.currentTarget.value) })}
          onPointerUp={() => playTone('done', draft.volume)}
        />
      </div>
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button type="submit" loading={save.isPending} disabled={lacksCarrier}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}

function Seconds({ seconds }: { readonly seconds: number }) {
  return (
    <option value={seconds}>
      <Plural value={seconds} one="Ship and print after # second" other="Ship and print after # seconds" />
    </option>
  );
}
