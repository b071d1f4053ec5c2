import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ClaimDetail, MOST_CLAIM_PHOTOS } from '@scanship/contracts/shipping/claims';
import { IconX } from '#icons';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { AddPhoto, PhotoList } from '../../ui/Photos.tsx';
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
  const format = useFormat();
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
        <PhotoList
          label={t`Photos`}
          photos={photos.map(({ id, at: takenAt, width, height }) => {
            const at = format.instant(takenAt, 'short');
            return {
              id,
              address: `/api/claims/${claim.id}/photos/${id}`,
              words: t`Photo of ${at}`,
              width,
              height,
              below: changes && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<IconX size={14} aria-hidden />}
                  onClick={() => dropping.mutate(id)}
                >
                  <Trans>Take it away</Trans>
                </Button>
              ),
            };
          })}
        />
        {missing && (
          <p className="notice" data-tone="bad" role="alert">
            {missing}
          </p>
        )}
        {room && (
          <div className="row">
            <AddPhoto
              label={t`Photo of what is claimed`}
              busy={adding.isPending}
              onFile={(file) => adding.mutate(file)}
            >
              {t`Add a photo`}
            </AddPhoto>
            {returnPhotos > 0 && (
              <Button variant="default" loading={taking.isPending} onClick={() => taking.mutate()}>
                <Plural value={returnPhotos} one="Add # photo of the return" other="Add # photos of the return" />
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
