import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBookmark } from '#icons';
import { lazy, Suspense } from 'react';
import { useLayer } from '../../../ui/use-layer.ts';
import { withWords } from '../api/with-words.ts';
import type { OrderSearch } from '../model/order-search.ts';
import type { Views } from './use-views.ts';

const load = withWords(() => import('../later/ViewsMenu.tsx'));
const ViewsMenu = lazy(load);

interface Props {
  readonly views: Views;
  readonly search: OrderSearch;
  readonly onChange: (next: OrderSearch) => void;
}
/** Saving, renaming, sharing and deleting views. */
export function ViewsButton({ views, search, onChange }: Props) {
  const { t } = useLingui();
  const layer = useLayer(load, 'menu');
  return (
    <>
      <Button
        {...layer.button}
        size="xs"
        variant={views.changed ? 'light' : 'default'}
        title={t`View`}
        disabled={!views.ready}
        leftSection={<IconBookmark size={16} aria-hidden />}
      >
        <span className="bar-word">
          <Trans>View</Trans>
        </span>
      </Button>
      {layer.loaded && (
        <Suspense fallback={null}>
          <ViewsMenu
            anchor={layer.anchor}
            opened={layer.opened}
            onOpened={layer.setOpened}
            views={views}
            search={search}
            onChange={onChange}
          />
        </Suspense>
      )}
    </>
  );
}
