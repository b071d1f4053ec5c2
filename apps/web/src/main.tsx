import './styles/fonts.css';
import './styles/mantine-base.css';
import './styles/base.css';
import './styles/ui.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { session } from './app/api.ts';
import { App } from './app/App.tsx';
import { brandingQuery } from './app/branding.ts';
import { watchPerson } from './app/other-person.ts';
import { profileQuery } from './app/profile.ts';
import { queryClient } from './app/query-client.ts';
import { watchSession } from './app/sign-out.ts';
import { shareNonce } from './lib/csp-nonce.ts';
import { activateLocale, preferredLocale } from './lib/i18n.ts';
import { preferences } from './lib/preferences.ts';

shareNonce();
preferences.follow();
watchSession();
watchPerson();
// The three answers the first screen needs are asked for together.
void queryClient.prefetchQuery(brandingQuery);
if (session.token()) void queryClient.prefetchQuery(profileQuery);
const locale = preferredLocale(preferences.get().locale, navigator.languages);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
/** The pages of a signed-in person are there before the router looks at the address. */
const routes = session.token() ? import('./app/routes/inside-tree.ts').then((tree) => tree.enterInside()) : undefined;
Promise.all([activateLocale(locale), routes])
  .catch(() => undefined)
  .finally(() => {
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
