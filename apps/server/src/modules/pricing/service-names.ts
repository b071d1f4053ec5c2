/** Names of carriers and services for lists: a carrier's own, else those of the level's accounts (a rate sheet names its own). */
import type { RequestContext } from '../../platform/context.ts';
import type { CarriersModule } from '../carriers/index.ts';

export interface ServiceNames {
  readonly carrier: (slug: string) => string;
  readonly service: (slug: string, code: string) => string;
}

export async function serviceNames(
  carriers: Pick<CarriersModule, 'accounts' | 'registry'>,
  ctx: Pick<RequestContext, 'tenantId'>,
): Promise<ServiceNames> {
  const own = new Map<string, string>();
  // What was bought with an account or a service that is lent no more keeps its name; one in force goes first.
  for (const account of await carriers.accounts(ctx, { past: true }))
    for (const { code, name } of account.services) own.set(`${account.carrier} ${code}`, name);
  const manifestOf = (slug: string) => carriers.registry.find(slug)?.manifest;
  return {
    carrier: (slug) => manifestOf(slug)?.name ?? slug,
    service: (slug, code) =>
      own.get(`${slug} ${code}`) ?? manifestOf(slug)?.services.find((service) => service.code === code)?.name ?? code,
  };
}
