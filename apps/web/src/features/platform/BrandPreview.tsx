import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCheck, IconCircleCheck } from '#icons';
import { type CSSProperties, useState } from 'react';
import { DEFAULT_PRIMARY_COLOR, FALLBACK_BRAND_NAME } from '@scanship/contracts/network/start-up';
import { safeUrl } from '../../app/branding.ts';
import { useFormat } from '../../app/use-format.ts';
import { betterSolid } from '../../theme/better-solid.ts';
import { readableOn, safeColor, type TenantColors, tenantColors } from '../../theme/tenant-colors.ts';
import { type BrandField, type ContrastResult, contrastsOf } from './branding-model.ts';

interface Props {
  readonly text: (field: BrandField) => string;
  /** Where the browser finds a picture. */
  readonly picture: (field: BrandField) => string;
}

/** What comes of the brand, before it is saved: colours with their contrast, logos on both schemes, sign-in, mail, document. */
export function BrandPreview({ text, picture }: Props) {
  const { t } = useLingui();
  const colors = tenantColors(safeColor(text('primaryColor'), DEFAULT_PRIMARY_COLOR));
  const name = text('brandName').trim() || FALLBACK_BRAND_NAME;
  const image = (field: BrandField): string | undefined => {
    const address = picture(field);
    return address.startsWith('blob:') ? address : safeUrl(address, 'image');
  };
  const primaryLogo = image('primaryLogo');
  return (
    // A region that scrolls must take the focus, or the keyboard cannot scroll it (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="card brand-preview" aria-label={t`Preview`} data-testid="brand-preview" tabIndex={0}>
      <div className="preview-part">
        <h3>
          <Trans>On light and dark</Trans>
        </h3>
        <div className="preview-schemes">
          <Scheme colors={colors} scheme="light" name={name} logo={primaryLogo} />
          <Scheme colors={colors} scheme="dark" name={name} logo={image('secondaryLogo') ?? primaryLogo} />
        </div>
      </div>
      <div className="preview-part">
        <h3>
          <Trans>Contrast</Trans>
        </h3>
        <Contrasts colors={colors} />
      </div>
      <div className="preview-part">
        <h3>
          <Trans>Sign-in page</Trans>
        </h3>
        <div className="pv-login" style={schemeStyle(colors, 'light')} aria-hidden>
          <div className="pv-art">
            {(image('slide1') ?? image('loginBackground')) && (
              <img src={image('slide1') ?? image('loginBackground')} alt="" />
            )}
          </div>
          <div className="pv-form">
            <Logo name={name} logo={primaryLogo} />
            <strong>
              <Trans>Sign in</Trans>
            </strong>
            <span className="pv-field" />
            <span className="pv-field" />
            <span className="pv-button">
              <Trans>Sign in</Trans>
            </span>
          </div>
        </div>
      </div>
      <div className="preview-part">
        <h3>
          <Trans>E-mail</Trans>
        </h3>
        <div
          className="pv-paper pv-mail"
          style={{ background: safeColor(text('emailBackgroundColor'), '#f4f6f8'), ...schemeStyle(colors, 'light') }}
          aria-hidden
        >
          <div>
            <Logo name={name} logo={image('emailLogo')} />
            <strong>
              <Trans>You are invited to {name}</Trans>
            </strong>
            <span className="pv-button">
              <Trans>Accept the invitation</Trans>
            </span>
            <span className="small">{text('senderName').trim() || name}</span>
          </div>
        </div>
      </div>
      <div className="preview-part">
        <h3>
          <Trans>Document</Trans>
        </h3>
        <Document
          name={text('issuerName').trim() || name}
          background={safeColor(text('docBackgroundColor'), '#ffffff')}
          logo={image('documentLogo') ?? primaryLogo}
          watermark={image('documentWatermark')}
        />
      </div>
    </section>
  );
}

const schemeStyle = (colors: TenantColors, name: 'light' | 'dark'): CSSProperties => {
  const { page, text, ui, onUi, solidEdge } = colors[name];
  const variables: Record<`--pv-${string}`, string> = {
    '--pv-page': page,
    '--pv-ink': name === 'light' ? '#171b20' : '#e6e8eb',
    '--pv-text': text,
    '--pv-ui': ui,
    '--pv-on-ui': onUi,
    '--pv-edge': solidEdge,
    '--pv-solid': colors.solid,
    '--pv-on': colors.onSolid,
  };
  return variables;
};

function Logo({ name, logo }: { readonly name: string; readonly logo: string | undefined }) {
  const [broken, setBroken] = useState('');
  return logo && logo !== broken ? (
    <img className="pv-logo" src={logo} alt="" onError={() => setBroken(logo)} />
  ) : (
    <span className="pv-name">{name}</span>
  );
}

interface SchemeProps {
  readonly colors: TenantColors;
  readonly scheme: 'light' | 'dark';
  readonly name: string;
  readonly logo: string | undefined;
}
function Scheme({ colors, scheme, name, logo }: SchemeProps) {
  return (
    <div className="scheme" style={schemeStyle(colors, scheme)} aria-hidden>
      <Logo name={name} logo={logo} />
      <span className="pv-button">
        <Trans>Buy label</Trans>
      </span>
      <span>
        <span className="pv-tick">
          <IconCheck size={13} stroke={3} />
        </span>{' '}
        <span className="pv-link">
          <Trans>Order 1001</Trans>
        </span>
      </span>
    </div>
  );
}

function Contrasts({ colors }: { readonly colors: TenantColors }) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const words: Readonly<Record<ContrastResult['what'], Readonly<Record<ContrastResult['scheme'], string>>>> = {
    button: { light: t`Text on buttons`, dark: t`Text on buttons, dark` },
    text: { light: t`Links`, dark: t`Links, dark` },
    control: { light: t`Marks and rings`, dark: t`Marks and rings, dark` },
  };
  // Text on a button is the same in both schemes.
  const results = contrastsOf(colors).filter(({ what, scheme }) => what !== 'button' || scheme === 'light');
  const moved = results.some((one) => one.moved !== undefined);
  const better = betterSolid(colors.solid);
  return (
    <>
      <ul className="contrast-list" data-testid="contrasts">
        {results.map(({ what, scheme, ratio, needed, lc, lcNeeded, moved: colour }) => (
          <li key={`${what} ${scheme}`}>
            <span className="row tight">
              {ratio >= needed && lc >= lcNeeded ? (
                <IconCircleCheck size={15} aria-hidden />
              ) : (
                <IconAlertTriangle size={15} aria-hidden />
              )}
              {words[what][scheme]}
              {colour && <code className="dim">{colour}</code>}
            </span>
            <span className="num nowrap">
              {[
                t`${number.format(ratio)} : 1 of ${number.format(needed)}`,
                // The unit of APCA, in every language.
                `Lc ${Math.floor(lc)}/${lcNeeded}`,
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <p className="dim small">
        {moved ? (
          <Trans>
            Buttons have exactly your colour. Where it would not be legible, a lighter or darker one of its hue is used.
          </Trans>
        ) : (
          <Trans>Your colour is legible everywhere and used as it is.</Trans>
        )}{' '}
        <Trans>The ratio is that of WCAG 2.2; Lc, the lightness contrast of APCA, is nearer to what eyes see.</Trans>
      </p>
      {better && (
        <p className="small" data-testid="better-colour">
          <Trans>
            The text on your buttons has the contrast that is required, and would read better on <code>{better}</code>.
          </Trans>
        </p>
      )}
    </>
  );
}

interface DocumentProps {
  readonly name: string;
  readonly background: string;
  readonly logo: string | undefined;
  readonly watermark: string | undefined;
}
function Document({ name, background, logo, watermark }: DocumentProps) {
  return (
    <div className="pv-paper" aria-hidden>
      <div className="pv-document" style={{ background, color: readableOn(background) }}>
        <div className="row between">
          <Logo name={name} logo={logo} />
          <strong>
            <Trans>Packing slip</Trans>
          </strong>
        </div>
      </div>
      <div className="pv-document" style={{ background: '#ffffff' }}>
        <div className="pv-lines" />
        <span className="small">{name}</span>
        {watermark && <img className="pv-watermark" src={watermark} alt="" />}
      </div>
    </div>
  );
}
