import { Button, Select, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDeviceDesktop } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { type PrintAgent, removeAgent, renameAgent } from '@scanship/contracts/printing/printers';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { NO_STATION, stationChoice } from '../../lib/printing/station.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { devicesChanged } from './devices-api.ts';

interface Props {
  readonly agents: readonly PrintAgent[];
  readonly station: PrintAgent | undefined;
  readonly chosen: string | undefined;
  readonly mayManage: boolean;
}

/** The computers, and which of them stands beside this browser. */
export function MachinesCard({ agents, station, chosen, mayManage }: Props) {
  const { t } = useLingui();
  return (
    <section className="card" aria-labelledby="device-machines" data-testid="machines">
      <div className="card-head">
        <h2 id="device-machines">
          <Trans>Computers</Trans>
        </h2>
      </div>
      <div className="device-part">
        <Select
          label={t`This browser prints at`}
          description={t`Kept in this browser only. What you print here goes to the printers of this computer.`}
          data={[
            ...agents.map(({ machineId, name, online }) => ({
              value: machineId,
              label: online ? name : t`${name} (offline)`,
            })),
            { value: NO_STATION, label: t`No computer: the browser's print dialog` },
          ]}
          value={station?.machineId ?? (chosen === NO_STATION ? NO_STATION : null)}
          placeholder={t`Choose the computer beside you`}
          onChange={(value) => stationChoice.set(value ?? undefined)}
          allowDeselect={false}
          data-testid="station"
        />
      </div>
      <ul className="device-list">
        {agents.map((agent) => (
          <Machine key={agent.id} agent={agent} mayManage={mayManage} isStation={agent.id === station?.id} />
        ))}
      </ul>
    </section>
  );
}

const SYSTEMS = { win32: 'Windows', darwin: 'macOS', linux: 'Linux' } as const;

function Machine({
  agent,
  mayManage,
  isStation,
}: {
  readonly agent: PrintAgent;
  readonly mayManage: boolean;
  readonly isStation: boolean;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const [naming, setNaming] = useState<string | undefined>(undefined);
  const [asking, setAsking] = useState(false);
  const rename = useMutation({
    mutationFn: (name: string) => api.call(renameAgent, { params: { id: agent.id }, body: { name } }),
    onSuccess: () => setNaming(undefined),
    onError: (error) => notify.error(error),
    onSettled: () => void devicesChanged(),
  });
  const remove = useMutation({
    mutationFn: () => api.call(removeAgent, { params: { id: agent.id } }),
    onSuccess: () => notify.success(t`The computer was removed.`),
    onError: (error) => notify.error(error),
    onSettled: () => {
      setAsking(false);
      void devicesChanged();
    },
  });
  return (
    <li data-testid="machine" data-online={agent.online}>
      <IconDeviceDesktop size={20} stroke={1.5} aria-hidden className="device-icon" />
      <div className="grow">
        {naming === undefined ? (
          <div className="row tight">
            <span className="strong">{agent.name}</span>
            <Badge tone={agent.online ? 'good' : 'warn'}>{agent.online ? t`Online` : t`Offline`}</Badge>
            {isStation && <Badge tone="info">{t`This station`}</Badge>}
          </div>
        ) : (
          <form
            className="row tight"
            onSubmit={(event) => {
              event.preventDefault();
              if (naming.trim() !== '') rename.mutate(naming.trim());
            }}
          >
            <TextInput
              aria-label={t`Name of the computer`}
              value={naming}
              maxLength={100}
              onChange={(event) => setNaming(event.currentTarget.value)}
              data-autofocus
            />
            <Button type="submit" loading={rename.isPending} disabled={naming.trim() === ''}>
              <Trans>Save</Trans>
            </Button>
            <Button variant="default" onClick={() => setNaming(undefined)}>
              <Trans>Cancel</Trans>
            </Button>
          </form>
        )}
        <div className="dim small">
          {[
            agent.platform ? SYSTEMS[agent.platform] : '',
            agent.version ? t`agent ${agent.version}` : '',
            agent.lastContact ? t`last contact ${format.instant(agent.lastContact, 'short')}` : t`never connected`,
            agent.pairedBy ? t`added by ${agent.pairedBy}` : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
        {agent.newerVersion && (
          <div className="small">
            <Trans>Version {agent.newerVersion} is there; the agent installs it automatically.</Trans>
          </div>
        )}
        {!agent.online && (
          <div className="small">
            <Trans>
              Switch the computer on, or check that it is connected. What waits for it is offered again after 15
              minutes.
            </Trans>
          </div>
        )}
      </div>
      {mayManage && naming === undefined && (
        <div className="row tight">
          <Button size="compact-sm" variant="default" onClick={() => setNaming(agent.name)}>
            <Trans>Rename</Trans>
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
            <Trans>Remove</Trans>
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        title={t`Remove this computer?`}
        confirm={t`Remove`}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        <Trans>
          {agent.name} can print nothing more from here. What waits for it is offered again. To use it later, download
          the agent anew.
        </Trans>
      </ConfirmDialog>
    </li>
  );
}
