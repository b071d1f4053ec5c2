/** Terms: versions of a level, who agreed to which, and what is closed until somebody does. */
import * as calls from '@scanship/contracts/access/terms';
import type { HostDirectory } from '../../platform/hosts.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import {
  addTerms,
  changeTerms,
  deleteTerms,
  listTerms,
  publishTerms,
  withdrawTerms,
  type Written,
} from './authoring.ts';
import { agree, consentsFile, missingConsents, ownTerms, siteTerms } from './consents.ts';
import { createTermsGate } from './gate.ts';

export { keepAgreement } from './consents.ts';

export interface TermsModule {
  readonly routes: readonly Route[];
  /** The route as it is, or closed to who has not agreed. */
  guard(route: Route): Route;
}

const written = (outcome: Outcome<Written>, successMessage: string) =>
  outcome.ok ? data(outcome.value.view, { successMessage, told: outcome.value.told }) : outcome;

export function createTermsModule(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  { hosts }: { readonly hosts: Pick<HostDirectory, 'franchiseOf'> },
): TermsModule {
  const gate = createTermsGate(services);
  const languageOf = (locale: string) => (locale.startsWith('fr') ? 'fr' : 'en');
  return {
    guard: (each) => gate.guard(each),
    routes: [
      route(calls.listTerms, async ({ ctx }) => data({ versions: await listTerms(services, ctx) })),
      route(calls.addTerms, async ({ ctx, body }) => written(await addTerms(services, ctx, body), 'Draft saved.')),
      route(calls.changeTerms, async ({ ctx, params, body }) =>
        written(await changeTerms(services, ctx, params.id, body), 'Draft saved.'),
      ),
      route(calls.publishTerms, async ({ ctx, params, body }) => {
        const published = await publishTerms(services, ctx, params.id, body.version);
        gate.forget();
        return written(published, 'Terms published.');
      }),
      route(calls.withdrawTerms, async ({ ctx, params }) => {
        const withdrawn = await withdrawTerms(services, ctx, params.id);
        gate.forget();
        return written(withdrawn, 'Version withdrawn.');
      }),
      route(calls.deleteTerms, async ({ ctx, params }) => {
        const gone = await deleteTerms(services, ctx, params.id);
        return gone.ok ? data({}, { successMessage: 'Draft deleted.', told: gone.value }) : gone;
      }),
      route(calls.listMissingConsents, async ({ ctx }) => data(await missingConsents(services, ctx))),
      route(calls.exportConsents, async ({ ctx }) => ({
        ok: true,
        value: {
          kind: 'download',
          chunks: consentsFile(services.db, ctx),
          contentType: 'text/csv; charset=utf-8',
          fileName: 'terms-consents.csv',
        },
      })),
      route(calls.getOwnTerms, async ({ ctx }) => data(await ownTerms(services, ctx, languageOf(ctx.locale)))),
      route(calls.agreeToTerms, async ({ ctx, body, ip }) => {
        const kept = await agree(services, ctx, body, ip);
        return kept.ok
          ? data(await ownTerms(services, ctx, languageOf(ctx.locale)), {
              successMessage: 'Your consent is on record.',
            })
          : kept;
      }),
      route(calls.getSiteTerms, async ({ host, query }) => {
        const franchise = await hosts.franchiseOf(host);
        return franchise
          ? data({ terms: await siteTerms(services, franchise, query.language ?? 'en') })
          : problem('unknown_host');
      }),
    ],
  };
}
