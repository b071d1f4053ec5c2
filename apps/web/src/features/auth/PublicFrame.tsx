/** The frame of every page before sign-in: the tenant's pictures on one side, the card and what stands below it on the other. */
import './login.css';
import { Trans } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck } from '#start-icons';
import { useLingui as useI18n } from '@lingui/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useBrand } from '../../app/branding.ts';
import { sayError } from '../../lib/error-words.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { LanguageLinks } from '../../ui/LanguageLinks.tsx';
import { PageHead } from '../../ui/PageHead.tsx';

/** Nobody waits for the pictures: the form stands at once, beside their place. */
const LoginArt = lazy(() => import('./LoginArt.tsx'));

interface Props {
  /** Title of the page in the document's head. */
  readonly title: string;
  readonly heading: ReactNode;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Ways to the other public pages. */
  readonly links?: ReactNode;
  readonly indexed?: boolean;
}

export function PublicFrame({ title, heading, lead, children, links, indexed = false }: Props) {
  const brand = useBrand();
  const globalTitle = brand.raw.globalTitle?.trim();
  return (
    <div className="login">
      <PageHead title={title} indexed={indexed} />
      <Suspense fallback={<aside className={brand.slides.length > 0 ? 'login-art' : 'login-art drawn'} aria-hidden />}>
        <LoginArt />
      </Suspense>
      <main className="login-side">
        <div className="login-card">
          <BrandMark />
          <div className="stack tight">
            {globalTitle && globalTitle !== brand.name && <div className="strong dim">{globalTitle}</div>}
            <h1>{heading}</h1>
            {lead && <p className="dim">{lead}</p>}
          </div>
          {children}
          {links && <div className="login-links">{links}</div>}
          <div className="login-foot">
            <LanguageLinks />
          </div>
        </div>
        <PublicFooter />
      </main>
    </div>
  );
}

/** Whose site this is, and where else it can be found. */
export function PublicFooter() {
  const brand = useBrand();
  return (
    <footer className="login-legal">
      {brand.raw.globalFooter?.trim() && <span>{brand.raw.globalFooter}</span>}
      {brand.links.map((link) => (
        <a key={link.name} className="link" href={link.url} target="_blank" rel="noreferrer noopener">
          {link.name}
        </a>
      ))}
      {brand.providerLogo && (
        <span className="row">
          <Trans>Powered by</Trans> <img src={brand.providerLogo} alt="" height={18} />
        </span>
      )}
    </footer>
  );
}

/** A failed call above a form, in the catalogue's words. */
export function FormProblem({ error }: { readonly error: unknown }) {
  const { i18n } = useI18n();
  if (!error) return null;
  const said = sayError(error, i18n);
  return (
    <div className="notice" data-tone="bad" role="alert">
      <IconAlertTriangle size={17} aria-hidden />
      <div>
        <div className="strong">{said.title}</div>
        {said.advice && <div>{said.advice}</div>}
        {said.reference && <div className="dim small">{said.reference}</div>}
      </div>
    </div>
  );
}

export function FormDone({ children }: { readonly children: ReactNode }) {
  return (
    <div className="notice" data-tone="good" role="status">
      <IconCircleCheck size={17} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
