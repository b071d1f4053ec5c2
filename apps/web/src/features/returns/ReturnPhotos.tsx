import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { MOST_TABLE_PHOTOS, type ReturnDetail } from '@scanship/contracts/shipping/returns';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { AddPhoto, PhotoList } from '../../ui/Photos.tsx';
import { addPhoto, tookReturn } from './returns-api.ts';

/** What the buyer sent and what was taken at the packing table; nobody but the seller sees it. */
export function ReturnPhotos({ detail, mayAdd }: { readonly detail: ReturnDetail; readonly mayAdd: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const adding = useMutation({
    mutationFn: (file: File) => addPhoto(detail.id, file),
    onSuccess: ({ data }) => tookReturn(data),
    onError: (error) => notify.error(error),
  });
  const { photos } = detail;
  const more =
    mayAdd && detail.may.check && photos.filter(({ source }) => source === 'table').length < MOST_TABLE_PHOTOS;
  if (photos.length === 0 && !more) return null;
  return (
    <div className="stack">
      <PhotoList
        label={t`Photos`}
        photos={photos.map(({ id, at: takenAt, source, width, height }) => {
          const at = format.instant(takenAt, 'short');
          const words = source === 'buyer' ? t`Sent by the buyer, ${at}` : t`Taken at the packing table, ${at}`;
          return {
            id,
            address: `/api/returns/${detail.id}/photos/${id}`,
            words,
            width,
            height,
            below: <span className="dim small">{words}</span>,
          };
        })}
      />
      {more && (
        <div className="row">
          <AddPhoto
            camera
            label={t`Photo of what came back`}
            busy={adding.isPending}
            onFile={(file) => adding.mutate(file)}
          >
            {t`Add a photo`}
          </AddPhoto>
        </div>
      )}
    </div>
  );
}
