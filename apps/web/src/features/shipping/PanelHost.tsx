/** Where the shipping panel stands: beside the list from 1440 px, above it in a drawer below. */
import './shipping.css';
import { Drawer } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { ShippingPanel } from './ShippingPanel.tsx';

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
  if (docked)
    return orderId ? (
      <aside className="ship-dock card" aria-label={t`Shipping`} data-testid="shipping-panel">
        <ShippingPanel key={orderId} orderId={orderId} onClose={onClose} />
      </aside>
    ) : null;
  return (
    <Drawer.Root opened={orderId !== undefined} onClose={onClose} position="right" size={480} returnFocus={false}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t`Shipping`} data-testid="shipping-panel" className="ship-drawer">
        {kept && <ShippingPanel key={kept} orderId={kept} onClose={onClose} />}
      </Drawer.Content>
    </Drawer.Root>
  );
}
