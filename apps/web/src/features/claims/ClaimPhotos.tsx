import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ClaimDetail, type ClaimPhoto, MOST_CLAIM_PHOTOS } from '@scanship/contracts/shipping/claims';
import { IconX } from '#icons';
import { notify } from '../../app/notify.ts';
import { usePicture } from '../../app/picture.ts';
import { useFormat } from '../../app/use-format.ts';
import { addPhoto, dropPhoto, takePhotos, tookClaim } from './claims-api.ts';

interface Props {
  readonly claim: ClaimDetail;
  /** What the carrier would refuse it for. */
  readonly missing: string | undefined;
  readonly mayChange: boolean;
}

/** What is claimed, as it looks: taken here, or by the buyer and the packing table for a return. */
export function ClaimPhotos({ claim, missing, mayChange }: Props) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const { photos, returnPhotos } = claim;
  const took = {
    onSuccess: ({ data }: { readonly data: ClaimDetail }) => tookClaim(data),
    onError: (error: Error) => notify.error(error),
  };
  const adding = useMutation({ mutationFn: (file: File) => addPhoto(claim.id, file), ...took });
  const taking = useMutation({ mutationFn: () => takePhotos(claim.id), ...took });
  const dropping = useMutation({ mutationFn: (photoId: string) => dropPhoto(claim.id, photoId), ...took });
  const changes = mayChange && claim.state === 'draft';
  const room = changes && photos.length < MOST_CLAIM_PHOTOS;
  if (photos.length === 0 && !changes) return null;
  return (
    <section className="card" aria-label={t`Photos`}>
      <div className="card-head">
        <h2>
          <Trans>Photos</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        {photos.length > 0 && (
          <ul className="claims-photos" aria-label={t`Photos`}>
            {photos.map((photo) => (
              <Photo
                key={photo.id}
                claimId={claim.id}
                photo={photo}
                onDrop={changes ? () => dropping.mutate(photo.id) : undefined}
              />
            ))}
          </ul>
        )}
        {missing && (
          <p className="notice" data-tone="bad" role="alert">
            {missing}
          </p>
        )}
        {room && (
          <div className="row">
            <Button variant="default" loading={adding.isPending} onClick={() => input.current?.click()}>
              <Trans>Add a photo</Trans>
            </Button>
            {returnPhotos > 0 && (
              <Button variant="default" loading={taking.isPending} onClick={() => taking.mutate()}>
                <Plural value={returnPhotos} one="Add # photo of the return" other="Add # photos of the return" />
              </Button>
            )}
            <input
              ref={input}
              type="file"
              accept="image/jpeg,image/png"
              hidden
              aria-label={t`Photo of what is claimed`}
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
    </section>
  );
}

function Photo({
  claimId,
  photo,
  onDrop,
}: {
  readonly claimId: string;
  readonly photo: ClaimPhoto;
  readonly onDrop: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const { ref, source } = usePicture(`/api/claims/${claimId}/photos/${photo.id}`);
  const at = format.instant(photo.at, 'short');
  const words = t`Photo of ${at}`;
  return (
    <li>
      <span ref={ref} className="claims-photo">
        {source !== undefined && (
          <a href={source} target="_blank" rel="noreferrer" title={words}>
            <img src={source} alt={words} decoding="async" width={photo.width} height={photo.height} />
          </a>
        )}
      </span>
      {onDrop && (
        <Button size="compact-sm" variant="subtle" leftSection={<IconX size={14} aria-hidden />} onClick={onDrop}>
          <Trans>Take it away</Trans>
        </Button>
      )}
    </li>
  );
}
