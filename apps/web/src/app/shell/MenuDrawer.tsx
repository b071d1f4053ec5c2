import { Drawer } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { MainMenu } from './MainMenu.tsx';

/** The menu below 1260 px. */
export default function MenuDrawer({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  return (
    <Drawer
      opened={shown}
      onClose={onClose}
      size={272}
      title={<BrandMark />}
      closeButtonProps={{ 'aria-label': t`Close the menu` }}
    >
      <MainMenu />
    </Drawer>
  );
}
