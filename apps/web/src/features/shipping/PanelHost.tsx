/** Where the shipping panel stands: beside the list from 1200 px, above it in a drawer below. */
import './shipping.css';
import { Drawer } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import { LAYERS } from '../../lib/shortcuts.ts';
import { loadMessages } from '../../lib/i18n.ts';
import { focusIfWanted } from './focus.ts';
import { Skeletons } from '../../ui/states.tsx';

const ShippingPanel = lazy(async () => {
  const [panel] = await Promise.all([import('./ShippingPanel.tsx'), loadMessages('shipping')]);
  return { default: panel.ShippingPanel };
});
const WAITING = (
  <div className="ship-body">
    <Skeletons rows={9} height={22} />
  </div>
);

interface Props {
  readonly orderId: string | undefined;
  readonly docked: boolean;
  readonly onClose: () => void;
}

export default function PanelHost({ orderId, docked, onClose }: Props) {
  const { t } = useLingui();
  // The drawer keeps its contents while it moves out.
  const [kept, setKept] = useState(orderId);
  useEffect(() => {
    if (orderId) setKept(orderId);
  }, [orderId]);
  const inDrawer = orderId !== undefined && !docked;
  useEffect(() => {
    if (!inDrawer) return undefined;
    const onKey = (event: KeyboardEvent) => {
      // Every open layer of the library hears Escape; the drawer is the lowest and waits until it is alone.
      const alone = document.querySelectorAll(LAYERS).length <= 1;
      if (event.key === 'Escape' && !event.isComposing && alone) onClose();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [inDrawer, onClose]);
  if (docked)
    return orderId ? (
      <aside
        ref={focusIfWanted}
        className="ship-dock card"
        tabIndex={-1}
        aria-label={t`Shipping`}
        data-testid="shipping-panel"
      >
        <Suspense fallback={WAITING}>
          <ShippingPanel key={orderId} orderId={orderId} onClose={onClose} />
        </Suspense>
      </aside>
    ) : null;
  return (
    <Drawer.Root
      opened={inDrawer}
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={480}
      returnFocus={false}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t`Shipping`} data-testid="shipping-panel" className="ship-drawer">
        {kept && (
          <Suspense fallback={WAITING}>
            <ShippingPanel key={kept} orderId={kept} onClose={onClose} />
          </Suspense>
        )}
      </Drawer.Content>
    </Drawer.Root>
  );
}
