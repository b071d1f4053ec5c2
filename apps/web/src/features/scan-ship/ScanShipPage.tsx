import './scan-ship.css';
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCamera, IconCloudDownload, IconPrinter, IconSettings, IconVolume, IconVolumeOff } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ScanSettings } from '@scanship/contracts/printing/scan-ship';
import { lazy, Suspense, useState } from 'react';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { FeedbackBanner } from './FeedbackBanner.tsx';
import type { Station } from './model/station-types.ts';
import { ShiftBar } from './offline/ShiftBar.tsx';
import type { ShiftHold } from './offline/shift-hold.ts';
import { useShiftHold } from './offline/use-shift-hold.ts';
import { OrderOnTable } from './OrderOnTable.tsx';
import { ScanList } from './ScanList.tsx';
import { keepSetting, openCommandSheet, saveSetting, scanSettingQuery } from './scan-ship-api.ts';
import { useStationMachine } from './station-machine.ts';
import { useStation, useTable } from './use-station.ts';

const CameraDialog = lazy(() => import('./CameraDialog.tsx'));
const ShiftDialog = lazy(() => import('./offline/ShiftDialog.tsx'));
const SettingsDialog = lazy(() => import('./SettingsDialog.tsx'));

/** The packing table: scan, confirm, the label comes out, next. */
export function ScanShipPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { known, machineId } = useStationMachine();
  const settings = useQuery({ ...scanSettingQuery(machineId), enabled: known });
  return (
    <div className="scan-page">
      <PageHead title={t`Scan & Ship`} description={i18n._(PAGES.scanShip.description)} />
      {settings.data ? (
        <Table key={machineId ?? ''} machineId={machineId} settings={settings.data} />
      ) : settings.isError ? (
        <div className="card">
          <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
        </div>
      ) : (
        <Skeletons rows={8} height={40} />
      )}
    </div>
  );
}

function Table({ machineId, settings }: { readonly machineId: string | undefined; readonly settings: ScanSettings }) {
  const hold = useShiftHold(machineId, settings);
  const station = useStation(machineId, settings.setting, hold);
  if (!station || !hold) return <Skeletons rows={8} height={40} />;
  return <AtTable station={station} hold={hold} machineId={machineId} settings={settings} />;
}

interface Props {
  readonly station: Station;
  readonly hold: ShiftHold;
  readonly machineId: string | undefined;
  readonly settings: ScanSettings;
}

function AtTable({ station, hold, machineId, settings }: Props) {
  const { t } = useLingui();
  const table = useTable(station);
  const { rights } = useProfile();
  const mayBuy = rights.includes('labels.buy');
  useShortcuts([{ keys: ['Escape'], label: t`Stop the countdown`, group: t`Scan & Ship`, run: () => station.stop() }]);
  return (
    <>
      <Head station={station} hold={hold} machineId={machineId} settings={settings} />
      <ShiftBar hold={hold} />
      {!mayBuy && (
        <div className="notice" data-tone="warn" role="status">
          <Trans>Your role may look orders up here, but not buy labels.</Trans>
        </div>
      )}
      <div className="scan-layout">
        <div className="stack">
          <FeedbackBanner feedback={table.feedback} busy={table.busy} />
          {table.phase === 'choosing' && <Choices station={station} />}
          {table.order && (
            <OrderOnTable
              key={table.order.id}
              station={station}
              table={table}
              order={table.order}
              settings={settings}
              mayBuy={mayBuy}
            />
          )}
        </div>
        <ScanList station={station} table={table} mayVoid={rights.includes('labels.void')} />
      </div>
    </>
  );
}

function Head({ station, hold, machineId, settings }: Props) {
  const { t } = useLingui();
  const { setting } = settings;
  const [typed, setTyped] = useState('');
  const [camera, setCamera] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [shift, setShift] = useState(false);
  const shiftLoaded = useLoaded(shift);
  const cameraLoaded = useLoaded(camera);
  const settingsLoaded = useLoaded(choosing);
  const sheet = useMutation({ mutationFn: openCommandSheet, onError: (error) => notify.error(error) });
  const mute = useMutation({
    mutationFn: (muted: boolean) => saveSetting(machineId, { ...setting, muted }),
    // Silence is wanted now, whatever the line says.
    onMutate: (muted) => keepSetting(machineId, { ...setting, muted }),
    onError: (error) => notify.error(error),
  });
  const sound = setting.muted ? t`Switch the sound on` : t`Mute`;
  return (
    <div className="page-head scan-head">
      <h1 className="grow">
        <Trans>Scan & Ship</Trans>
      </h1>
      <Link to="/ecommerce/scan-ship/returns" className="link small">
        <Trans>Returns</Trans>
      </Link>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === '') return;
          station.scan(typed);
          setTyped('');
        }}
      >
        <TextInput
          aria-label={t`Order number`}
          placeholder={t`Type a number`}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          <Trans>Find</Trans>
        </Button>
      </form>
      <div className="row">
        <Icon label={t`Scan with the camera`} onClick={() => setCamera(true)}>
          <IconCamera size={19} aria-hidden />
        </Icon>
        <Icon label={sound} onClick={() => mute.mutate(!setting.muted)}>
          {setting.muted ? <IconVolumeOff size={19} aria-hidden /> : <IconVolume size={19} aria-hidden />}
        </Icon>
        <Icon label={t`Print command barcodes`} loading={sheet.isPending} onClick={() => sheet.mutate()}>
          <IconPrinter size={19} aria-hidden />
        </Icon>
        <Icon label={t`Work offline`} onClick={() => setShift(true)}>
          <IconCloudDownload size={19} aria-hidden />
        </Icon>
        <Icon label={t`Settings of this station`} onClick={() => setChoosing(true)}>
          <IconSettings size={19} aria-hidden />
        </Icon>
      </div>
      <Suspense>
        {cameraLoaded && (
          <CameraDialog opened={camera} onClose={() => setCamera(false)} onCode={(code) => station.scan(code)} />
        )}
        {shiftLoaded && <ShiftDialog opened={shift} hold={hold} settings={settings} onClose={() => setShift(false)} />}
        {settingsLoaded && (
          <SettingsDialog
            opened={choosing}
            machineId={machineId}
            settings={settings}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

function Icon({
  label,
  loading = false,
  onClick,
  children,
}: {
  readonly label: string;
  readonly loading?: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={36} aria-label={label} loading={loading} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function Choices({ station }: { readonly station: Station }) {
  const { t } = useLingui();
  const { choices } = useTable(station);
  return (
    <section className="card" aria-label={t`Several orders`}>
      <ul className="scan-several">
        {choices.map((order) => (
          <li key={order.id}>
            <button type="button" onClick={() => station.pick(order)}>
              <strong>{order.storeName}</strong>
              <span className="dim">{order.platformName}</span>
              <span>
                {order.ecomOrderNumber} · {order.destinationAddress.name} · {order.destinationAddress.city}
              </span>
              <span className="dim num">
                <Plural
                  value={order.items.reduce((sum, item) => sum + item.quantity, 0)}
                  one="# unit"
                  other="# units"
                />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
