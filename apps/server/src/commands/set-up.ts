/**
 * `create-super-admin`, `create-franchise`, `verify-host`: the first people and sites of an installation without demo; all
 * further ones are made in the application. `verify-audit` recomputes the sealed logs.
 */
import { randomInt } from 'node:crypto';
import { addHost, addPlatform, hostRecord, makeFranchise, verifyHost } from '../modules/tenants/index.ts';
import { verifyLog } from '../modules/audit/index.ts';
import { addUser, passwordProblem } from '../modules/users/index.ts';
import { createDns } from '../platform/dns.ts';
import { isUuid } from '../platform/database/ids.ts';
import type { AppProblem } from '../platform/problem.ts';
import type { Services } from '../platform/services.ts';
import { StartError } from '../platform/start-error.ts';
import { openEnvironment, type Place, readConfig, say } from './environment.ts';

const withServices = async (place: Place, work: (services: Services) => Promise<void>): Promise<void> => {
  const environment = await openEnvironment(place, readConfig(place), { migrate: 'when-empty' });
  try {
    await work(environment.services);
  } finally {
    await environment.end();
  }
};

const refuse = (problem: AppProblem): StartError =>
  new StartError(
    [problem.message, ...(problem.errors ?? []).map(({ message }) => message)].filter(Boolean).join(' ') ||
      problem.code,
  );

const platformOf = async ({ db }: Services): Promise<string> => {
  const known = await db.reference((tx) =>
    tx.selectFrom('tenants').select('id').where('kind', '=', 'platform').executeTakeFirst(),
  );
  return known?.id ?? (await addPlatform(db, { name: 'ScanShip' })).tenantId;
};

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const newPassword = (): string =>
  Array.from({ length: 5 }, () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')).join(
    '-',
  );

/** The first line somebody pipes in; undefined at a terminal, where one is made up instead. Never an argument: those are seen by all. */
const pipedLine = async (): Promise<string | undefined> => {
  if (process.stdin.isTTY) return undefined;
  let text = '';
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > 1_000) break;
  }
  return text.split(/\r?\n/, 1)[0] || undefined;
};

export const createSuperAdmin = (place: Place, userName: string, email: string): Promise<void> =>
  withServices(place, async (services) => {
    const { db, clock } = services;
    if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) throw new StartError(`"${email}" is not an e-mail address.`);
    if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{2,59}$/u.test(userName))
      throw new StartError('A user name has 3 to 60 letters, digits, dots, hyphens or underscores.');
    const given = await pipedLine();
    const password = given ?? newPassword();
    const weak = passwordProblem(password, { userName, email });
    if (weak) throw refuse(weak);
    const platformId = await platformOf(services);
    const role = await db.tenant({ tenantId: platformId }, (tx) =>
      tx
        .selectFrom('roles')
        .select('id')
        .where('tenant_id', '=', platformId)
        .where('code', '=', 'ROLE_SUPER_ADMIN')
        .executeTakeFirstOrThrow(),
    );
    const added = await addUser(
      db,
      {
        realmId: platformId,
        tenantId: platformId,
        roleId: role.id,
        userName,
        email,
        firstName: '',
        lastName: '',
        password,
        verified: true,
      },
      clock.now(),
    );
    if (!added.ok) throw refuse(added.problem);
    say(`Super admin ${userName} can sign in on every host.`);
    if (given === undefined) say(`Password, shown this once: ${password}`);
  });

export const createFranchise = (place: Place, name: string, host: string): Promise<void> =>
  withServices(place, async (services) => {
    const { db } = services;
    if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host))
      throw new StartError(`"${host}" is not a host name such as ship.example.com.`);
    const taken = await db.reference((tx) =>
      tx.selectFrom('hosts').select('host').where('host', '=', host).executeTakeFirst(),
    );
    if (taken) throw new StartError(`${host} belongs to a franchise already.`);
    const added = await makeFranchise(services, { platformId: await platformOf(services), name });
    if (!added.ok) throw refuse(added.problem);
    const { tenantId } = added.value;
    const done = await addHost({ ...services, dns: createDns(services.config.dnsServers) }, tenantId, host);
    if (!done.ok) throw refuse(done.problem);
    say(`Franchise ${name} (${tenantId}) is made.`);
    const row = await db.reference((tx) =>
      tx.selectFrom('hosts').select(['state', 'dns_token']).where('host', '=', host).executeTakeFirstOrThrow(),
    );
    if (row.state === 'verified' || row.dns_token === null) return say(`It is served on ${host}.`);
    const record = hostRecord(host, row.dns_token);
    say(`To prove that ${host} is yours, add this record to its zone and then run: verify-host ${host}`);
    say(`  ${record.name}  ${record.type}  "${record.value}"`);
    say('While there is one franchise only, it is served on every host.');
  });

export const verifyHostNow = (place: Place, host: string): Promise<void> =>
  withServices(place, async (services) => {
    const row = await services.db.reference((tx) =>
      tx.selectFrom('hosts').select('tenant_id').where('host', '=', host).executeTakeFirst(),
    );
    if (!row) throw new StartError(`No franchise has the host ${host}.`);
    const done = await verifyHost({ ...services, dns: createDns(services.config.dnsServers) }, row.tenant_id, host);
    if (!done.ok) throw refuse(done.problem);
    say(`${host} is verified and served.`);
  });

/** Ends with a failure when any log does not fit its seals, so that a watchdog can run it. */
export const verifyAuditLogs = (place: Place, tenantId: string | undefined): Promise<void> =>
  withServices(place, async ({ db }) => {
    if (tenantId !== undefined && !isUuid(tenantId)) throw new StartError(`"${tenantId}" is not the id of a tenant.`);
    const tenants = await db.reference((tx) => {
      const all = tx.selectFrom('tenants').select(['id', 'name']).orderBy('created_at');
      return (tenantId === undefined ? all : all.where('id', '=', tenantId)).execute();
    });
    if (tenants.length === 0) throw new StartError('There is no such tenant.');
    let broken = 0;
    for (const { id, name } of tenants) {
      const verdict = await verifyLog(db, id);
      if (verdict.events === 0 && verdict.seals === 0) continue;
      const head = verdict.head ? `, head ${verdict.head.no} ${verdict.head.root}` : '';
      say(
        `${verdict.intact ? 'intact ' : 'BROKEN '} ${id} ${name}: ${verdict.events} events, ${verdict.seals} seals${head}`,
      );
      for (const problem of verdict.problems) say(`        ${problem}`);
      if (!verdict.intact) broken += 1;
    }
    if (broken > 0) throw new StartError(`${broken} of the logs do not fit their seals.`);
    say('Every log fits its seals.');
  });
