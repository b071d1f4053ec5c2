/** A seller's own sender: its records in a real name server, its mails in a real mailbox, its signature verified as receivers do. */
import type { SenderDomain } from '@scanship/contracts/stores/sender-domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/app-kit.ts';
import { startDnsServer, type TestDnsServer } from '../../../test/dns-server.ts';
import {
  ALL,
  beginDay,
  clock,
  closeNotices,
  dueNow,
  event,
  HOUR_MS,
  inTenant,
  mailbox,
  noticesOf,
  now,
  openNotices,
  parcelOf,
  switchOn,
  tell,
  work,
  world,
} from '../../../test/notice-world.ts';
import { withClient } from '../../platform/database/connection.ts';
import { verifyDkim } from '../../../test/network/verify-dkim.ts';

let dns: TestDnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
  await openNotices({ dnsServers: [dns.address] });
  await beginDay();
  await switchOn(ALL);
}, 60_000);
afterAll(async () => {
  await closeNotices();
  await dns.close();
});
beforeEach(async () => {
  await beginDay();
  dns.records.clear();
  dns.aliases.clear();
  dns.silent.clear();
  dns.followsAliases = true;
  for (const person of [world.seller, world.people.basic]) await api(person, 'DELETE', '');
});

const api = (person: TestUser, method: string, path: string, body?: unknown) =>
  world.call<SenderDomain>(person, method, `/buyer-notices/sender${path}`, body);
const set = async (address: string, person = world.seller) =>
  api(person, 'PUT', '', { address, version: (await api(person, 'GET', '')).data.version });
/** Presses close together are one look-up, so each comes a while after the one before. */
async function check(person = world.seller): Promise<SenderDomain> {
  clock.ahead += 10_000;
  return (await api(person, 'POST', '/check')).data;
}
const recordOf = (sender: SenderDomain, what: string) => {
  const found = sender.records.find((each) => each.what === what);
  if (!found) throw new Error(`no record of ${what}`);
  return found;
};
const publish = (sender: SenderDomain, what = 'dkim') => {
  const { record } = recordOf(sender, what);
  dns.records.set(record.name, [record.value]);
  return record;
};
async function proved(address = 'News@maple.example', person = world.seller): Promise<SenderDomain> {
  const { data } = await set(address, person);
  publish(data);
  const after = await check(person);
  expect(after.state).toBe('proved');
  return after;
}
/** A notice of the seller's, as it came to the mailbox. */
async function notice() {
  mailbox.received.length = 0;
  const { trackerId } = await parcelOf('buyer@example.com');
  await tell(trackerId, [event('delivered', now())]);
  await work();
  const [mail] = mailbox.received;
  if (!mail) throw new Error('no mail came');
  const verdict = verifyDkim(mail.raw, (name) => dns.records.get(name));
  return { ...mail, verdict, sender: /^From: .*<(.+)>/m.exec(mail.text)?.[1] };
}
/** Moves a time of the seller's row back. */
const longAgo = (column: 'check_at' | 'found_at', hours: number) =>
  inTenant((tx) =>
    tx
      .updateTable('sender_domains')
      .set({ [column]: new Date(now().getTime() - hours * HOUR_MS) })
      .execute(),
  );
const openExceptions = () =>
  inTenant(async (tx) => {
    const { rows } = await sql<{ reason: string; summary: string }>`SELECT reason, summary FROM exceptions
      WHERE key = 'sender:own' AND resolved_at IS NULL`.execute(tx);
    return rows;
  });
const toldPeople = () =>
  inTenant(async (tx) => {
    const { rows } = await sql<{ to: string }>`SELECT DISTINCT payload ->> 'to' AS to FROM effects
      WHERE kind = 'email' AND payload ->> 'template' = 'notice'`.execute(tx);
    return rows.map(({ to }) => to);
  });

describe('an own sender', () => {
  it('is used once its domain publishes the key made for this seller, and mails are signed with it', async () => {
    expect((await api(world.seller, 'GET', '')).data).toMatchObject({
      state: 'none',
      address: null,
      insteadOf: 'no-reply@scanship.example',
    });
    const { data: saved, message } = await set('News@maple.example.');
    expect([message, saved.state, saved.address]).toEqual([undefined, 'waiting', 'News@maple.example']);
    const { record } = recordOf(saved, 'dkim');
    expect(record).toMatchObject({
      type: 'TXT',
      name: expect.stringMatching(/^s[0-9a-f]{10}\._domainkey\.maple\.example$/) as string,
      value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[\w+/]{380,}=*$/) as string,
    });
    const missing = await check();
    expect(recordOf(missing, 'dkim')).toMatchObject({ state: 'missing', stands: null });
    expect(recordOf(missing, 'dmarc')).toMatchObject({ state: 'missing', needed: false });
    expect((await notice()).sender).toBe('no-reply@scanship.example');

    publish(saved);
    expect((await check()).state).toBe('proved');
    const mail = await notice();
    expect(mail.sender).toBe('News@maple.example');
    // What cannot be delivered still comes back to us.
    expect(mail.from).toBe('no-reply@scanship.example');
    expect(mail.text).toMatch(/^Message-ID: <[\w-]+@maple\.example>/m);
    expect(mail.verdict).toMatchObject({ valid: true, domain: 'maple.example', selector: record.name.split('.')[0] });
    expect(mail.verdict.covers).toEqual(expect.arrayContaining(['from', 'subject', 'to', 'list-unsubscribe']));
    expect(verifyDkim(mail.raw.replace('delivered', 'delvered'), (name) => dns.records.get(name)).valid).toBe(false);

    await api(world.seller, 'DELETE', '');
    expect((await notice()).sender).toBe('no-reply@scanship.example');
    const left = await inTenant((tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM secrets WHERE purpose = 'sender-key'`.execute(tx),
    );
    expect(left.rows[0]?.n).toBe(0);
  });

  it('says of each record what stands there and what should', async () => {
    const { data } = await set('news@maple.example');
    const { name, value } = recordOf(data, 'dkim').record;
    const dkim = async (...texts: string[]) => {
      dns.records.set(name, texts);
      return recordOf(await check(), 'dkim');
    };
    expect(await dkim('v=DKIM1; p=AAAA\u0000')).toMatchObject({
      state: 'different',
      message: expect.stringContaining('another key') as string,
      stands: 'v=DKIM1; p=AAAA\uFFFD',
    });
    expect((await dkim('v=DKIM1; p=')).message).toContain('withdrawn');
    const ours = `p=${value.split('p=')[1]}`;
    expect(await dkim(`k=rsa;${ours}`)).toMatchObject({ state: 'found' });
    expect(await dkim(`v=DKIM1; h=sha1:sha256; s=email; ${ours}`)).toMatchObject({ state: 'found' });
    for (const settings of ['v=DKIM2', 'k=ed25519', 'h=sha1', 's=tlsrpt'])
      expect(await dkim(`${settings}; ${ours}`)).toMatchObject({
        state: 'different',
        message: expect.stringContaining('holds our key, but') as string,
      });
    expect(await dkim(value, 'v=DKIM1; p=AAAA')).toMatchObject({
      state: 'different',
      message: expect.stringContaining('There are 2 TXT records') as string,
    });

    const dmarc = async (at: string, ...texts: string[]) => {
      dns.records.set(at, texts);
      return recordOf(await check(), 'dmarc');
    };
    expect(await dmarc('_dmarc.maple.example', 'v=DMARC1; p=none', 'v=DMARC1; p=reject')).toMatchObject({
      state: 'different',
    });
    expect((await dmarc('_dmarc.maple.example', 'v=DMARC1; rua=mailto:a@maple.example')).message).toContain(
      'no policy',
    );
    expect(await dmarc('_dmarc.maple.example', 'v=DMARC1; p=reject; adkim=s')).toMatchObject({ state: 'found' });
  });

  it('is found at the end of aliases, whoever follows them; one that leads nowhere is named', {
    timeout: 60_000,
  }, async () => {
    const { data } = await set('news@shop.maple.example');
    const { name, value } = recordOf(data, 'dkim').record;
    dns.aliases.set(name, 'keys.host.example');
    dns.aliases.set('keys.host.example', 'keys.more.example');
    expect(recordOf(await check(), 'dkim')).toMatchObject({
      state: 'missing',
      stands: 'CNAME keys.more.example',
      message: expect.stringContaining('leads by CNAME to keys.more.example') as string,
    });
    dns.aliases.set('keys.more.example', name);
    expect(recordOf(await check(), 'dkim').state).not.toBe('found');
    dns.aliases.delete('keys.more.example');
    dns.records.set('keys.more.example', [value]);
    for (const follows of [true, false]) {
      dns.followsAliases = follows;
      expect(recordOf(await check(), 'dkim')).toMatchObject({ state: 'found' });
    }
    // Whoever does not answer at the end of them may have it.
    dns.silent.add('keys.host.example');
    expect(recordOf(await check(), 'dkim').state).toBe('unanswered');
    expect((await api(world.seller, 'GET', '')).data.state).toBe('proved');
    dns.silent.clear();
    // The record of the domain above holds for those below it.
    dns.records.set('_dmarc.maple.example', ['v=DMARC1; p=quarantine']);
    expect(recordOf(await check(), 'dmarc')).toMatchObject({
      state: 'found',
      message: 'The DMARC record of _dmarc.maple.example holds for shop.maple.example too.',
    });
  });

  it('is asked to let the mail servers send where the operator named them', async () => {
    await world.database.db.tenant({ tenantId: world.people.root.tenantId }, (tx) =>
      sql`INSERT INTO app_registrations (tenant_id, id, kind, slug, mode, settings) VALUES (${world.people.root.tenantId},
        gen_random_uuid(), 'mail', 'smtp', 'live', '{"values": {"spfInclude": "_spf.scanship.example"}, "secretNames": []}')`.execute(
        tx,
      ),
    );
    await set('news@maple.example');
    dns.records.set('maple.example', ['v=spf1 mx -all']);
    expect(recordOf(await check(), 'spf')).toMatchObject({
      state: 'different',
      needed: false,
      stands: 'v=spf1 mx -all',
      record: { name: 'maple.example', value: 'v=spf1 mx include:_spf.scanship.example -all' },
    });
    // Several become one, and nothing stands after its "all".
    for (const [policies, value] of [
      [['v=spf1 mx -all', 'v=spf1 a ~all'], 'v=spf1 mx a include:_spf.scanship.example ~all'],
      [
        ['v=spf1 mx +all exp=e.example', 'v=spf1 A mx -all a:late.example'],
        'v=spf1 mx a include:_spf.scanship.example ~all',
      ],
      [
        ['v=spf1 mx ?all redirect=_no.example', 'v=spf1 redirect=_spf.host.example'],
        'v=spf1 mx include:_spf.host.example include:_spf.scanship.example ?all',
      ],
      [['v=spf1 mx', 'v=spf1 include:_spf.scanship.example'], 'v=spf1 mx include:_spf.scanship.example ~all'],
    ] as const) {
      dns.records.set('maple.example', policies);
      expect(recordOf(await check(), 'spf')).toMatchObject({ state: 'different', record: { value } });
    }
    dns.records.set('maple.example', ['v=spf1 mx include:_spf.scanship.example -all']);
    expect(recordOf(await check(), 'spf').state).toBe('found');
  });
});

describe('a proved domain', () => {
  it('that lost its record is broken: mails come from the franchise, the inbox and a mail say so, and its return ends it', async () => {
    const sender = await proved();
    const { record } = recordOf(sender, 'dkim');
    dns.records.delete(record.name);
    expect(await world.application.senders.look()).toBe(0);
    await longAgo('check_at', 1);
    expect(await world.application.senders.look()).toBe(1);
    expect((await api(world.seller, 'GET', '')).data.state).toBe('broken');
    expect(await openExceptions()).toEqual([
      { reason: 'sender-broken', summary: expect.stringContaining('News@maple.example') as string },
    ]);
    expect(await toldPeople()).toContain('admin@example.com');
    expect((await notice()).sender).toBe('no-reply@scanship.example');
    // Whoever puts it back waits for it to be seen.
    const [row] = await inTenant((tx) => tx.selectFrom('sender_domains').select(['check_at', 'checked_at']).execute());
    expect((row?.check_at.getTime() ?? 0) - (row?.checked_at?.getTime() ?? 0)).toBe(HOUR_MS);
    publish(sender);
    // Also after the clock was put back.
    clock.ahead -= 60_000;
    expect((await api(world.seller, 'POST', '/check')).data.state).toBe('proved');
    expect(await openExceptions()).toEqual([]);
    expect((await notice()).sender).toBe('News@maple.example');
  });

  it('is not broken by name servers that are silent, until they have been for days', { timeout: 60_000 }, async () => {
    const sender = await proved();
    dns.silent.add(recordOf(sender, 'dkim').record.name);
    const silent = await check();
    expect([silent.state, recordOf(silent, 'dkim').state]).toEqual(['proved', 'unanswered']);
    await longAgo('found_at', 80);
    expect((await check()).state).toBe('broken');
  });

  it('whose key cannot be read yet loses no notice, and whose key does not open lets the franchise send', async () => {
    await proved();
    mailbox.received.length = 0;
    const { trackerId } = await parcelOf('buyer@example.com');
    await tell(trackerId, [event('delivered', now())]);
    const run = (statement: string) =>
      withClient(world.database.migrator, (client) => client.query(statement).then(() => undefined));
    await run('ALTER TABLE sender_domains RENAME COLUMN selector TO away');
    try {
      await work();
      expect(await noticesOf(trackerId)).toMatchObject([{ state: 'sending', reason: null, handed_at: null }]);
    } finally {
      await run('ALTER TABLE sender_domains RENAME COLUMN away TO selector');
    }
    await run("UPDATE secrets SET sealed = sealed || 'x'::bytea WHERE purpose = 'sender-key'");
    await dueNow(trackerId);
    await work();
    expect(await noticesOf(trackerId)).toMatchObject([{ state: 'sent' }]);
    expect(mailbox.received.map(({ text }) => /^From: .*<(.+)>/m.exec(text)?.[1])).toEqual([
      'no-reply@scanship.example',
    ]);
  });

  it('signs with its key until a new one is published', async () => {
    const before = await proved();
    const { data: renewed } = await api(world.seller, 'POST', '/key');
    const next = recordOf(renewed, 'next-dkim');
    expect(next).toMatchObject({ state: 'not-checked', needed: true });
    const former = recordOf(before, 'dkim').record;
    expect(recordOf(renewed, 'dkim').record).toEqual(former);
    expect((await notice()).verdict).toMatchObject({ valid: true, selector: former.name.split('.')[0] });
    expect(recordOf(await check(), 'next-dkim').state).toBe('missing');

    publish(renewed, 'next-dkim');
    const after = await check();
    expect(after.records.map(({ what }) => what)).not.toContain('next-dkim');
    expect(recordOf(after, 'dkim')).toMatchObject({ state: 'found', record: next.record });
    expect(after.former?.name).toBe(former.name);
    dns.records.delete(former.name);
    expect((await notice()).verdict).toMatchObject({ valid: true, selector: next.record.name.split('.')[0] });
    expect((await check()).state).toBe('proved');
  });

  it('belongs to one seller: nobody proves it with another’s record, nor with an own one while it is taken', async () => {
    const first = await proved();
    const { data: second } = await set('hello@maple.example', world.people.basic);
    expect((await check(world.people.basic)).state).toBe('waiting');
    // Zones may hold keys of both.
    publish(second);
    const refused = await check(world.people.basic);
    expect([refused.state, refused.problem]).toEqual([
      'waiting',
      expect.stringContaining('Another company here sends from maple.example'),
    ]);
    expect((await api(world.seller, 'GET', '')).data.state).toBe('proved');
    dns.records.delete(recordOf(first, 'dkim').record.name);
    expect((await check()).state).toBe('broken');
    const taken = await check(world.people.basic);
    expect([taken.state, taken.problem]).toEqual(['proved', null]);
  });

  it('is given up for another one, which begins anew', async () => {
    const before = await proved();
    const { data: moved } = await set('news@birch.example');
    expect(moved).toMatchObject({ state: 'waiting', checkedAt: null });
    expect(recordOf(moved, 'dkim').record.value).not.toBe(recordOf(before, 'dkim').record.value);
    expect((await notice()).sender).toBe('no-reply@scanship.example');
    const again = await api(world.seller, 'PUT', '', { address: 'x@birch.example', version: before.version });
    expect(again.code).toBe('stale_version');
    const { data: renamed } = await set('shop@birch.example');
    expect(recordOf(renamed, 'dkim').record).toEqual(recordOf(moved, 'dkim').record);
  });
});

describe('an address', () => {
  it.each([
    ['a name that is no punycode', 'news@xn--a.example'],
    ['the platform’s own domain', 'news@scanship.example'],
    ['one below it', 'news@mail.scanship.example'],
    ['a franchise’s host', 'news@second.test'],
    ['one below a franchise’s host', 'news@a.second.test'],
  ])('is refused: %s', async (_what, address) => {
    const answer = await set(address);
    expect([answer.status, answer.code, answer.errors?.[0]?.field]).toEqual([400, 'validation', 'address']);
    expect((await api(world.seller, 'GET', '')).data.state).toBe('none');
  });

  it('under a suffix where anybody may have a name proves nothing', async () => {
    await set('news@co.uk');
    expect((await check()).state).toBe('waiting');
    expect((await notice()).sender).toBe('no-reply@scanship.example');
  });
});
