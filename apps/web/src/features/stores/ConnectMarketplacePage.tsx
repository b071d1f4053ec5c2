import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { platformOfId } from '@scanship/domain/stores/store-platforms';
import { session } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { goInside } from '../../app/go-inside.ts';
import { router } from '../../app/router.ts';
import { firstQuery } from '../../lib/first-address.ts';
import { browserStore, STORAGE_KEYS } from '../../lib/storage.ts';
import { Skeletons } from '../../ui/states.tsx';
import { PublicFrame } from '../auth/PublicFrame.tsx';
import { nextOfReturn } from './marketplace-return.ts';
import { forgetPending, savePending } from './pending.ts';
import { consentAddress } from './stores-api.ts';

const route = getRouteApi('/connect-marketplace/$marketPlaceId');
/** Product-spec section 9. */
const LOGIN_PROMPT_MS = 1000;

/** Where a platform sends the browser, signed in or not (product-spec sections 2 and 4; decisions 34). */
export function ConnectMarketplacePage() {
  const { t } = useLingui();
  const { marketPlaceId } = route.useParams();
  const platform = platformOfId(Number(marketPlaceId));
  const begun = useRef(false);
  const prompt = t`Please login or register to add store`;
  const failed = t`Ops! Something went wrong`;
  const elsewhere = t`This connection was started in another browser. Start it again in this one.`;
  const declined = t`Nothing was connected: the permission was not given at ${platform?.name ?? ''}.`;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const fail = async (why = failed) => {
      // What could not be gone on with must not lead the next connection here.
      forgetPending();
      notify.problem(why);
      await router.navigate({ to: '/error' });
    };
    /** Somebody changed their mind at the platform: no failure, and the way back to the form. */
    const decline = async (code: string) => {
      forgetPending();
      notify.info(declined);
      if (session.token() === null) await router.navigate({ to: '/auth/login', search: {}, replace: true });
      else await goInside(`/ecommerce/connect-store/${code}-store`);
    };
    const go = async () => {
      if (!platform) return fail();
      const search = Object.fromEntries(new URLSearchParams(firstQuery));
      const store = browserStore();
      const next = nextOfReturn(search, {
        signedIn: session.token() !== null,
        savedRedirect: store.getItem(STORAGE_KEYS.redirectUrl) ?? undefined,
      });
      if (next.saveRedirect) store.setItem(STORAGE_KEYS.redirectUrl, next.saveRedirect);
      switch (next.kind) {
        case 'consent': {
          const { url } = await consentAddress(platform.id, {
            ...(next.shop ? { shop: next.shop } : {}),
            ...(next.asItCame ? { vendor: firstQuery } : {}),
          });
          return location.assign(url);
        }
        case 'callback':
          return location.assign(`/connect/${platform.code}/callback?${firstQuery}`);
        case 'sign-in':
          savePending(next.code, next.shop, platform.id);
          await router.navigate({ to: '/auth/login', search: {}, replace: true });
          return void setTimeout(() => notify.info(prompt), LOGIN_PROMPT_MS);
        case 'connect': {
          const query = new URLSearchParams({ code: next.code, shop: next.shop });
          const there = await goInside(`/ecommerce/connect-store/${platform.code}-store?${query.toString()}`);
          if (there) return undefined;
          // The session was over: as for somebody who is signed out.
          savePending(next.code, next.shop, platform.id);
          return void setTimeout(() => notify.info(prompt), LOGIN_PROMPT_MS);
        }
        case 'redirect':
          if (next.last) store.removeItem(STORAGE_KEYS.redirectUrl);
          return location.assign(next.to);
        case 'refused':
          if (next.why === 'access_denied') return decline(platform.code);
          return fail(next.why === 'browser' ? elsewhere : failed);
        default:
          return fail();
      }
    };
    void go().catch(() => fail());
  }, [platform, prompt, failed, elsewhere, declined]);
  return (
    <PublicFrame title={t`Connecting a store`} heading={<Trans>Connecting {platform?.name ?? ''}</Trans>}>
      <div role="status">
        <span className="sr-only">{t`Please wait`}</span>
        <Skeletons rows={3} />
      </div>
    </PublicFrame>
  );
}
