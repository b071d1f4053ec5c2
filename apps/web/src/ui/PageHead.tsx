/** Head of the document: "{page} | {brandName}" (decisions 20), description, robots, canonical and social tags. */
import { useBrand } from '../app/branding.ts';
import { DocumentTitle } from './DocumentTitle.tsx';

interface Props {
  readonly title?: string;
  readonly description?: string;
  /** Search engines may list the page: only public ones. */
  readonly indexed?: boolean;
}

export function PageHead({ title, description, indexed = false }: Props) {
  const brand = useBrand();
  const full = title ? `${title} | ${brand.name}` : brand.name;
  const text = description ?? brand.raw.description ?? full;
  const address = `${location.origin}${location.pathname}`;
  return (
    <>
      <DocumentTitle text={full} />
      <meta name="description" content={text} />
      <meta name="keywords" content="shipping, labels, rates, tracking, orders" />
      <meta name="robots" content={indexed ? 'index, follow' : 'noindex, nofollow'} />
      <link rel="canonical" href={address} />
      <link rel="alternate" hrefLang="en-CA" href={address} />
      <link rel="alternate" hrefLang="fr-CA" href={address} />
      <meta property="og:title" content={full} />
      <meta property="og:description" content={text} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address} />
      <meta name="twitter:card" content="summary" />
    </>
  );
}
