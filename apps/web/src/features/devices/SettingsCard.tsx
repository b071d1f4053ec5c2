import { Button, Checkbox, NumberInput, Select, Switch } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  addPrinterSettings,
  autoprintSetting,
  type PrintAgent,
  type Printer,
  type PrinterSetting,
} from '@scanship/contracts/printing/printers';
import { MOST_COPIES, PAPER_SIZES, type PrintTurn } from '@scanship/domain/printing/printing';
import { useEffect, useState } from 'react';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { FORMAT_WORDS, PAPER_WORDS, SIZE_WORDS } from './device-words.ts';
import { devicesChanged, settingsQuery } from './devices-api.ts';

interface Props {
  readonly machine: PrintAgent;
  readonly printers: readonly Printer[];
}

const same = (a: readonly PrinterSetting[], b: readonly PrinterSetting[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** What prints where at this station: label, packing slip and commercial invoice; kept for the person and the computer. */
export function SettingsCard({ machine, printers }: Props) {
  const { t } = useLingui();
  const settings = useQuery(settingsQuery(machine.machineId));
  const [draft, setDraft] = useState<readonly PrinterSetting[] | undefined>(undefined);
  const saved = settings.data?.printerSettings;
  const shown = draft ?? saved;
  const keep = (next: PrinterSetting[]) =>
    queryClient.setQueryData(settingsQuery(machine.machineId).queryKey, {
      machineId: machine.machineId,
      printerSettings: next,
    });
  // What was saved elsewhere meanwhile is what counts, unless something is being changed here.
  useEffect(() => {
    if (draft && saved && same(draft, saved)) setDraft(undefined);
  }, [draft, saved]);
  const save = useMutation({
    mutationFn: (printerSetting: readonly PrinterSetting[]) =>
      api.call(addPrinterSettings, { body: { machineId: machine.machineId, printerSetting: [...printerSetting] } }),
    onSuccess: ({ data }) => {
      keep(data.printerSettings);
      setDraft(undefined);
      notify.success(t`Printer settings are saved.`);
    },
    onError: (error) => notify.error(error),
    onSettled: () => void devicesChanged(),
  });
  const refused = fieldErrorsOf(save.error);
  const change = (documentType: PrinterSetting['documentType'], more: Partial<PrinterSetting>) => {
    save.reset();
    setDraft((shown ?? []).map((each) => (each.documentType === documentType ? { ...each, ...more } : each)));
  };
  const discard = () => {
    save.reset();
    setDraft(undefined);
  };
  return (
    <section className="card" aria-labelledby="device-settings" data-testid="settings">
      <div className="card-head">
        <div className="grow">
          <h2 id="device-settings">
            <Trans>What prints where at {machine.name}</Trans>
          </h2>
          <p className="dim small">
            <Trans>For you at this computer; other people choose for themselves.</Trans>
          </p>
        </div>
      </div>
      {shown ? (
        <>
          {shown.map((setting, at) => (
            <Setting
              key={setting.documentType}
              machineId={machine.machineId}
              setting={setting}
              printers={printers}
              isSaved={draft === undefined}
              refusedOf={(name) => refused[`printerSetting.${at}.${name}`]}
              onChange={(more) => change(setting.documentType, more)}
              onSwitched={keep}
            />
          ))}
          {draft && (
            <div className="row end device-part">
              <Button variant="default" onClick={discard} disabled={save.isPending}>
                <Trans>Discard</Trans>
              </Button>
              <Button loading={save.isPending} onClick={() => save.mutate(draft)}>
                <Trans>Save</Trans>
              </Button>
            </div>
          )}
        </>
      ) : settings.isError ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Skeletons rows={6} height={36} />
      )}
    </section>
  );
}

interface SettingProps {
  readonly machineId: string;
  readonly setting: PrinterSetting;
  readonly printers: readonly Printer[];
  /** Nothing else is being changed: automatic printing is switched at once. */
  readonly isSaved: boolean;
  /** What the server said of a field when it was last saved. */
  readonly refusedOf: (field: keyof PrinterSetting) => string | undefined;
  readonly onChange: (more: Partial<PrinterSetting>) => void;
  readonly onSwitched: (settings: PrinterSetting[]) => void;
}

function Setting({ machineId, setting, printers, isSaved, refusedOf, onChange, onSwitched }: SettingProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const kind = i18n._(PAPER_WORDS[setting.documentType]);
  const printer = printers.find(({ id }) => id === setting.printerId);
  const takes = printer && printer.formats.length > 0 ? printer.formats : (['pdf', 'zpl', 'epl', 'png'] as const);
  const choices = printers.map(({ id, displayName, state }) => ({
    value: id,
    label: state === 'offline' ? t`${displayName} (offline)` : displayName,
  }));
  const toggle = useMutation({
    mutationFn: (autoprint: boolean) =>
      api.call(autoprintSetting, {
        body: { machineId, printerSetting: { documentType: setting.documentType, autoprint } },
      }),
    onSuccess: ({ data }) => onSwitched(data.printerSettings),
    onError: (error) => notify.error(error),
  });
  const sheets = setting.size === 'letter' || setting.size === 'a4';
  return (
    <fieldset className="device-setting" data-testid="setting" data-kind={setting.documentType}>
      <legend className="strong">{kind}</legend>
      <div className="fields">
        <Select
          className="w6"
          label={t`Printer`}
          data={choices}
          value={setting.printerId}
          error={refusedOf('printerId')}
          placeholder={t`Shown in the browser`}
          clearable
          clearButtonProps={{ 'aria-label': t`No printer` }}
          onChange={(printerId) => {
            const next = printers.find(({ id }) => id === printerId);
            const [size] = next?.sizes ?? [];
            onChange({
              printerId,
              format: null,
              ...(printerId === null ? { fallbackPrinterId: null, autoprint: false } : {}),
              ...(size && !next?.sizes.includes(setting.size) ? { size, twoUp: false } : {}),
            });
          }}
        />
        <Select
          className="w6"
          label={t`While it is offline or stopped`}
          data={choices.filter(({ value }) => value !== setting.printerId)}
          value={setting.fallbackPrinterId}
          error={refusedOf('fallbackPrinterId')}
          placeholder={t`It waits`}
          clearable
          clearButtonProps={{ 'aria-label': t`No second printer` }}
          disabled={setting.printerId === null}
          onChange={(fallbackPrinterId) => onChange({ fallbackPrinterId })}
        />
        {setting.printerId !== null && (
          <>
            <Select
              className="w3"
              label={t`Sent as`}
              data={[
                { value: '', label: t`What it takes best` },
                ...takes.map((format) => ({ value: format, label: FORMAT_WORDS[format] })),
              ]}
              value={setting.format ?? ''}
              error={refusedOf('format')}
              onChange={(value) => onChange({ format: value || null })}
              allowDeselect={false}
            />
            <Select
              className="w3"
              label={t`Paper`}
              data={PAPER_SIZES.map((size) => ({ value: size, label: i18n._(SIZE_WORDS[size]) }))}
              value={setting.size}
              onChange={(value) => {
                const size = value ?? setting.size;
                onChange({ size, twoUp: setting.twoUp && (size === 'letter' || size === 'a4') });
              }}
              allowDeselect={false}
            />
            <Select
              className="w3"
              label={t`Dots per inch`}
              data={[
                { value: '', label: t`The printer's own` },
                { value: '203', label: '203' },
                { value: '300', label: '300' },
              ]}
              value={setting.dpi === null ? '' : String(setting.dpi)}
              onChange={(value) => onChange({ dpi: value === '203' ? 203 : value === '300' ? 300 : null })}
              allowDeselect={false}
            />
            <Select
              className="w3"
              label={t`Turned`}
              data={[
                { value: '0', label: t`Upright` },
                { value: '90', label: '90°' },
                { value: '180', label: '180°' },
                { value: '270', label: '270°' },
              ]}
              value={String(setting.turn)}
              onChange={(value) => onChange({ turn: Number(value ?? 0) as PrintTurn })}
              allowDeselect={false}
            />
            <NumberInput
              className="w3"
              label={t`Copies`}
              value={setting.copies}
              min={1}
              max={MOST_COPIES}
              allowDecimal={false}
              onChange={(value) =>
                onChange({ copies: typeof value === 'number' ? Math.min(MOST_COPIES, Math.max(1, value)) : 1 })
              }
            />
            {sheets && (
              <Checkbox
                className="device-check"
                label={t`Two to a sheet`}
                checked={setting.twoUp}
                error={refusedOf('twoUp')}
                onChange={(event) => onChange({ twoUp: event.currentTarget.checked })}
              />
            )}
          </>
        )}
      </div>
      <Switch
        className="device-auto"
        label={t`Print automatically; nothing opens in the browser`}
        checked={setting.autoprint}
        error={refusedOf('autoprint')}
        disabled={setting.printerId === null || toggle.isPending}
        onChange={(event) => {
          const on = event.currentTarget.checked;
          if (isSaved) toggle.mutate(on);
          else onChange({ autoprint: on });
        }}
      />
    </fieldset>
  );
}
