import { useLingui } from '@lingui/react/macro';
import type { Shortcut } from '../lib/shortcuts.ts';
import { useShownAfterMount } from './use-shown-after-mount.ts';
import { Dialog } from './Dialog.tsx';

export const KEY_SYMBOLS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  Enter: '↵',
  ' ': '␣',
  ContextMenu: '☰',
};

interface Props {
  readonly opened: boolean;
  readonly shortcuts: readonly Shortcut[];
  readonly onClose: () => void;
}
export default function ShortcutList({ opened, shortcuts, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const groups = [...new Set(shortcuts.map((s) => s.group))];
  return (
    <Dialog
      opened={shown}
      onClose={onClose}
      title={t`Keyboard shortcuts`}
      size="md"
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <div className="stack wide" data-testid="shortcut-sheet">
        {groups.map((group) => (
          <section key={group} className="stack tight">
            <h3 className="dim">{group}</h3>
            {shortcuts
              .filter((s) => s.group === group)
              .map((s) => (
                <div key={s.label} className="row between">
                  <span>{s.label}</span>
                  <span className="row tight">
                    {s.keys.map((key) => (
                      <kbd key={key}>{KEY_SYMBOLS[key] ?? key.toUpperCase()}</kbd>
                    ))}
                  </span>
                </div>
              ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
