/** `?` lists the shortcuts of this screen, straight from the registry. */
import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { activeShortcuts, type Shortcut, useShortcuts } from '../lib/shortcuts.ts';
import { useLoaded } from './use-loaded.ts';

const ShortcutList = lazy(() => import('./ShortcutList.tsx'));

export function ShortcutSheet() {
  const { t } = useLingui();
  const [listed, setListed] = useState<readonly Shortcut[]>([]);
  const [opened, setOpened] = useState(false);
  const loaded = useLoaded(opened);
  useShortcuts([
    {
      keys: ['?'],
      label: t`Show this list`,
      group: t`Everywhere`,
      opens: true,
      run: () => {
        setListed(activeShortcuts());
        setOpened(true);
        return undefined;
      },
    },
  ]);
  if (!loaded) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutList opened={opened} shortcuts={listed} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
