import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { MOST_TABLE_PHOTOS, type ReturnDetail, type ReturnPhoto } from '@scanship/contracts/shipping/returns';
import { notify } from '../../app/notify.ts';
import { usePicture } from '../../app/picture.ts';
import { useFormat } from '../../app/use-format.ts';
import { addPhoto, tookReturn } from './returns-api.ts';

/** What the buyer sent and what was taken at the packing table; nobody but the seller sees it. */
export function ReturnPhotos({ detail, mayAdd }: { readonly detail: ReturnDetail; readonly mayAdd: boolean }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
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
      {photos.length > 0 && (
        <ul className="returns-photos" aria-label={t`Photos`}>
          {photos.map((photo) => (
            <Photo key={photo.id} returnId={detail.id} photo={photo} />
          ))}
        </ul>
      )}
      {more && (
        <div className="row">
          <Button variant="default" loading={adding.isPending} onClick={() => input.current?.click()}>
            <Trans>Add a photo</Trans>
          </Button>
          <input
            ref={input}
            type="file"
            accept="image/jpeg,image/png"
            capture="environment"
            hidden
            aria-label={t`Photo of what came back`}
            data-testid="photo-input"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (file) adding.mutate(file);
            }}
          />
        </div>
      )}
    </div>
  );
}

function Photo({ returnId, photo }: { readonly returnId: string; readonly photo: ReturnPhoto }) {
  const { t } = useLingui();
  const format = useFormat();
  const { ref, source } = usePicture(`/api/returns/${returnId}/photos/${photo.id}`);
  const at = format.instant(photo.at, 'short');
  const words = photo.source === 'buyer' ? t`Sent by the buyer, ${at}` : t`Taken at the packing table, ${at}`;
  return (
    <li>
      <span ref={ref} className="returns-photo">
        {source !== undefined && (
          <a href={source} target="_blank" rel="noreferrer" title={words}>
            <img src={source} alt={words} decoding="async" width={photo.width} height={photo.height} />
          </a>
        )}
      </span>
      <span className="dim small">{words}</span>
    </li>
  );
}
