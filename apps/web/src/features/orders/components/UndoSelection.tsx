import { Button } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';

/** Says that a change of filter cleared the selection, and gives it back. */
export function UndoSelection({ lost, onUndo }: { readonly lost: number; readonly onUndo: () => void }) {
  if (lost === 0) return null;
  return (
    <div className="bulk" role="status">
      <span>
        <Plural
          value={lost}
          one="The filter changed: # order is no longer selected."
          other="The filter changed: # orders are no longer selected."
        />
      </span>
      <Button size="compact-sm" variant="default" onClick={onUndo}>
        <Trans>Undo</Trans>
      </Button>
    </div>
  );
}
