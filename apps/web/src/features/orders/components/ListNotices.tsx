import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCloudOff } from '#icons';

interface Props {
  readonly fresh: number;
  readonly late: boolean;
  readonly onShow: () => void;
}

/** New orders wait here until they are wanted; and a quiet word when changes may come late. */
export function ListNotices({ fresh, late, onShow }: Props) {
  const { t } = useLingui();
  return (
    <>
      <div role="status" className="list-notice-place">
        {fresh > 0 && (
          <Button size="compact-sm" variant="light" onClick={onShow}>
            <Plural value={fresh} one="# new order: show" other="# new orders: show" />
          </Button>
        )}
      </div>
      {late && (
        <span className="list-late dim small" title={t`The list looks for changes every 20 seconds meanwhile.`}>
          <IconCloudOff size={15} aria-hidden /> <Trans>Updates can take a while</Trans>
        </span>
      )}
    </>
  );
}
