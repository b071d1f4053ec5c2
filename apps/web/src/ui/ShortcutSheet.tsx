/** `?` lists the shortcuts of this screen, straight from the registry. */
import { Modal } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { activeShortcuts, type Shortcut, useShortcuts } from '../lib/shortcuts.ts';

const SYMBOLS: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc', Enter: '↵', ' ': '␣' };

export function ShortcutSheet() {
  const { t } = useLingui();
  const [listed, setListed] = useState<readonly Shortcut[]>([]);
  const [opened, setOpened] = useState(false);
  useShortcuts([
    {
      keys: ['?'],
      label: t`Show this list`,
      group: t`Everywhere`,
      run: () => {
        setListed(activeShortcuts());
        setOpened(true);
        return undefined;
      },
    },
  ]);
  const groups = [...new Set(listed.map((s) => s.group))];
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title={t`Keyboard shortcuts`} size="md">
      <div className="stack wide" data-testid="shortcut-sheet">
        {groups.map((group) => (
          <section key={group} className="stack tight">
            <h3 className="dim">{group}</h3>
            {listed
              .filter((s) => s.group === group)
              .map((s) => (
                <div key={s.label} className="row between">
                  <span>{s.label}</span>
                  <span className="row tight">
                    {s.keys.map((key) => (
                      <kbd key={key}>{SYMBOLS[key] ?? key.toUpperCase()}</kbd>
                    ))}
                  </span>
                </div>
              ))}
          </section>
        ))}
      </div>
    </Modal>
  );
}
