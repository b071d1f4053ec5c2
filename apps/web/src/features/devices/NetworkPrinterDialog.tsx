import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { addNetworkPrinter, type PrintAgent } from '@scanship/contracts/printing/printers';
import { PAPER_SIZES, type PaperSize } from '@scanship/domain/printing/printing';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { SIZE_WORDS } from './device-words.ts';
import { devicesChanged } from './devices-api.ts';

interface Draft {
  readonly machineId: string;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly format: 'zpl' | 'epl' | 'pdf';
  readonly dpi: 203 | 300;
  readonly size: PaperSize;
}
const RAW_PORT = 9100;

/** A label printer with a network plug: reached by one of the computers, on its own network. */
export function NetworkPrinterDialog({
  opened,
  agents,
  onClose,
}: {
  readonly opened: boolean;
  readonly agents: readonly PrintAgent[];
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const shown = useShownAfterMount(opened);
  const empty: Draft = {
    machineId: agents[0]?.machineId ?? '',
    name: '',
    host: '',
    port: RAW_PORT,
    format: 'zpl',
    dpi: 203,
    size: '4x6',
  };
  const [draft, setDraft] = useState(empty);
  const change = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }));
  const add = useMutation({
    mutationFn: () => api.call(addNetworkPrinter, { body: draft }),
    onSuccess: () => {
      notify.success(t`The printer was added.`);
      setDraft(empty);
      onClose();
    },
    onSettled: () => void devicesChanged(),
  });
  const fieldError = (name: string) =>
    add.error instanceof ApiError ? add.error.fields.find(({ field }) => field === name)?.message : undefined;
  const complete = draft.name.trim() !== '' && draft.host.trim() !== '' && draft.machineId !== '';
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Add a network printer`} size="md">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (complete) add.mutate();
        }}
      >
        <div className="fields">
          <TextInput
            label={t`Name`}
            value={draft.name}
            error={fieldError('name')}
            maxLength={100}
            required
            onChange={(event) => change({ name: event.currentTarget.value })}
            data-autofocus
          />
          <TextInput
            className="w8"
            label={t`Address on your network`}
            placeholder="192.168.1.50"
            value={draft.host}
            error={fieldError('host')}
            maxLength={253}
            required
            onChange={(event) => change({ host: event.currentTarget.value })}
          />
          <NumberInput
            className="w4"
            label={t`Port`}
            value={draft.port}
            min={1}
            max={65_535}
            allowDecimal={false}
            onChange={(value) => change({ port: typeof value === 'number' ? value : RAW_PORT })}
          />
          <Select
            label={t`Reached by the computer`}
            data={agents.map(({ machineId, name }) => ({ value: machineId, label: name }))}
            value={draft.machineId}
            onChange={(value) => change({ machineId: value ?? '' })}
            allowDeselect={false}
          />
          <Select
            className="w4"
            label={t`It takes`}
            data={[
              { value: 'zpl', label: 'ZPL' },
              { value: 'epl', label: 'EPL' },
              { value: 'pdf', label: 'PDF' },
            ]}
            value={draft.format}
            onChange={(value) => change({ format: value ?? 'zpl' })}
            allowDeselect={false}
          />
          <Select
            className="w4"
            label={t`Dots per inch`}
            data={['203', '300']}
            value={String(draft.dpi)}
            onChange={(value) => change({ dpi: value === '300' ? 300 : 203 })}
            allowDeselect={false}
          />
          <Select
            className="w4"
            label={t`Paper`}
            data={PAPER_SIZES.map((size) => ({ value: size, label: i18n._(SIZE_WORDS[size]) }))}
            value={draft.size}
            onChange={(value) => change({ size: value ?? '4x6' })}
            allowDeselect={false}
          />
        </div>
        {add.isError && !(add.error instanceof ApiError && add.error.fields.length > 0) && (
          <ErrorState compact error={add.error} />
        )}
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={add.isPending} disabled={!complete}>
            <Trans>Add</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
