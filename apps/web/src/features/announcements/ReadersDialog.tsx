import { Trans, useLingui } from '@lingui/react/macro';
import type { Announcement } from '@scanship/contracts/network/announcements';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../app/use-format.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { readersQuery } from './announcements-api.ts';

/** Who has read an announcement, newest first. */
export function ReadersDialog({
  of,
  onClose,
}: {
  readonly of: Announcement | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Dialog opened={of !== undefined} onClose={onClose} title={t`Who has read it`}>
      {of && <Readers id={of.id} />}
    </Dialog>
  );
}

function Readers({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const readers = useQuery(readersQuery(id));
  if (readers.isError) return <ErrorState compact error={readers.error} onRetry={() => void readers.refetch()} />;
  if (!readers.data) return <Skeletons rows={4} />;
  return (
    <div className="stack">
      <TableWrap label={t`Who has read it`}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Name</Trans>
              </th>
              <th scope="col">
                <Trans>Company</Trans>
              </th>
              <th scope="col">
                <Trans>Read</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {readers.data.readers.map(({ name, company, readAt }) => (
              <tr key={`${name} ${company} ${readAt}`}>
                <th scope="row">{name}</th>
                <td>{company}</td>
                <td className="nowrap">{format.instant(readAt, 'short')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
      {readers.data.more && (
        <p className="dim small">
          <Trans>The first thousand are listed.</Trans>
        </p>
      )}
    </div>
  );
}
