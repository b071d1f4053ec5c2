import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconPrinter } from '#icons';
import { useMutation } from '@tanstack/react-query';
import {
  type PrintAgent,
  type Printer,
  removeNetworkPrinter,
  testPrinter,
} from '@scanship/contracts/printing/printers';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { FORMAT_WORDS, PRINTER_STATE_WORDS, reasonsText, reasonWords, SIZE_WORDS } from './device-words.ts';
import { devicesChanged } from './devices-api.ts';
import { NetworkPrinterDialog } from './NetworkPrinterDialog.tsx';

interface Props {
  readonly agents: readonly PrintAgent[];
  readonly printers: readonly Printer[];
  readonly mayManage: boolean;
}

/** All printers by computer, with what they say of themselves. */
export function PrintersCard({ agents, printers, mayManage }: Props) {
  const { t } = useLingui();
  const [adding, setAdding] = useState(false);
  return (
    <section className="card" aria-labelledby="device-printers" data-testid="printers">
      <div className="card-head">
        <h2 id="device-printers" className="grow">
          <Trans>Printers</Trans>
        </h2>
        {mayManage && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            <Trans>Add a network printer</Trans>
          </Button>
        )}
      </div>
      {printers.length === 0 ? (
        <EmptyState title={t`No printer was found`}>
          <Trans>Install the printer on its computer as usual, or add one that is on the network.</Trans>
        </EmptyState>
      ) : (
        agents.map((agent) => {
          const own = printers.filter(({ machineId }) => machineId === agent.machineId);
          if (own.length === 0) return null;
          return (
            <div key={agent.id}>
              {agents.length > 1 && <h3 className="device-machine">{agent.name}</h3>}
              <ul className="device-list">
                {own.map((printer) => (
                  <PrinterRow key={printer.id} printer={printer} mayManage={mayManage} />
                ))}
              </ul>
            </div>
          );
        })
      )}
      {mayManage && <NetworkPrinterDialog opened={adding} agents={agents} onClose={() => setAdding(false)} />}
    </section>
  );
}

function PrinterRow({ printer, mayManage }: { readonly printer: Printer; readonly mayManage: boolean }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [asking, setAsking] = useState(false);
  const test = useMutation({
    mutationFn: () => api.call(testPrinter, { query: { printName: printer.printName, machineId: printer.machineId } }),
    onSuccess: ({ data: { job } }) => {
      if (job.state === 'printed') notify.success(t`The test page is printed.`);
      else if (job.state === 'failed')
        notify.problem(t`The test page did not come out.`, job.reason ? reasonsText(i18n, job.reason) : undefined);
      else if (job.state === 'unknown') notify.problem(t`It is not known whether the test page came out.`);
      else notify.info(t`The test page is on its way; its end shows below.`);
    },
    onError: (error) => notify.error(error),
    onSettled: () => void devicesChanged(),
  });
  const remove = useMutation({
    mutationFn: () => api.call(removeNetworkPrinter, { params: { id: printer.id } }),
    onSuccess: () => notify.success(t`The printer was removed.`),
    onError: (error) => notify.error(error),
    onSettled: () => {
      setAsking(false);
      void devicesChanged();
    },
  });
  const { words, tone } = PRINTER_STATE_WORDS[printer.state];
  const gone = printer.reasons.includes('gone');
  const facts = [
    printer.formats.map((format) => FORMAT_WORDS[format]).join(', '),
    printer.sizes.map((size) => i18n._(SIZE_WORDS[size])).join(', '),
    printer.dpi ? t`${printer.dpi} dpi` : '',
    printer.network ? `${printer.network.host}:${printer.network.port}` : '',
  ].filter(Boolean);
  return (
    <li data-testid="printer" data-state={printer.state}>
      <IconPrinter size={20} stroke={1.5} aria-hidden className="device-icon" />
      <div className="grow">
        <div className="row tight">
          <span className="strong">{printer.displayName}</span>
          <Badge tone={tone}>{i18n._(words)}</Badge>
          {printer.isDefault && <Badge outline>{t`Default`}</Badge>}
          {printer.waiting > 0 && (
            <Badge tone="info">
              <Plural value={printer.waiting} one="# job waits" other="# jobs wait" />
            </Badge>
          )}
        </div>
        {printer.reasons.length > 0 && (
          <div className="small">{printer.reasons.map((reason) => reasonWords(i18n, reason)).join(' · ')}</div>
        )}
        <div className="dim small">{facts.join(' · ')}</div>
      </div>
      {!gone && (
        <div className="row tight">
          <Button size="compact-sm" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            <Trans>Print a test page</Trans>
          </Button>
          {printer.network && mayManage && (
            <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        title={t`Remove this printer?`}
        confirm={t`Remove`}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        <Trans>Nothing more goes to {printer.displayName}; what waits for it is offered again.</Trans>
      </ConfirmDialog>
    </li>
  );
}
