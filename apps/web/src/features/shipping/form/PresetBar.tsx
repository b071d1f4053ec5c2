/** Presets on the keys 1 to 9; what the last one changed can be taken back. */
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { PresetDto } from '@scanship/contracts/shipping/automation';
import { type Shortcut, useShortcuts } from '../../../lib/shortcuts.ts';
import { announce } from '../announce.ts';

interface Props {
  readonly presets: readonly PresetDto[];
  /** Name of the one applied last, while it can be undone. */
  readonly applied: string | undefined;
  readonly onApply: (preset: PresetDto) => void;
  readonly onUndo: () => void;
}

export function PresetBar({ presets, applied, onApply, onUndo }: Props) {
  const { t } = useLingui();
  const apply = (preset: PresetDto) => {
    onApply(preset);
    announce(t`Preset applied: ${preset.name}`);
  };
  useShortcuts(
    presets.flatMap((preset): Shortcut[] =>
      preset.hotkey === null
        ? []
        : [{ keys: [preset.hotkey], group: t`Presets`, label: preset.name, run: () => apply(preset) }],
    ),
  );
  if (presets.length === 0) return null;
  return (
    <section aria-label={t`Presets`}>
      <div className="row tight">
        {presets.slice(0, 9).map((preset) => (
          <Button
            key={preset.id}
            variant="default"
            size="compact-sm"
            leftSection={preset.hotkey ? <kbd className="preset-key">{preset.hotkey}</kbd> : undefined}
            title={preset.problems[0]}
            onClick={() => apply(preset)}
          >
            {preset.name}
          </Button>
        ))}
      </div>
      {applied !== undefined && (
        <p className="small row tight">
          <span>
            <Trans>“{applied}” is applied.</Trans>
          </span>
          <Button variant="subtle" size="compact-sm" onClick={onUndo}>
            <Trans>Undo</Trans>
          </Button>
        </p>
      )}
    </section>
  );
}
