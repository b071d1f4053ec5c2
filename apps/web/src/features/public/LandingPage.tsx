import './public.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPrinter, IconScale, IconTruckDelivery } from '#start-icons';
import type { ReactNode } from 'react';
import { safeUrl, useBrand } from '../../app/branding.ts';
import { session } from '../../app/api.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { LanguageLinks } from '../../ui/LanguageLinks.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PublicFooter } from '../auth/PublicFrame.tsx';

/**
 * What a visitor sees of the tenant: its own words and pictures where it has set some (product-spec section 3; decisions 20:
 * the landing-page field is text, or an https address the page leads to).
 */
export function LandingPage() {
  const { t } = useLingui();
  const brand = useBrand();
  const own = brand.raw.customerLandingPage?.trim() || brand.raw.franchiseLandingPage?.trim() || '';
  const address = /^https:\/\//i.test(own) ? safeUrl(own, 'link') : undefined;
  const banner = safeUrl(brand.raw.customerBanner, 'image');
  return (
    <div className="public-page">
      <PageHead title={t`Welcome`} indexed />
      <header className="public-top">
        <BrandMark />
        <div className="row">
          <LanguageLinks />
          <LinkButton to={session.token() ? '/' : '/auth/login'} variant="default">
            {session.token() ? <Trans>To my orders</Trans> : <Trans>Sign in</Trans>}
          </LinkButton>
        </div>
      </header>
      <main className="landing">
        <section className="landing-hero">
          <h1>{brand.tagLine || <Trans>Compare rates, print labels and ship smarter.</Trans>}</h1>
          <p className="dim landing-lead">
            {brand.raw.description?.trim() || (
              <Trans>
                Labels from 20+ carriers at rates discounted by up to 40%, for the orders of all your stores.
              </Trans>
            )}
          </p>
          <div className="row">
            <LinkButton to="/auth/register" size="md">
              <Trans>Open an account</Trans>
            </LinkButton>
            {address && (
              <a className="link" href={address} rel="noreferrer noopener">
                <Trans>More about {brand.name}</Trans>
              </a>
            )}
          </div>
        </section>
        {banner && <img className="landing-banner" src={banner} alt="" />}
        {own && !address && <section className="card card-pad pre">{own}</section>}
        <section className="landing-points" aria-label={t`What you can do here`}>
          <Point icon={<IconScale size={22} stroke={1.6} aria-hidden />} title={<Trans>Compare</Trans>}>
            <Trans>All your carriers answer at once, each with its full price and its delivery day.</Trans>
          </Point>
          <Point icon={<IconPrinter size={22} stroke={1.6} aria-hidden />} title={<Trans>Print</Trans>}>
            <Trans>
              Labels, packing slips and commercial invoices for one order or four hundred, never paid twice.
            </Trans>
          </Point>
          <Point icon={<IconTruckDelivery size={22} stroke={1.6} aria-hidden />} title={<Trans>Follow</Trans>}>
            <Trans>
              Tracking numbers go back to your store automatically, and problems show up before a buyer asks.
            </Trans>
          </Point>
        </section>
      </main>
      <PublicFooter />
    </div>
  );
}

function Point({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="card landing-point">
      <span className="landing-icon">{icon}</span>
      <h2>{title}</h2>
      <p className="dim">{children}</p>
    </div>
  );
}
