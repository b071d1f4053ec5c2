import './devices.css';
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconPrinter, IconRefresh } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type PrintAgent, type Printer, syncPrinters } from '@scanship/contracts/printing/printers';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { useLive } from '../../app/live.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { stationOf, useStationChoice } from '../../lib/printing/station.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { AddAgentDialog } from './AddAgentDialog.tsx';
import { devicesChanged, printersQuery } from './devices-api.ts';
import { JobsCard } from './JobsCard.tsx';
import { MachinesCard } from './MachinesCard.tsx';
import { PrintersCard } from './PrintersCard.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { UsbCard } from './UsbCard.tsx';

/** Computers with the print agent, their printers, what this station prints where, and what became of it (ux.md line 27). */
export function DevicesPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const list = useQuery(printersQuery);
  const mayManage = useProfile().rights.includes('devices.manage');
  const [adding, setAdding] = useState(false);
  useLive((event) => {
    if (event.type === 'printing' || event.type === 'reload') void devicesChanged();
  });
  const sync = useMutation({
    mutationFn: () => api.call(syncPrinters, { body: {} }),
    onSuccess: ({ data }) => {
      const names = data.agents.filter(({ machineId }) => data.silent.includes(machineId)).map(({ name }) => name);
      if (names.length > 0)
        notify.problem(t`No answer from ${names.join(', ')}.`, t`Is the computer on and connected?`);
      else notify.success(t`The printers are up to date.`);
    },
    onError: (error) => notify.error(error),
    onSettled: () => void devicesChanged(),
  });
  return (
    <div className="page-narrow">
      <PageHead title={t`Printers and devices`} description={i18n._(PAGES.devices.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Printers and devices</Trans>
          </h1>
          <p className="dim">
            <Trans>Labels and documents print automatically where a small program runs beside the printer.</Trans>
          </p>
        </div>
        {list.data && list.data.agents.length > 0 && (
          <div className="row tight device-head">
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={sync.isPending}
              onClick={() => sync.mutate()}
            >
              <Trans>Find printers</Trans>
            </Button>
            {mayManage && (
              <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => setAdding(true)}>
                <Trans>Add a computer</Trans>
              </Button>
            )}
          </div>
        )}
      </div>
      {list.data ? (
        <div className="stack">
          {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
          {list.data.agents.length === 0 ? (
            <WithoutAgent mayManage={mayManage} onAdd={() => setAdding(true)} />
          ) : (
            <WithAgents agents={list.data.agents} printers={list.data.printers} mayManage={mayManage} />
          )}
        </div>
      ) : list.isError ? (
        <div className="card">
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : (
        <Skeletons rows={8} height={40} />
      )}
      {mayManage && <AddAgentDialog opened={adding} onClose={() => setAdding(false)} />}
    </div>
  );
}

function WithAgents({
  agents,
  printers,
  mayManage,
}: {
  readonly agents: readonly PrintAgent[];
  readonly printers: readonly Printer[];
  readonly mayManage: boolean;
}) {
  const chosen = useStationChoice();
  const station = stationOf(agents, chosen);
  return (
    <>
      <MachinesCard agents={agents} station={station} chosen={chosen} mayManage={mayManage} />
      {station && (
        <SettingsCard
          key={station.machineId}
          machine={station}
          printers={printers.filter(({ machineId }) => machineId === station.machineId)}
        />
      )}
      <PrintersCard agents={agents} printers={printers} mayManage={mayManage} />
      <JobsCard agents={agents} printers={printers} />
      {!station && <UsbCard />}
    </>
  );
}

function WithoutAgent({ mayManage, onAdd }: { readonly mayManage: boolean; readonly onAdd: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <div className="card" data-testid="no-agent">
        <EmptyState
          title={t`No computer prints automatically yet`}
          icon={<IconPrinter className="state-icon" size={36} stroke={1.4} aria-hidden />}
          actions={
            mayManage && (
              <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={onAdd}>
                <Trans>Add a computer</Trans>
              </Button>
            )
          }
        >
          <Trans>
            Until then labels and papers open here in the browser, and you print them with its own print dialog. A label
            printer on this computer&apos;s USB can be used directly, too.
          </Trans>
        </EmptyState>
      </div>
      <UsbCard />
    </>
  );
}
