import '../../styles/segmented-control.css';
import { Button, Drawer, SegmentedControl } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { CHOICES, type Preferences, preferences, usePreferences } from '../../lib/preferences.ts';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';

const WORDS: Readonly<Record<string, MessageDescriptor>> = {
  light: msg`Light`,
  dark: msg`Dark`,
  system: msg`Use the system setting`,
  brand: msg`Brand colour`,
  vertical: msg`Vertical`,
  horizontal: msg`Horizontal`,
  detached: msg`Detached`,
  'two-column': msg`Two columns`,
  fluid: msg`Full width`,
  boxed: msg`Boxed`,
  default: msg`Normal`,
  compact: msg`Compact`,
  condensed: msg`Icons`,
  'small-hover': msg`Icons, wide on hover`,
  fixed: msg`Stays in view`,
  scrollable: msg`Scrolls with the page`,
  comfortable: msg`Comfortable`,
  yes: msg`Show`,
  no: msg`Hide`,
  shown: msg`Show`,
  hidden: msg`Hide`,
};
type Setting = Exclude<keyof Preferences, 'locale'>;
const SETTINGS: readonly (readonly [Setting, MessageDescriptor, Preferences['orientation'][] | undefined])[] = [
  ['theme', msg`Colour scheme`, undefined],
  ['orientation', msg`Menu layout`, undefined],
  ['mode', msg`Frame`, undefined],
  ['width', msg`Contents`, undefined],
  ['topBarTheme', msg`Top bar`, undefined],
  ['menuTheme', msg`Menu colour`, undefined],
  ['twoColumnTheme', msg`Icon column`, ['two-column']],
  ['menuSize', msg`Menu size`, ['vertical', 'detached']],
  ['menuPosition', msg`Menu position`, undefined],
  ['horizontalMenu', msg`Menu bar`, ['horizontal']],
  ['showTwoToneIcons', msg`Two-tone icons`, undefined],
  ['showUserInfo', msg`Who is signed in, above the menu`, ['vertical', 'detached', 'two-column']],
  ['density', msg`Rows of tables`, undefined],
];

/** The settings panel: what the frame around the pages looks like, on this browser (product-spec section 3). */
export default function Customizer({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const now = usePreferences();
  return (
    <Drawer
      opened={shown}
      onClose={onClose}
      position="right"
      size={360}
      title={t`Layout`}
      closeButtonProps={{ 'aria-label': t`Close the layout settings` }}
    >
      <div className="stack wide">
        {SETTINGS.map(([name, label, only]) =>
          only && !only.includes(now.orientation) ? null : <Choice key={name} name={name} label={label} />,
        )}
        <Button variant="default" onClick={() => preferences.reset()}>
          <Trans>Back to the defaults</Trans>
        </Button>
      </div>
    </Drawer>
  );
}

function Choice({ name, label }: { readonly name: Setting; readonly label: MessageDescriptor }) {
  const { i18n } = useI18n();
  const id = useId();
  const value = usePreferences()[name];
  return (
    <div className="stack tight">
      <div id={id} className="small strong">
        {i18n._(label)}
      </div>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        value={value}
        orientation={CHOICES[name].length > 3 ? 'vertical' : 'horizontal'}
        data={CHOICES[name].map((choice) => ({ value: choice, label: i18n._(WORDS[choice] ?? msg`Normal`) }))}
        onChange={(chosen) => preferences.set({ [name]: chosen })}
      />
    </div>
  );
}
