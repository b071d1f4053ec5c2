/** Prices come from the account's list, for services that GLS offers between the two places: what is quoted can be bought. */
import type { RateAnswer, RateInput, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { pricedByList } from '@scanship/connector-kit/rates/price-list';
import { allowedBetween } from './allowed.ts';
import { contactOf } from './client.ts';
import { manifest } from './manifest.ts';
import { shipmentMessage } from './messages.ts';
import { bookingOf, RETURN } from './services.ts';

const NAME = manifest.name;
const listed = pricedByList(manifest);
export const { accountServices, checkSettings } = listed;

/** @throws ConnectorError with the reason where no service of the list can carry the shipment */
export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const { shipment, services = [] } = input;
  const asked = accountServices(env.settings)
    .map(({ code }) => code)
    .filter((code) => services.length === 0 || services.includes(code));
  // Without a list the shared words say what to do.
  if (asked.length === 0) return listed.rate(input, env);
  const refused: { readonly service: string; readonly error: ConnectorError }[] = [];
  const fits = asked.filter((service) => {
    try {
      shipmentMessage(shipment, service, contactOf(env), 'PRICE');
      return true;
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      refused.push({ service, error });
      return false;
    }
  });
  const [first] = refused;
  if (fits.length === 0) throw first?.error ?? fail('refused', `${NAME} has no service for this parcel.`);
  // Of a return GLS says nothing beforehand.
  const allowed = shipment.return ? undefined : await allowedBetween(shipment.from, shipment.to, env, 'services there');
  const bookable = (code: string): boolean => {
    if (!allowed || code === RETURN) return true;
    const { services: shipmentServices, unit } = bookingOf(code, shipment);
    return (
      allowed.codes.includes(code) && [...shipmentServices, ...unit].every((s) => allowed.services.has(s.toLowerCase()))
    );
  };
  const possible = fits.filter(bookable);
  const missing = fits.filter((code) => !possible.includes(code));
  const lane = `from ${shipment.from.countryCode} to ${shipment.to.countryCode}`;
  if (possible.length === 0)
    throw fail(
      'refused',
      `${NAME} offers your contact ID none of the services of your list with these options ${lane}.`,
    );
  const { offers, problems } = await listed.rate({ ...input, services: possible }, env);
  // Why a service is missing is said where somebody asked for it by name.
  const named = services.length === 0 ? [] : services;
  const said: RateProblem[] = [
    ...refused.map(({ service, error }) => ({ service, message: error.problem.message })),
    ...missing.map((service) => ({
      service,
      message: `${NAME} does not offer ${service} to your contact ID ${lane}.`,
    })),
  ].filter(({ service }) => named.includes(service));
  return { offers, problems: [...problems, ...said] };
}
