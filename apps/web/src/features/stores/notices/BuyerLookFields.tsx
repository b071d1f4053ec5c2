import { Button, Switch, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPhotoUp } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { BodyOf } from '@scanship/contracts/call';
import {
  MOST_LINK_LABEL,
  MOST_PAGE_LINKS,
  type previewBuyerPage,
  putBuyerBanner,
  removeBuyerBanner,
  type SeenBuyerPageSettings,
} from '@scanship/contracts/stores/buyer-page';
import { api } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { ColourField } from '../../platform/ColourField.tsx';
import { FileField } from '../../../ui/FileField.tsx';

export type LookDraft = Required<Omit<BodyOf<typeof previewBuyerPage>, 'language' | 'contents'>>;

export const draftOf = ({
  logo,
  colour,
  links,
  supportEmail,
  supportPhone,
  proof,
}: SeenBuyerPageSettings): LookDraft => ({ logo, colour, links, supportEmail, supportPhone, proof });

interface Props {
  readonly settings: SeenBuyerPageSettings;
  readonly value: LookDraft;
  readonly disabled: boolean;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<LookDraft>) => void;
  readonly onBanner: (settings: SeenBuyerPageSettings) => void;
}

/** The seller's brand on the tracking page, and what it says of a delivery. */
export function BuyerLookFields({ settings, value, disabled, errors, onChange, onBanner }: Props) {
  const { t } = useLingui();
  // One empty line more than there are links, as long as there may be more.
  const links = [...value.links, { label: '', url: '' }].slice(0, MOST_PAGE_LINKS);
  const setLink = (at: number, change: Partial<(typeof links)[number]>) =>
    onChange({
      links: links
        .map((link, index) => (index === at ? { ...link, ...change } : link))
        .filter(({ label, url }, index) => index < value.links.length || label !== '' || url !== ''),
    });
  return (
    <>
      <Switch
        label={t`The tracking page shows the logo of your documents`}
        description={settings.hasLogo ? undefined : t`Your documents have no logo yet. It is uploaded under Settings.`}
        disabled={disabled || (!settings.hasLogo && !value.logo)}
        error={errors['logo']}
        checked={value.logo}
        onChange={(event) => onChange({ logo: event.currentTarget.checked })}
      />
      <BannerField settings={settings} disabled={disabled} onSaved={onBanner} />
      <div className="fields">
        <ColourField
          className="w4"
          label={t`Colour of the head`}
          description={t`Text on it is black or white, whichever reads better.`}
          value={value.colour ?? ''}
          error={errors['colour']}
          onChange={(colour) => onChange({ colour: colour || null })}
        />
        <TextInput
          className="w4"
          label={t`E-mail for questions`}
          description={t`Left empty, the store’s.`}
          type="email"
          maxLength={254}
          disabled={disabled}
          value={value.supportEmail ?? ''}
          error={errors['supportEmail']}
          onChange={(event) => onChange({ supportEmail: event.currentTarget.value || null })}
        />
        <TextInput
          className="w4"
          label={t`Phone for questions`}
          description={t`Left empty, the store’s.`}
          type="tel"
          maxLength={40}
          disabled={disabled}
          value={value.supportPhone ?? ''}
          onChange={(event) => onChange({ supportPhone: event.currentTarget.value || null })}
        />
      </div>
      <div className="stack" role="group" aria-label={t`Links at the foot of the page`}>
        <div className="small strong">
          <Trans>Links at the foot of the page</Trans>
        </div>
        {links.map((link, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
          <div className="fields" key={at}>
            <TextInput
              className="w4"
              label={t`Name of link ${at + 1}`}
              placeholder={t`Returns policy`}
              maxLength={MOST_LINK_LABEL}
              disabled={disabled}
              value={link.label}
              error={errors[`links.${at}.label`]}
              onChange={(event) => setLink(at, { label: event.currentTarget.value })}
            />
            <TextInput
              className="w8"
              label={t`Address of link ${at + 1}`}
              placeholder="https://"
              inputMode="url"
              spellCheck={false}
              maxLength={500}
              disabled={disabled}
              value={link.url}
              error={errors[`links.${at}.url`]}
              onChange={(event) => setLink(at, { url: event.currentTarget.value })}
            />
          </div>
        ))}
      </div>
      <Switch
        label={t`A delivered parcel shows the carrier’s proof of delivery`}
        description={t`The carrier’s words may name who signed; the document is shown once you have asked the carrier for it.`}
        disabled={disabled}
        checked={value.proof}
        onChange={(event) => onChange({ proof: event.currentTarget.checked })}
      />
    </>
  );
}

/** Saved by itself: a picture is no field of a form. */
function BannerField({
  settings,
  disabled,
  onSaved,
}: {
  readonly settings: SeenBuyerPageSettings;
  readonly disabled: boolean;
  readonly onSaved: Props['onBanner'];
}) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const took = ({ data, successMessage }: { data: SeenBuyerPageSettings; successMessage?: string | undefined }) => {
    onSaved(data);
    notify.success(successMessage ?? t`Saved.`);
  };
  const save = useMutation({ mutationFn: (file: File) => api.call(putBuyerBanner, { file }), onSuccess: took });
  const drop = useMutation({ mutationFn: () => api.call(removeBuyerBanner, {}), onSuccess: took });
  const { banner } = settings;
  return (
    <div className="stack">
      <div className="small strong">
        <Trans>Picture at the head of the page</Trans>
      </div>
      {banner !== null && <img className="buyer-banner" src={banner} alt={t`Picture at the head of the page`} />}
      {save.error && <ErrorState compact error={save.error} />}
      {drop.error && <ErrorState compact error={drop.error} />}
      <div className="row">
        <Button
          size="compact-sm"
          variant="default"
          disabled={disabled}
          loading={save.isPending}
          leftSection={<IconPhotoUp size={15} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {banner === null ? <Trans>Upload picture</Trans> : <Trans>Replace picture</Trans>}
        </Button>
        {banner !== null && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={disabled}
            loading={drop.isPending}
            onClick={() => drop.mutate()}
          >
            <Trans>Remove picture</Trans>
          </Button>
        )}
      </div>
      <p className="dim small">
        <Trans>A photo, PNG or JPEG. Its middle is shown, four times as wide as high.</Trans>
      </p>
      <FileField
        ref={input}
        label={t`Picture at the head of the page`}
        accept="image/png,image/jpeg"
        onFile={(file) => save.mutate(file)}
      />
    </div>
  );
}
